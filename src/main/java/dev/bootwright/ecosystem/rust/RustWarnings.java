package dev.bootwright.ecosystem.rust;

import dev.bootwright.contract.StepProposal.Warning;
import dev.bootwright.discover.Finding;
import dev.bootwright.plan.PlanningInput;
import dev.bootwright.step.DependencyPolicy;
import dev.bootwright.step.Route;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** What is fragile about a Rust contract, and what green does not cover. */
record RustWarnings(PlanningInput input, Route route, RustFacts facts, Map<String, RustSuite> suites) {
    List<Warning> all() {
        List<Warning> warnings = new ArrayList<>();
        String version = route.toolchains().getFirst().version();
        if (route.toolchains().getFirst().source().equals(RustToolchains.DISTRIBUTION)) {
            warnings.add(new Warning(
                    "unpinned", "the distribution decides the patch release of Rust " + version, List.of()));
        } else if (!version.matches("1\\.[0-9]+\\.[0-9]+|(?:nightly|beta)-20.*")) {
            warnings.add(new Warning(
                    "unpinned",
                    "the newest toolchain of “" + version + "” is taken on the day of the set-up",
                    List.of()));
        }
        if (RustToolchains.isNewerThanCode(route.toolchains().getFirst(), input)) {
            warnings.add(new Warning(
                    "weak-validation",
                    "the compiler is newer than the code: what its lints refuse is only warned of (--cap-lints=warn)",
                    List.of()));
        }
        suites.forEach((project, suite) -> project(project, suite, warnings));
        facts.leftOut(input.report().projects().stream()
                        .filter(p -> p.ecosystem().equals(RustEcosystem.ID))
                        .toList())
                .forEach(text -> warnings.add(new Warning("not-covered", text, List.of())));
        return List.copyOf(warnings);
    }

    private void project(String project, RustSuite suite, List<Warning> warnings) {
        String where = project.equals(".") ? "" : " in " + project;
        suite.notes().forEach(note -> warnings.add(new Warning("not-covered", note + where, suite.evidence())));
        for (Finding f : input.report().of(RustSubjects.UNTESTED, project)) {
            String what = f.attributes().getOrDefault("why", "").startsWith("harness")
                    ? "cases of the target with a harness of its own: "
                    : "tests of a target that cargo is told not to test: ";
            warnings.add(new Warning("not-covered", what + f.value() + " (" + f.location() + ")", List.of(f.id())));
        }
        for (Finding f : input.report().of(RustSubjects.NEXTEST, project)) {
            warnings.add(new Warning(
                    "weak-validation",
                    "the project is configured for cargo-nextest" + where
                            + ", which runs each test in a process of its own; this suite runs cargo test",
                    List.of(f.id())));
        }
        for (Finding f : input.report().of(RustSubjects.GIT, project)) {
            warnings.add(new Warning(
                    "weak-validation",
                    "a dependency comes from a repository, not from the registry: " + f.value(),
                    List.of(f.id())));
        }
        List<String> locks = facts.ids(RustSubjects.LOCK, project);
        if (!facts.isLocked(project)) {
            String how = route.policy() == DependencyPolicy.AS_OF_DATE
                    ? "versions of the day of the commit are taken where the requirements leave one"
                    : "the newest versions are taken";
            warnings.add(new Warning("unpinned", "there is no Cargo.lock" + where + "; " + how, locks));
        } else if (route.policy() == DependencyPolicy.DECLARED) {
            warnings.add(new Warning("unpinned", "versions of Cargo.lock are replaced by newer ones" + where, locks));
        }
    }
}
