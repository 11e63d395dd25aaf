#include <stdio.h>

static int twice(int x) { return 2 * x; }

static int check(const char *name, int holds) {
    printf("%s: %s\n", name, holds ? "ok" : "failed");
    return holds ? 0 : 1;
}

int main(void) {
    int failed = check("twice one", twice(1) == 2) + check("twice nothing", twice(0) == 0);
    return failed == 0 ? 0 : 1;
}
