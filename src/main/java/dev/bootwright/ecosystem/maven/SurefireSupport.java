package dev.bootwright.ecosystem.maven;

import dev.bootwright.base.StepId;
import dev.bootwright.base.TestId;
import dev.bootwright.contract.ShellText;
import dev.bootwright.sandbox.ExecOutcome;
import dev.bootwright.sandbox.ExecRequest;
import dev.bootwright.sandbox.OutputSink;
import dev.bootwright.sandbox.Sandbox;
import dev.bootwright.sandbox.SandboxUser;
import dev.bootwright.step.Phase;
import dev.bootwright.step.Role;
import dev.bootwright.step.Step;
import dev.bootwright.testreport.TestCase;
import dev.bootwright.testreport.TestReport;
import dev.bootwright.testreport.TestReport.CollectionError;
import dev.bootwright.testreport.TestStatus;
import dev.bootwright.testreport.TreePaths;
import dev.bootwright.verify.BlockCommand;
import dev.bootwright.verify.NarrowedStep;
import dev.bootwright.verify.SmallSelection;
import dev.bootwright.verify.TestRunnerSupport;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/** Surefire and Failsafe: their XML reports are read, so nothing is loaded into the environment. */
public final class SurefireSupport implements TestRunnerSupport {
    static final String RUNNER = "surefire";

    /** A selection leaves most modules without a test, which is no failure. */
    static final List<String> WITHOUT_TESTS =
            List.of("-DfailIfNoTests=false", "-Dsurefire.failIfNoSpecifiedTests=false");

    /** Modules that need one with a failed test are tested all the same. */
    static final String GO_ON = "-Dmaven.test.failure.ignore=true";

    private static final String STAMP = "/begun";
    private static final int RERUN_LIMIT = 100;
    private static final long MINIMAL_SECONDS = 900;
    private static final long CLOCK_SLACK_SECONDS = 5;
    private static final Set<String> MAVEN = Set.of("mvn", "mvnw", "./mvnw", "mvnd");

    @Override
    public String runner() {
        return RUNNER;
    }

    /** Only a stamp: reports that are older than it do not count. */
    @Override
    public Map<String, String> inject(Sandbox fork, Step step, String tree, String events) {
        shell(fork, "/", List.of("touch", events + STAMP), Map.of());
        return Map.of();
    }

    /** The reports lie in each module's own folder; a step that was stopped leaves those of the classes that finished. */
    @Override
    public void gather(Sandbox fork, Step step, String tree, String events, String reports) {
        String script = step.role() == Role.COLLECT ? MavenBlocks.classes() : MavenBlocks.reports();
        shell(
                fork,
                TreePaths.resolve(tree, step.workingDirectory()),
                List.of("bash", "-c", script),
                Map.of("REPORTS", reports, "STAMP", events + STAMP));
    }

    private static void shell(Sandbox fork, String folder, List<String> argv, Map<String, String> env) {
        fork.exec(ExecRequest.of(argv, folder, SandboxUser.DEVELOPER, OutputSink.discard())
                .withEnv(env));
    }

    @Override
    public TestReport read(Execution execution) {
        return execution.step().role() == Role.COLLECT ? collected(execution) : executed(execution);
    }

    private static TestReport collected(Execution execution) {
        Step step = execution.step();
        TestSources sources = TestSources.of(execution.host());
        IncludedClasses included = IncludedClasses.of(step, execution.host());
        List<TestCase> cases = new ArrayList<>();
        int deselected = 0;
        List<TestClasses.Listed> all = TestClasses.below(execution.reports());
        Set<String> suites = ofSuitesAlone(all, included, project(step));
        for (TestClasses.Listed listed : all) {
            String module = MavenPaths.resolve(project(step), listed.module()).orElse(project(step));
            String file = sources.fileOf(module, listed.name(), listed.source());
            for (Map.Entry<String, Set<String>> test : listed.tests().entrySet()) {
                if (suites.contains(module) || included.runs(module, listed.name(), test.getValue())) {
                    String name = SurefireReports.name(listed.name(), test.getKey());
                    TestId id = new TestId(RUNNER, project(step), file, name, 0);
                    cases.add(new TestCase(id, TestStatus.NOT_RUN, 0, "", ""));
                } else {
                    deselected++;
                }
            }
        }
        boolean ended = execution.outcome() instanceof ExecOutcome.Exited;
        List<CollectionError> errors =
                execution.outcome().succeeded() ? List.of() : errors(MavenLog.read(execution.output()), false);
        boolean complete = ended && execution.outcome().succeeded();
        return new TestReport(RUNNER, cases, errors, complete, List.of(), List.of(), deselected);
    }

    /** Modules of which nothing but suites is picked: which classes they call is not known, so that each may be. */
    private static Set<String> ofSuitesAlone(List<TestClasses.Listed> all, IncludedClasses included, String project) {
        Set<String> suites = new TreeSet<>();
        Set<String> others = new TreeSet<>();
        for (TestClasses.Listed listed : all) {
            String module = MavenPaths.resolve(project, listed.module()).orElse(project);
            if (listed.tests().isEmpty() && included.runs(module, listed.name(), Set.of())) {
                suites.add(module);
            }
            if (listed.tests().values().stream().anyMatch(tags -> included.runs(module, listed.name(), tags))) {
                others.add(module);
            }
        }
        suites.removeAll(others);
        return suites;
    }

    private static TestReport executed(Execution execution) {
        Step step = execution.step();
        Instant begun = Instant.now().minus(execution.outcome().usage().wall()).minusSeconds(CLOCK_SLACK_SECONDS + 60);
        TestReport xml =
                new SurefireReports(project(step), TestSources.of(execution.host()), begun).read(execution.reports());
        MavenLog log = MavenLog.read(execution.output());
        List<String> mismatches = new ArrayList<>(xml.mismatches());
        List<CollectionError> errors = errors(log, true);
        boolean exited = execution.outcome() instanceof ExecOutcome.Exited;
        if (exited && !execution.outcome().succeeded() && xml.failures().isEmpty() && errors.isEmpty()) {
            mismatches.add("the step ended with " + execution.outcome().describe() + ", its reports of "
                    + xml.cases().size() + " tests show no failure");
        }
        if (exited && log.announced() > 0 && xml.cases().size() > log.announced()) {
            mismatches.add("the reports hold " + xml.cases().size() + " tests, but the runner says that it ran "
                    + log.announced());
        }
        boolean complete = exited && log.crashed().isEmpty() && log.skipped().isEmpty();
        return new TestReport(RUNNER, xml.cases(), errors, complete, mismatches);
    }

    /** What kept tests from running: goals that are no tests, test JVMs that died, modules that were never reached. */
    private static List<CollectionError> errors(MavenLog log, boolean testsRan) {
        List<CollectionError> errors = new ArrayList<>();
        for (MavenLog.Failed failed : log.failed()) {
            boolean crashed = failed.isOfTests() && !log.crashed().isEmpty();
            if (!testsRan || !failed.isOfTests() || crashed) {
                String goal = failed.plugin().isEmpty() ? "" : failed.plugin() + ":" + failed.goal() + ": ";
                String why = crashed ? String.join("\n", log.crashed()) : failed.message();
                errors.add(CollectionError.of("module " + failed.module(), goal + why, ""));
            }
        }
        log.skipped()
                .forEach(module -> errors.add(
                        CollectionError.of("module " + module, "not built, since a module that it needs failed", "")));
        return errors;
    }

    @Override
    public Optional<Step> minimalExecute(Step strongest, TestReport collected) {
        List<String> files = SmallSelection.files(
                new TestReport(
                        collected.runner(),
                        collected.cases().stream()
                                .filter(c -> !IncludedClasses.isIntegration(className(c.id())))
                                .toList(),
                        List.of(),
                        true,
                        List.of()),
                RUNNER,
                project(strongest));
        TreeSet<String> classes = new TreeSet<>();
        collected.cases().stream()
                .map(TestCase::id)
                .filter(id -> files.contains(id.file()))
                .forEach(id -> classes.add(outer(className(id))));
        if (classes.isEmpty()) {
            return Optional.empty();
        }
        StepId id = NarrowedStep.minimalId(strongest);
        return narrowed(strongest, String.join(",", classes), files)
                .map(block -> NarrowedStep.of(strongest, id, Phase.MINIMAL, block, MINIMAL_SECONDS));
    }

    @Override
    public Optional<Step> rerun(Step executed, List<TestId> tests) {
        if (tests.isEmpty() || tests.size() > RERUN_LIMIT) {
            return Optional.empty();
        }
        TreeMap<String, TreeSet<String>> methods = new TreeMap<>();
        TreeSet<String> files = new TreeSet<>();
        for (TestId test : tests) {
            if (IncludedClasses.isIntegration(className(test))) {
                return Optional.empty();
            }
            methods.computeIfAbsent(className(test), c -> new TreeSet<>()).add(method(test));
            files.add(test.file());
        }
        List<String> selectors = new ArrayList<>();
        methods.forEach(
                (name, all) -> selectors.add(all.contains("") ? outer(name) : name + "#" + String.join("+", all)));
        StepId id = NarrowedStep.rerunId(executed);
        return narrowed(executed, String.join(",", selectors), List.copyOf(files))
                .map(block -> NarrowedStep.of(executed, id, executed.phase(), block, MINIMAL_SECONDS));
    }

    @Override
    public String selector(TestId test) {
        String method = method(test);
        return method.isEmpty() ? className(test) : className(test) + "#" + method;
    }

    @Override
    public boolean runs(Step step, List<String> command) {
        return step.env().isEmpty()
                && BlockCommand.last(step.block(), w -> MAVEN.contains(w.getFirst()))
                        .filter(found -> found.before().isBlank())
                        .map(found -> found.words().stream()
                                .map(BlockCommand::unquoted)
                                .filter(w -> !w.equals(GO_ON))
                                .toList())
                        .filter(words -> words.equals(command))
                        .isPresent();
    }

    /** The same call for some tests, in the modules that hold them and those that these need. */
    private static Optional<String> narrowed(Step step, String tests, List<String> files) {
        Optional<BlockCommand> command = BlockCommand.last(step.block(), w -> MAVEN.contains(w.getFirst()));
        if (command.isEmpty()) {
            return Optional.empty();
        }
        TreeSet<String> modules = new TreeSet<>();
        for (String file : files) {
            MavenPaths.moduleOfSource(file).ifPresent(m -> modules.add(relative(m, project(step))));
        }
        List<String> kept = new ArrayList<>();
        String phase = "test";
        List<String> words = command.get().words();
        for (int i = 0; i < words.size(); i++) {
            String word = words.get(i);
            if (MavenCommand.TEST_PHASES.contains(word)) {
                phase = word.equals("test") ? "test" : "package";
            } else if (word.equals("-pl")) {
                i++;
            } else if (!word.equals("-am")) {
                kept.add(word);
            }
        }
        kept.add(ShellText.quote("-Dtest=" + tests));
        kept.addAll(WITHOUT_TESTS);
        if (!modules.isEmpty() && !modules.contains(".")) {
            kept.addAll(List.of("-pl", ShellText.quote(String.join(",", modules)), "-am"));
        }
        kept.add(phase);
        return Optional.of(command.get().with(kept));
    }

    private static String relative(String module, String project) {
        if (project.equals(".") || module.equals(project)) {
            return module.equals(project) ? "." : module;
        }
        return module.startsWith(project + "/") ? module.substring(project.length() + 1) : ".";
    }

    static String className(TestId test) {
        int at = test.name().indexOf("::");
        return at < 0 ? test.name() : test.name().substring(0, at);
    }

    /** The method without its parameters; empty where the runner names none that could be selected. */
    private static String method(TestId test) {
        int at = test.name().indexOf("::");
        String name = at < 0 ? "" : test.name().substring(at + 2);
        int cut = 0;
        while (cut < name.length() && "([{".indexOf(name.charAt(cut)) < 0) {
            cut++;
        }
        String method = name.substring(0, cut);
        return method.matches("[A-Za-z_$][A-Za-z0-9_$]*") ? method : "";
    }

    static String outer(String className) {
        int nested = className.indexOf('$', className.lastIndexOf('.') + 2);
        return nested < 0 ? className : className.substring(0, nested);
    }

    private static String project(Step step) {
        String project = step.project();
        return project == null ? "." : project;
    }
}
