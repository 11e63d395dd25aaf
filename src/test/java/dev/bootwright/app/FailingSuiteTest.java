package dev.bootwright.app;

import static org.assertj.core.api.Assertions.assertThat;

import dev.bootwright.base.Readiness;
import dev.bootwright.event.JournalEntry;
import dev.bootwright.event.RunEvent;
import dev.bootwright.event.RunListener;
import dev.bootwright.pipeline.BootstrapPipeline;
import dev.bootwright.pipeline.RunResult;
import dev.bootwright.plan.Overrides;
import dev.bootwright.verify.VerifyLimits;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A repository with a failing test of its own keeps its commands, and its suite does not run once more for them. */
@Tag("sandbox")
class FailingSuiteTest {
    @TempDir
    Path folder;

    @Test
    void commandsStayWhereTheRepositorysOwnTestFails() throws IOException {
        List<String> steps = new ArrayList<>();
        RunListener listener = new RunListener() {
            @Override
            public void event(JournalEntry entry) {
                if (entry.event() instanceof RunEvent.StepStarted step) {
                    steps.add(step.step());
                }
            }
        };
        try (SetupHarness harness = new SetupHarness(folder)) {
            Path repository = harness.repository("own", Map.of("requirements.txt", "pytest\n", "test_it.py", """
                    def test_first():
                        pass

                    def test_second():
                        pass

                    def test_broken():
                        assert 1 + 1 == 3
                    """));
            RunResult result = new BootstrapPipeline(harness.wiring().components())
                    .setup(
                            SetupHarness.request(repository, Overrides.NONE, VerifyLimits.DEFAULT, true),
                            List.of(listener));
            assertThat(result.readiness()).isEqualTo(Readiness.EXECUTED);
            assertThat(Files.readString(repository.resolve(".bootstrap/contract.json")))
                    .contains("\"{file}\"", "\"{test}\"")
                    .doesNotContain("\"testAll\": []", "\"testFile\": []", "\"testOne\": []");
            assertThat(steps)
                    .contains("python-minimal", "command-test-one")
                    .doesNotContain("command-test-all", "command-test-file", "command-rebuild");
        }
    }
}
