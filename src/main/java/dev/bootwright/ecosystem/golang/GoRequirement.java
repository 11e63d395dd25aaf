package dev.bootwright.ecosystem.golang;

import dev.bootwright.discover.Finding;
import dev.bootwright.plan.PlanningInput;
import dev.bootwright.version.gomod.GoVersion;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The least toolchain that all modules together accept.
 *
 * @param version the highest of their {@code go} and {@code toolchain} lines; empty without any
 * @param language the highest {@code go} line
 */
record GoRequirement(Optional<GoVersion> version, Optional<GoVersion> language, List<String> evidence) {
    GoRequirement {
        evidence = List.copyOf(evidence);
    }

    static GoRequirement of(PlanningInput input, List<String> projects) {
        Optional<GoVersion> version = Optional.empty();
        Optional<GoVersion> language = Optional.empty();
        List<String> evidence = new ArrayList<>();
        for (Finding finding : input.report().of(GoSubjects.VERSION)) {
            Optional<GoVersion> value = GoVersion.tryParse(finding.value());
            if (value.isPresent() && counts(finding, projects)) {
                version = max(version, value);
                language = max(language, value);
                evidence.add(finding.id());
            }
        }
        for (Finding finding : input.report().of(GoSubjects.TOOLCHAIN)) {
            Optional<GoVersion> value = GoVersion.ofToolchain(finding.value());
            if (value.isPresent() && counts(finding, projects)) {
                version = max(version, value);
                evidence.add(finding.id());
            }
        }
        return new GoRequirement(version, language, evidence);
    }

    private static boolean counts(Finding finding, List<String> projects) {
        return projects.contains(finding.project()) || finding.file().endsWith("go.work");
    }

    private static Optional<GoVersion> max(Optional<GoVersion> a, Optional<GoVersion> b) {
        return a.isEmpty() || (b.isPresent() && b.get().compareTo(a.get()) > 0) ? b : a;
    }

    boolean accepts(GoVersion candidate) {
        return version.isEmpty() || candidate.compareTo(version.get()) >= 0;
    }

    String display() {
        return version.map(v -> "go.mod asks for " + v + " or later").orElse("go.mod names no version");
    }
}
