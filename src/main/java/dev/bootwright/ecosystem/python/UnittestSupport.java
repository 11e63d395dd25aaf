package dev.bootwright.ecosystem.python;

import dev.bootwright.base.StepId;
import dev.bootwright.base.TestId;
import dev.bootwright.contract.ShellText;
import dev.bootwright.sandbox.ExecOutcome;
import dev.bootwright.sandbox.Sandbox;
import dev.bootwright.step.Phase;
import dev.bootwright.step.Step;
import dev.bootwright.testreport.EventKey;
import dev.bootwright.testreport.StepLog;
import dev.bootwright.testreport.StreamedEventsReader;
import dev.bootwright.testreport.TestReport;
import dev.bootwright.testreport.TestReport.CollectionError;
import dev.bootwright.verify.BlockCommand;
import dev.bootwright.verify.NarrowedStep;
import dev.bootwright.verify.SmallSelection;
import dev.bootwright.verify.TestRunnerSupport;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The standard library's unittest: listened to at the result of the outermost run; it has no report of its own. */
public final class UnittestSupport implements TestRunnerSupport {
    static final String RUNNER = "unittest";

    private static final int RERUN_LIMIT = 200;
    private static final long MINIMAL_SECONDS = 120;

    private final PythonReporter reporter = new PythonReporter();

    @Override
    public String runner() {
        return RUNNER;
    }

    @Override
    public Map<String, String> inject(Sandbox fork, Step step, String tree, String events) {
        return reporter.inject(fork, step, tree, events);
    }

    @Override
    public TestReport read(Execution execution) {
        Step step = execution.step();
        TestReport report = new StreamedEventsReader(EventKey.of(step.id()), project(step), execution.tree())
                .read(RUNNER, execution.events(), execution.outcome());
        boolean noSession = report.cases().isEmpty()
                && report.collectionErrors().isEmpty()
                && report.mismatches().isEmpty()
                && !report.complete();
        if (noSession && execution.outcome() instanceof ExecOutcome.Exited exited && exited.code() != 0) {
            CollectionError error = CollectionError.of(".", String.join("\n", StepLog.tail(execution.output())), "");
            return new TestReport(RUNNER, List.of(), List.of(error), false, List.of());
        }
        return report;
    }

    @Override
    public Optional<Step> minimalExecute(Step strongest, TestReport collected) {
        List<String> files = SmallSelection.files(collected, RUNNER, project(strongest));
        if (files.isEmpty()) {
            return Optional.empty();
        }
        StepId id = NarrowedStep.minimalId(strongest);
        List<String> patterns =
                files.stream().map(f -> "*" + module(f) + ".*").distinct().toList();
        return Optional.of(NarrowedStep.of(
                strongest, id, Phase.MINIMAL, narrowed(strongest, id, patterns, files), MINIMAL_SECONDS));
    }

    @Override
    public Optional<Step> rerun(Step executed, List<TestId> tests) {
        List<TestId> own = tests.stream()
                .filter(t -> t.runner().equals(RUNNER) && !t.file().isEmpty())
                .toList();
        if (own.isEmpty() || own.size() > RERUN_LIMIT) {
            return Optional.empty();
        }
        StepId id = NarrowedStep.rerunId(executed);
        List<String> patterns = own.stream()
                .map(t -> "*" + module(t.file()) + "." + t.name())
                .distinct()
                .toList();
        List<String> files = own.stream().map(TestId::file).distinct().sorted().toList();
        String block = narrowed(executed, id, patterns, files);
        return Optional.of(NarrowedStep.of(executed, id, executed.phase(), block, MINIMAL_SECONDS * 5));
    }

    @Override
    public String selector(TestId test) {
        String file = PythonPaths.fromDirectory(test.project(), test.file());
        return file.replaceAll("\\.py$", "").replaceAll("/__init__$", "").replace('/', '.') + "." + test.name();
    }

    /** Patterns of unittest's {@code -k} match the whole dotted name of a test, whatever the discovery's root is. */
    private static String narrowed(Step step, StepId id, List<String> patterns, List<String> files) {
        Optional<BlockCommand> command = BlockCommand.last(step.block(), words -> moduleIndex(words) >= 0);
        if (command.isEmpty()) {
            List<String> modules = files.stream()
                    .map(f -> PythonPaths.fromDirectory(step.workingDirectory(), f))
                    .map(f -> f.replaceAll("\\.py$", "")
                            .replaceAll("/__init__$", "")
                            .replace('/', '.'))
                    .toList();
            return "python -m unittest -v " + ShellText.quote(modules) + " 2>&1 | tee \"$BOOTWRIGHT_REPORTS/" + id
                    + ".txt\"";
        }
        List<String> words = new ArrayList<>(command.get().words());
        int discover = words.indexOf("discover");
        int at = Math.max(discover, moduleIndex(words)) + 1;
        List<String> options = new ArrayList<>();
        patterns.forEach(p -> options.addAll(List.of("-k", ShellText.quote(p))));
        words.addAll(at, options);
        return command.get().with(words);
    }

    private static int moduleIndex(List<String> words) {
        for (int i = 1; i < words.size(); i++) {
            if (words.get(i).equals("unittest") && words.get(i - 1).equals("-m")) {
                return i;
            }
        }
        return -1;
    }

    /** The last part of a file's module name. */
    private static String module(String file) {
        String stem = file.replaceAll("\\.py$", "").replaceAll("/__init__$", "");
        return stem.substring(stem.lastIndexOf('/') + 1);
    }

    private static String project(Step step) {
        String project = step.project();
        return project == null ? "." : project;
    }
}
