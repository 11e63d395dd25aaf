package dev.bootwright.ecosystem.maven;

import dev.bootwright.discover.Finding;
import dev.bootwright.discover.ProjectMatch;
import dev.bootwright.discover.TreeScope;
import dev.bootwright.plan.PlanningInput;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Reads, for one reactor, what the detectors found. */
record MavenProjects(PlanningInput input) {
    private static final int MOST = 10;

    /** The root's reactor first; others with tests that are the repository's own. */
    List<ProjectMatch> chosen(List<ProjectMatch> recognised) {
        List<ProjectMatch> tested = recognised.stream()
                .filter(p -> isOwn(p.path()) && hasTests(p.path()))
                .sorted((a, b) -> Integer.compare(tests(b.path()), tests(a.path())))
                .limit(MOST)
                .toList();
        if (tested.isEmpty()) {
            return recognised.stream().limit(1).toList();
        }
        // what lies beside a reactor at the root is mostly benchmarks, demos and release tools
        return tested.stream().anyMatch(p -> p.path().equals("."))
                ? tested.stream().filter(p -> p.path().equals(".")).toList()
                : tested;
    }

    List<String> leftOut(List<ProjectMatch> recognised) {
        List<ProjectMatch> chosen = chosen(recognised);
        List<String> out = new ArrayList<>();
        for (ProjectMatch project : recognised) {
            if (!chosen.contains(project)) {
                String why = !hasTests(project.path())
                        ? "it has no tests"
                        : isOwn(project.path())
                                ? "it is not a module of the build at the root"
                                : "it is an example or a template";
                out.add("the Maven build in " + project.path() + " is not set up: " + why);
            }
        }
        return out;
    }

    private boolean isOwn(String project) {
        return first(MavenSubjects.PROJECT, project)
                .map(f -> f.attributes().getOrDefault("scope", "").equals(TreeScope.Kind.OWN.name()))
                .orElse(false);
    }

    boolean hasTests(String project) {
        return tests(project) > 0;
    }

    int tests(String project) {
        return first(MavenSubjects.TESTS, project)
                .map(f -> Integer.parseInt(f.value()))
                .orElse(0);
    }

    Optional<Finding> first(String subject, String project) {
        return input.report().of(subject, project).stream().findFirst();
    }

    List<String> ids(String subject, String project) {
        return input.report().of(subject, project).stream()
                .map(Finding::id)
                .limit(5)
                .toList();
    }

    List<String> all(String subject, String project) {
        return input.report().of(subject, project).stream().map(Finding::id).toList();
    }

    /** The distinct values of a subject, sorted. */
    List<String> values(String subject, String project) {
        return input.report().of(subject, project).stream()
                .map(Finding::value)
                .distinct()
                .sorted()
                .toList();
    }
}
