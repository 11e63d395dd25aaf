package dev.bootwright.ecosystem.rust;

import dev.bootwright.discover.Finding;
import dev.bootwright.discover.ProjectMatch;
import dev.bootwright.discover.TreeScope;
import dev.bootwright.plan.PlanningInput;
import dev.bootwright.toolchain.RustReleases;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Reads, for one folder where cargo runs, what the detector found. */
record RustFacts(PlanningInput input) {
    private static final int MOST = 20;

    /** The repository's own packages and workspaces with tests, the leader first; the leader alone when none has tests. */
    List<ProjectMatch> chosen(List<ProjectMatch> recognised) {
        List<ProjectMatch> tested = recognised.stream()
                .filter(p -> isOwn(p.path()) && hasTests(p.path()))
                .limit(MOST)
                .toList();
        if (!tested.isEmpty()) {
            return tested;
        }
        return recognised.stream()
                .filter(p -> hasTests(p.path()))
                .findFirst()
                .or(() -> recognised.stream().findFirst())
                .stream()
                .toList();
    }

    List<String> leftOut(List<ProjectMatch> recognised) {
        List<ProjectMatch> chosen = chosen(recognised);
        List<String> out = new ArrayList<>();
        for (ProjectMatch p : recognised) {
            if (!chosen.contains(p)) {
                String why = !hasTests(p.path())
                        ? "it has no tests"
                        : isOwn(p.path()) ? "there are more than " + MOST : "it is an example or test data";
                out.add("the Rust package in " + p.path() + " is not set up: " + why);
            }
        }
        return out;
    }

    private boolean isOwn(String project) {
        return attribute(RustSubjects.PACKAGE, project, "scope").equals(TreeScope.Kind.OWN.name());
    }

    boolean hasTests(String project) {
        return first(RustSubjects.TESTS, project).isPresent();
    }

    boolean isWorkspace(String project) {
        return attribute(RustSubjects.PACKAGE, project, "workspace").equals("true");
    }

    boolean isLocked(String project) {
        return first(RustSubjects.LOCK, project)
                .map(f -> f.value().equals("present"))
                .orElse(false);
    }

    /** The least minor release that edition, {@code rust-version} and lock file ask for. */
    int required(String project) {
        int least = 0;
        for (Finding f : input.report().of(RustSubjects.EDITION, project)) {
            least = Math.max(least, RustReleases.ofEdition(f.value()));
        }
        for (Finding f : input.report().of(RustSubjects.VERSION, project)) {
            least = Math.max(least, RustReleases.minor(f.value()).orElse(0));
        }
        return Math.max(least, RustReleases.ofLock(attribute(RustSubjects.LOCK, project, "version")));
    }

    Optional<Finding> first(String subject, String project) {
        return input.report().of(subject, project).stream().findFirst();
    }

    private String attribute(String subject, String project, String name) {
        return first(subject, project)
                .map(f -> f.attributes().getOrDefault(name, ""))
                .orElse("");
    }

    List<String> ids(String subject, String project) {
        return input.report().of(subject, project).stream().map(Finding::id).toList();
    }
}
