package dev.bootwright.ecosystem.cpp;

/** The subjects of what is found of C and C++; {@code docs/ecosystems/cpp.md} says what each means. */
final class CppSubjects {
    static final String BUILD = "cpp.build";
    static final String TESTS = "cpp.tests";
    static final String TEST_OPTION = "cpp.test-option";
    static final String CI_OPTION = "cpp.ci-option";
    static final String CMAKE_MINIMUM = "cpp.cmake-minimum";
    static final String STANDARD = "cpp.standard";
    static final String WANTED = "cpp.wanted";
    static final String FETCHED = "cpp.fetched";
    static final String TOOL = "cpp.tool";
    static final String SYSTEM_PACKAGE = "system.package";

    private CppSubjects() {}
}
