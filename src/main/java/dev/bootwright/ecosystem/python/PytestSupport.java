package dev.bootwright.ecosystem.python;

import dev.bootwright.base.StepId;
import dev.bootwright.base.TestId;
import dev.bootwright.sandbox.ExecOutcome;
import dev.bootwright.sandbox.Sandbox;
import dev.bootwright.step.Phase;
import dev.bootwright.step.Step;
import dev.bootwright.testreport.EventKey;
import dev.bootwright.testreport.JUnitXmlReader;
import dev.bootwright.testreport.StreamedEventsReader;
import dev.bootwright.testreport.TestReport;
import dev.bootwright.verify.NarrowedStep;
import dev.bootwright.verify.SmallSelection;
import dev.bootwright.verify.TestRunnerSupport;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** pytest: listened to by a plug-in from outside; its JUnit XML counts only where none could be loaded. */
public final class PytestSupport implements TestRunnerSupport {
    static final String RUNNER = "pytest";

    private static final int RERUN_LIMIT = 200;
    private static final int COMMAND_LIMIT = 60_000;
    private static final long MINIMAL_SECONDS = 120;
    private static final long CLOCK_SLACK_SECONDS = 2;

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
        TestReport streamed = new StreamedEventsReader(EventKey.of(step.id()), project(step), execution.tree())
                .read(RUNNER, execution.events(), execution.outcome());
        boolean noSession = streamed.cases().isEmpty()
                && streamed.collectionErrors().isEmpty()
                && streamed.mismatches().isEmpty()
                && !streamed.complete();
        if (!noSession) {
            return streamed;
        }
        TestReport junit = junit(execution);
        if (reporter.isDeaf(step) && !junit.cases().isEmpty()) {
            return crossChecked(junit, execution.outcome());
        }
        if (!junit.cases().isEmpty() || !junit.mismatches().isEmpty()) {
            String why = junit.mismatches().isEmpty()
                    ? "a report of " + junit.cases().size() + " tests was found, but no session of pytest was seen"
                    : junit.mismatches().getFirst();
            return new TestReport(RUNNER, List.of(), List.of(), false, List.of(why));
        }
        return PytestStartFailure.read(execution.output(), execution.outcome(), execution.tree())
                .map(error -> new TestReport(RUNNER, List.of(), List.of(error), false, List.of()))
                .orElse(streamed);
    }

    private static TestReport junit(Execution execution) {
        Path file = execution.reports().resolve(execution.step().id() + ".xml");
        if (!Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS)) {
            file = execution.reports().resolve("junit.xml");
        }
        // The report is read right after the step, so its start is its wall time ago.
        Instant begun = Instant.now().minus(execution.outcome().usage().wall()).minusSeconds(CLOCK_SLACK_SECONDS + 60);
        return new JUnitXmlReader(
                        RUNNER,
                        project(execution.step()),
                        (className, attribute) -> file(execution, className, attribute),
                        begun)
                .read(file);
    }

    /** The longest part of the class name that is a file of the repository. */
    private static String file(Execution execution, String className, String attribute) {
        String directory = execution.step().workingDirectory();
        String prefix = directory.equals(".") ? "" : directory + "/";
        if (!attribute.isEmpty() && !attribute.startsWith("/") && !attribute.contains("..")) {
            return prefix + attribute;
        }
        List<String> parts = List.of(className.split("\\.", -1));
        for (int n = parts.size(); n > 0; n--) {
            String candidate = prefix + String.join("/", parts.subList(0, n)) + ".py";
            if (!candidate.contains("..")
                    && Files.isRegularFile(execution.host().resolve(candidate), LinkOption.NOFOLLOW_LINKS)) {
                return candidate;
            }
        }
        return "";
    }

    private static TestReport crossChecked(TestReport junit, ExecOutcome outcome) {
        List<String> mismatches = new ArrayList<>(junit.mismatches());
        boolean failures = !junit.failures().isEmpty();
        boolean exited = outcome instanceof ExecOutcome.Exited;
        if (exited && outcome.succeeded() == failures) {
            mismatches.add("the step ended with " + outcome.describe() + ", its report shows "
                    + junit.failures().size() + " failures");
        }
        return new TestReport(RUNNER, junit.cases(), junit.collectionErrors(), exited, mismatches);
    }

    @Override
    public Optional<Step> minimalExecute(Step strongest, TestReport collected) {
        List<String> files = SmallSelection.files(collected, RUNNER, project(strongest));
        if (files.isEmpty()) {
            return Optional.empty();
        }
        StepId id = NarrowedStep.minimalId(strongest);
        List<String> selectors = files.stream()
                .flatMap(file -> part(collected, file).stream())
                .map(s -> PythonPaths.fromDirectory(strongest.workingDirectory(), s))
                .toList();
        String block = PytestCommand.narrowed(strongest.block(), id, selectors, known(collected, strongest));
        return Optional.of(NarrowedStep.of(strongest, id, Phase.MINIMAL, block, MINIMAL_SECONDS));
    }

    /** The file itself, or some of its classes and functions when it holds too many tests for a part. */
    private static List<String> part(TestReport collected, String file) {
        List<String> groups = SmallSelection.groups(collected, file, PytestSupport::topLevel);
        return groups.isEmpty()
                ? List.of(file)
                : groups.stream().map(group -> file + "::" + group).toList();
    }

    private static String topLevel(String name) {
        int parameters = name.indexOf('[');
        String plain = parameters < 0 ? name : name.substring(0, parameters);
        int inner = plain.indexOf("::");
        return inner < 0 ? plain : plain.substring(0, inner);
    }

    @Override
    public Optional<Step> rerun(Step executed, List<TestId> tests) {
        List<String> selectors = new ArrayList<>();
        int length = 0;
        for (TestId test : tests) {
            if (test.occurrence() > 0
                    || !test.runner().equals(RUNNER)
                    || test.file().isEmpty()) {
                continue;
            }
            String selector = PythonPaths.fromDirectory(executed.workingDirectory(), test.file()) + "::" + test.name();
            length += selector.length() + 3;
            selectors.add(selector);
        }
        if (selectors.isEmpty() || selectors.size() > RERUN_LIMIT || length > COMMAND_LIMIT) {
            return Optional.empty();
        }
        StepId id = NarrowedStep.rerunId(executed);
        List<String> files = tests.stream()
                .map(t -> PythonPaths.fromDirectory(executed.workingDirectory(), t.file()))
                .toList();
        String block = PytestCommand.narrowed(executed.block(), id, selectors, files);
        return Optional.of(NarrowedStep.of(executed, id, executed.phase(), block, MINIMAL_SECONDS * 5));
    }

    private static List<String> known(TestReport collected, Step step) {
        return collected.cases().stream()
                .map(c -> c.id().file())
                .distinct()
                .map(f -> PythonPaths.fromDirectory(step.workingDirectory(), f))
                .toList();
    }

    private static String project(Step step) {
        String project = step.project();
        return project == null ? "." : project;
    }

    /** As {@code --deselect} understands it: the beginning of a node id, from the tree's root or the project's. */
    @Override
    public List<TestId> named(String selector, TestReport collected) {
        return collected.ids().stream()
                .filter(id -> id.runner().equals(RUNNER))
                .filter(id ->
                        selector(id).startsWith(selector) || selector(id).startsWith(id.project() + "/" + selector))
                .toList();
    }

    @Override
    public String selector(TestId test) {
        return test.file() + "::" + test.name();
    }
}
