package dev.bootwright.ecosystem.maven;

/** The subjects of what is found of Maven projects; {@code docs/ecosystems/maven.md} says what each means. */
final class MavenSubjects {
    static final String PROJECT = "maven.project";
    static final String MODULE = "maven.module";
    static final String CONFIGURATION = "maven.configuration";
    static final String TESTS = "maven.tests";
    static final String REQUIRED = "maven.required";
    static final String WRAPPER = "maven.wrapper";
    static final String SKIP = "maven.skip-tests";
    static final String NO_REPORTS = "maven.no-reports";
    static final String IGNORE = "maven.ignore-failures";
    static final String FAILSAFE = "maven.integration-tests";
    static final String PARENT = "maven.parent";
    static final String AGENT = "maven.agent";
    static final String PROFILE = "maven.profile";
    static final String CHECK = "maven.check";
    static final String TEST_COMMAND = "maven.test-command";
    static final String LEVEL = "java.level";
    static final String JDK_REQUIRED = "java.required";
    static final String JDK_LIMIT = "java.limit";
    static final String PINNED = "java.version-file";
    static final String IMAGE = "java.image";
    static final String DESKTOP = "java.desktop";
    static final String CI_VERSION = "java.ci-version";
    static final String CI_VERSION_FILE = "java.ci-version-file";
    static final String SYSTEM_PACKAGE = "system.package";
    static final String NEED_SERVICE = "need.service";

    private MavenSubjects() {}
}
