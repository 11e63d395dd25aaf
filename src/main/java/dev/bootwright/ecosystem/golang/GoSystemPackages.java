package dev.bootwright.ecosystem.golang;

import dev.bootwright.contract.AptInstall;
import dev.bootwright.discover.Finding;
import dev.bootwright.plan.PlanningInput;
import java.util.List;
import java.util.TreeSet;

/**
 * The distribution's packages that a Go project needs.
 *
 * @param asked what CI installs for its own distribution beside its tests; installed where this suite has it
 */
record GoSystemPackages(List<String> asked, List<String> evidence) {
    /** The toolchain with what its package recommends, and what the standard library's network tests read. */
    static final List<String> NEEDED =
            List.of("ca-certificates", "gcc", "git", "golang-go", "libc6-dev", "netbase", "pkg-config");

    /** What belongs to CI's own machine. */
    private static final String NOT_ASKED =
            "golang.*|docker.*|podman.*|apt-.*|sudo|curl|wget|software-properties-common|gnupg.*|lsb-release|build-essential";

    GoSystemPackages {
        asked = List.copyOf(asked);
        evidence = List.copyOf(evidence);
    }

    static GoSystemPackages of(PlanningInput input) {
        List<Finding> named = input.report().of(GoSubjects.SYSTEM_PACKAGE).stream()
                .filter(f -> "true".equals(f.attributes().get("tests")))
                .filter(f -> !f.value().matches(NOT_ASKED))
                .toList();
        TreeSet<String> names = new TreeSet<>(named.stream().map(Finding::value).toList());
        names.removeAll(NEEDED);
        return new GoSystemPackages(
                List.copyOf(names), named.stream().map(Finding::id).toList());
    }

    String block() {
        return AptInstall.block(NEEDED, asked);
    }
}
