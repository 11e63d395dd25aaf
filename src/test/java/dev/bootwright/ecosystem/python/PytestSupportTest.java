package dev.bootwright.ecosystem.python;

import static org.assertj.core.api.Assertions.assertThat;

import dev.bootwright.base.TestId;
import dev.bootwright.sandbox.Sandbox;
import dev.bootwright.step.Phase;
import dev.bootwright.step.Role;
import dev.bootwright.step.Step;
import dev.bootwright.testreport.LocalSandbox;
import dev.bootwright.testreport.PythonVenv;
import dev.bootwright.testreport.RunnerBench;
import dev.bootwright.testreport.TestReport;
import dev.bootwright.testreport.TestStatus;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The whole way of a pytest step on this machine: inject, run, read, narrow, run again. */
class PytestSupportTest {
    private static final String STRONGEST =
            "python -m pytest --junitxml=\"$BOOTWRIGHT_REPORTS/python-strongest.xml\" -p no:cacheprovider tests";

    @TempDir
    Path tree;

    @TempDir
    Path scratch;

    private RunnerBench bench;

    @BeforeEach
    void open() {
        String bin = PythonVenv.PYTEST_9.bin();
        bench = new RunnerBench(new PytestSupport(), tree, scratch, bin);
    }

    private void write(String file, String content) throws IOException {
        Path path = tree.resolve(file);
        Files.createDirectories(path.getParent());
        Files.writeString(path, content);
    }

    private Step strongest(String block) {
        return bench.step("python-strongest", Phase.STRONGEST, Role.EXECUTE, ".", block);
    }

    private Step collect() {
        return bench.step(
                "python-collect", Phase.MINIMAL, Role.COLLECT, ".", "python -m pytest --collect-only -q tests");
    }

    private void suite() throws IOException {
        write("tests/test_small.py", "def test_1(): pass\ndef test_2(): pass\ndef test_3(): pass\n");
        write("tests/test_other.py", "def test_1(): pass\ndef test_2(): pass\ndef test_3(): assert 0\n");
        write("tests/test_one.py", "def test_1(): pass\n");
        write("tests/integration/test_net.py", "def test_1(): pass\ndef test_2(): pass\ndef test_3(): pass\n");
    }

    @Test
    void collectsChoosesRunsAndRunsAgain() throws IOException {
        suite();

        TestReport collected = bench.run(collect()).report();
        assertThat(collected.counts().collected()).isEqualTo(10);
        assertThat(collected.mismatches()).isEmpty();

        Step minimal =
                bench.support().minimalExecute(strongest(STRONGEST), collected).orElseThrow();
        assertThat(minimal.id().value()).isEqualTo("python-minimal");
        assertThat(minimal.phase()).isEqualTo(Phase.MINIMAL);
        assertThat(minimal.block())
                .isEqualTo("python -m pytest --junitxml=\"$BOOTWRIGHT_REPORTS/python-minimal.xml\""
                        + " -p no:cacheprovider tests/test_other.py tests/test_small.py");
        RunnerBench.Ran ran = bench.run(minimal);
        assertThat(ran.report().counts().executed()).isEqualTo(6);

        RunnerBench.Ran whole = bench.run(strongest(STRONGEST));
        assertThat(whole.report().counts().executed()).isEqualTo(10);
        assertThat(whole.report().mismatches()).isEmpty();
        List<TestId> failed =
                whole.report().failures().stream().map(c -> c.id()).toList();
        Step again = bench.support().rerun(whole.step(), failed).orElseThrow();
        assertThat(again.block()).endsWith(" -p no:cacheprovider tests/test_other.py::test_3");
        assertThat(bench.run(again).report().ids()).isEqualTo(failed);
    }

    @Test
    void aFileWithTheWholeSuiteIsTakenInPart() throws IOException {
        write("tests/test_all.py", """
                import pytest

                @pytest.mark.parametrize("n", range(70))
                def test_many(n): pass

                class TestSome:
                    def test_1(self): pass
                    def test_2(self): pass

                @pytest.mark.parametrize("n", ["a[b", "c::d"])
                def test_pair(n): pass
                """);
        TestReport collected = bench.run(collect()).report();

        Step minimal =
                bench.support().minimalExecute(strongest(STRONGEST), collected).orElseThrow();

        assertThat(minimal.block())
                .endsWith(" -p no:cacheprovider tests/test_all.py::TestSome tests/test_all.py::test_pair");
        assertThat(bench.run(minimal).report().counts().executed()).isEqualTo(4);
        assertThat(collected.counts().collected()).isEqualTo(74);
    }

    @Test
    void choosesTheSameForEqualCollections() throws IOException {
        suite();
        TestReport collected = bench.run(collect()).report();

        assertThat(bench.support().minimalExecute(strongest(STRONGEST), collected))
                .isEqualTo(new PytestSupport().minimalExecute(strongest(STRONGEST), collected));
        assertThat(bench.support().minimalExecute(strongest(STRONGEST), TestReport.empty("pytest")))
                .isEmpty();
    }

    @Test
    void namesFilesFromTheWorkingDirectory() throws IOException {
        write("packages/a/tests/test_a.py", "def test_1(): pass\ndef test_2(): assert 0\ndef test_3(): pass\n");
        Step step = bench.step("python-strongest-a", Phase.STRONGEST, Role.EXECUTE, "packages/a", "pytest -q");

        RunnerBench.Ran ran = bench.run(step);

        assertThat(ran.report().ids()).extracting(TestId::file).containsOnly("packages/a/tests/test_a.py");
        assertThat(ran.report().failures().getFirst().failingLine()).isEqualTo("packages/a/tests/test_a.py:2");
        assertThat(bench.support()
                        .minimalExecute(step, ran.report())
                        .orElseThrow()
                        .block())
                .isEqualTo("pytest -q tests/test_a.py");
        Step again = bench.support()
                .rerun(step, List.of(ran.report().failures().getFirst().id()))
                .orElseThrow();
        assertThat(bench.run(again).report().counts().failed()).isEqualTo(1);
    }

    @Test
    void aReportWithoutASessionIsRefused() throws IOException {
        write("old.xml", "<testsuite><testcase classname='tests.test_a' name='test_1'/></testsuite>");

        TestReport report = bench.run(strongest("cp old.xml \"$BOOTWRIGHT_REPORTS/python-strongest.xml\""))
                .report();

        assertThat(report.cases()).isEmpty();
        assertThat(report.mismatches()).singleElement().asString().contains("no session of pytest was seen");
    }

    @Test
    void printingSuccessIsNothing() {
        TestReport report =
                bench.run(strongest("echo '=== 100 passed in 0.01s ==='")).report();

        assertThat(report.cases()).isEmpty();
        assertThat(report.complete()).isFalse();
    }

    @Test
    void aConftestThatDoesNotLoadIsACollectionError() throws IOException {
        write("tests/conftest.py", "import os\nimport module_that_is_missing\n");
        write("tests/test_a.py", "def test_1(): pass\n");

        TestReport report = bench.run(strongest("python -m pytest tests")).report();

        assertThat(report.collectionErrors()).singleElement().satisfies(e -> {
            assertThat(e.file()).isEqualTo("tests/conftest.py");
            assertThat(e.detail()).contains("No module named 'module_that_is_missing'");
            assertThat(e.failingLine()).isEqualTo("tests/conftest.py:2");
        });
    }

    @Test
    void anUnknownOptionIsACollectionError() throws IOException {
        write("pytest.ini", "[pytest]\naddopts = --option-of-a-missing-plugin\n");
        write("tests/test_a.py", "def test_1(): pass\n");

        TestReport report = bench.run(strongest("python -m pytest tests")).report();

        assertThat(report.collectionErrors())
                .singleElement()
                .satisfies(
                        e -> assertThat(e.detail()).contains("unrecognized arguments: --option-of-a-missing-plugin"));
    }

    @Test
    void theRunnersOwnReportCountsWhereNothingCouldListen() throws IOException {
        suite();
        PytestSupport support = new PytestSupport();
        Path empty = Files.createDirectories(scratch.resolve("empty-bin"));
        Files.createSymbolicLink(empty.resolve("bash"), Path.of("/bin/bash"));
        Sandbox deaf = new LocalSandbox();
        Step step = strongest(STRONGEST);
        Files.createDirectories(tree.resolve(".bootstrap"));
        Files.writeString(tree.resolve(".bootstrap/env.sh"), "export PATH=" + empty + "\n");
        assertThat(support.inject(deaf, step, tree.toString(), scratch.toString()))
                .isEmpty();
        String xml = "<testsuites><testsuite>"
                + "<testcase classname='tests.test_small' name='test_1' time='0.5'/>"
                + "<testcase classname='tests.test_other' name='test_3'><failure message='assert 0'>E assert 0</failure>"
                + "</testcase></testsuite></testsuites>";
        Files.createDirectories(scratch.resolve("reports"));
        Files.writeString(scratch.resolve("reports/python-strongest.xml"), xml);

        TestReport report = support.read(new dev.bootwright.verify.TestRunnerSupport.Execution(
                step,
                new dev.bootwright.sandbox.ExecOutcome.Exited(1, dev.bootwright.testreport.LocalCommand.NO_USAGE),
                scratch.resolve("none"),
                scratch.resolve("reports"),
                scratch.resolve("log"),
                tree.toString(),
                tree));

        assertThat(report.mismatches()).isEmpty();
        assertThat(report.cases())
                .extracting(c -> c.id().display() + " " + c.status())
                .containsExactly(
                        "tests/test_small.py::test_1 " + TestStatus.PASSED,
                        "tests/test_other.py::test_3 " + TestStatus.FAILED);
    }

    @Test
    void narrowsCommandsOfManyForms() {
        List<String> known = List.of("tests/test_a.py", "tests/sub/test_b.py", "src/pkg/test_c.py");
        assertNarrowed("pytest", known, "pytest tests/test_a.py", "");
        assertNarrowed("python3 -m pytest -n 4 tests/", known, "python3 -m pytest -n 4 tests/test_a.py", "");
        assertNarrowed(
                "export A=1\n.venv/bin/pytest -k 'not slow' --ignore tests/sub ./tests src | tee out.txt",
                known,
                "export A=1\n.venv/bin/pytest -k 'not slow' --ignore tests/sub tests/test_a.py | tee out.txt",
                "");
        assertNarrowed(
                "coverage run -m pytest tests/sub/test_b.py::test_x 2>&1",
                known,
                "coverage run -m pytest tests/test_a.py 2>&1",
                "");
        assertNarrowed("make test", known, null, "a block without a command of ours");
        assertNarrowed("python -m pytest << 'END'\nEND", known, null, "a here-document");
    }

    private static void assertNarrowed(
            String block, List<String> known, @org.jspecify.annotations.Nullable String expected, String why) {
        String narrowed = PytestCommand.narrowed(
                block, new dev.bootwright.base.StepId("python-minimal"), List.of("tests/test_a.py"), known);
        assertThat(narrowed)
                .as(why)
                .isEqualTo(Optional.ofNullable(expected)
                        .orElse("python -m pytest --junitxml=\"$BOOTWRIGHT_REPORTS/python-minimal.xml\""
                                + " tests/test_a.py"));
    }
}
