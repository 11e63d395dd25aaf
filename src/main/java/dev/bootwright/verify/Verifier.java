package dev.bootwright.verify;

import dev.bootwright.base.TestId;
import dev.bootwright.event.RunEvent;
import dev.bootwright.event.RunJournal;
import dev.bootwright.sandbox.ExecOutcome;
import dev.bootwright.sandbox.LayerKey;
import dev.bootwright.sandbox.Sandbox;
import dev.bootwright.sandbox.SandboxEngine;
import dev.bootwright.sandbox.SandboxSpec;
import dev.bootwright.step.Contract;
import dev.bootwright.step.ExcludedTest;
import dev.bootwright.step.Phase;
import dev.bootwright.step.Role;
import dev.bootwright.step.ServiceSpec;
import dev.bootwright.step.Step;
import dev.bootwright.step.TestCounts;
import dev.bootwright.testreport.TestCase;
import dev.bootwright.testreport.TestReport;
import dev.bootwright.testreport.TestStatus;
import dev.bootwright.trace.StepTrace;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** Runs the verify stages of a contract, each in a throw-away fork of the ready environment. */
public final class Verifier {
    private static final Duration DOCTOR = Duration.ofMinutes(5);
    private static final Duration COLLECT = Duration.ofMinutes(10);
    private static final int RERUN_LIMIT = 200;

    private final SandboxEngine engine;
    private final SandboxSpec spec;
    private final StepRunner steps;
    private final RunJournal journal;
    private final TestExecution execution;
    private final VerifyLimits limits;
    private final RunProbes probes;

    public Verifier(
            SandboxEngine engine,
            SandboxSpec spec,
            StepRunner steps,
            RunJournal journal,
            TestExecution execution,
            VerifyLimits limits,
            RunProbes probes) {
        this.engine = engine;
        this.spec = spec;
        this.steps = steps;
        this.journal = journal;
        this.execution = execution;
        this.limits = limits;
        this.probes = probes;
    }

    /** Called with a contract whose minimal execute step was just chosen, before that step runs. */
    @FunctionalInterface
    public interface OnRevised {
        void revised(Contract contract);
    }

    public VerificationReport verify(Contract contract, LayerKey ready, OnRevised onRevised) {
        List<StageResult> stages = new ArrayList<>();
        StageResult doctor = doctor(contract, ready);
        stages.add(doctor);
        if (!doctor.passed()) {
            return new VerificationReport(contract, stages);
        }
        Minimal minimal = minimal(contract, ready, onRevised);
        stages.add(minimal.result);
        if (minimal.collected.cases().isEmpty()) {
            return new VerificationReport(minimal.contract, stages);
        }
        Strongest strongest = strongest(minimal.contract, ready, minimal.collected);
        stages.add(strongest.result);
        if (contract.services().stream().anyMatch(ServiceSpec::advisory)) {
            stages.add(probes.run(minimal.contract, ready));
        }
        return new VerificationReport(
                minimal.contract, stages, strongest.flaky, strongest.leftOut, strongest.unselected);
    }

    /** Replays only the doctor stage. */
    public StageResult doctor(Contract contract, LayerKey ready) {
        long started = begin("doctor");
        List<StepTrace> traces = new ArrayList<>();
        List<String> notes = new ArrayList<>();
        boolean passed = true;
        try (Sandbox fork = engine.open(ready, spec)) {
            for (Step step : contract.steps(Phase.DOCTOR)) {
                StepTrace trace = steps.run(fork, contract, step, "doctor", 1, Map.of(), DOCTOR);
                traces.add(trace);
                passed &= trace.succeeded();
            }
            if (!fork.isPristine()) {
                passed = false;
                notes.add("a doctor check wrote files; checks must only read");
            }
        }
        return end(new StageResult("doctor", passed, traces, null, false, since(started), notes));
    }

    private record Minimal(Contract contract, StageResult result, TestReport collected) {}

    private Minimal minimal(Contract contract, LayerKey ready, OnRevised onRevised) {
        long started = begin("minimal");
        List<StepTrace> traces = new ArrayList<>();
        List<TestReport> collections = new ArrayList<>();
        List<TestReport> executions = new ArrayList<>();
        boolean truncated = false;
        Contract revised = contract;
        TestReport collected;
        try (Sandbox fork = engine.open(ready, spec)) {
            for (Step step : contract.steps(Phase.MINIMAL)) {
                if (step.role() == Role.COLLECT) {
                    TestExecution.Result result = execution.run(fork, contract, step, "minimal", 1, COLLECT);
                    traces.add(result.trace());
                    collections.add(result.report());
                }
            }
            collected = ReportMerger.merge(collections);
            if (!collected.cases().isEmpty()) {
                revised = withMinimalExecute(contract, collected);
                if (!revised.equals(contract)) {
                    onRevised.revised(revised);
                }
                for (Step step : revised.steps(Phase.MINIMAL)) {
                    if (step.role() == Role.EXECUTE) {
                        TestExecution.Result result =
                                execution.run(fork, revised, step, "minimal", 1, limits.minimal());
                        traces.add(result.trace());
                        executions.add(result.report());
                        truncated |= isTruncated(result.trace());
                    }
                }
            }
        }
        TestReport report = executions.isEmpty()
                ? collected
                : ReportMerger.withUnreached(collected, ReportMerger.merge(executions), Collections.emptySortedMap());
        boolean passed = !executions.isEmpty()
                && traces.stream().allMatch(StepTrace::succeeded)
                && report.mismatches().isEmpty();
        StageResult result = new StageResult("minimal", passed, traces, report, truncated, since(started), List.of());
        return new Minimal(revised, end(result), collected);
    }

    /** Inserts the minimal execute steps that the runners choose from the first collection, where none is named yet. */
    private Contract withMinimalExecute(Contract contract, TestReport collected) {
        boolean named = contract.steps(Phase.MINIMAL).stream().anyMatch(s -> s.role() == Role.EXECUTE);
        if (named) {
            return contract;
        }
        List<Step> chosen = new ArrayList<>();
        TestReport eligible = withoutLeftOut(contract, collected);
        for (Step strongest : contract.steps(Phase.STRONGEST)) {
            execution.minimalExecute(strongest, eligible).ifPresent(chosen::add);
        }
        if (chosen.isEmpty()) {
            return contract;
        }
        List<Step> all = new ArrayList<>();
        boolean placed = false;
        for (Step step : contract.steps()) {
            if (!placed && step.phase().compareTo(Phase.MINIMAL) > 0) {
                all.addAll(chosen);
                placed = true;
            }
            all.add(step);
        }
        if (!placed) {
            all.addAll(chosen);
        }
        return contract.withSteps(all);
    }

    /** What a part would be chosen from: tests that are left out would make an empty one. */
    private TestReport withoutLeftOut(Contract contract, TestReport collected) {
        Set<TestId> named = new HashSet<>();
        contract.excluded().forEach(e -> named.addAll(execution.named(e.selector(), collected)));
        List<TestCase> left =
                collected.cases().stream().filter(c -> !named.contains(c.id())).toList();
        return left.isEmpty()
                ? collected
                : new TestReport(
                        collected.runner(),
                        left,
                        collected.collectionErrors(),
                        collected.complete(),
                        collected.mismatches());
    }

    private record Strongest(
            StageResult result, Set<TestId> flaky, SortedMap<TestId, ExcludedTest> leftOut, Set<TestId> unselected) {}

    private Strongest strongest(Contract contract, LayerKey ready, TestReport collected) {
        long started = begin("strongest");
        List<StepTrace> traces = new ArrayList<>();
        SortedMap<String, List<TestReport>> reports = new TreeMap<>();
        List<TestReport> all = new ArrayList<>();
        Set<TestId> flaky = new TreeSet<>();
        List<String> notes = new ArrayList<>();
        boolean truncated = false;
        Duration left = limits.strongest();
        try (Sandbox fork = engine.open(ready, spec)) {
            for (Step step : contract.steps(Phase.STRONGEST)) {
                long stepStarted = System.nanoTime();
                TestExecution.Result result = execution.run(fork, contract, step, "strongest", 1, left);
                left = left.minus(since(stepStarted));
                left = left.isPositive() ? left : Duration.ofSeconds(1);
                traces.add(result.trace());
                all.add(result.report());
                reports.computeIfAbsent(project(step), p -> new ArrayList<>()).add(result.report());
                truncated |= isTruncated(result.trace());
                if (result.trace().outcome().usage().leftProcesses()) {
                    notes.add("programs that the tests of step " + step.id()
                            + " started were still running when they had ended; they were stopped");
                    journal.append(new RunEvent.Notice(notes.getLast()));
                }
                if (!truncated) {
                    rerunFailures(contract, ready, step, result.report(), flaky).ifPresent(notes::add);
                }
            }
        }
        TestReport ran = ReportMerger.merge(all);
        SortedMap<TestId, ExcludedTest> leftOut = leftOut(contract, collected, ran);
        TestReport report = ReportMerger.withUnreached(collected, ran, leftOut);
        Set<TestId> unselected = new TreeSet<>();
        if (!truncated && ran.complete()) {
            report.cases().stream()
                    .filter(c -> c.status() == TestStatus.NOT_RUN)
                    .forEach(c -> unselected.add(c.id()));
            unselected.removeAll(new HashSet<>(ran.ids()));
            unselected.removeAll(leftOut.keySet());
        }
        boolean passed = traces.stream().allMatch(StepTrace::succeeded)
                && report.mismatches().isEmpty();
        StageResult result = new StageResult(
                "strongest", passed, traces, report, byProject(report, reports), truncated, since(started), notes);
        return new Strongest(end(result), flaky, leftOut, unselected);
    }

    private static String project(Step step) {
        String project = step.project();
        return project == null ? "." : project;
    }

    /** Each project's tests, with the errors and mismatches of the steps that ran for it. */
    private static SortedMap<String, TestReport> byProject(
            TestReport whole, SortedMap<String, List<TestReport>> reports) {
        SortedMap<String, TestReport> projects = new TreeMap<>();
        whole.ids().stream()
                .map(TestId::project)
                .distinct()
                .forEach(project -> projects.put(project, ReportMerger.ofProject(whole, project)));
        reports.forEach((project, own) -> {
            TestReport ran = ReportMerger.merge(own);
            TestReport tests = ReportMerger.ofProject(whole, project);
            projects.put(
                    project,
                    new TestReport(
                            ran.runner(),
                            tests.cases(),
                            ran.collectionErrors(),
                            ran.complete(),
                            ran.mismatches(),
                            ran.skippedFiles(),
                            ran.deselected()));
        });
        return projects;
    }

    /** What exclusions name and the run did not execute; where several name a test, the first tells why. */
    private SortedMap<TestId, ExcludedTest> leftOut(Contract contract, TestReport collected, TestReport ran) {
        Set<TestId> done = new HashSet<>();
        ran.cases().stream().filter(c -> c.status() != TestStatus.NOT_RUN).forEach(c -> done.add(c.id()));
        SortedMap<TestId, ExcludedTest> leftOut = new TreeMap<>();
        for (ExcludedTest excluded : contract.excluded()) {
            execution.named(excluded.selector(), collected).stream()
                    .filter(id -> !done.contains(id))
                    .forEach(id -> leftOut.putIfAbsent(id, excluded));
        }
        return leftOut;
    }

    /**
     * Runs what failed once more in a fork of its own; that only adds the flaky mark.
     *
     * @return why nothing was run again, where that is so
     */
    private Optional<String> rerunFailures(
            Contract contract, LayerKey ready, Step step, TestReport report, Set<TestId> flaky) {
        List<TestId> failed = report.failures().stream().map(TestCase::id).toList();
        if (failed.isEmpty()) {
            return Optional.empty();
        }
        Optional<Step> again = failed.size() > RERUN_LIMIT ? Optional.empty() : execution.rerun(step, failed);
        if (again.isEmpty()) {
            String note =
                    "the " + failed.size() + " tests of step " + step.id() + " that did not pass were not run again"
                            + (failed.size() > RERUN_LIMIT ? ", more than " + RERUN_LIMIT + " are not" : "")
                            + ": which of them are flaky is not known";
            journal.append(new RunEvent.Notice(note));
            return Optional.of(note);
        }
        try (Sandbox fork = engine.open(ready, spec)) {
            TestReport second = execution
                    .run(fork, contract, again.get(), "rerun", 2, limits.rerun())
                    .report();
            for (TestCase test : second.cases()) {
                if (test.status() == TestStatus.PASSED && failed.contains(test.id())) {
                    flaky.add(test.id());
                }
            }
        }
        return Optional.empty();
    }

    private static boolean isTruncated(StepTrace trace) {
        return switch (trace.outcome()) {
            case ExecOutcome.TimedOut t -> true;
            case ExecOutcome.Idle i -> true;
            case ExecOutcome.Exited e -> false;
            case ExecOutcome.OutOfMemory m -> true;
            case ExecOutcome.DiskFull d -> true;
            case ExecOutcome.StoreFull s -> true;
            case ExecOutcome.OutputFlood o -> true;
            case ExecOutcome.Cancelled c -> true;
        };
    }

    private long begin(String stage) {
        journal.append(new RunEvent.StageStarted(stage));
        return System.nanoTime();
    }

    private StageResult end(StageResult result) {
        @Nullable TestReport report = result.report();
        if (report != null) {
            TestCounts c = report.counts();
            journal.append(new RunEvent.TestsCounted(
                    result.stage(),
                    c.collected(),
                    c.executed(),
                    c.passed(),
                    c.failed(),
                    c.errored(),
                    c.skipped(),
                    c.notRun(),
                    c.expectedFailures()));
        }
        journal.append(new RunEvent.StageEnded(
                result.stage(), result.passed(), result.duration().toMillis()));
        return result;
    }

    private static Duration since(long nanos) {
        return Duration.ofNanos(System.nanoTime() - nanos);
    }
}
