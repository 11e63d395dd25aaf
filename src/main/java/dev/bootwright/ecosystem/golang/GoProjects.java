package dev.bootwright.ecosystem.golang;

import dev.bootwright.discover.Finding;
import dev.bootwright.discover.ProjectMatch;
import dev.bootwright.discover.TreeScope;
import dev.bootwright.plan.PlanningInput;
import dev.bootwright.version.gomod.GoVersion;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Reads, for one module, what the detectors found. */
record GoProjects(PlanningInput input) {
    private static final int MOST = 40;

    /** Modules with tests that are the repository's own, the leader first; the leader alone when none has tests. */
    List<ProjectMatch> chosen(List<ProjectMatch> recognised) {
        List<ProjectMatch> tested = recognised.stream()
                .filter(p -> isOwn(p.path()) && hasTests(p.path()))
                .limit(MOST)
                .toList();
        if (!tested.isEmpty()) {
            return tested;
        }
        Optional<ProjectMatch> leader = recognised.stream()
                .filter(p -> hasTests(p.path()))
                .findFirst()
                .or(() -> recognised.stream().findFirst());
        return leader.stream().toList();
    }

    /** Modules that the plan leaves out, with the reason. */
    List<String> leftOut(List<ProjectMatch> recognised) {
        List<ProjectMatch> chosen = chosen(recognised);
        List<String> out = new ArrayList<>();
        for (ProjectMatch p : recognised) {
            if (!chosen.contains(p)) {
                String why = !hasTests(p.path())
                        ? "it has no tests"
                        : isOwn(p.path())
                                ? "there are more than " + MOST + " modules"
                                : "it is an example or a template";
                out.add("the Go module in " + p.path() + " is not set up: " + why);
            }
        }
        return out;
    }

    private boolean isOwn(String project) {
        return first(GoSubjects.MODULE, project)
                .map(f -> f.attributes().getOrDefault("scope", "").equals(TreeScope.Kind.OWN.name()))
                .orElse(false);
    }

    boolean hasTests(String project) {
        return first(GoSubjects.TESTS, project).isPresent();
    }

    boolean hasModule(String project) {
        return first(GoSubjects.MODULE, project)
                .map(f -> !f.value().equals("(none)"))
                .orElse(false);
    }

    boolean isVendored(String project) {
        return first(GoSubjects.VENDOR, project).isPresent();
    }

    boolean isOutsideWorkspace(String project) {
        return first(GoSubjects.WORKSPACE, project)
                .map(f -> f.value().equals("outside"))
                .orElse(false);
    }

    int dependencies(String project) {
        return first(GoSubjects.DEPENDENCIES, project)
                .map(f -> Integer.parseInt(f.value()))
                .orElse(0);
    }

    boolean isLocked(String project) {
        return dependencies(project) == 0
                || first(GoSubjects.SUM, project)
                        .map(f -> f.value().equals("present"))
                        .orElse(false);
    }

    /** The module's {@code go} line; from 1.14 on the go command uses a vendor folder by itself. */
    Optional<GoVersion> language(String project) {
        return first(GoSubjects.VERSION, project).flatMap(f -> GoVersion.tryParse(f.value()));
    }

    Optional<Finding> first(String subject, String project) {
        return input.report().of(subject, project).stream().findFirst();
    }

    List<String> ids(String subject, String project) {
        return input.report().of(subject, project).stream().map(Finding::id).toList();
    }
}
