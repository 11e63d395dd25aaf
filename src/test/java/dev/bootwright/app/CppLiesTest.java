package dev.bootwright.app;

import static org.assertj.core.api.Assertions.assertThat;

import dev.bootwright.base.Readiness;
import dev.bootwright.base.Verdict;
import dev.bootwright.failure.FailureCode;
import dev.bootwright.pipeline.RunResult;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What C and C++ projects do to look tested, and the verdict that counted tests give; from the bare base. */
@Tag("sandbox")
class CppLiesTest {
    private static final String SOURCE = "int main(void) { return 0; }\n";

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

    /** CTest ends with status 0 where there are no tests. */
    @Test
    void ctestWithoutTests() throws IOException {
        RunResult result = harness.setup(harness.repository(
                "empty",
                Map.of(
                        "CMakeLists.txt",
                        "cmake_minimum_required(VERSION 3.10)\nproject(empty C)\nenable_testing()\nadd_executable(empty main.c)\n",
                        "main.c",
                        SOURCE)));

        assertThat(result.verdict()).isEqualTo(Verdict.FAILED);
        assertThat(Objects.requireNonNull(result.failure()).code()).isEqualTo(FailureCode.NO_TESTS);
        assertThat(result.tests().executed()).isZero();
        assertThat(result.readiness()).isEqualTo(Readiness.BUILT);
    }

    /** The test is named, its program is left out of the build: CTest calls that skipped. */
    @Test
    void aTestTargetThatIsCompiledOut() throws IOException {
        RunResult result = harness.setup(harness.repository(
                "left-out",
                Map.of(
                        "CMakeLists.txt",
                        "cmake_minimum_required(VERSION 3.10)\nproject(out C)\nenable_testing()\n"
                                + "add_executable(check EXCLUDE_FROM_ALL main.c)\nadd_test(NAME check COMMAND check)\n",
                        "main.c",
                        SOURCE)));

        assertThat(result.verdict()).isNotEqualTo(Verdict.BOOTSTRAPPED);
        assertThat(result.tests().passed()).isZero();
        assertThat(result.tests().skipped()).isZero();
    }

    @Test
    void makeCheckWithoutTests() throws IOException {
        RunResult result = harness.setup(harness.repository(
                "nothing",
                Map.of(
                        "Makefile",
                        "main: main.c\n\t$(CC) -o main main.c\n\ncheck: main\n\t@echo all is well\n",
                        "main.c",
                        SOURCE)));

        assertThat(result.verdict()).isEqualTo(Verdict.FAILED);
        assertThat(Objects.requireNonNull(result.failure()).code()).isEqualTo(FailureCode.NO_TESTS);
        assertThat(result.tests().executed()).isZero();
    }
}
