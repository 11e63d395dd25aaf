package dev.bootwright.ecosystem.golang;

import static org.assertj.core.api.Assertions.assertThat;

import dev.bootwright.base.TestId;
import dev.bootwright.step.Phase;
import dev.bootwright.step.Role;
import dev.bootwright.step.Step;
import dev.bootwright.testreport.LocalCommand;
import dev.bootwright.testreport.RunnerBench;
import dev.bootwright.testreport.TestReport;
import dev.bootwright.testreport.TestStatus;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The whole way of a Go step on this machine, with the Go at hand. */
class GoTestSupportTest {
    @TempDir
    Path tree;

    @TempDir
    Path scratch;

    private RunnerBench bench;

    private void write(String file, String content) throws IOException {
        Path path = tree.resolve(file);
        Files.createDirectories(path.getParent());
        Files.writeString(path, content);
    }

    @BeforeEach
    void suite() throws IOException {
        bench = new RunnerBench(
                new GoTestSupport(), tree, scratch, LocalCommand.folderOf("go").toString());
        write("go.mod", "module example.com/root\n\ngo 1.20\n");
        write("root_test.go", "package root\nimport \"testing\"\nfunc TestRoot(t *testing.T) {}\n");
        write("a/a_test.go", """
                package a
                import "testing"
                func TestOne(t *testing.T) { t.Run("in", func(t *testing.T) { t.Fatal("no") }) }
                func TestTwo(t *testing.T) {}
                func TestThree(t *testing.T) {}
                """);
        write("deep/er/d_test.go", "package er\nimport \"testing\"\nfunc TestD(t *testing.T) {}\n");
        write("integration/i_test.go", "package integration\nimport \"testing\"\nfunc TestI(t *testing.T) {}\n");
    }

    private Step strongest(String flags) {
        return bench.step(
                "go-strongest",
                Phase.STRONGEST,
                Role.EXECUTE,
                ".",
                "go test -count=1 -json" + flags + " ./... > \"$BOOTWRIGHT_REPORTS/go-strongest.json\"");
    }

    @Test
    void collectsChoosesRunsAndRunsAgain() {
        Step collect = bench.step(
                "go-collect",
                Phase.MINIMAL,
                Role.COLLECT,
                ".",
                "go test -count=1 -list '^(Test|Fuzz|Example)' ./... | tee \"$BOOTWRIGHT_REPORTS/go-collect.txt\"");
        TestReport collected = bench.run(collect).report();
        assertThat(collected.counts().notRun()).isEqualTo(6);
        assertThat(collected.complete()).isTrue();
        assertThat(bench.support().named("example.com/root/a::TestOne/in", collected))
                .extracting(TestId::display)
                .containsExactly("example.com/root/a::TestOne/in");
        assertThat(bench.support().named("TestNo", collected)).isEmpty();

        Step minimal =
                bench.support().minimalExecute(strongest(" -short"), collected).orElseThrow();
        assertThat(minimal.block())
                .isEqualTo("go test -count=1 -json -short -timeout=120s example.com/root example.com/root/a"
                        + " > \"$BOOTWRIGHT_REPORTS/go-minimal.json\"");
        assertThat(bench.run(minimal).report().counts().executed()).isEqualTo(5);

        RunnerBench.Ran whole = bench.run(strongest(" -short"));
        assertThat(whole.report().mismatches()).isEmpty();
        assertThat(whole.report().counts().executed()).isEqualTo(7);
        assertThat(whole.report().failures())
                .extracting(c -> c.id().name() + " " + c.failingLine())
                .containsExactly("TestOne a/a_test.go:3", "TestOne/in a/a_test.go:3");
        List<TestId> failed =
                whole.report().failures().stream().map(c -> c.id()).toList();
        Step again = bench.support().rerun(whole.step(), failed).orElseThrow();
        assertThat(again.block())
                .isEqualTo("go test -count=1 -json -short '-run=^(TestOne)$' example.com/root/a"
                        + " > \"$BOOTWRIGHT_REPORTS/go-strongest-rerun.json\"");
        assertThat(bench.run(again).report().ids()).isEqualTo(failed);
    }

    @Test
    void modulesBesideEachOtherAreToldApart() throws IOException {
        write("tools/go.mod", "module example.com/root/tools\n\ngo 1.20\n");
        write("tools/sub/t_test.go", "package sub\nimport \"testing\"\nfunc TestTool(t *testing.T) { t.Error(1) }\n");
        Step step = bench.step(
                "go-strongest-tools",
                Phase.STRONGEST,
                Role.EXECUTE,
                "tools",
                "go test -count=1 -json ./... > \"$BOOTWRIGHT_REPORTS/go-strongest-tools.json\"");

        TestReport report = bench.run(step).report();

        assertThat(report.cases()).singleElement().satisfies(c -> {
            assertThat(c.status()).isEqualTo(TestStatus.FAILED);
            assertThat(c.failingLine()).isEqualTo("tools/sub/t_test.go:3");
        });
    }

    @Test
    void aTestThatWritesIntoTheReportIsFoundOut() throws IOException {
        write("a/a_test.go", """
                package a
                import ("os"; "testing"; "fmt")
                func TestForge(t *testing.T) {
                    f, err := os.OpenFile(os.Getenv("BOOTWRIGHT_REPORTS")+"/go-strongest.json", os.O_APPEND|os.O_WRONLY, 0)
                    if err != nil { t.Fatal(err) }
                    for i := 0; i < 50; i++ {
                        fmt.Fprintf(f, "{\\"Action\\":\\"run\\",\\"Package\\":\\"example.com/root/a\\",\\"Test\\":\\"TestX%d\\"}\\n", i)
                        fmt.Fprintf(f, "{\\"Action\\":\\"pass\\",\\"Package\\":\\"example.com/root/a\\",\\"Test\\":\\"TestX%d\\"}\\n", i)
                    }
                    f.Close()
                }
                """);

        TestReport report = bench.run(strongest("")).report();

        assertThat(report.ids()).extracting(TestId::name).doesNotContain("TestX1");
        assertThat(report.mismatches()).isNotEmpty();
    }

    @Test
    void codeFromBeforeModulesHasFailingLinesToo() throws IOException {
        Files.delete(tree.resolve("go.mod"));
        write("deep/er/d_test.go", """
                package er
                import "testing"
                func TestSays(t *testing.T) { t.Error("no") }
                func TestCrash(t *testing.T) { var m map[string]int; m["a"] = 1 }
                """);
        Path home = scratch.resolve("home");
        LocalCommand.run(
                tree, Map.of("HOME", home.toString()), List.of("bash", "-euc", GoLocks.link("example.org/old")));
        Step modern = bench.step(
                "go-strongest",
                Phase.STRONGEST,
                Role.EXECUTE,
                ".",
                GoLocks.enter("example.org/old")
                        + "go test -count=1 -json ./deep/... > \"$BOOTWRIGHT_REPORTS/go-strongest.json\"");
        String cache = LocalCommand.run(tree, Map.of(), List.of("go", "env", "GOCACHE"))
                .output()
                .strip();
        Step step = new Step(
                modern.id(),
                modern.phase(),
                modern.role(),
                modern.user(),
                modern.project(),
                modern.runner(),
                modern.block(),
                Map.of("HOME", home.toString(), "GOCACHE", cache, "GO111MODULE", "off"),
                modern.workingDirectory(),
                modern.limits(),
                modern.evidence(),
                modern.origin());

        TestReport report = bench.run(step).report();

        assertThat(report.failures())
                .extracting(c -> c.id().name() + " " + c.failingLine())
                .containsExactly("TestSays deep/er/d_test.go:3", "TestCrash deep/er/d_test.go:4");
    }

    @Test
    void knowsWhereItsPackagesLie() {
        GoPackageDirectories directories = GoPackageDirectories.of(tree);

        assertThat(directories.directoryOf("example.com/root")).contains(".");
        assertThat(directories.directoryOf("example.com/root/deep/er")).contains("deep/er");
        assertThat(directories.directoryOf("example.com/rooted")).isEmpty();
        assertThat(directories.declaredTests("example.com/root/a")).contains(Set.of("TestOne", "TestThree", "TestTwo"));
        assertThat(directories.declaredTests("example.com/root/none")).isEmpty();
        assertThat(directories.declaredTests("example.com/root/../../etc")).isEmpty();
    }

    @Test
    void knowsTheCommandThatAStepRuns() {
        List<String> command = List.of("go", "test", "-count=1", "-tags=a b", "./...");
        Step step = strongest(" '-tags=a b'");
        assertThat(bench.support().runs(step, command)).isTrue();
        assertThat(bench.support().runs(step, List.of("bash", "-c", "cd x && exec \"$@\"", "--", "go", "test")))
                .isFalse();
        assertThat(bench.support().runs(strongest(" -short"), command)).isFalse();
        assertThat(bench.support().runs(strongest(" '-tags=a b' -run=One"), command))
                .isFalse();
        assertThat(bench.support().runs(step, List.of())).isFalse();
    }

    @Test
    void aCommandIsReadAsItIsRunInTheProjectsFolder() {
        Step step = bench.step("go-strongest", Phase.STRONGEST, Role.EXECUTE, "sub", "go test -count=1 -json . > x");
        assertThat(bench.support().runs(step, List.of("go", "test", "-count=1", ".")))
                .isTrue();
        assertThat(bench.support().runs(step, List.of("go", "test", "-C", "other", "-count=1", ".")))
                .isFalse();
        Step made = bench.step(
                "go-strongest", Phase.STRONGEST, Role.EXECUTE, "sub", "mkdir -p /tmp/x\ngo test -count=1 -json . > x");
        List<String> test = List.of("go", "test", "-count=1", ".");
        assertThat(bench.support().runs(made, shell("mkdir -p /tmp/x && exec \"$@\"", test)))
                .isTrue();
        assertThat(bench.support().runs(made, shell("exec \"$@\"", test))).isFalse();
        Step prepared = bench.step(
                "go-strongest", Phase.STRONGEST, Role.EXECUTE, "sub", "export A=1\ngo test -count=1 -json . > x");
        assertThat(bench.support().runs(prepared, test)).isFalse();
    }

    private static List<String> shell(String script, List<String> argv) {
        return Stream.concat(Stream.of("bash", "-c", script, "--"), argv.stream())
                .toList();
    }
}
