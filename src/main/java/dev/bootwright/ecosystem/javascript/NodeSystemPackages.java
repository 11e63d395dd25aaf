package dev.bootwright.ecosystem.javascript;

import dev.bootwright.contract.AptInstall;
import dev.bootwright.discover.Finding;
import dev.bootwright.ecosystem.javascript.read.NodeSubjects;
import dev.bootwright.plan.PlanningInput;
import java.util.List;
import java.util.TreeSet;

/**
 * The distribution's packages that a Node project needs.
 *
 * @param needed by every project
 * @param asked what CI installs for its own distribution beside its tests; installed where this suite has it
 */
record NodeSystemPackages(List<String> needed, List<String> asked, List<String> evidence) {
    /** What native add-ons and tests find on CI's machines, and what the client of the registry comes in. */
    private static final List<String> NEEDED = List.of(
            "build-essential",
            "ca-certificates",
            "curl",
            "git",
            "netbase",
            "openssl",
            "procps",
            "python3",
            "python3-venv",
            "unzip");

    /** What belongs to CI's own machine. */
    private static final String NOT_ASKED =
            "nodejs|npm|yarn|docker.*|podman.*|apt-.*|sudo|wget|software-properties-common|gnupg.*|lsb-release"
                    + "|google-chrome.*|chromium.*|firefox.*";

    NodeSystemPackages {
        needed = List.copyOf(needed);
        asked = List.copyOf(asked);
        evidence = List.copyOf(evidence);
    }

    static NodeSystemPackages of(PlanningInput input, NodeClient client) {
        List<Finding> named = input.report().of(NodeSubjects.SYSTEM_PACKAGE).stream()
                .filter(f -> "true".equals(f.attributes().get("tests")))
                .filter(f -> !f.value().matches(NOT_ASKED))
                .toList();
        TreeSet<String> names = new TreeSet<>(named.stream().map(Finding::value).toList());
        TreeSet<String> needed = new TreeSet<>(NEEDED);
        client.systemPackage().ifPresent(needed::add);
        names.removeAll(needed);
        return new NodeSystemPackages(
                List.copyOf(needed),
                List.copyOf(names),
                named.stream().map(Finding::id).toList());
    }

    String block() {
        return AptInstall.block(needed, asked);
    }
}
