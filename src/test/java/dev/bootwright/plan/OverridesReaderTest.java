package dev.bootwright.plan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.bootwright.acquire.MemoryTree;
import dev.bootwright.base.Cause;
import dev.bootwright.failure.Failure;
import dev.bootwright.failure.FailureCode;
import dev.bootwright.failure.ToolException;
import dev.bootwright.step.ExcludedTest;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class OverridesReaderTest {
    private static final String ALL = """
            language = "python"
            working-directory = "sub/"
            test-command = "pytest -q"
            system-packages = ["libpq-dev", "tmux"]

            [toolchain]
            python = "3.12"

            [environment]
            TZ = "UTC"
            LEVEL = 3

            [[exclude]]
            test = "tests/test_a.py::test_x"
            reason = "wants a GPU"

            [[exclude]]
            test = "tests/test_b.py"
            reason = "calls a public host"
            cause = "network"
            """;

    private static Overrides read(String toml, Overrides flags) {
        return OverridesReader.read(MemoryTree.of("bootwright.toml", toml, "sub/a.py", ""), flags);
    }

    private static Failure failure(String toml) {
        ToolException thrown = catchThrowableOfType(ToolException.class, () -> read(toml, Overrides.NONE));
        return thrown.failure();
    }

    @Test
    void readsEveryKey() {
        Overrides overrides = read(ALL, Overrides.NONE);
        assertThat(overrides.language()).isEqualTo("python");
        assertThat(overrides.workingDirectory()).isEqualTo("sub");
        assertThat(overrides.testCommand()).isEqualTo("pytest -q");
        assertThat(overrides.systemPackages()).containsExactly("libpq-dev", "tmux");
        assertThat(overrides.toolchains()).isEqualTo(Map.of("python", "3.12"));
        assertThat(overrides.environment()).isEqualTo(Map.of("TZ", "UTC", "LEVEL", "3"));
        assertThat(overrides.excluded())
                .containsExactly(
                        new ExcludedTest(
                                "tests/test_a.py::test_x", Cause.ENVIRONMENT, "wants a GPU", "bootwright.toml"),
                        new ExcludedTest("tests/test_b.py", Cause.NETWORK, "calls a public host", "bootwright.toml"));
        assertThat(overrides.recorded())
                .containsEntry("toolchain.python", "3.12 (bootwright.toml:7)")
                .containsEntry("system-packages", "libpq-dev tmux (bootwright.toml:4)")
                .containsEntry("environment.LEVEL", "3 (bootwright.toml:11)")
                .containsEntry("exclude.tests/test_b.py", "calls a public host (bootwright.toml:17)");
    }

    @Test
    void flagsWinAndBothAreRecorded() {
        Overrides flags = new Overrides(
                null,
                Map.of("python", "3.9"),
                List.of("zsh"),
                Map.of(),
                null,
                null,
                List.of(),
                Map.of("toolchain.python", "3.9 (flag)"));
        Overrides overrides = read(ALL, flags);
        assertThat(overrides.toolchains()).isEqualTo(Map.of("python", "3.9"));
        assertThat(overrides.language()).isEqualTo("python");
        assertThat(overrides.systemPackages()).containsExactly("libpq-dev", "tmux", "zsh");
        assertThat(overrides.recorded()).containsEntry("toolchain.python", "3.9 (flag), over 3.12 (bootwright.toml:7)");
    }

    @Test
    void theFoldersFlagIsCheckedLikeTheFilesKey() {
        assertThat(read(ALL, folder("./sub/")).workingDirectory()).isEqualTo("sub");
        for (String outside : List.of("../x", "/etc", "sub/../..", "absent")) {
            ToolException thrown = catchThrowableOfType(ToolException.class, () -> read("", folder(outside)));
            assertThat(thrown.failure().evidence())
                    .containsExactly("--working-directory: a folder of the repository; there is no " + outside);
        }
    }

    private static Overrides folder(String folder) {
        return new Overrides(null, Map.of(), List.of(), Map.of(), folder, null, List.of(), Map.of());
    }

    @Test
    void withoutAFileTheFlagsStay() {
        assertThat(OverridesReader.read(MemoryTree.of("a", ""), Overrides.NONE)).isEqualTo(Overrides.NONE);
    }

    @Test
    void tellsAllProblemsTogetherWithLinesAndNearMisses() {
        Failure failure = failure("""
                languag = "python"
                working-directory = "../other"
                system-packages = ["ok-package", "Not OK"]
                test-command = 3

                [toolchain]
                pyton = "3.12"
                go = 1.22

                [environment]
                "A-B" = "x"

                [[exclude]]
                test = "x"
                reson = "y"
                """);
        assertThat(failure.code()).isEqualTo(FailureCode.INVALID_CONFIGURATION);
        assertThat(failure.evidence())
                .anySatisfy(p ->
                        assertThat(p).startsWith("bootwright.toml:1: unknown key “languag” (did you mean “language”?)"))
                .anySatisfy(p -> assertThat(p).startsWith("bootwright.toml:2: “working-directory”"))
                .anySatisfy(p -> assertThat(p).startsWith("bootwright.toml:3: “Not OK” is not a package name"))
                .anySatisfy(p -> assertThat(p).startsWith("bootwright.toml:4: “test-command”"))
                .anySatisfy(p -> assertThat(p)
                        .startsWith("bootwright.toml:7: unknown toolchain “pyton” (did you mean “python”?)"))
                .anySatisfy(p -> assertThat(p).startsWith("bootwright.toml:8: the version of go is a string"))
                .anySatisfy(p -> assertThat(p).startsWith("bootwright.toml:11: “A-B” is not a name of a variable"))
                .anySatisfy(p -> assertThat(p)
                        .startsWith("bootwright.toml:15: unknown key “reson” of [[exclude]] (did you mean “reason”?)"))
                .anySatisfy(
                        p -> assertThat(p).startsWith("bootwright.toml:13: [[exclude]] has a “test” and a “reason”"))
                .hasSize(9);
        assertThat(failure.summary()).contains("9 problems");
        assertThat(failure.next()).contains("docs/configuration.md");
    }

    @Test
    void saysWhereTheFileIsNoToml() {
        assertThat(failure("language = \"go\"\n[toolchain\n").evidence())
                .anySatisfy(p -> assertThat(p).startsWith("bootwright.toml:2: "));
    }

    @Test
    void findsNearMisses() {
        assertThat(NearMiss.of("pyhton", List.of("go", "python", "ruby"))).containsExactly("python");
        assertThat(NearMiss.of("zzzzzz", List.of("go", "python"))).isEmpty();
        assertThat(NearMiss.distance("kitten", "sitting")).isEqualTo(3);
    }
}
