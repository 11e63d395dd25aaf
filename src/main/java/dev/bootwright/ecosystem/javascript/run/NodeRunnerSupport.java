package dev.bootwright.ecosystem.javascript.run;

import dev.bootwright.base.StepId;
import dev.bootwright.base.TestId;
import dev.bootwright.ecosystem.javascript.Runner;
import dev.bootwright.sandbox.ExecOutcome;
import dev.bootwright.sandbox.Sandbox;
import dev.bootwright.step.Phase;
import dev.bootwright.step.Role;
import dev.bootwright.step.Step;
import dev.bootwright.testreport.EventKey;
import dev.bootwright.testreport.JestJsonReader;
import dev.bootwright.testreport.StepLog;
import dev.bootwright.testreport.StreamedEventsReader;
import dev.bootwright.testreport.TapReader;
import dev.bootwright.testreport.TestCase;
import dev.bootwright.testreport.TestReport;
import dev.bootwright.testreport.TestReport.CollectionError;
import dev.bootwright.testreport.TestStatus;
import dev.bootwright.testreport.TreePaths;
import dev.bootwright.testreport.WholeFile;
import dev.bootwright.verify.NarrowedStep;
import dev.bootwright.verify.SmallSelection;
import dev.bootwright.verify.TestRunnerSupport;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** One runner of Node: listened to where it takes a listener from outside, else read by its own report. */
public final class NodeRunnerSupport implements TestRunnerSupport {
    private static final int RERUN_LIMIT = 200;
    private static final long MINIMAL_SECONDS = 600;

    private final Runner runner;

    public NodeRunnerSupport(Runner runner) {
        this.runner = runner;
    }

    @Override
    public String runner() {
        return runner.id();
    }

    private boolean isListenedTo() {
        return switch (runner) {
            case JEST, VITEST, MOCHA, NODE_TEST, JASMINE -> true;
            case AVA, TAP, UVU, SCRIPT -> false;
        };
    }

    @Override
    public Map<String, String> inject(Sandbox fork, Step step, String tree, String events) {
        return isListenedTo() ? NodeReporter.inject(fork, step, tree, events) : Map.of();
    }

    @Override
    public TestReport read(Execution execution) {
        Step step = execution.step();
        boolean collects = step.role() == Role.COLLECT;
        if (collects && step.block().matches("(?s).*(?:--listTests|\\btap list)\\b.*")) {
            return listed(execution);
        }
        TestReport report = isListenedTo() ? streamed(execution) : own(execution);
        return collects ? asCollected(report) : report;
    }

    private TestReport streamed(Execution execution) {
        Step step = execution.step();
        TestReport report = new StreamedEventsReader(EventKey.of(step.id()), project(step), execution.tree())
                .read(runner.id(), execution.events(), execution.outcome());
        boolean noSession = report.cases().isEmpty()
                && report.collectionErrors().isEmpty()
                && report.mismatches().isEmpty()
                && !report.complete();
        if (!noSession) {
            return report;
        }
        TestReport written = written(execution);
        return written.cases().isEmpty() && written.collectionErrors().isEmpty()
                ? failedStart(execution, report)
                : written;
    }

    /** The report that a runner wrote itself where no listener was heard, held against how the step ended. */
    private TestReport written(Execution execution) {
        Step step = execution.step();
        Path file = execution.reports().resolve(step.id() + ".json");
        return switch (runner) {
            case JEST, VITEST ->
                crossChecked(
                        new JestJsonReader(runner.id(), project(step), execution.tree()).read(file),
                        execution.outcome());
            case NODE_TEST -> tap(execution);
            case MOCHA, JASMINE, AVA, TAP, UVU, SCRIPT -> TestReport.empty(runner.id());
        };
    }

    private TestReport crossChecked(TestReport report, ExecOutcome outcome) {
        boolean exited = outcome instanceof ExecOutcome.Exited;
        boolean failures =
                !report.failures().isEmpty() || !report.collectionErrors().isEmpty();
        List<String> mismatches = new ArrayList<>(report.mismatches());
        if (exited && report.complete() && outcome.succeeded() == failures) {
            mismatches.add("the step ended with " + outcome.describe() + ", its report shows "
                    + report.failures().size() + " failures");
        }
        return new TestReport(runner.id(), report.cases(), report.collectionErrors(), exited, mismatches);
    }

    private TestReport own(Execution execution) {
        TestReport report = runner == Runner.UVU
                ? UvuOutput.read(project(execution.step()), execution.output(), execution.outcome())
                : tap(execution);
        return report.cases().isEmpty() ? failedStart(execution, report) : report;
    }

    private TestReport tap(Execution execution) {
        Step step = execution.step();
        String directory = TreePaths.resolve(execution.tree(), step.workingDirectory());
        TapReader reader = new TapReader(runner.id(), project(step), runner == Runner.TAP, execution.tree(), directory);
        Path file = execution.reports().resolve(step.id() + (runner == Runner.SCRIPT ? ".txt" : ".tap"));
        return reader.read(file, execution.outcome());
    }

    /** A runner that ended badly before any test: what it printed says why. */
    private TestReport failedStart(Execution execution, TestReport report) {
        if (execution.outcome() instanceof ExecOutcome.Exited exited && exited.code() != 0) {
            CollectionError error = CollectionError.of(".", String.join("\n", StepLog.tail(execution.output())), "");
            return new TestReport(runner.id(), List.of(), List.of(error), false, List.of());
        }
        return report;
    }

    /** The files that the runner lists, each standing for its tests. */
    private TestReport listed(Execution execution) {
        Step step = execution.step();
        TreePaths paths = new TreePaths(execution.tree());
        String directory = TreePaths.resolve(execution.tree(), step.workingDirectory());
        List<TestCase> cases = new ArrayList<>();
        for (String line : StepLog.all(execution.reports().resolve(step.id() + ".txt"))) {
            String path = line.strip().replaceFirst("^file://", "");
            if (path.isEmpty() || path.contains("\0") || path.startsWith("#")) {
                continue;
            }
            String file = paths.relative(TreePaths.resolve(directory, path));
            if (!file.startsWith("/")
                    && Files.isRegularFile(execution.host().resolve(file), LinkOption.NOFOLLOW_LINKS)) {
                TestId id = new TestId(runner.id(), project(step), file, WholeFile.NAME, 0);
                cases.add(new TestCase(id, TestStatus.NOT_RUN, 0, "", ""));
            }
        }
        TestReport report = new TestReport(
                runner.id(), cases, List.of(), execution.outcome().succeeded(), List.of());
        return cases.isEmpty() ? failedStart(execution, report) : report;
    }

    private static TestReport asCollected(TestReport report) {
        return new TestReport(
                report.runner(),
                report.cases().stream()
                        .map(c -> new TestCase(c.id(), TestStatus.NOT_RUN, 0, "", ""))
                        .toList(),
                report.collectionErrors(),
                report.complete(),
                List.of(),
                report.skippedFiles(),
                report.deselected());
    }

    @Override
    public Optional<Step> minimalExecute(Step strongest, TestReport collected) {
        if (collected.cases().stream().noneMatch(c -> c.id().runner().equals(runner.id()))) {
            return Optional.empty();
        }
        StepId id = NarrowedStep.minimalId(strongest);
        List<String> files = SmallSelection.files(collected, runner.id(), project(strongest));
        List<String> names = collected.cases().stream()
                .filter(c -> files.contains(c.id().file()))
                .map(c -> c.id().name())
                .distinct()
                .limit(50)
                .toList();
        String block = RunnerCall.narrowed(runner, strongest, files, runner == Runner.MOCHA ? names : List.of())
                .orElse(strongest.block());
        return Optional.of(NarrowedStep.of(strongest, id, Phase.MINIMAL, block, MINIMAL_SECONDS));
    }

    @Override
    public Optional<Step> rerun(Step executed, List<TestId> tests) {
        List<String> files = tests.stream()
                .map(TestId::file)
                .filter(f -> !f.isEmpty())
                .distinct()
                .sorted()
                .toList();
        List<String> names = tests.stream().map(TestId::name).distinct().toList();
        if (files.isEmpty() || names.size() > RERUN_LIMIT) {
            return Optional.empty();
        }
        StepId id = NarrowedStep.rerunId(executed);
        return RunnerCall.narrowed(runner, executed, files, names)
                .map(block -> NarrowedStep.of(executed, id, executed.phase(), block, MINIMAL_SECONDS));
    }

    @Override
    public String selector(TestId test) {
        return RunnerCall.pattern(test.name());
    }

    @Override
    public boolean runs(Step step, List<String> command) {
        return RunnerCall.isSame(runner, step, command);
    }

    private static String project(Step step) {
        String project = step.project();
        return project == null ? "." : project;
    }
}
