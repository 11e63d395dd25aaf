package dev.bootwright.ecosystem.maven;

import dev.bootwright.contract.StepProposal.Warning;
import dev.bootwright.discover.Finding;
import dev.bootwright.plan.PlanningInput;
import dev.bootwright.step.Route;
import dev.bootwright.toolchain.JdkReleases;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** What is fragile about a Maven contract, and what green does not cover. */
record MavenWarnings(PlanningInput input, Route route, MavenProjects facts, Map<String, MavenSuite> suites) {
    List<Warning> all() {
        List<Warning> warnings = new ArrayList<>();
        toolchain(warnings);
        warnings.add(new Warning(
                "unpinned",
                "Maven has no lock file: versions that the POMs leave open are decided when they are resolved; the"
                        + " contract's lock only shows what was resolved",
                List.of()));
        otherJdks(warnings);
        suites.forEach((project, suite) -> project(project, suite, warnings));
        facts.leftOut(MavenRoutes.own(input))
                .forEach(text -> warnings.add(new Warning("not-covered", text, List.of())));
        return List.copyOf(warnings);
    }

    private void toolchain(List<Warning> warnings) {
        int feature = Integer.parseInt(route.toolchains().getFirst().version());
        JdkReleases.of(feature)
                .filter(JdkReleases.Jdk::isForeign)
                .ifPresent(jdk -> warnings.add(new Warning(
                        "outdated",
                        "JDK " + feature + " is taken from the suite " + jdk.from() + ", since " + jdk.suite()
                                + " has none",
                        route.toolchains().getFirst().evidence())));
        warnings.add(
                new Warning("unpinned", "the distribution decides the patch release of JDK " + feature, List.of()));
    }

    /** What CI also tests with, so that green says nothing about it. */
    private void otherJdks(List<Warning> warnings) {
        String chosen = route.toolchains().getFirst().version();
        Set<String> others = new LinkedHashSet<>();
        List<String> evidence = new ArrayList<>();
        for (Finding finding : input.report().of(MavenSubjects.CI_VERSION)) {
            List<String> versions = List.of(
                    finding.attributes().getOrDefault("all", finding.value()).split(","));
            boolean tests = !"false".equals(finding.attributes().get("tests"));
            versions.stream()
                    .flatMap(v -> JdkReleases.feature(v).stream())
                    .map(String::valueOf)
                    .filter(v -> tests && !v.equals(chosen))
                    .forEach(v -> {
                        others.add(v);
                        evidence.add(finding.id());
                    });
        }
        if (!others.isEmpty()) {
            warnings.add(new Warning(
                    "not-covered",
                    "CI also tests with JDK " + String.join(", ", others),
                    evidence.stream().distinct().toList()));
        }
    }

    private void project(String project, MavenSuite suite, List<Warning> warnings) {
        String where = project.equals(".") ? "" : " in " + project;
        suite.notes().forEach(note -> warnings.add(new Warning("not-covered", note + where, suite.evidence())));
        Set<String> skipped = new LinkedHashSet<>();
        suite.properties().keySet().stream().filter(n -> n.contains("skip")).forEach(skipped::add);
        if (!skipped.isEmpty()) {
            warnings.add(new Warning(
                    "not-covered",
                    "checks and rewriting that are no tests" + where + ": " + String.join(", ", skipped),
                    suite.evidence()));
        }
        if (!suite.projects().isEmpty()) {
            warnings.add(new Warning(
                    "not-covered",
                    "modules outside of " + suite.projects() + ", which CI leaves out" + where,
                    suite.evidence()));
        }
        if (!suite.integrates() && !facts.ids(MavenSubjects.FAILSAFE, project).isEmpty()) {
            warnings.add(new Warning(
                    "not-covered",
                    "integration tests" + where + ": CI's own phase ends before them",
                    facts.ids(MavenSubjects.FAILSAFE, project)));
        }
        switches(project, warnings);
    }

    /** What the POMs say against their own tests. */
    private void switches(String project, List<Warning> warnings) {
        for (Finding skip : input.report().of(MavenSubjects.SKIP, project)) {
            boolean undone = skip.attributes().getOrDefault("property", "").equals("yes");
            warnings.add(new Warning(
                    undone ? "weak-validation" : "not-covered",
                    undone
                            ? "the POM skips its tests by " + skip.value() + " (" + skip.location()
                                    + "); the command undoes it"
                            : skip.location()
                                    + " switches tests or their compilation off, which no command line undoes",
                    List.of(skip.id())));
        }
        for (Finding off : input.report().of(MavenSubjects.NO_REPORTS, project)) {
            if (!off.attributes().getOrDefault("property", "").equals("yes")) {
                warnings.add(new Warning(
                        "not-covered",
                        off.location() + " switches off the reports by which tests are counted",
                        List.of(off.id())));
            }
        }
        for (Finding ignore : input.report().of(MavenSubjects.IGNORE, project)) {
            warnings.add(new Warning(
                    "weak-validation",
                    "the POM lets a build with failed tests succeed (" + ignore.location() + "); counts decide here",
                    List.of(ignore.id())));
        }
    }
}
