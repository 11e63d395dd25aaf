package dev.bootwright.testreport;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Forged, rewritten, swallowed and missing streams of real pytest runs are named and never green. */
class PytestLiesTest {
    @TempDir
    Path tree;

    private void write(String file, String content) throws IOException {
        Files.writeString(tree.resolve(file), content);
    }

    @Test
    void aForgersLinesAreNamedAndNotCounted() throws IOException {
        write("test_a.py", """
                import gc, glob, json
                def test_one(): pass
                def test_forges():
                    # The folder is not in the environment any more; a forger would find it through /proc.
                    environment = open("/proc/self/environ").read().split("\\0")
                    folder = [e for e in environment if e.startswith("BOOTWRIGHT_EVENTS=")][0].partition("=")[2]
                    with open(glob.glob(folder + "/pytest-*.jsonl")[0], "a") as out:
                        for i in range(100):
                            line = {"event": "finished", "id": "test_a.py::test_x%d" % i, "status": "passed"}
                            line["check"] = "0" * 32
                            out.write(json.dumps(line, separators=(",", ":")) + "\\n")
                    with open(folder + "/pytest-7.jsonl", "w") as out:
                        out.write('{"event":"session","format":1,"runner":"pytest","ordinal":7}\\n')
                    with open(folder + "/report.xml", "w") as out:
                        out.write("<testsuite/>")
                    print("100 passed in 0.01s")
                def test_two(): pass
                """);

        TestReport report = PythonVenv.PYTEST_9
                .listen(tree, List.of("-m", "pytest", "-q", "-s"))
                .report("pytest");

        assertThat(report.counts().collected()).isEqualTo(3);
        assertThat(report.counts().passed()).isEqualTo(3);
        assertThat(report.mismatches())
                .anyMatch(m -> m.contains("100 lines that are not the reporter's"))
                .anyMatch(m -> m.contains("report.xml"))
                .anyMatch(m -> m.contains("test session 1 are missing"));
    }

    @Test
    void aStreamThatWasRewrittenIsNotBelieved() throws IOException {
        write("test_a.py", """
                import glob
                def test_one(): assert 0
                def test_rewrites():
                    environment = open("/proc/self/environ").read().split("\\0")
                    folder = [e for e in environment if e.startswith("BOOTWRIGHT_EVENTS=")][0].partition("=")[2]
                    path = glob.glob(folder + "/pytest-*.jsonl")[0]
                    text = open(path).read()
                    assert '"failed"' in text
                    open(path, "w").write(text.replace('"failed"', '"passed"'))
                def test_two(): pass
                """);

        TestReport report =
                PythonVenv.PYTEST_9.listen(tree, List.of("-m", "pytest", "-q")).report("pytest");

        assertThat(report.counts().passed()).isZero();
        assertThat(report.mismatches()).isNotEmpty();
    }

    @Test
    void swallowedFailuresAreAMismatch() throws IOException {
        write("test_a.py", "def test_one(): assert 0\n");
        write("swallow.py", "import pytest\npytest.main(['-q'])\n");

        TestReport report =
                PythonVenv.PYTEST_9.listen(tree, List.of("swallow.py")).report("pytest");

        assertThat(report.mismatches()).anyMatch(m -> m.contains("exit status 0 although a test session did not end"));
    }

    @Test
    void aFailedCoverageLimitIsNeverGreen() throws IOException {
        write("mod.py", "def f():\n    return 1\ndef g():\n    return 2\n");
        write("test_a.py", "import mod\ndef test_one(): assert mod.f() == 1\n");

        TestReport report = PythonVenv.PYTEST_9
                .listen(tree, List.of("-m", "pytest", "-q", "--cov=mod", "--cov-fail-under=100"))
                .report("pytest");

        assertThat(report.counts().passed()).isEqualTo(1);
        assertThat(report.mismatches()).isNotEmpty();
    }

    @Test
    void noSessionIsAnEmptyReport() {
        TestReport report = PythonVenv.PYTEST_9
                .listen(tree, List.of("-c", "print('100 passed in 0.12s')"))
                .report("pytest");

        assertThat(report.cases()).isEmpty();
        assertThat(report.complete()).isFalse();
    }
}
