package dev.bootwright.ecosystem.javascript;

import dev.bootwright.discover.CiCommand;
import dev.bootwright.discover.Finding;
import dev.bootwright.ecosystem.javascript.read.NodeSubjects;
import dev.bootwright.plan.PlanningInput;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** What must be built before tests run: what CI builds before it tests, what the test scripts build, what siblings need. */
final class BuildPlan {
    private static final Pattern BUILD = Pattern.compile(
            "(?:^|[\\s;&|])(?:npm|yarn|pnpm|bun)\\s+(?:run\\s+)?((?:build|compile|prepare|bundle|generate|codegen)[\\w:.-]*)(?=[\\s;&|]|$)");
    private static final Pattern NAME =
            Pattern.compile("(?i)(?:pre)?(?:build|compile|bundle|generate|codegen|prepare)(?:[:._-].*)?");

    private final PlanningInput input;
    private final NodeFacts facts;
    private final TestSuite suite;
    private final Set<String> projects;
    private final Set<Build> builds = new LinkedHashSet<>();

    BuildPlan(PlanningInput input, NodeFacts facts, TestSuite suite, Set<String> projects) {
        this.input = input;
        this.facts = facts;
        this.suite = suite;
        this.projects = projects;
    }

    /** @param script of the package to run */
    record Build(String project, String script, List<String> evidence) {
        Build {
            evidence = List.copyOf(evidence);
        }
    }

    List<Build> all() {
        for (String project : projects) {
            facts.needs(project).forEach(this::sibling);
        }
        fromCi();
        suite.before().forEach((project, leaves) -> leaves.forEach(leaf -> script(project, leaf)));
        List<Build> distinct = new ArrayList<>();
        for (Build build : builds) {
            if (distinct.stream()
                    .noneMatch(b ->
                            b.project().equals(build.project()) && b.script().equals(build.script()))) {
                distinct.add(build);
            }
        }
        return distinct;
    }

    /** A package of this tree that another one uses and whose entry files are made by its build. */
    private void sibling(String project) {
        Optional<Finding> script = facts.script(project, "build");
        List<Finding> missing = facts.report().of(NodeSubjects.OUTPUT_MISSING, project);
        boolean byInstall = facts.script(project, "prepare").isPresent();
        if (script.isPresent() && !missing.isEmpty() && !byInstall) {
            builds.add(new Build(
                    project,
                    "build",
                    List.of(script.get().id(), missing.getFirst().id())));
        }
    }

    /** Builds of the jobs that test, as far as they stand before the tests. */
    private void fromCi() {
        Set<String> testing = new LinkedHashSet<>();
        suite.stages().values().forEach(all -> all.forEach(s -> testing.addAll(s.evidence())));
        List<CiCommand> all = input.report().ciCommands();
        for (int i = 0; i < all.size(); i++) {
            CiCommand test = all.get(i);
            if (!testing.contains(test.id())) {
                continue;
            }
            for (CiCommand other : all.subList(0, i + 1)) {
                boolean same = other.file().equals(test.file()) && other.job().equals(test.job());
                if (same && other.reproducible()) {
                    named(other);
                }
            }
        }
    }

    private void named(CiCommand command) {
        String project = facts.owner(command.workingDirectory().isEmpty() ? "." : command.workingDirectory());
        Matcher m = BUILD.matcher(command.command());
        while (m.find()) {
            String name = m.group(1);
            facts.script(project, name)
                    .ifPresent(s -> builds.add(new Build(project, name, List.of(command.id(), s.id()))));
        }
    }

    /** The script that a build before the tests belongs to: the outermost on the way that is named after building. */
    private void script(String project, Leaf leaf) {
        for (String name : leaf.trail()) {
            Optional<Finding> script = facts.script(project, name);
            boolean hook = name.equals("pretest");
            if (script.isPresent() && (NAME.matcher(name).matches() || hook) && !lints(project, name)) {
                builds.add(new Build(project, name, leaf.evidence()));
                return;
            }
        }
    }

    /** A hook that also checks style is not run as a whole. */
    private boolean lints(String project, String name) {
        return new Expansion(facts)
                .script(project, name, 0).stream()
                        .anyMatch(l -> l.kind() == Leaf.Kind.LINT || l.kind() == Leaf.Kind.RUNNER);
    }
}
