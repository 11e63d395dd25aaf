package dev.bootwright.app;

import static org.assertj.core.api.Assertions.assertThat;

import dev.bootwright.base.Readiness;
import dev.bootwright.base.Verdict;
import dev.bootwright.pipeline.RunResult;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What {@code bootwright.toml} leaves out stays in the counts, and green is out of reach. */
@Tag("sandbox")
class ExclusionTest {
    @TempDir
    Path folder;

    @Test
    void aLeftOutTestIsNotRunAndNamed() throws IOException {
        try (SetupHarness harness = new SetupHarness(folder)) {
            Path repository = harness.repository(
                    "excluding", Map.of("requirements.txt", "pytest\n", "test_it.py", """
                            import pytest

                            @pytest.mark.parametrize("x", range(30))
                            def test_first(x):
                                pass

                            def test_gpu():
                                assert False
                            """, "bootwright.toml", """
                            [[exclude]]
                            test = "test_it.py::test_gpu"
                            reason = "wants a GPU"
                            """));
            RunResult result = harness.setup(repository);
            assertThat(result.failure()).isNull();
            assertThat(result.verdict()).isEqualTo(Verdict.BOOTSTRAPPED);
            assertThat(result.readiness()).isEqualTo(Readiness.EXECUTED);
            assertThat(result.tests().collected()).isEqualTo(31);
            assertThat(result.tests().notRun()).isEqualTo(1);
            assertThat(result.notCovered())
                    .contains("left out: test_it.py::test_gpu (wants a GPU, bootwright.toml): 1 test:"
                            + " test_it.py::test_gpu");
            assertThat(Files.readString(repository.resolve(".bootstrap/AGENT.md")))
                    .contains("wants a GPU");
        }
    }
}
