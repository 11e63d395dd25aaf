package dev.bootwright.verify;

import dev.bootwright.step.TestCounts;
import dev.bootwright.testreport.TestReport;
import dev.bootwright.trace.StepTrace;
import java.time.Duration;
import java.util.Collections;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * What one stage did.
 *
 * @param stage {@code setup}, {@code doctor}, {@code minimal}, {@code strongest}, {@code probes}
 * @param passed whether every step did what it should; for test stages whether the runner itself was content
 * @param report merged over the stage's steps; null for stages without tests
 * @param projects the same by project, each with the errors and mismatches of its own steps; empty where that was not
 *     asked for
 */
public record StageResult(
        String stage,
        boolean passed,
        List<StepTrace> steps,
        @Nullable TestReport report,
        SortedMap<String, TestReport> projects,
        boolean truncated,
        Duration duration,
        List<String> notes) {
    public StageResult {
        steps = List.copyOf(steps);
        projects = Collections.unmodifiableSortedMap(new TreeMap<>(projects));
        notes = List.copyOf(notes);
    }

    /** Of a stage whose tests are not told apart by project. */
    public StageResult(
            String stage,
            boolean passed,
            List<StepTrace> steps,
            @Nullable TestReport report,
            boolean truncated,
            Duration duration,
            List<String> notes) {
        this(stage, passed, steps, report, Collections.emptySortedMap(), truncated, duration, notes);
    }

    public TestCounts counts() {
        return report == null ? TestCounts.NONE : report.counts();
    }
}
