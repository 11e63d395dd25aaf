package dev.bootwright.ecosystem.golang;

import dev.bootwright.discover.EvidenceKind;
import dev.bootwright.discover.Finding;
import dev.bootwright.failure.FailureCode;
import dev.bootwright.failure.ToolException;
import dev.bootwright.plan.PlanningInput;
import dev.bootwright.step.ToolchainChoice;
import dev.bootwright.toolchain.GoReleases;
import dev.bootwright.version.gomod.GoVersion;
import dev.bootwright.version.gomod.GoVersionRange;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/** Weighs the Go toolchains that could be used, the best first. */
final class GoToolchains {
    static final String SUITE = GoReleases.DISTRIBUTION_SUITE;

    private final PlanningInput input;
    private final GoRequirement requirement;
    private final List<GoCiVersions.Wanted> ci;
    private final List<Finding> pins;

    /**
     * @param hedges what is avoided by taking this one in place of the one above
     */
    record Candidate(ToolchainChoice choice, int weight, String hedges) {}

    private GoToolchains(PlanningInput input, List<String> projects) {
        this.input = input;
        this.requirement = GoRequirement.of(input, projects);
        this.ci = GoCiVersions.of(input.report());
        List<Finding> files = new ArrayList<>(input.report().of(GoSubjects.PINNED));
        files.addAll(input.report().of(GoSubjects.IMAGE));
        this.pins = files;
    }

    static List<Candidate> of(PlanningInput input, List<String> projects) {
        return new GoToolchains(input, projects).candidates();
    }

    private List<Candidate> candidates() {
        String asked = input.overrides().toolchains().get("go");
        if (asked != null) {
            return List.of(override(asked));
        }
        List<Candidate> candidates = new ArrayList<>();
        if (requirement.accepts(GoReleases.DISTRIBUTION)) {
            candidates.add(distribution());
        }
        fromCi().ifPresent(candidates::add);
        pinned().ifPresent(candidates::add);
        required().ifPresent(candidates::add);
        era().ifPresent(candidates::add);
        List<Candidate> distinct = new ArrayList<>();
        candidates.stream()
                .sorted(Comparator.comparingInt(Candidate::weight).reversed())
                .filter(c -> distinct.stream()
                        .noneMatch(d -> d.choice().version().equals(c.choice().version())))
                .forEach(distinct::add);
        return distinct;
    }

    private Candidate override(String asked) {
        Optional<GoVersionRange> range = GoVersionRange.tryParse(asked);
        Optional<GoVersion> version = range.isEmpty()
                ? Optional.empty()
                : range.get().exact().isEmpty() && range.get().contains(GoReleases.DISTRIBUTION)
                        ? Optional.of(GoReleases.DISTRIBUTION)
                        : GoReleases.newestIn(range.get());
        if (version.isEmpty()) {
            throw ToolException.of(
                    FailureCode.INVALID_CONFIGURATION,
                    "plan",
                    "the Go version “" + asked + "” is none that can be had",
                    "name one such as 1.22 or 1.22.5");
        }
        boolean distribution = version.get().equals(GoReleases.DISTRIBUTION);
        return new Candidate(
                new ToolchainChoice(
                        "go",
                        distribution ? version.get().language() : version.get().text(),
                        distribution ? "distribution" : "registry",
                        "asked for by the user",
                        List.of()),
                1000,
                "");
    }

    /** A later patch release of the same minor release will do. */
    private static boolean isMetByDistribution(GoVersionRange range) {
        return range.contains(GoReleases.DISTRIBUTION)
                || range.exact()
                        .map(v -> v.language().equals(GoReleases.DISTRIBUTION.language())
                                && v.compareTo(GoReleases.DISTRIBUTION) <= 0)
                        .orElse(false);
    }

    private Candidate distribution() {
        int weight = EvidenceKind.FILE_NAMES.weight();
        List<String> evidence = new ArrayList<>();
        List<String> reasons = new ArrayList<>();
        if (requirement.version().isPresent()) {
            weight += EvidenceKind.MANIFEST.weight();
            evidence.addAll(requirement.evidence());
            reasons.add(requirement.display());
        }
        Optional<GoCiVersions.Wanted> agreed =
                ci.stream().filter(w -> isMetByDistribution(w.range())).findFirst();
        if (agreed.isPresent()) {
            weight += EvidenceKind.CI.weight();
            evidence.add(agreed.get().evidence());
            reasons.add("CI tests with " + agreed.get().range() + " ("
                    + agreed.get().location() + ")");
        } else if (ci.isEmpty()) {
            reasons.add("CI names no version");
        }
        for (Finding pin : pins) {
            if (GoVersionRange.tryParse(pin.value())
                    .map(GoToolchains::isMetByDistribution)
                    .orElse(false)) {
                weight += EvidenceKind.ENVIRONMENT_FILE.weight();
                evidence.add(pin.id());
                reasons.add(pin.location() + " names " + pin.value());
                break;
            }
        }
        if (reasons.isEmpty()) {
            reasons.add("CI names others, but newer Go compiles older code");
        }
        return new Candidate(
                new ToolchainChoice(
                        "go",
                        GoReleases.DISTRIBUTION.language(),
                        "distribution",
                        "the distribution's own; " + String.join("; ", reasons),
                        evidence),
                weight,
                "a toolchain that cannot be downloaded");
    }

    /** The release of the chosen matrix cell, else the newest that CI names. */
    private Optional<Candidate> fromCi() {
        Optional<Candidate> best = Optional.empty();
        for (GoCiVersions.Wanted wanted : ci) {
            Optional<GoVersion> release = GoReleases.newestIn(wanted.range());
            boolean open = isMetByDistribution(wanted.range());
            if (release.isEmpty()
                    || !requirement.accepts(release.get())
                    || (open && requirement.accepts(GoReleases.DISTRIBUTION))) {
                continue;
            }
            int weight = EvidenceKind.CI.weight()
                    + (requirement.version().isPresent() ? EvidenceKind.MANIFEST.weight() : 0)
                    + (wanted.chosen() ? EvidenceKind.FILE_NAMES.weight() : 0);
            List<String> evidence = new ArrayList<>(List.of(wanted.evidence()));
            evidence.addAll(requirement.evidence());
            Candidate candidate = registry(
                    release.get(),
                    "CI tests with " + wanted.range() + " (" + wanted.location() + ")",
                    evidence,
                    weight,
                    "a toolchain that CI does not test with");
            if (best.isEmpty()
                    || candidate.weight() > best.get().weight()
                    || (candidate.weight() == best.get().weight() && isNewer(candidate, best.get()))) {
                best = Optional.of(candidate);
            }
        }
        return best;
    }

    private static boolean isNewer(Candidate a, Candidate b) {
        return GoVersion.parse(a.choice().version())
                        .compareTo(GoVersion.parse(b.choice().version()))
                > 0;
    }

    private Optional<Candidate> pinned() {
        for (Finding pin : pins) {
            Optional<GoVersion> release = GoVersionRange.tryParse(pin.value()).flatMap(GoReleases::newestIn);
            if (release.isPresent()
                    && requirement.accepts(release.get())
                    && !release.get().language().equals(GoReleases.DISTRIBUTION.language())) {
                return Optional.of(registry(
                        release.get(),
                        pin.location() + " names " + pin.value(),
                        List.of(pin.id()),
                        EvidenceKind.ENVIRONMENT_FILE.weight(),
                        "a toolchain that the project's own version file does not name"));
            }
        }
        return Optional.empty();
    }

    private Optional<Candidate> required() {
        if (requirement.version().isEmpty() || requirement.accepts(GoReleases.DISTRIBUTION)) {
            return Optional.empty();
        }
        GoVersion release = GoReleases.release(requirement.version().get());
        return Optional.of(registry(
                release,
                requirement.display() + ", more than the distribution has",
                requirement.evidence(),
                EvidenceKind.MANIFEST.weight(),
                "a toolchain newer than the module asks for"));
    }

    /** What was the newest when the commit was made; the last resort for code that newer Go refuses. */
    private Optional<Candidate> era() {
        if (input.repository().commitTime() == null) {
            return Optional.empty();
        }
        LocalDate day = input.repository().commitTime().atZone(ZoneOffset.UTC).toLocalDate();
        return GoReleases.newestOn(day)
                .filter(v -> requirement.accepts(v) && v.compareTo(GoReleases.DISTRIBUTION) < 0)
                .filter(v -> !v.language().equals(GoReleases.DISTRIBUTION.language()))
                .map(v -> registry(
                        v,
                        "the newest when the commit was made (" + day + ")",
                        List.of(),
                        0,
                        "code that today's Go refuses"));
    }

    private static Candidate registry(
            GoVersion release, String reason, List<String> evidence, int weight, String hedges) {
        return new Candidate(new ToolchainChoice("go", release.text(), "registry", reason, evidence), weight, hedges);
    }
}
