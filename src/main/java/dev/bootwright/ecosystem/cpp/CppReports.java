package dev.bootwright.ecosystem.cpp;

import dev.bootwright.base.TestId;
import dev.bootwright.sandbox.ExecOutcome;
import dev.bootwright.step.Step;
import dev.bootwright.testreport.StepLog;
import dev.bootwright.testreport.TestCase;
import dev.bootwright.testreport.TestReport;
import dev.bootwright.testreport.TestReport.CollectionError;
import dev.bootwright.testreport.TestStatus;
import dev.bootwright.testreport.WholeFile;
import dev.bootwright.verify.TestRunnerSupport.Execution;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/** What the runners of C and C++ have in common when their reports are read. */
final class CppReports {
    private CppReports() {}

    static String project(Step step) {
        String project = step.project();
        return project == null ? "." : project;
    }

    static Path report(Execution execution, String extension) {
        return execution.reports().resolve(execution.step().id() + "." + extension);
    }

    /** A collection: of each program it is known that it is there, its cases show when it has run. */
    static TestReport collected(Execution execution, String runner, List<String> entries) {
        Set<String> names = new LinkedHashSet<>(entries);
        List<TestCase> cases = names.stream()
                .map(name -> new TestId(runner, project(execution.step()), name, WholeFile.NAME, 0))
                .map(id -> new TestCase(id, TestStatus.NOT_RUN, 0, "", ""))
                .toList();
        boolean succeeded = execution.outcome().succeeded();
        List<CollectionError> errors = succeeded
                ? List.of()
                : List.of(CollectionError.of(
                        "the list of tests", String.join("\n", tail(StepLog.tail(execution.output()), 40)), ""));
        return new TestReport(runner, cases, errors, succeeded, List.of());
    }

    /**
     * An execution.
     *
     * @param problems why the report cannot be relied on
     */
    static TestReport executed(Execution execution, String runner, List<TestCase> cases, List<String> problems) {
        List<String> mismatches = new ArrayList<>(problems);
        boolean exited = execution.outcome() instanceof ExecOutcome.Exited;
        boolean failures = cases.stream()
                .anyMatch(c -> c.status().isExecuted() && !c.status().isPassed());
        List<CollectionError> errors = new ArrayList<>();
        if (exited && !execution.outcome().succeeded() && !failures) {
            String log = String.join("\n", tail(StepLog.tail(execution.output()), 60));
            if (cases.isEmpty()) {
                errors.add(CollectionError.of("the tests", log, ""));
            } else {
                mismatches.add("the step ended with " + execution.outcome().describe() + ", its report of "
                        + cases.size() + " tests shows no failure");
            }
        }
        if (exited && execution.outcome().succeeded() && failures) {
            mismatches.add("the step ended well, but its report shows failures");
        }
        return new TestReport(runner, cases, errors, exited, exited ? mismatches : List.of());
    }

    static List<String> tail(List<String> lines, int most) {
        return lines.subList(Math.max(0, lines.size() - most), lines.size());
    }
}
