package dev.bootwright.testreport;

import static dev.bootwright.testreport.TestStatus.ERRORED;
import static dev.bootwright.testreport.TestStatus.EXPECTED_FAILURE;
import static dev.bootwright.testreport.TestStatus.FAILED;
import static dev.bootwright.testreport.TestStatus.NOT_RUN;
import static dev.bootwright.testreport.TestStatus.PASSED;
import static dev.bootwright.testreport.TestStatus.SKIPPED;
import static org.assertj.core.api.Assertions.assertThat;

import dev.bootwright.sandbox.ExecOutcome;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The pytest reporter in real pytest runs, read by the real reader. */
class PytestEventsTest {
    private static final String EVERY_OUTCOME = """
            import os, subprocess, sys, unittest
            import pytest

            def test_passes(): pass
            def test_fails():
                value = 1
                assert value == 2
            @pytest.mark.xfail
            def test_expected(): assert 0
            @pytest.mark.xfail(strict=True)
            def test_strict_surprise(): pass
            @pytest.mark.xfail
            def test_lenient_surprise(): pass
            @pytest.mark.xfail(run=False)
            def test_expected_unrun(): pass
            @pytest.fixture
            def broken_teardown():
                yield
                raise RuntimeError("teardown broke")
            def test_teardown(broken_teardown): pass
            def test_fails_and_teardown(broken_teardown): assert 0
            @pytest.fixture
            def broken_setup(): raise RuntimeError("setup broke")
            def test_setup(broken_setup): pass
            @pytest.mark.skip(reason="not today")
            def test_skipped(): pass
            @pytest.mark.parametrize("text", ["x::y", "a b"])
            def test_parameter(text): pass
            class TestClass:
                def test_method(self): pass
            class Old(unittest.TestCase):
                def test_plain(self): pass
            def test_sees_nothing_of_the_reporter():
                assert not [k for k in os.environ if k.startswith("BOOTWRIGHT")]
                assert not [f for f in sys.meta_path if "bootwright" in repr(f).lower()]
                child = "import os; print([k for k in os.environ if k.startswith('BOOTWRIGHT')])"
                assert subprocess.check_output([sys.executable, "-c", child]).strip() == b"[]"
            """;

    @TempDir
    Path tree;

    private Map<String, TestStatus> statuses(TestReport report) {
        Map<String, TestStatus> result = new TreeMap<>();
        report.cases().forEach(c -> result.put(c.id().display(), c.status()));
        return result;
    }

    private void write(String file, String content) throws IOException {
        Path path = tree.resolve(file);
        Files.createDirectories(path.getParent());
        Files.writeString(path, content);
    }

    static Stream<PythonVenv> versions() {
        return PythonVenv.usual().stream();
    }

    static Stream<PythonVenv> otherVersions() {
        return PythonVenv.others().stream();
    }

    @ParameterizedTest
    @MethodSource("otherVersions")
    @Tag("slow")
    void otherVersionsCountAlike(PythonVenv venv) throws IOException {
        countsEveryOutcomeOnce(venv);
    }

    @ParameterizedTest
    @MethodSource("otherVersions")
    @Tag("slow")
    void otherVersionsAreNotChangedEither(PythonVenv venv) throws IOException {
        changesNeitherSelectionNorOutcome(venv);
    }

    @ParameterizedTest
    @MethodSource("versions")
    void countsEveryOutcomeOnce(PythonVenv venv) throws IOException {
        write("tests/test_a.py", EVERY_OUTCOME);
        write("tests/test_broken.py", "import module_that_is_missing\n");
        write("tests/test_none.py", "import pytest\npytest.skip('not here', allow_module_level=True)\n");

        TestReport report = venv.listen(tree, List.of("-m", "pytest", "-q", "--continue-on-collection-errors"))
                .report("pytest");

        assertThat(report.mismatches()).isEmpty();
        assertThat(report.complete()).isTrue();
        assertThat(statuses(report))
                .containsExactlyInAnyOrderEntriesOf(Map.ofEntries(
                        Map.entry("tests/test_a.py::test_passes", PASSED),
                        Map.entry("tests/test_a.py::test_fails", FAILED),
                        Map.entry("tests/test_a.py::test_expected", EXPECTED_FAILURE),
                        Map.entry("tests/test_a.py::test_strict_surprise", FAILED),
                        Map.entry("tests/test_a.py::test_lenient_surprise", PASSED),
                        Map.entry("tests/test_a.py::test_expected_unrun", EXPECTED_FAILURE),
                        Map.entry("tests/test_a.py::test_teardown", ERRORED),
                        Map.entry("tests/test_a.py::test_fails_and_teardown", FAILED),
                        Map.entry("tests/test_a.py::test_setup", ERRORED),
                        Map.entry("tests/test_a.py::test_skipped", SKIPPED),
                        Map.entry("tests/test_a.py::test_parameter[x::y]", PASSED),
                        Map.entry("tests/test_a.py::test_parameter[a b]", PASSED),
                        Map.entry("tests/test_a.py::TestClass::test_method", PASSED),
                        Map.entry("tests/test_a.py::Old::test_plain", PASSED),
                        Map.entry("tests/test_a.py::test_sees_nothing_of_the_reporter", PASSED)));
        assertThat(report.collectionErrors()).singleElement().satisfies(e -> {
            assertThat(e.file()).isEqualTo("tests/test_broken.py");
            assertThat(e.detail()).contains("module_that_is_missing");
        });
        assertThat(report.skippedFiles()).singleElement().satisfies(e -> {
            assertThat(e.file()).isEqualTo("tests/test_none.py");
            assertThat(e.detail()).contains("not here");
        });
        TestCase failed = report.cases().stream()
                .filter(c -> c.id().name().equals("test_fails"))
                .findFirst()
                .orElseThrow();
        assertThat(failed.failingLine()).isEqualTo("tests/test_a.py:7");
        assertThat(failed.detail()).startsWith("assert 1 == 2");
    }

    @ParameterizedTest
    @MethodSource("versions")
    void changesNeitherSelectionNorOutcome(PythonVenv venv) throws IOException {
        write("pytest.ini", """
                [pytest]
                addopts = --strict-markers -p no:cacheprovider -p no:doctest -W error
                markers = slow
                filterwarnings = error
                """);
        write("conftest.py", """
                import pytest
                pytest_plugins = ["pytester"]
                def pytest_collection_modifyitems(items):
                    items.reverse()
                """);
        write("test_a.py", EVERY_OUTCOME + """
                def test_plugins(request):
                    names = [str(n) for n, _ in request.config.pluginmanager.list_plugin_distinfo()]
                    assert not [n for n in names if "bootwright" in n]
                def test_nested_in_process(testdir):
                    testdir.makepyfile("def test_in(): assert 0")
                    result = testdir.inline_run()
                    result.assertoutcome(failed=1)
                def test_nested_process(testdir):
                    testdir.makepyfile("def test_in(): pass")
                    result = testdir.runpytest_subprocess()
                    result.assert_outcomes(passed=1)
                    assert "bootwright" not in result.stdout.str()
                """);
        List<String> command = List.of("-m", "pytest", "-rA", "--tb=no", "--color=no");

        LocalCommand.Ended without = venv.run(tree, Map.of(), command);
        PythonVenv.Listened with = venv.listen(tree, command);

        assertThat(with.ended().code()).isEqualTo(without.code());
        assertThat(summary(with.ended().output())).isEqualTo(summary(without.output()));
        assertThat(summary(without.output())).hasSizeGreaterThan(15);
        TestReport report = with.report("pytest");
        assertThat(report.mismatches()).isEmpty();
        assertThat(report.ids()).hasSize(18);
        assertThat(statuses(report))
                .containsEntry("test_a.py::test_nested_in_process", PASSED)
                .containsEntry("test_a.py::test_nested_process", PASSED)
                .containsEntry("test_a.py::test_plugins", PASSED);
    }

    private static List<String> summary(String output) {
        return output.lines()
                .filter(l -> l.matches("(PASSED|FAILED|ERROR|XFAIL|XPASS|SKIPPED) .*"))
                .sorted()
                .toList();
    }

    @Test
    void listensWhereAutoloadIsOff() throws IOException {
        write("test_a.py", "def test_one(): pass\n");

        TestReport report = PythonVenv.PYTEST_9
                .listen(tree, Map.of("PYTEST_DISABLE_PLUGIN_AUTOLOAD", "1"), List.of("-m", "pytest", "-q"))
                .report("pytest");

        assertThat(statuses(report)).containsExactly(Map.entry("test_a.py::test_one", PASSED));
    }

    @Test
    void collectsWithoutRunning() throws IOException {
        write("tests/test_a.py", EVERY_OUTCOME);

        TestReport report = PythonVenv.PYTEST_7
                .listen(tree, List.of("-m", "pytest", "--collect-only", "-q"))
                .report("pytest");

        assertThat(report.complete()).isTrue();
        assertThat(report.mismatches()).isEmpty();
        assertThat(report.counts().collected()).isEqualTo(15);
        assertThat(report.counts().notRun()).isEqualTo(15);
    }

    @Test
    void workersOfXdistReportThroughTheirController() throws IOException {
        write("tests/test_a.py", EVERY_OUTCOME);
        TestReport alone =
                PythonVenv.PYTEST_9.listen(tree, List.of("-m", "pytest", "-q")).report("pytest");

        TestReport report = PythonVenv.PYTEST_9
                .listen(tree, List.of("-m", "pytest", "-q", "-n", "2"))
                .report("pytest");

        assertThat(report.mismatches()).isEmpty();
        assertThat(statuses(report)).isEqualTo(statuses(alone));
        assertThat(report.counts()).isEqualTo(alone.counts());
    }

    @Test
    void aWorkerThatCrashesIsAFailureOfItsTest() throws IOException {
        write("test_a.py", "import os\ndef test_one(): pass\ndef test_crash(): os._exit(3)\ndef test_two(): pass\n");

        TestReport report = PythonVenv.PYTEST_9
                .listen(tree, List.of("-m", "pytest", "-q", "-n", "1"))
                .report("pytest");

        assertThat(statuses(report))
                .containsEntry("test_a.py::test_crash", FAILED)
                .containsEntry("test_a.py::test_two", PASSED);
    }

    @ParameterizedTest
    @MethodSource("subtestVersions")
    void subtestsDecideTheirTestButDoNotCount(PythonVenv venv) throws IOException {
        write("test_a.py", """
                import unittest
                class A(unittest.TestCase):
                    def test_some_fail(self):
                        for i in range(3):
                            with self.subTest(i=i):
                                self.assertNotEqual(i, 1)
                    def test_all_pass(self):
                        for i in range(3):
                            with self.subTest(i=i):
                                pass
                def test_fixture(subtests):
                    for i in range(4):
                        with subtests.test(i=i):
                            assert i != 2
                """);

        TestReport report = venv.listen(tree, List.of("-m", "pytest", "-q")).report("pytest");

        assertThat(statuses(report))
                .isEqualTo(Map.of(
                        "test_a.py::A::test_some_fail", FAILED,
                        "test_a.py::A::test_all_pass", PASSED,
                        "test_a.py::test_fixture", FAILED));
        assertThat(report.mismatches()).isEmpty();
    }

    static Stream<PythonVenv> subtestVersions() {
        return PythonVenv.usual().stream();
    }

    @ParameterizedTest
    @MethodSource("rerunVersions")
    void rerunsOfTheRunnerCountOnce(PythonVenv venv) throws IOException {
        write("test_a.py", """
                attempts = []
                def test_flaky():
                    attempts.append(1)
                    assert len(attempts) == 3
                def test_never(): assert 0
                """);

        TestReport report = venv.listen(tree, List.of("-m", "pytest", "-q", "--reruns", "3"))
                .report("pytest");

        assertThat(statuses(report))
                .isEqualTo(Map.of("test_a.py::test_flaky", PASSED, "test_a.py::test_never", FAILED));
        assertThat(report.mismatches()).isEmpty();
        assertThat(report.cases().getFirst().detail()).contains("2 times");
    }

    static Stream<PythonVenv> rerunVersions() {
        return PythonVenv.usual().stream();
    }

    @Test
    void equalIdsAreToldApartByOccurrence() throws IOException {
        write("test_a.py", "def test_one(): pass\n");

        TestReport report = PythonVenv.PYTEST_7
                .listen(tree, List.of("-m", "pytest", "-q", "--keep-duplicates", "test_a.py", "test_a.py"))
                .report("pytest");

        assertThat(statuses(report)).isEqualTo(Map.of("test_a.py::test_one", PASSED, "test_a.py::test_one#2", PASSED));
        assertThat(report.mismatches()).isEmpty();
    }

    @Test
    void severalSessionsOfOneStepAddUp() throws IOException {
        write("test_a.py", "def test_one(): pass\n");
        write("test_b.py", "def test_two(): pass\n");
        write("all.py", """
                import subprocess, sys
                import pytest
                assert pytest.main(["-q", "test_a.py"]) == 0
                sys.exit(subprocess.call([sys.executable, "-m", "pytest", "-q", "test_b.py"]))
                """);

        TestReport report = PythonVenv.PYTEST_7.listen(tree, List.of("all.py")).report("pytest");

        assertThat(report.mismatches()).isEmpty();
        assertThat(statuses(report)).isEqualTo(Map.of("test_a.py::test_one", PASSED, "test_b.py::test_two", PASSED));
    }

    @Test
    void whatWasReachedBeforeAKillIsKept(@TempDir Path events) throws IOException {
        write("test_a.py", """
                import time
                def test_first(): pass
                def test_hangs(): time.sleep(600)
                def test_later(): pass
                """);
        PythonVenv venv = PythonVenv.PYTEST_9;
        EventKey key = EventKey.ofBytes(new byte[] {7});
        Files.writeString(events.resolve(EventKey.FILE_NAME), key.fileContent());
        LocalCommand.run(
                tree,
                Map.of("BOOTWRIGHT_EVENTS", events.toString()),
                List.of(venv.python(), "-m", "pytest", "-q"),
                Duration.ofSeconds(6));

        TestReport report = new StreamedEventsReader(key, ".", tree.toString())
                .read("pytest", events, new ExecOutcome.TimedOut(Duration.ofSeconds(6), LocalCommand.NO_USAGE));

        assertThat(report.complete()).isFalse();
        assertThat(report.mismatches()).isEmpty();
        assertThat(statuses(report))
                .isEqualTo(Map.of(
                        "test_a.py::test_first", PASSED,
                        "test_a.py::test_hangs", ERRORED,
                        "test_a.py::test_later", NOT_RUN));
        assertThat(report.failures())
                .singleElement()
                .satisfies(c -> assertThat(c.detail()).startsWith(UnfinishedTest.PREFIX + UnfinishedTest.STOPPED));
    }

    @Test
    void aTestThatEndsTheProcessWithZeroIsNotBelieved() throws IOException {
        write("test_a.py", "import os\ndef test_one(): pass\ndef test_exit(): os._exit(0)\ndef test_two(): assert 0\n");

        TestReport report =
                PythonVenv.PYTEST_9.listen(tree, List.of("-m", "pytest", "-q")).report("pytest");

        assertThat(report.complete()).isFalse();
        assertThat(report.mismatches()).anyMatch(m -> m.contains("never reached its end"));
        assertThat(statuses(report))
                .isEqualTo(Map.of(
                        "test_a.py::test_one", PASSED,
                        "test_a.py::test_exit", ERRORED,
                        "test_a.py::test_two", NOT_RUN));
    }

    @Test
    void stoppingAtTheFirstFailureLeavesTheRestNotRun() throws IOException {
        write("test_a.py", "def test_one(): assert 0\ndef test_two(): pass\n");

        TestReport report = PythonVenv.PYTEST_9
                .listen(tree, List.of("-m", "pytest", "-x", "-q"))
                .report("pytest");

        assertThat(report.mismatches()).isEmpty();
        assertThat(report.counts().notRun()).isEqualTo(1);
    }

    @Test
    void deselectedTestsAreKnown() throws IOException {
        write("test_a.py", "def test_one(): pass\ndef test_two(): pass\ndef test_three(): pass\n");

        TestReport report = PythonVenv.PYTEST_9
                .listen(tree, List.of("-m", "pytest", "-k", "one", "-q"))
                .report("pytest");

        assertThat(report.deselected()).isEqualTo(2);
        assertThat(report.counts().collected()).isEqualTo(1);
    }

    @Test
    void descriptorsClockAndDiskOfTestsDoNotMatter() throws IOException {
        write("test_a.py", """
                import builtins, os, time
                def test_closes_all():
                    os.closerange(20, 200)
                def test_mocks(monkeypatch):
                    monkeypatch.setattr(time, "time", lambda: -1)
                    monkeypatch.setattr(os, "open", None)
                    monkeypatch.setattr(os, "write", None)
                    monkeypatch.setattr(os, "getpid", lambda: 1)
                    monkeypatch.setattr(builtins, "open", None)
                    monkeypatch.setattr(os, "environ", {})
                def test_forks():
                    if os.fork() == 0:
                        raise SystemExit(0)
                    os.wait()
                def test_changes_directory(tmp_path):
                    os.chdir(str(tmp_path))
                    assert 0
                """);

        TestReport report =
                PythonVenv.PYTEST_9.listen(tree, List.of("-m", "pytest", "-q")).report("pytest");

        assertThat(statuses(report))
                .containsEntry("test_a.py::test_closes_all", PASSED)
                .containsEntry("test_a.py::test_mocks", PASSED)
                .containsEntry("test_a.py::test_forks", PASSED);
        assertThat(report.mismatches()).isEmpty();
        assertThat(report.failures())
                .singleElement()
                .satisfies(c -> assertThat(c.failingLine()).isEqualTo("test_a.py:17"));
    }
}
