package dev.bootwright.app;

import static org.assertj.core.api.Assertions.assertThat;

import dev.bootwright.base.Verdict;
import dev.bootwright.event.JournalEntry;
import dev.bootwright.event.RunEvent;
import dev.bootwright.event.RunListener;
import dev.bootwright.failure.FailureCode;
import dev.bootwright.pipeline.BootstrapPipeline;
import dev.bootwright.pipeline.RunResult;
import dev.bootwright.plan.Overrides;
import dev.bootwright.sandbox.Store;
import dev.bootwright.verify.VerifyLimits;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What Ctrl-C does while something runs inside. */
@Tag("sandbox")
class InterruptTest {
    @TempDir
    Path folder;

    @Test
    void whatRunsIsEndedAndTheResultSaysWhere() throws IOException {
        SetupHarness harness = new SetupHarness(folder);
        RunListener stopper = new RunListener() {
            @Override
            public void event(JournalEntry entry) {
                if (entry.event() instanceof RunEvent.StepStarted) {
                    Thread.ofVirtual().start(() -> harness.wiring().interrupt());
                }
            }
        };
        RunResult result;
        Path repository = harness.repository(
                "calc", Map.of("requirements.txt", "pytest\n", "test_calc.py", "def test_one():\n    pass\n"));
        try (harness) {
            result = new BootstrapPipeline(harness.wiring().components())
                    .setup(
                            SetupHarness.request(repository, Overrides.NONE, VerifyLimits.DEFAULT, true),
                            List.of(stopper));
        }
        assertThat(result.verdict()).isEqualTo(Verdict.INCOMPLETE);
        RunResult.FailureItem failure = Objects.requireNonNull(result.failure());
        assertThat(failure.code()).isEqualTo(FailureCode.INTERRUPTED);
        assertThat(failure.summary()).contains("of stage setup");
        assertThat(result.exitCode()).isEqualTo(130);
        assertThat(result.repository().digest()).isNotNull();
        assertThat(Objects.requireNonNull(result.engine()).name()).isEqualTo("namespace");
        assertThat(result.route()).startsWith("python");
        assertThat(result.stages()).singleElement().satisfies(stage -> {
            assertThat(stage.name()).isEqualTo("setup");
            assertThat(stage.passed()).isFalse();
        });
        assertThat(repository.resolve(".bootstrap")).doesNotExist();
        assertThat(Store.at(SetupHarness.sharedStore()).ownTemporaries()).isEmpty();
    }
}
