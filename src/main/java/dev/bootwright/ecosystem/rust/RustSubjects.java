package dev.bootwright.ecosystem.rust;

/** The subjects of what is found of Rust; {@code docs/ecosystems/rust.md} says what each means. */
final class RustSubjects {
    static final String PACKAGE = "rust.package";
    static final String EDITION = "rust.edition";
    static final String VERSION = "rust.version";
    static final String LOCK = "rust.lock";
    static final String TOOLCHAIN = "rust.toolchain";
    static final String CI_VERSION = "rust.ci-version";
    static final String TESTS = "rust.tests";
    static final String LIBRARY = "rust.library";
    static final String GIT = "rust.git-dependency";
    static final String UNTESTED = "rust.untested-target";
    static final String NEXTEST = "rust.nextest";
    static final String SYSTEM_PACKAGE = "system.package";

    private RustSubjects() {}
}
