package dev.bootwright.ecosystem.maven;

import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Plug-ins that judge, sign or rewrite and run no tests, each with the property that switches it off. */
final class Checks {
    private static final Map<String, String> SWITCHES = Map.ofEntries(
            Map.entry("maven-checkstyle-plugin", "checkstyle.skip"),
            Map.entry("maven-pmd-plugin", "pmd.skip"),
            Map.entry("spotbugs-maven-plugin", "spotbugs.skip"),
            Map.entry("findbugs-maven-plugin", "findbugs.skip"),
            Map.entry("apache-rat-plugin", "rat.skip"),
            Map.entry("license-maven-plugin", "license.skip"),
            Map.entry("animal-sniffer-maven-plugin", "animal.sniffer.skip"),
            Map.entry("spotless-maven-plugin", "spotless.check.skip"),
            Map.entry("formatter-maven-plugin", "formatter.skip"),
            Map.entry("impsort-maven-plugin", "impsort.skip"),
            Map.entry("fmt-maven-plugin", "fmt.skip"),
            Map.entry("sortpom-maven-plugin", "sort.skip"),
            Map.entry("japicmp-maven-plugin", "japicmp.skip"),
            Map.entry("revapi-maven-plugin", "revapi.skip"),
            Map.entry("clirr-maven-plugin", "clirr.skip"),
            Map.entry("forbiddenapis", "forbiddenapis.skip"),
            Map.entry("modernizer-maven-plugin", "modernizer.skip"),
            Map.entry("dependency-check-maven", "dependency-check.skip"),
            Map.entry("maven-javadoc-plugin", "maven.javadoc.skip"),
            Map.entry("maven-gpg-plugin", "gpg.skip"),
            Map.entry("ktlint-maven-plugin", "ktlint.skip"),
            Map.entry("detekt-maven-plugin", "detekt.skip"));

    /** What a parent outside of the tree may bring that changes the repository's own files while they are tested. */
    static final List<String> REWRITING =
            List.of("formatter.skip", "impsort.skip", "license.skip", "sort.skip", "spotless.apply.skip");

    private Checks() {}

    static Optional<String> switchOf(String plugin) {
        return Optional.ofNullable(SWITCHES.get(plugin));
    }
}
