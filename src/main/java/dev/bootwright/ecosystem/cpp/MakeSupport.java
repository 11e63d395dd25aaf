package dev.bootwright.ecosystem.cpp;

import dev.bootwright.base.TestId;
import dev.bootwright.step.Phase;
import dev.bootwright.step.Role;
import dev.bootwright.step.Step;
import dev.bootwright.testreport.StepLog;
import dev.bootwright.testreport.TestCase;
import dev.bootwright.testreport.TestReport;
import dev.bootwright.testreport.TestStatus;
import dev.bootwright.verify.NarrowedStep;
import dev.bootwright.verify.TestRunnerSupport;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** A target of a makefile that runs tests: there is no report, so what is printed of cases counts. */
public final class MakeSupport implements TestRunnerSupport {
    static final String RUNNER = "make";

    /** What stands for the file in ids: a makefile's target is all that can be named. */
    private static final String WHOLE = "make";

    private static final long MINIMAL_SECONDS = 1800;

    @Override
    public String runner() {
        return RUNNER;
    }

    @Override
    public TestReport read(Execution execution) {
        if (execution.step().role() == Role.COLLECT) {
            return CppReports.collected(execution, RUNNER, List.of(WHOLE));
        }
        EntryReport report = new EntryReport(RUNNER, CppReports.project(execution.step()));
        OutputCases.of(StepLog.all(CppReports.report(execution, "txt")))
                .forEach(c -> report.addCase(WHOLE, c.name(), c.status()));
        List<TestCase> cases = new ArrayList<>(report.cases());
        boolean failures = cases.stream()
                .anyMatch(c -> c.status().isExecuted() && !c.status().isPassed());
        if (!cases.isEmpty() && !failures && !execution.outcome().succeeded()) {
            // the program that failed told of no case
            EntryReport whole = new EntryReport(RUNNER, CppReports.project(execution.step()));
            whole.add(
                    WHOLE,
                    TestStatus.FAILED,
                    0,
                    "the target ended with " + execution.outcome().describe(),
                    List.of());
            cases.addAll(whole.cases());
        }
        return CppReports.executed(execution, RUNNER, cases, List.of());
    }

    /** A target cannot be narrowed: the part is the whole. */
    @Override
    public Optional<Step> minimalExecute(Step strongest, TestReport collected) {
        return Optional.of(NarrowedStep.of(
                strongest, NarrowedStep.minimalId(strongest), Phase.MINIMAL, strongest.block(), MINIMAL_SECONDS));
    }

    @Override
    public Optional<Step> rerun(Step executed, List<TestId> tests) {
        return Optional.empty();
    }

    @Override
    public String selector(TestId test) {
        return test.name();
    }
}
