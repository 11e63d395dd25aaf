package dev.bootwright.ecosystem.cpp;

import dev.bootwright.base.StepId;
import dev.bootwright.base.TestId;
import dev.bootwright.step.Phase;
import dev.bootwright.step.Step;
import dev.bootwright.testreport.TestReport;
import dev.bootwright.verify.NarrowedStep;
import dev.bootwright.verify.SmallSelection;
import dev.bootwright.verify.TestRunnerSupport.Execution;
import java.util.List;
import java.util.Optional;
import java.util.TreeSet;
import java.util.stream.Collectors;

/** What runners share whose entries are whole programs: CTest and Meson. */
final class EntryRuns {
    static final long PART_SECONDS = 900;
    private static final int RERUN_LIMIT = 100;

    private EntryRuns() {}

    /** How a runner is told to run some of its entries. */
    @FunctionalInterface
    interface Narrowing {
        Optional<Step> to(Step step, StepId id, Phase phase, List<String> entries);
    }

    /** Reads the JUnit report of an execution, and in it the cases that each program printed. */
    static TestReport executed(Execution execution, String runner, String extension) {
        EntryReport report = new EntryReport(runner, CppReports.project(execution.step()));
        Optional<String> problem = EntryXml.read(CppReports.report(execution, extension), report);
        boolean none = report.cases().isEmpty() && !execution.outcome().succeeded();
        return CppReports.executed(
                execution,
                runner,
                report.cases(),
                none ? List.of() : problem.stream().toList());
    }

    static Optional<Step> part(Step strongest, TestReport collected, String runner, Narrowing narrowing) {
        List<String> entries = SmallSelection.files(collected, runner, CppReports.project(strongest));
        return entries.isEmpty()
                ? Optional.empty()
                : narrowing.to(strongest, NarrowedStep.minimalId(strongest), Phase.MINIMAL, entries);
    }

    static Optional<Step> again(Step executed, List<TestId> tests, Narrowing narrowing) {
        TreeSet<String> entries = tests.stream().map(TestId::file).collect(Collectors.toCollection(TreeSet::new));
        return entries.isEmpty() || entries.size() > RERUN_LIMIT
                ? Optional.empty()
                : narrowing.to(executed, NarrowedStep.rerunId(executed), executed.phase(), List.copyOf(entries));
    }
}
