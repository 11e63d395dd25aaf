package dev.bootwright.ecosystem.javascript.read;

/** The subjects of what is found of JavaScript; {@code docs/ecosystems/javascript.md} says what each means. */
public final class NodeSubjects {
    public static final String PACKAGE = "node.package";
    public static final String MANAGER = "node.manager";
    public static final String ENGINE = "node.engine";
    public static final String VERSION_FILE = "node.version-file";
    public static final String IMAGE = "node.image";
    public static final String CI_VERSION = "node.ci-version";
    public static final String CI_VERSION_FILE = "node.ci-version-file";
    public static final String CI_PNPM_VERSION = "node.ci-pnpm-version";
    public static final String CI_BUN_VERSION = "node.ci-bun-version";
    public static final String SCRIPT = "node.script";
    public static final String TOOL = "node.tool";
    public static final String DEPENDENCIES = "node.dependencies";
    public static final String WORKSPACE_DEPENDENCY = "node.workspace-dependency";
    public static final String INSTALL_OPTION = "node.install-option";
    public static final String OUTPUT_MISSING = "node.output-missing";
    public static final String NATIVE = "node.native";
    public static final String PATCHES = "node.patches";
    public static final String DOWNLOAD = "node.download";
    public static final String TASK = "node.task";
    public static final String JEST_WORKERS = "node.jest-workers";
    public static final String TESTS = "javascript.tests";
    public static final String SYSTEM_PACKAGE = "system.package";

    private NodeSubjects() {}
}
