package dev.bootwright.verify;

import dev.bootwright.step.TestCounts;
import dev.bootwright.testreport.TestReport;
import dev.bootwright.trace.StepTrace;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What one stage did.
 *
 * @param stage {@code setup}, {@code doctor}, {@code minimal}, {@code strongest}, {@code probes}
 * @param passed whether every step did what it should; for test stages whether the runner itself was content
 * @param report merged over the stage's steps; null for stages without tests
 */
public record StageResult(
        String stage,
        boolean passed,
        List<StepTrace> steps,
        @Nullable TestReport report,
        boolean truncated,
        Duration duration,
        List<String> notes) {
    public StageResult {
        steps = List.copyOf(steps);
        notes = List.copyOf(notes);
    }

    public TestCounts counts() {
        return report == null ? TestCounts.NONE : report.counts();
    }
}
