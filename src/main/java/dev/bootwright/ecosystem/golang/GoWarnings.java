package dev.bootwright.ecosystem.golang;

import dev.bootwright.contract.StepProposal.Warning;
import dev.bootwright.discover.Finding;
import dev.bootwright.plan.PlanningInput;
import dev.bootwright.step.DependencyPolicy;
import dev.bootwright.step.Route;
import dev.bootwright.toolchain.GoReleases;
import dev.bootwright.version.gomod.GoVersion;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** What is fragile about a Go contract, and what green does not cover. */
record GoWarnings(PlanningInput input, Route route, GoProjects facts, Map<String, GoSuite> suites) {
    private static final int SUPPORTED_MINORS = 2;

    List<Warning> all() {
        List<Warning> warnings = new ArrayList<>();
        toolchain(warnings);
        suites.forEach((project, suite) -> project(project, suite, warnings));
        otherVersions(warnings);
        facts.leftOut(input.report().projects().stream()
                        .filter(p -> p.ecosystem().equals(GoEcosystem.ID))
                        .toList())
                .forEach(text -> warnings.add(new Warning("not-covered", text, List.of())));
        return List.copyOf(warnings);
    }

    private void toolchain(List<Warning> warnings) {
        GoVersion version = GoVersion.parse(route.toolchains().getFirst().version());
        List<GoReleases.Minor> minors = GoReleases.minors();
        GoVersion oldest = minors.get(minors.size() - SUPPORTED_MINORS).last();
        boolean distribution = route.toolchains().getFirst().source().equals("distribution");
        if (!distribution && version.compareTo(GoVersion.parse(oldest.language())) < 0) {
            warnings.add(new Warning(
                    "outdated",
                    "Go " + version + " gets no security fixes any more",
                    route.toolchains().getFirst().evidence()));
        }
        if (distribution) {
            warnings.add(
                    new Warning("unpinned", "the distribution decides the patch release of Go " + version, List.of()));
        }
    }

    /** The versions with which CI tests and that this toolchain does not stand for. */
    private void otherVersions(List<Warning> warnings) {
        GoVersion version = GoVersion.parse(route.toolchains().getFirst().version());
        List<GoCiVersions.Wanted> others = GoCiVersions.of(input.report()).stream()
                .filter(w -> w.range().alias().isEmpty() && !w.range().contains(version))
                .toList();
        if (!others.isEmpty()) {
            warnings.add(new Warning(
                    "not-covered",
                    "other Go versions: "
                            + others.stream().map(w -> w.range().text()).collect(Collectors.joining(", ")),
                    others.stream()
                            .map(GoCiVersions.Wanted::evidence)
                            .distinct()
                            .toList()));
        }
    }

    private void project(String project, GoSuite suite, List<Warning> warnings) {
        String where = project.equals(".") ? "" : " in " + project;
        suite.notes().forEach(note -> warnings.add(new Warning("not-covered", note + where, suite.evidence())));
        for (Finding tag : input.report().of(GoSubjects.TAG, project)) {
            if (!tags(suite).contains(tag.value())) {
                warnings.add(new Warning(
                        "not-covered",
                        waiting(tag.attributes().getOrDefault("files", "some")) + " for the build tag " + tag.value()
                                + where,
                        List.of(tag.id())));
            }
        }
        if (suite.flags().contains(GoSuite.VET_OFF)) {
            warnings.add(new Warning(
                    "weak-validation",
                    "go vet is off while tests compile" + where + ": no run of the project's CI with Go "
                            + route.toolchains().getFirst().version() + " is known",
                    facts.ids(GoSubjects.VERSION, project)));
        }
        if (suite.flags().contains("-short")) {
            warnings.add(
                    new Warning("not-covered", "tests that skip themselves under -short" + where, suite.evidence()));
        }
        if (!facts.hasModule(project)) {
            withoutModule(project, where, warnings);
        } else if (!facts.isLocked(project)) {
            warnings.add(new Warning(
                    "unpinned",
                    "there is no go.sum" + where + "; the first download decides the checksums",
                    facts.ids(GoSubjects.SUM, project)));
        } else if (route.policy() == DependencyPolicy.DECLARED) {
            warnings.add(new Warning(
                    "unpinned", "entries may be added to go.sum" + where, facts.ids(GoSubjects.SUM, project)));
        }
        for (Finding replace : input.report().of(GoSubjects.REPLACE, project)) {
            if (replace.attributes().getOrDefault("state", "").equals("missing")) {
                warnings.add(new Warning(
                        "weak-validation",
                        "go.mod replaces a module by a folder that is not in the repository: " + replace.value(),
                        List.of(replace.id())));
            }
        }
        for (Finding embed : input.report().of(GoSubjects.EMBED_MISSING, project)) {
            warnings.add(new Warning(
                    "weak-validation",
                    "an embedded file is not in the repository, so something must generate it: " + embed.value(),
                    List.of(embed.id())));
        }
    }

    private static String waiting(String files) {
        return files.equals("1") ? "1 test file waits" : files + " test files wait";
    }

    private static List<String> tags(GoSuite suite) {
        return suite.flags().stream()
                .filter(f -> f.startsWith("-tags="))
                .flatMap(f -> Stream.of(f.substring("-tags=".length()).split(",")))
                .toList();
    }

    private void withoutModule(String project, String where, List<Warning> warnings) {
        warnings.add(new Warning(
                "outdated",
                "there is no go.mod" + where + ": the code is built as before modules, below its import path",
                facts.ids(GoSubjects.MODULE, project)));
        for (Finding missing : input.report().of(GoSubjects.IMPORT_MISSING, project)) {
            warnings.add(new Warning(
                    "weak-validation",
                    "no version of " + missing.value() + " is named anywhere, so it is not fetched",
                    List.of(missing.id())));
        }
    }
}
