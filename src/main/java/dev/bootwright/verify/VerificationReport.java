package dev.bootwright.verify;

import dev.bootwright.base.TestId;
import dev.bootwright.step.Contract;
import dev.bootwright.step.ExcludedTest;
import dev.bootwright.step.TestCounts;
import dev.bootwright.testreport.TestReport;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * What the verify stages of one contract showed.
 *
 * @param contract the contract that ran, its minimal execute step now named
 * @param stages in the order they ran
 * @param flaky tests that failed and then passed when they were run once more
 * @param leftOut tests that an exclusion of the contract kept from running; not run in the deciding report
 * @param unselected collected tests that a suite which came to its end did not contain; not run in the deciding report
 */
public record VerificationReport(
        Contract contract,
        List<StageResult> stages,
        Set<TestId> flaky,
        SortedMap<TestId, ExcludedTest> leftOut,
        Set<TestId> unselected) {
    public VerificationReport {
        stages = List.copyOf(stages);
        flaky = Collections.unmodifiableSet(new TreeSet<>(flaky));
        leftOut = Collections.unmodifiableSortedMap(new TreeMap<>(leftOut));
        unselected = Collections.unmodifiableSet(new TreeSet<>(unselected));
    }

    /** Of stages in which no suite ran. */
    public VerificationReport(Contract contract, List<StageResult> stages) {
        this(contract, stages, Set.of(), Collections.emptySortedMap(), Set.of());
    }

    public Optional<StageResult> stage(String name) {
        return stages.stream().filter(s -> s.stage().equals(name)).findFirst();
    }

    /** The strongest stage that ran tests; it sets the readiness. */
    public Optional<StageResult> deciding() {
        Optional<StageResult> strongest = stage("strongest").filter(s -> s.report() != null);
        return strongest.isPresent() ? strongest : stage("minimal").filter(s -> s.report() != null);
    }

    public TestReport decidingReport() {
        return deciding().map(StageResult::report).orElse(TestReport.empty("none"));
    }

    public TestCounts counts(String stage) {
        return stage(stage).map(StageResult::counts).orElse(TestCounts.NONE);
    }
}
