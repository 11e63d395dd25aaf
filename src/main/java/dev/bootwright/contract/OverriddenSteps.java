package dev.bootwright.contract;

import dev.bootwright.base.StepId;
import dev.bootwright.failure.FailureCode;
import dev.bootwright.failure.ToolException;
import dev.bootwright.plan.Overrides;
import dev.bootwright.step.CommandLine;
import dev.bootwright.step.ExcludedTest;
import dev.bootwright.step.Origin;
import dev.bootwright.step.Phase;
import dev.bootwright.step.Role;
import dev.bootwright.step.Step;
import dev.bootwright.step.StepLimits;
import dev.bootwright.step.StepUser;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;

/** Applies to the steps what the user decided and the ecosystem has not applied by itself. */
final class OverriddenSteps {
    private static final StepLimits SYSTEM_LIMITS = new StepLimits(1800, 600);

    private static final String PYTEST = "pytest";
    private static final String OPTIONS = "PYTEST_ADDOPTS";
    private static final Set<String> CAN_LEAVE_OUT = Set.of(PYTEST, "go");

    private OverriddenSteps() {}

    static List<Step> apply(List<Step> proposed, Overrides overrides) {
        List<Step> steps = new ArrayList<>(proposed);
        addSystemPackages(steps, overrides);
        replaceTestCommand(steps, overrides);
        moveTests(steps, overrides);
        leaveOutTests(steps, overrides);
        return steps;
    }

    /**
     * The projects' commands with what the user decided of their tests: {@code testAll} is the test command asked for, and
     * leaves out the tests that the suite leaves out.
     *
     * @param steps with the overrides applied
     */
    static List<ProjectCommands> commands(List<ProjectCommands> proposed, List<Step> steps, Overrides overrides) {
        return proposed.stream()
                .map(project -> steps.stream()
                        .filter(OverriddenSteps::isWholeSuite)
                        .filter(step -> step.workingDirectory().equals(project.project()))
                        .findFirst()
                        .map(step -> new ProjectCommands(
                                project.project(),
                                project.commands()
                                        .withTestAll(testAll(project.commands().testAll(), step, overrides))))
                        .orElse(project))
                .toList();
    }

    private static List<String> testAll(List<String> proposed, Step step, Overrides overrides) {
        CommandLine line = CommandLine.of(proposed);
        SortedMap<String, String> env = new TreeMap<>(line.env());
        String options = step.env().getOrDefault(OPTIONS, "");
        if (!overrides.excluded().isEmpty() && !options.isEmpty() && !options.contains("$")) {
            env.put(OPTIONS, options);
        }
        String asked = overrides.testCommand();
        return asked != null && step.origin().equals(Origin.override("test-command"))
                ? CommandLine.with(env, List.of("bash", "-euo", "pipefail", "-c", asked))
                : CommandLine.with(env, line.argv());
    }

    private static void addSystemPackages(List<Step> steps, Overrides overrides) {
        List<String> missing = overrides.systemPackages().stream()
                .filter(p -> steps.stream()
                        .filter(s -> s.phase() == Phase.SYSTEM)
                        .noneMatch(s -> Arrays.asList(s.block().split("\\s+")).contains(p)))
                .toList();
        if (missing.isEmpty()) {
            return;
        }
        String block = "apt-get update\napt-get install -y --no-install-recommends " + ShellText.quote(missing);
        int at = 0;
        while (at < steps.size() && steps.get(at).phase() == Phase.SYSTEM) {
            at++;
        }
        steps.add(
                at,
                new Step(
                        new StepId("system-packages-asked-for"),
                        Phase.SYSTEM,
                        Role.INSTALL,
                        StepUser.ROOT,
                        null,
                        null,
                        block,
                        Map.of("DEBIAN_FRONTEND", "noninteractive"),
                        ".",
                        SYSTEM_LIMITS,
                        List.of(),
                        Origin.override("system-packages")));
    }

    private static void replaceTestCommand(List<Step> steps, Overrides overrides) {
        String command = overrides.testCommand();
        if (command == null
                || steps.stream().anyMatch(s -> isWholeSuite(s) && isByUser(s))
                || steps.stream().noneMatch(OverriddenSteps::isWholeSuite)) {
            return;
        }
        boolean placed = false;
        for (int i = 0; i < steps.size(); i++) {
            Step step = steps.get(i);
            if (!isWholeSuite(step)) {
                continue;
            }
            if (placed) {
                steps.remove(i--);
            } else {
                steps.set(i, byUser(step.withBlock(reporting(step, command)), "test-command"));
                placed = true;
            }
        }
    }

    /** The command as given; pytest is told by its variable where the report belongs, since the command may hide it. */
    private static String reporting(Step step, String command) {
        if (PYTEST.equals(step.runner()) && !command.contains("--junit")) {
            return "export PYTEST_ADDOPTS=\"${PYTEST_ADDOPTS:-} '--junitxml=$BOOTWRIGHT_REPORTS/junit.xml'\"\n"
                    + command;
        }
        return command;
    }

    private static void moveTests(List<Step> steps, Overrides overrides) {
        String folder = overrides.workingDirectory();
        if (folder == null || steps.stream().anyMatch(s -> s.workingDirectory().equals(folder))) {
            return;
        }
        for (int i = 0; i < steps.size(); i++) {
            Step step = steps.get(i);
            if (isTest(step) && step.workingDirectory().equals(".")) {
                Step moved = new Step(
                        step.id(),
                        step.phase(),
                        step.role(),
                        step.user(),
                        step.project(),
                        step.runner(),
                        step.block(),
                        step.env(),
                        folder,
                        step.limits(),
                        step.evidence(),
                        step.origin());
                steps.set(i, byUser(moved, "working-directory"));
            }
        }
    }

    /** What collects names all tests, so that those that are left out are counted. Go's own steps apply it themselves. */
    private static void leaveOutTests(List<Step> steps, Overrides overrides) {
        if (overrides.excluded().isEmpty()) {
            return;
        }
        List<Step> whole = steps.stream().filter(OverriddenSteps::isWholeSuite).toList();
        if (!whole.isEmpty() && whole.stream().noneMatch(s -> CAN_LEAVE_OUT.contains(String.valueOf(s.runner())))) {
            throw ToolException.of(
                    FailureCode.INVALID_CONFIGURATION,
                    "configuration",
                    "[[exclude]] names " + overrides.excluded().getFirst().selector() + ", but the suite is run by "
                            + whole.getFirst().runner() + ", which can't leave single tests out",
                    "let the test skip itself, or name the tests to run by test-command");
        }
        for (int i = 0; i < steps.size(); i++) {
            Step step = steps.get(i);
            if (step.role() != Role.EXECUTE || !PYTEST.equals(step.runner())) {
                continue;
            }
            String given =
                    step.env().getOrDefault(OPTIONS, overrides.environment().getOrDefault(OPTIONS, ""));
            SortedMap<String, String> env = new TreeMap<>(step.env());
            env.put(OPTIONS, (given + " " + ShellText.quote(deselection(step, overrides))).strip());
            steps.set(i, withEnv(step, env));
        }
    }

    /** Results name files from the tree's root, pytest from its own, which may be the project's. */
    private static List<String> deselection(Step step, Overrides overrides) {
        Set<String> selectors = new LinkedHashSet<>();
        for (ExcludedTest test : overrides.excluded()) {
            selectors.add("--deselect=" + test.selector());
            String project = step.project() + "/";
            if (test.selector().startsWith(project)) {
                selectors.add("--deselect=" + test.selector().substring(project.length()));
            }
        }
        return List.copyOf(selectors);
    }

    private static boolean isTest(Step step) {
        return step.role() == Role.COLLECT || step.role() == Role.EXECUTE;
    }

    private static boolean isWholeSuite(Step step) {
        return step.phase() == Phase.STRONGEST && step.role() == Role.EXECUTE;
    }

    private static boolean isByUser(Step step) {
        return step.origin().kind().equals("override");
    }

    private static Step byUser(Step step, String key) {
        return new Step(
                step.id(),
                step.phase(),
                step.role(),
                step.user(),
                step.project(),
                step.runner(),
                step.block(),
                step.env(),
                step.workingDirectory(),
                step.limits(),
                step.evidence(),
                Origin.override(key));
    }

    private static Step withEnv(Step step, Map<String, String> env) {
        return new Step(
                step.id(),
                step.phase(),
                step.role(),
                step.user(),
                step.project(),
                step.runner(),
                step.block(),
                env,
                step.workingDirectory(),
                step.limits(),
                step.evidence(),
                step.origin());
    }
}
