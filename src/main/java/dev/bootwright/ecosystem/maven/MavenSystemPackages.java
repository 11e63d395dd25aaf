package dev.bootwright.ecosystem.maven;

import dev.bootwright.contract.AptInstall;
import dev.bootwright.discover.Finding;
import dev.bootwright.plan.PlanningInput;
import dev.bootwright.toolchain.JdkReleases;
import java.util.List;
import java.util.TreeSet;

/**
 * The distribution's packages that a Maven build needs.
 *
 * @param needed the JDK, Maven as the registry's client, and what the JDK's desktop classes load where they are used
 * @param asked what CI installs for its own distribution beside its tests; installed where this suite has it
 */
record MavenSystemPackages(JdkReleases.Jdk jdk, List<String> needed, List<String> asked, List<String> evidence) {
    /** What belongs to CI's own machine, or is chosen here. */
    private static final String NOT_ASKED =
            "openjdk-.*|default-j.*|temurin-.*|maven|docker.*|podman.*|apt-.*|sudo|curl|wget|software-properties-common|gnupg.*|lsb-release|ca-certificates.*|git";

    MavenSystemPackages {
        needed = List.copyOf(needed);
        asked = List.copyOf(asked);
        evidence = List.copyOf(evidence);
    }

    static MavenSystemPackages of(PlanningInput input, JdkReleases.Jdk jdk) {
        List<Finding> desktop = input.report().of(MavenSubjects.DESKTOP);
        TreeSet<String> needed = new TreeSet<>(List.of("ca-certificates", "git", "maven", "procps"));
        if (desktop.isEmpty()) {
            needed.add("openjdk-" + jdk.feature() + "-jdk-headless");
        } else {
            needed.addAll(List.of("openjdk-" + jdk.feature() + "-jdk", "fontconfig", "fonts-dejavu-core"));
        }
        List<Finding> named = input.report().of(MavenSubjects.SYSTEM_PACKAGE).stream()
                .filter(f -> "true".equals(f.attributes().get("tests")))
                .filter(f -> !f.value().matches(NOT_ASKED))
                .toList();
        TreeSet<String> asked = new TreeSet<>(named.stream().map(Finding::value).toList());
        asked.removeAll(needed);
        TreeSet<String> evidence = new TreeSet<>(named.stream().map(Finding::id).toList());
        desktop.forEach(f -> evidence.add(f.id()));
        return new MavenSystemPackages(jdk, List.copyOf(needed), List.copyOf(asked), List.copyOf(evidence));
    }

    String block() {
        String foreign = jdk.isForeign() ? foreign() : "";
        return "apt-get update\n" + foreign + AptInstall.packages(needed, asked);
    }

    /** Another suite of the same mirror, of which only what this suite lacks is taken. */
    private String foreign() {
        return """
                # this suite has no JDK %1$d any more; %2$s still has, and is asked only for what is missing here
                mirror="$(apt-get indextargets --format '$(REPO_URI)' 'Created-By: Packages' 'Codename: %3$s' | sort -u | sed -n 1p)"
                printf 'deb [check-valid-until=no] %%s %2$s main\\n' "$mirror" > /etc/apt/sources.list.d/%2$s.list
                printf 'Package: *\\nPin: release n=%2$s\\nPin-Priority: 50\\n' > /etc/apt/preferences.d/%2$s
                apt-get update
                """.formatted(jdk.feature(), jdk.from(), jdk.suite());
    }
}
