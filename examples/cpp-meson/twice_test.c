static int twice(int x) { return 2 * x; }

int main(void) { return twice(21) == 42 ? 0 : 1; }
