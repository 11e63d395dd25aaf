package dev.bootwright.pipeline;

import dev.bootwright.base.StepId;
import dev.bootwright.base.TestId;
import dev.bootwright.contract.ProjectCommands;
import dev.bootwright.contract.ProjectNames;
import dev.bootwright.contract.ShellText;
import dev.bootwright.contract.StepProposal.Warning;
import dev.bootwright.event.RunEvent;
import dev.bootwright.sandbox.ExecOutcome;
import dev.bootwright.sandbox.LayerKey;
import dev.bootwright.sandbox.Sandbox;
import dev.bootwright.step.CommandLine;
import dev.bootwright.step.Commands;
import dev.bootwright.step.Contract;
import dev.bootwright.step.Origin;
import dev.bootwright.step.Phase;
import dev.bootwright.step.Role;
import dev.bootwright.step.Step;
import dev.bootwright.step.StepLimits;
import dev.bootwright.step.StepUser;
import dev.bootwright.testreport.TestCase;
import dev.bootwright.testreport.TestReport;
import dev.bootwright.testreport.TestStatus;
import dev.bootwright.trace.StepTrace;
import dev.bootwright.verify.VerificationReport;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Executes each of a contract's commands for people once, in a throw-away fork, and leaves out what does not work. {@code
 * testAll} counts as executed by the strongest stage, {@code testFile} by the minimal one and {@code build} by the set-up,
 * when they run the same command. Where tests of the repository fail,
 * a command that runs them works when it ends as the strongest stage did.
 */
final class CommandProof {
    private static final Duration LIMIT = Duration.ofMinutes(10);

    /** What runners say, with status 0, when a selector matched nothing. */
    private static final Predicate<String> NOTHING_RAN = Pattern.compile(
                    "no tests? (?:to run|ran|found|were found)|ran 0 tests|collected 0 items|0 tests? executed|tests run: 0\\b",
                    Pattern.CASE_INSENSITIVE)
            .asPredicate();

    /** Builds of several modules tell of each what it ran. */
    private static final Predicate<String> SOMETHING_RAN =
            Pattern.compile("tests run: [1-9]", Pattern.CASE_INSENSITIVE).asPredicate();

    private final ContractExecutor executor;
    private final RunContext run;

    CommandProof(ContractExecutor executor, RunContext run) {
        this.executor = executor;
        this.run = run;
    }

    Contract proven(
            Contract contract,
            List<ProjectCommands> proposed,
            LayerKey ready,
            VerificationReport verification,
            List<Warning> warnings) {
        List<ProjectCommands> proven = new ArrayList<>();
        try (Sandbox fork = executor.engine().open(ready, run.verifySpec())) {
            for (ProjectCommands project : proposed) {
                Check check = new Check(contract, project, fork, verification, warnings);
                proven.add(new ProjectCommands(project.project(), check.all(proven.isEmpty())));
            }
        }
        return contract.withCommands(ProjectCommands.fromRoot(proven));
    }

    /** The exit status of the first of these steps that did not end well, else 0. */
    private static int statusOf(VerificationReport verification, List<Step> strongest) {
        Set<StepId> ids = strongest.stream().map(Step::id).collect(Collectors.toSet());
        return verification.deciding().stream()
                .flatMap(stage -> stage.steps().stream())
                .filter(trace -> ids.contains(trace.step()))
                .map(StepTrace::outcome)
                .filter(outcome -> !outcome.succeeded())
                .map(outcome -> outcome instanceof ExecOutcome.Exited exited ? exited.code() : 0)
                .findFirst()
                .orElse(0);
    }

    /**
     * A passing test of the file whose tests took least time, so that the check costs little.
     *
     * @param sound whether only files without a failing test count
     */
    private static Optional<TestId> quickest(TestReport report, String project, boolean sound) {
        Map<String, Long> millis = report.cases().stream()
                .collect(Collectors.groupingBy(c -> c.id().file(), Collectors.summingLong(TestCase::durationMillis)));
        Map<String, Boolean> clean = report.cases().stream()
                .collect(Collectors.toMap(
                        c -> c.id().file(),
                        c -> c.status().isPassed() || c.status() == TestStatus.SKIPPED,
                        (a, b) -> a && b));
        return report.cases().stream()
                .filter(c -> c.status() == TestStatus.PASSED && c.id().occurrence() == 0)
                .filter(c -> !c.id().file().isEmpty() && c.id().project().equals(project))
                .filter(c -> !sound || Boolean.TRUE.equals(clean.get(c.id().file())))
                .min(Comparator.comparingLong((TestCase c) -> millis.getOrDefault(c.id().file(), 0L))
                        .thenComparing(TestCase::id))
                .map(TestCase::id);
    }

    /** Whether a runner says that it ran none, and nowhere that it ran one. */
    static boolean ranNoTest(List<String> tail, Path log) {
        if (tail.stream().noneMatch(NOTHING_RAN)) {
            return false;
        }
        try (Stream<String> lines = Files.lines(log, StandardCharsets.ISO_8859_1)) {
            return lines.noneMatch(SOMETHING_RAN);
        } catch (IOException | UncheckedIOException e) {
            return true;
        }
    }

    /** Runs a project's commands one by one in one fork. */
    private final class Check {
        private final Contract contract;
        private final ProjectCommands project;
        private final Sandbox fork;
        private final VerificationReport verification;
        private final List<Warning> warnings;

        private Check(
                Contract contract,
                ProjectCommands project,
                Sandbox fork,
                VerificationReport verification,
                List<Warning> warnings) {
            this.contract = contract;
            this.project = project;
            this.fork = fork;
            this.verification = verification;
            this.warnings = warnings;
        }

        /** @param parts whether the commands for one file and one test are of use */
        private Commands all(boolean parts) {
            Commands commands = project.commands();
            TestReport report = verification.decidingReport();
            Optional<TestId> sound = quickest(report, project.project(), true);
            Optional<TestId> passing = sound.or(() -> quickest(report, project.project(), false));
            int whole = statusOf(verification, folder(Phase.STRONGEST));
            List<String> build =
                    wasBuiltBy(commands.build()) ? commands.build() : command("build", commands.build(), null, 0);
            List<String> testAll = strongestRuns(commands.testAll())
                    ? commands.testAll()
                    : command("test-all", commands.testAll(), null, whole);
            List<String> rebuild = commands.rebuild().equals(commands.build())
                    ? build
                    : command("rebuild", commands.rebuild(), null, 0);
            if (!parts) {
                return new Commands(build, testAll, List.of(), List.of(), rebuild);
            }
            List<String> testFile = partRuns(commands.testFile(), report)
                    ? commands.testFile()
                    : tried("test-file", commands.testFile(), passing, sound.isPresent() ? 0 : whole);
            return new Commands(build, testAll, testFile, tried("test-one", commands.testOne(), passing, 0), rebuild);
        }

        private List<Step> folder(Phase phase) {
            return contract.steps(phase).stream()
                    .filter(step -> step.workingDirectory().equals(project.project()))
                    .toList();
        }

        /** Whether a build step of the set-up is this very command. */
        private boolean wasBuiltBy(List<String> build) {
            CommandLine line = CommandLine.of(build);
            return folder(Phase.BUILD).stream()
                    .anyMatch(step ->
                            step.env().equals(line.env()) && step.block().equals(ShellText.quote(line.argv())));
        }

        private boolean strongestRuns(List<String> testAll) {
            List<Step> strongest = folder(Phase.STRONGEST);
            return strongest.size() == 1 && executor.runs(strongest.getFirst(), testAll);
        }

        /** Whether the minimal stage ran just one file, and by this command. */
        private boolean partRuns(List<String> testFile, TestReport report) {
            List<Step> parts = folder(Phase.MINIMAL).stream()
                    .filter(step -> step.role() == Role.EXECUTE)
                    .toList();
            return parts.size() == 1
                    && report.cases().stream()
                            .map(test -> test.id().file())
                            .distinct()
                            .anyMatch(file -> executor.runs(parts.getFirst(), filled(testFile, file, "")));
        }

        private List<String> filled(List<String> template, String file, String test) {
            return template.stream()
                    .map(word ->
                            word.replace("{file}", project.inFolder(file)).replace("{test}", project.inFolder(test)))
                    .toList();
        }

        private List<String> tried(String name, List<String> template, Optional<TestId> test, int status) {
            if (!template.isEmpty() && test.isEmpty()) {
                return leftOut(name, "no passing test to try it with");
            }
            return command(name, template, test.orElse(null), status);
        }

        /** @param status how it ends when it works */
        private List<String> command(String name, List<String> template, @Nullable TestId test, int status) {
            if (template.isEmpty()) {
                return template;
            }
            List<String> argv = test == null ? template : filled(template, test.file(), executor.selector(test));
            Step step = new Step(
                    ProjectNames.step("command-" + name, project.project()),
                    Phase.PROBE,
                    Role.CHECK,
                    StepUser.DEVELOPER,
                    null,
                    null,
                    ShellText.quote(argv),
                    Map.of(),
                    project.project(),
                    new StepLimits(LIMIT.toSeconds(), LIMIT.toSeconds()),
                    List.of(),
                    Origin.PLAN);
            StepTrace trace = executor.steps().run(fork, contract, step, "commands", 1, Map.of(), LIMIT);
            boolean works = trace.outcome() instanceof ExecOutcome.Exited exited && exited.code() == status;
            if (works && test != null && ranNoTest(trace.tail(), trace.log())) {
                return leftOut(name, "it ran no test");
            }
            return works ? template : leftOut(name, trace.outcome().describe());
        }

        private List<String> leftOut(String name, String why) {
            String which = project.project().equals(".") ? name : name + " of " + project.project();
            warnings.add(new Warning(
                    "weak-validation", "command " + which + " is left out of the contract: " + why, List.of()));
            run.journal().append(new RunEvent.Notice("command " + which + " is left out: " + why));
            return List.of();
        }
    }
}
