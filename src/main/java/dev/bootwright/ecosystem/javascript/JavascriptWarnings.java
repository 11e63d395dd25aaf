package dev.bootwright.ecosystem.javascript;

import dev.bootwright.contract.StepProposal.Warning;
import dev.bootwright.discover.Finding;
import dev.bootwright.ecosystem.javascript.read.NodeSubjects;
import dev.bootwright.plan.PlanningInput;
import dev.bootwright.step.DependencyPolicy;
import dev.bootwright.step.Route;
import dev.bootwright.toolchain.NodeReleases;
import dev.bootwright.version.npm.NpmVersion;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** What is fragile about a JavaScript contract, and what green does not cover. */
record JavascriptWarnings(
        PlanningInput input, Route route, NodeFacts facts, TestSuite suite, Map<String, PackageManager> managers) {
    /** A release line is kept for about this long after its long-term support began. */
    private static final int SUPPORTED_MONTHS = 30;

    List<Warning> all() {
        List<Warning> warnings = new ArrayList<>();
        outdated(warnings);
        managers.values().forEach(m -> manager(m, warnings));
        suite.notes().forEach((project, notes) -> {
            String where = project.equals(".") ? "" : " in " + project;
            List<String> evidence = suite.stages().getOrDefault(project, List.of()).stream()
                    .flatMap(s -> s.evidence().stream())
                    .filter(e -> !e.isEmpty())
                    .distinct()
                    .toList();
            notes.forEach(note -> warnings.add(new Warning("not-covered", note + where, evidence)));
        });
        leftOut(warnings);
        for (Finding download : input.report().of(NodeSubjects.DOWNLOAD)) {
            warnings.add(new Warning(
                    "not-covered",
                    "the program that " + download.value() + " fetches while it is installed is left out",
                    List.of(download.id())));
        }
        return List.copyOf(warnings);
    }

    private void outdated(List<Warning> warnings) {
        NpmVersion node = NpmVersion.parse(route.toolchains().getFirst().version());
        NodeReleases.Major major = NodeReleases.majorOf(node);
        LocalDate newest = NodeReleases.majors().getLast().published();
        if (!major.isLts() || major.stable().plusMonths(SUPPORTED_MONTHS).isBefore(newest)) {
            warnings.add(new Warning(
                    "outdated",
                    "Node " + node.major() + " gets no security fixes any more, or never had long-term support",
                    route.toolchains().getFirst().evidence()));
        }
    }

    private void manager(PackageManager manager, List<Warning> warnings) {
        String where = manager.root().equals(".") ? "" : " in " + manager.root();
        if (!manager.isLocked()) {
            boolean kept = manager.kind().equals("npm");
            warnings.add(new Warning(
                    "unpinned",
                    "there is no lock file" + where + "; "
                            + (route.policy() == DependencyPolicy.AS_OF_DATE
                                    ? "the registry's versions of the commit's day are taken"
                                    : "the newest versions that the manifest allows are taken")
                            + (kept ? " and kept in .bootstrap/lock" : " at each installation"),
                    facts.ids(NodeSubjects.DEPENDENCIES, manager.root())));
        }
        if (manager.skipsScripts(facts)) {
            warnings.add(new Warning(
                    "weak-validation",
                    "scripts of dependencies are not run while they are installed" + where + ", as the project asks",
                    manager.evidence()));
        }
    }

    /** Packages with tests that no stage reaches. */
    private void leftOut(List<Warning> warnings) {
        if (suite.stages().containsKey(".")) {
            return;
        }
        for (Finding found : facts.report().of(NodeSubjects.PACKAGE)) {
            String project = found.project();
            if (facts.isOwn(project)
                    && facts.tests(project) > 0
                    && !suite.stages().containsKey(project)) {
                warnings.add(new Warning(
                        "not-covered",
                        "the tests of the package in " + project + ": no command for them was found",
                        List.of(found.id())));
            }
        }
    }
}
