package dev.bootwright.app;

/** The program's entry point. */
public final class Main {
    private Main() {}

    public static void main(String[] args) {
        System.exit(0);
    }
}
