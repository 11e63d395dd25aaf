package dev.bootwright.ecosystem.python.read;

/** The subjects of findings about Python projects; {@code docs/ecosystems/python.md} says what each claims. */
public final class Subjects {
    public static final String REQUIRES_PYTHON = "python.requires-python";
    public static final String CLAIMED_VERSION = "python.version.claimed";
    public static final String TOX_VERSION = "python.version.tox";
    public static final String PINNED_VERSION = "python.version.pin";
    public static final String REMOVED_MODULE = "python.removed-module";
    public static final String NAME = "python.name";
    public static final String SDIST_VERSION = "python.sdist-version";
    public static final String BUILD_BACKEND = "python.build-backend";
    public static final String BUILD_REQUIREMENT = "python.build-requirement";
    public static final String NATIVE = "python.native";
    public static final String PACKAGE = "python.package";

    /** A dependency; attribute {@code source} says whose, see {@link Sources}. */
    public static final String DEPENDENCY = "python.dependency";

    /** A dependency group that another one includes. */
    public static final String GROUP_INCLUDE = "python.group-include";

    public static final String REQUIREMENTS_FILE = "python.requirements-file";

    /** A source of dependencies that a tool's test run names, as {@link Sources} writes it. */
    public static final String TEST_SOURCE = "python.test-source";

    public static final String LOCK = "python.lock";

    /** A command that runs tests; attribute {@code runner}. */
    public static final String TEST_RUN = "python.test-run";

    public static final String TEST_ENV = "python.test-env";
    public static final String TESTS = "python.tests";
    public static final String PYTEST_CONFIG = "python.pytest.config";
    public static final String PYTEST_PLUGIN = "python.pytest.plugin";
    public static final String COVERAGE_THRESHOLD = "python.coverage-threshold";
    public static final String IMPORT = "python.import";
    public static final String HISTORY_NEEDED = "git.history-needed";

    private Subjects() {}
}
