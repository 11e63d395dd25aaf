package dev.bootwright.ecosystem.python;

import dev.bootwright.contract.StepProposal.Warning;
import dev.bootwright.discover.Finding;
import dev.bootwright.ecosystem.python.PythonInterpreters.Interpreter;
import dev.bootwright.ecosystem.python.PythonSteps.ProjectSteps;
import dev.bootwright.ecosystem.python.read.Requirement;
import dev.bootwright.ecosystem.python.read.Sources;
import dev.bootwright.ecosystem.python.read.Subjects;
import dev.bootwright.plan.PlanningInput;
import dev.bootwright.step.DependencyPolicy;
import dev.bootwright.step.Route;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/** The fragile and risky points of a Python contract. */
final class PythonWarnings {
    private PythonWarnings() {}

    static List<Warning> of(PlanningInput input, Route route, Interpreter interpreter, ProjectSteps project) {
        List<Warning> warnings = new ArrayList<>();
        dependencies(input, route, project, warnings);
        interpreter(input, route, interpreter, project, warnings);
        tests(project, warnings);
        notCovered(input, interpreter, project, warnings);
        return warnings;
    }

    private static void dependencies(PlanningInput input, Route route, ProjectSteps project, List<Warning> warnings) {
        List<Finding> unbounded = new PythonInstall(input, route, project).unbounded();
        if (!unbounded.isEmpty() && route.policy() != DependencyPolicy.LOCKED) {
            warnings.add(new Warning(
                    "unpinned",
                    "Run-time dependencies without any bound: " + names(unbounded)
                            + "; .bootstrap/lock/python.txt holds the versions that worked.",
                    ids(unbounded)));
        }
        if (route.policy() == DependencyPolicy.AS_OF_DATE) {
            warnings.add(new Warning(
                    "outdated",
                    "Versions are those published up to " + route.asOf()
                            + ", the day after the "
                            + (input.repository().commit() == null ? "release" : "commit")
                            + "; newer ones, security fixes among them, are left out.",
                    List.of()));
        }
        warnings.add(new Warning(
                "unpinned",
                "What building the project needs is resolved at each install; the lock file does not hold it.",
                ids(project.evidence().of(Subjects.BUILD_REQUIREMENT).stream()
                        .limit(3)
                        .toList())));
        project.selection()
                .undeclared()
                .forEach((requirement, because) -> warnings.add(new Warning(
                        "unpinned",
                        requirement + " is declared nowhere; why it is installed: " + because + ".",
                        List.of())));
        List<Finding> direct = new ArrayList<>();
        Set<String> sources = new LinkedHashSet<>(project.selection().sources());
        sources.add(Sources.RUNTIME);
        sources.forEach(s -> project.evidence().dependencies(s).stream()
                .filter(f -> f.value().contains(" @ "))
                .forEach(direct::add));
        if (!direct.isEmpty()) {
            warnings.add(new Warning(
                    "download", "Dependencies that no registry serves: " + names(direct) + ".", ids(direct)));
        }
    }

    private static void interpreter(
            PlanningInput input, Route route, Interpreter interpreter, ProjectSteps project, List<Warning> warnings) {
        PythonChoice choice = new PythonChoice(input, project.evidence());
        if (!choice.requiresPython().containsSomeOf(interpreter.minorVersion())) {
            warnings.add(new Warning(
                    "weak-validation",
                    "Python " + interpreter.minor() + " is outside of what the project supports ("
                            + choice.requiresPython() + ").",
                    ids(project.evidence().of(Subjects.REQUIRES_PYTHON))));
        }
        for (Finding pin : project.evidence().of(Subjects.PINNED_VERSION)) {
            if (!pin.value().equals(interpreter.minor()) && !pin.value().startsWith(interpreter.minor() + ".")) {
                warnings.add(new Warning(
                        "weak-validation",
                        "The repository pins Python " + pin.value() + " (" + pin.location() + "); "
                                + route.toolchains().getFirst().reason() + ".",
                        List.of(pin.id())));
            }
        }
        if (!interpreter.source().equals(PythonInterpreters.DISTRIBUTION)) {
            warnings.add(new Warning(
                    "network",
                    interpreter.source().equals(PythonInterpreters.REGISTRY)
                            ? "The interpreter comes from a package of the index that a third party maintains."
                            : "The interpreter is downloaded by uv from its publisher's host.",
                    List.of()));
        }
    }

    private static void tests(ProjectSteps project, List<Warning> warnings) {
        TestPlan tests = project.tests();
        if (!project.evidence().has(Subjects.TESTS)) {
            warnings.add(
                    new Warning("weak-validation", "No test file was found in " + place(project) + ".", List.of()));
        }
        if (tests.noCoverage()) {
            warnings.add(new Warning(
                    "weak-validation",
                    "The project demands a coverage threshold; it is not measured here, so that it cannot decide.",
                    ids(project.evidence().of(Subjects.COVERAGE_THRESHOLD))));
        }
        for (String argument : tests.arguments()) {
            if (argument.matches("--ignore.*|--deselect.*|-k|-m")) {
                warnings.add(new Warning(
                        "not-covered",
                        "Tests are left out as " + tests.followed() + " does: " + String.join(" ", tests.arguments())
                                + ".",
                        tests.evidence()));
                break;
            }
        }
        tests.others().forEach(other -> warnings.add(new Warning("not-covered", other + ".", List.of())));
        project.selection()
                .missing()
                .forEach(m -> warnings.add(new Warning(
                        "weak-validation",
                        "Tests or sources import " + m + ", which nothing declares and no known distribution brings.",
                        List.of())));
    }

    private static void notCovered(
            PlanningInput input, Interpreter interpreter, ProjectSteps project, List<Warning> warnings) {
        Set<String> installed = new LinkedHashSet<>(project.selection().named("extra"));
        Set<String> extras = new LinkedHashSet<>();
        project.evidence().sources().stream()
                .filter(s -> Sources.kind(s).equals("extra"))
                .map(Sources::name)
                .filter(e -> !installed.contains(e))
                .forEach(extras::add);
        if (!extras.isEmpty()) {
            warnings.add(new Warning(
                    "not-covered", "Extras that are not installed: " + String.join(", ", extras) + ".", List.of()));
        }
        Set<String> versions = new LinkedHashSet<>();
        List<String> claims = new ArrayList<>();
        input.report().of("python.ci-version").stream()
                .map(f -> f.attributes().getOrDefault("all", f.value()))
                .forEach(all -> claims.addAll(List.of(all.split(","))));
        project.evidence().of(Subjects.CLAIMED_VERSION).forEach(f -> claims.add(f.value()));
        claims.stream()
                .filter(v -> v.matches("3\\.[0-9]+") && !v.equals(interpreter.minor()))
                .forEach(versions::add);
        if (!versions.isEmpty()) {
            warnings.add(new Warning(
                    "not-covered", "Other Python versions: " + String.join(", ", versions) + ".", List.of()));
        }
        Set<String> optional = new LinkedHashSet<>();
        Set<String> there = new LinkedHashSet<>(project.evidence().names(Sources.RUNTIME));
        project.selection()
                .sources()
                .forEach(s -> there.addAll(project.evidence().names(s)));
        project.evidence().of(Subjects.IMPORT).stream()
                .filter(f -> "true".equals(f.attributes().get("optional")))
                .map(f -> f.attributes().get("distribution"))
                .filter(d -> d != null && !there.contains(Requirement.normalise(d)))
                .forEach(optional::add);
        if (!optional.isEmpty()) {
            warnings.add(new Warning(
                    "not-covered",
                    "Imported only where present, and not installed: " + String.join(", ", optional) + ".",
                    List.of()));
        }
    }

    private static String place(ProjectSteps project) {
        return project.path().equals(".") ? "the repository" : project.path();
    }

    private static String names(List<Finding> dependencies) {
        return String.join(", ", dependencies.stream().map(Finding::value).toList());
    }

    private static List<String> ids(List<Finding> findings) {
        return findings.stream().map(Finding::id).toList();
    }
}
