package dev.bootwright.ecosystem.golang;

/** The subjects of what is found of Go; {@code docs/ecosystems/go.md} says what each means. */
final class GoSubjects {
    static final String MODULE = "go.module";
    static final String VERSION = "go.version";
    static final String TOOLCHAIN = "go.toolchain";
    static final String CI_VERSION = "go.ci-version";
    static final String PINNED = "go.version-file";
    static final String IMAGE = "go.image";
    static final String DEPENDENCIES = "go.dependencies";
    static final String SUM = "go.sum";
    static final String VENDOR = "go.vendor";
    static final String WORKSPACE = "go.workspace";
    static final String REPLACE = "go.replace";
    static final String TESTS = "go.tests";
    static final String TAG = "go.test-tag";
    static final String CGO = "go.cgo";
    static final String PKG_CONFIG = "go.pkg-config";
    static final String EMBED_MISSING = "go.embed-missing";
    static final String TEST_COMMAND = "go.test-command";
    static final String IMPORT_MISSING = "go.import-missing";
    static final String IMPORT_PATH = "go.import-path";
    static final String SYSTEM_PACKAGE = "system.package";
    static final String NEED_SERVICE = "need.service";

    private GoSubjects() {}
}
