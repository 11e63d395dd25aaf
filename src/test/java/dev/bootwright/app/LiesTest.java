package dev.bootwright.app;

import static org.assertj.core.api.Assertions.assertThat;

import dev.bootwright.base.Readiness;
import dev.bootwright.base.Verdict;
import dev.bootwright.failure.FailureCode;
import dev.bootwright.pipeline.RunResult;
import dev.bootwright.pipeline.RunResult.FailureItem;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Repositories that look tested and are not: each is refused, with a message that says why. */
@Tag("sandbox")
class LiesTest {
    private static final String PROJECT = """
            [build-system]
            requires = ["setuptools>=61"]
            build-backend = "setuptools.build_meta"

            [project]
            name = "thing"
            version = "1.0"

            [project.optional-dependencies]
            test = ["pytest"]

            [tool.setuptools]
            packages = ["thing"]
            """;
    private static final String MODULE = "def double(x):\n    return 2 * x\n";
    private static final String TEST = """
            from thing import double

            def test_double():
                assert double(2) == 4
            """;

    @TempDir
    Path folder;

    private SetupHarness harness;

    @BeforeEach
    void open() {
        harness = new SetupHarness(folder);
    }

    @AfterEach
    void close() {
        harness.close();
    }

    @Test
    void theHonestOneIsGreen() throws IOException {
        Path repository = thing(Map.of("tests/test_thing.py", TEST));
        RunResult result = harness.setup(repository);
        assertThat(result.failure()).isNull();
        assertThat(result.verdict()).isEqualTo(Verdict.BOOTSTRAPPED);
        assertThat(result.readiness()).isEqualTo(Readiness.GREEN);
        assertThat(result.tests().passed()).isEqualTo(1);
        assertThat(result.replay().clean()).isTrue();
        assertThat(repository.resolve(".bootstrap/contract.json")).exists();
    }

    @Test
    void nothingTested() throws IOException {
        RunResult result = harness.setup(thing(Map.of()));
        assertThat(failure(result).code()).isEqualTo(FailureCode.NO_TESTS);
        assertThat(failure(result).summary()).contains("no test was collected");
        assertThat(result.readiness()).isGreaterThanOrEqualTo(Readiness.INSTALLED);
        assertThat(result.contract()).isNotNull();
    }

    @Test
    void theTestCommandIsTrue() throws IOException {
        RunResult result = harness.setup(thing(Map.of("tests/test_thing.py", TEST)), "true");
        assertThat(failure(result).code()).isEqualTo(FailureCode.CONTRACT_REJECTED);
        assertThat(failure(result).summary()).contains("sanity rule verification-replaced");
        assertThat(failure(result).evidence())
                .singleElement()
                .asString()
                .contains("nothing here executes tests: 'true'");
        assertThat(Path.of(Objects.requireNonNull(result.contract())).resolve("WARNINGS.md"))
                .content()
                .containsPattern("## Weak validation\\n+- step python-strongest");
    }

    @Test
    void theScriptEndsInExitZero() throws IOException {
        RunResult result = harness.setup(thing(Map.of("tests/test_thing.py", TEST)), "python -m pytest; exit 0");
        assertThat(failure(result).code()).isEqualTo(FailureCode.CONTRACT_REJECTED);
    }

    @Test
    void allSkipped() throws IOException {
        RunResult result = harness.setup(thing(Map.of(
                "tests/test_thing.py",
                "import pytest\nfrom thing import double\n\n@pytest.mark.skip(reason='not here')\ndef test_double():\n"
                        + "    assert double(2) == 4\n")));
        assertThat(failure(result).code()).isEqualTo(FailureCode.ALL_SKIPPED);
        assertThat(result.tests().skipped()).isEqualTo(1);
    }

    @Test
    void theOnlyTestFileHasASyntaxError() throws IOException {
        RunResult result = harness.setup(thing(Map.of("tests/test_thing.py", "def test_broken(:\n    pass\n")));
        assertThat(result.verdict()).isEqualTo(Verdict.FAILED);
        assertThat(failure(result).code()).isEqualTo(FailureCode.COLLECTION_FAILED);
        assertThat(failure(result).summary()).contains("test_thing.py").contains("SyntaxError");
    }

    @Test
    void passesOnlyBecauseOfAnIgnoredFile() throws IOException {
        Map<String, String> files = new LinkedHashMap<>();
        files.put(".gitignore", "secret_data.py\n");
        files.put("secret_data.py", "VALUE = 4\n");
        files.put(
                "tests/test_thing.py",
                "import sys, pathlib\nsys.path.insert(0, str(pathlib.Path(__file__).parent.parent))\n"
                        + "import secret_data\n\ndef test_value():\n    assert secret_data.VALUE == 4\n");
        Path repository = thing(files);
        git(repository, "init", "-q");
        git(repository, "add", "-A");
        git(repository, "-c", "user.name=a", "-c", "user.email=a@b.invalid", "commit", "-q", "-m", "first");
        RunResult result = harness.setup(repository);
        assertThat(result.verdict()).isEqualTo(Verdict.FAILED);
        assertThat(failure(result).evidence()).anyMatch(line -> line.startsWith("secret_data.py lies in the folder"));
        assertThat(failure(result).next()).startsWith("no clone has secret_data.py");
    }

    @Test
    void aSubmoduleThatIsNotThereIsNotCovered() throws IOException {
        Path repository = thing(Map.of("tests/test_thing.py", TEST, ".gitmodules", """
                        [submodule "grammars"]
                        \tpath = grammars
                        \turl = https://example.invalid/grammars
                        """));
        git(repository, "init", "-q");
        git(repository, "add", "-A");
        git(repository, "update-index", "--add", "--cacheinfo", "160000," + "1".repeat(40) + ",grammars");
        git(repository, "-c", "user.name=a", "-c", "user.email=a@b.invalid", "commit", "-q", "-m", "first");
        RunResult result = harness.setup(repository);
        assertThat(result.verdict()).isEqualTo(Verdict.BOOTSTRAPPED);
        assertThat(result.notCovered()).anyMatch(note -> note.startsWith("submodule grammars is not there"));
    }

    @Test
    void aTestHangs() throws IOException {
        RunResult result = harness.setup(
                thing(Map.of(
                        "tests/test_a.py",
                        TEST,
                        "tests/test_hang.py",
                        "import time\n\ndef test_hang():\n    time.sleep(900)\n")),
                Duration.ofSeconds(15));
        assertThat(result.truncated()).isTrue();
        assertThat(result.readiness()).isLessThan(Readiness.GREEN);
        assertThat(result.tests().passed()).isEqualTo(1);
    }

    @Test
    void aTestLeavesADaemon() throws IOException {
        String daemon = """
                import subprocess

                def test_daemon():
                    subprocess.Popen(["sleep", "987"], start_new_session=True)
                """;
        RunResult result = harness.setup(thing(Map.of("tests/test_daemon.py", daemon)));
        assertThat(result.verdict()).isEqualTo(Verdict.BOOTSTRAPPED);
        assertThat(result.notCovered()).anyMatch(note -> note.contains("were still running when they had ended"));
        assertThat(ProcessHandle.allProcesses()
                        .filter(p -> p.info().commandLine().orElse("").contains("sleep 987")))
                .isEmpty();
    }

    @Test
    void theCommandPicksTheOneParameterThatPasses() throws IOException {
        String ten = """
                import pytest

                @pytest.mark.parametrize("x", range(10))
                def test_one(x):
                    assert x == 1
                """;
        RunResult result =
                harness.setup(thing(Map.of("tests/test_ten.py", ten)), "pytest tests/test_ten.py::test_one[1]");
        assertThat(result.tests().collected()).isEqualTo(10);
        assertThat(result.tests().notRun()).isEqualTo(9);
        assertThat(result.readiness()).isLessThan(Readiness.GREEN);
    }

    @Test
    void theScriptPrintsAHundredPassed() throws IOException {
        Map<String, String> files =
                Map.of("tests/test_thing.py", TEST, "run.sh", "echo '===== 100 passed in 0.10s ====='\n");
        RunResult result = harness.setup(thing(files), "bash run.sh");
        assertThat(result.verdict()).isEqualTo(Verdict.FAILED);
        assertThat(failure(result).code()).isEqualTo(FailureCode.NO_TESTS);
        assertThat(failure(result).summary()).contains("reported none of the 1 collected tests");
        assertThat(result.tests().executed()).isZero();
    }

    @Test
    void aReportWrittenBeforeTheRun() throws IOException {
        String forged = """
                import os, pathlib
                import pytest

                for folder in (os.environ.get("BOOTWRIGHT_REPORTS"), os.environ.get("BOOTWRIGHT_EVENTS")):
                    if folder:
                        cases = "".join(f'<testcase classname="t" name="t{i}"/>' for i in range(100))
                        path = pathlib.Path(folder)
                        (path if path.is_dir() else path.parent).joinpath("python-strongest.xml").write_text(
                            f'<testsuites><testsuite tests="100">{cases}</testsuite></testsuites>')

                @pytest.mark.skip(reason="nothing is tested")
                def test_nothing():
                    pass
                """;
        RunResult result = harness.setup(thing(Map.of("tests/test_thing.py", forged)));
        assertThat(result.verdict()).isEqualTo(Verdict.FAILED);
        assertThat(result.tests().passed()).isZero();
    }

    private Path thing(Map<String, String> more) throws IOException {
        Map<String, String> files = new LinkedHashMap<>();
        files.put("pyproject.toml", PROJECT);
        files.put("thing/__init__.py", MODULE);
        files.putAll(more);
        return harness.repository("thing", files);
    }

    private static FailureItem failure(RunResult result) {
        return Objects.requireNonNull(result.failure(), () -> "no failure: " + result.verdict() + " " + result.tests());
    }

    private static void git(Path repository, String... arguments) throws IOException {
        String[] argv = new String[arguments.length + 1];
        argv[0] = "git";
        System.arraycopy(arguments, 0, argv, 1, arguments.length);
        Process process = new ProcessBuilder(argv)
                .directory(repository.toFile())
                .redirectErrorStream(true)
                .start();
        try {
            assertThat(process.waitFor()).as(String.join(" ", argv)).isZero();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        assertThat(Files.isDirectory(repository.resolve(".git"))).isTrue();
    }
}
