package dev.bootwright.discover.actions;

import java.util.List;
import java.util.Map;

/** Actions that install a toolchain, and the inputs that say which version. */
final class SetupActions {
    private SetupActions() {}

    /**
     * @param subject of the finding
     * @param input that names the version
     * @param fileInput that names a file with the version; empty if there is none
     */
    record Setup(String subject, String input, String fileInput) {}

    private static final Map<String, List<Setup>> ALL = Map.ofEntries(
            Map.entry(
                    "actions/setup-python",
                    List.of(new Setup("python.ci-version", "python-version", "python-version-file"))),
            Map.entry(
                    "astral-sh/setup-uv",
                    List.of(
                            new Setup("python.ci-version", "python-version", ""),
                            new Setup("python.ci-uv-version", "version", "version-file"))),
            Map.entry(
                    "pdm-project/setup-pdm",
                    List.of(new Setup("python.ci-version", "python-version", "python-version-file"))),
            Map.entry("conda-incubator/setup-miniconda", List.of(new Setup("python.ci-version", "python-version", ""))),
            Map.entry(
                    "mamba-org/setup-micromamba", List.of(new Setup("conda.environment-file", "environment-file", ""))),
            Map.entry("actions/setup-go", List.of(new Setup("go.ci-version", "go-version", "go-version-file"))),
            Map.entry("actions/setup-node", List.of(new Setup("node.ci-version", "node-version", "node-version-file"))),
            Map.entry("pnpm/action-setup", List.of(new Setup("node.ci-pnpm-version", "version", "package_json_file"))),
            Map.entry(
                    "oven-sh/setup-bun", List.of(new Setup("node.ci-bun-version", "bun-version", "bun-version-file"))),
            Map.entry("actions/setup-java", List.of(new Setup("java.ci-version", "java-version", "java-version-file"))),
            Map.entry("ruby/setup-ruby", List.of(new Setup("ruby.ci-version", "ruby-version", ""))),
            Map.entry(
                    "shivammathur/setup-php", List.of(new Setup("php.ci-version", "php-version", "php-version-file"))),
            Map.entry(
                    "actions/setup-dotnet",
                    List.of(new Setup("dotnet.ci-version", "dotnet-version", "global-json-file"))),
            Map.entry("actions-rs/toolchain", List.of(new Setup("rust.ci-version", "toolchain", ""))),
            Map.entry("actions-rust-lang/setup-rust-toolchain", List.of(new Setup("rust.ci-version", "toolchain", ""))),
            Map.entry("dtolnay/rust-toolchain", List.of(new Setup("rust.ci-version", "toolchain", ""))),
            Map.entry("awalsh128/cache-apt-pkgs-action", List.of(new Setup("system.package", "packages", ""))),
            Map.entry("snok/install-poetry", List.of(new Setup("python.ci-poetry-version", "version", ""))));

    /** The setups of an action without its version; empty for any other action. */
    static List<Setup> of(String action) {
        return ALL.getOrDefault(action, List.of());
    }
}
