package org.example;

public final class Plain {
    public static int twice(int x) {
        return 2 * x;
    }
}
