package dep

const Answer = 42
