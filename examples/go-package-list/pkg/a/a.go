package a

// One is one.
const One = 1
