package dev.bootwright.version.gomod;

/** Decimal numbers of any length, compared as Go compares them: without parsing. */
final class Digits {
    private Digits() {}

    /** An absent number (the empty string) is less than any other. */
    static int compare(String a, String b) {
        return a.length() == b.length() ? a.compareTo(b) : Integer.compare(a.length(), b.length());
    }
}
