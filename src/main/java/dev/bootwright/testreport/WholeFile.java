package dev.bootwright.testreport;

/** What stands for the tests of a file whose names no listing tells, until the file has run. */
public final class WholeFile {
    public static final String NAME = "(whole file)";

    private WholeFile() {}
}
