package dev.bootwright.ecosystem.maven;

import dev.bootwright.discover.EvidenceKind;
import dev.bootwright.discover.Finding;
import dev.bootwright.failure.FailureCode;
import dev.bootwright.failure.ToolException;
import dev.bootwright.plan.PlanningInput;
import dev.bootwright.toolchain.JdkReleases;
import dev.bootwright.toolchain.JdkReleases.Jdk;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Weighs the JDKs that a project could be built with, the best first. */
final class JdkChoice {
    private static final int UNTIL_COMMON_MONTHS = 18;

    private final PlanningInput input;
    private final JdkRange range;
    private final Map<Integer, Weighed> weights = new LinkedHashMap<>();

    /** @param hedges what is avoided by taking this one in place of the one above */
    record Candidate(Jdk jdk, int weight, String reason, String hedges, List<String> evidence) {}

    private static final class Weighed {
        int weight;
        final List<String> reasons = new ArrayList<>();
        final List<String> evidence = new ArrayList<>();

        void add(int more, String reason, List<String> ids) {
            weight += more;
            reasons.add(reason);
            evidence.addAll(ids);
        }
    }

    private JdkChoice(PlanningInput input, List<String> projects) {
        this.input = input;
        this.range = JdkRange.of(input, projects);
    }

    static List<Candidate> of(PlanningInput input, List<String> projects) {
        return new JdkChoice(input, projects).candidates();
    }

    private List<Candidate> candidates() {
        String asked = input.overrides().toolchains().get("java");
        if (asked == null) {
            asked = input.overrides().toolchains().get("jdk");
        }
        if (asked != null) {
            return List.of(override(asked));
        }
        List<Jdk> accepted = range.accepted();
        // a level that no JDK here knows: the newest is tried, and the compiler says the rest
        List<Jdk> usable = accepted.isEmpty() ? List.of(JdkReleases.all().getLast()) : accepted;
        usable.forEach(j -> weights.put(j.feature(), new Weighed()));
        ci();
        pins();
        era(usable);
        libraries();
        usable.stream()
                .filter(Jdk::isForeign)
                .forEach(j -> weights.getOrDefault(j.feature(), new Weighed()).weight -= 5);
        List<Candidate> sorted = new ArrayList<>();
        usable.stream()
                .sorted(Comparator.comparingInt((Jdk j) -> weight(j))
                        .reversed()
                        .thenComparing(Comparator.comparingInt(Jdk::feature).reversed()))
                .forEach(j -> sorted.add(candidate(j, sorted.isEmpty())));
        return sorted;
    }

    private int weight(Jdk jdk) {
        Weighed weighed = weights.get(jdk.feature());
        return weighed == null ? 0 : weighed.weight;
    }

    private Candidate candidate(Jdk jdk, boolean first) {
        Weighed weighed = weights.getOrDefault(jdk.feature(), new Weighed());
        List<String> reasons = new ArrayList<>(weighed.reasons);
        reasons.add(range.text());
        List<String> evidence = new ArrayList<>(weighed.evidence);
        evidence.addAll(range.evidence());
        return new Candidate(
                jdk,
                Math.max(0, weighed.weight),
                String.join("; ", reasons),
                first ? "" : "a JDK that the sources, a plug-in or a test library does not work with",
                evidence.stream().distinct().toList());
    }

    private Candidate override(String asked) {
        Optional<Jdk> jdk = JdkReleases.feature(asked).flatMap(JdkReleases::of);
        if (jdk.isEmpty()) {
            throw ToolException.of(
                    FailureCode.INVALID_CONFIGURATION,
                    "plan",
                    "the Java version “" + asked + "” is none that can be had",
                    "name one of "
                            + String.join(
                                    ", ",
                                    JdkReleases.all().stream()
                                            .map(j -> String.valueOf(j.feature()))
                                            .toList()));
        }
        return new Candidate(jdk.get(), 1000, "asked for by the user", "", List.of());
    }

    /** What CI tests with: the chosen cell most, then the newest of the others that can be had. */
    private void ci() {
        List<Finding> all = input.report().of(MavenSubjects.CI_VERSION);
        List<Finding> testing = all.stream()
                .filter(f -> !"false".equals(f.attributes().get("tests")))
                .toList();
        List<Finding> used = testing.isEmpty() ? all : testing;
        for (Finding finding : used) {
            List<String> versions = new ArrayList<>(List.of(finding.value()));
            versions.addAll(List.of(finding.attributes().getOrDefault("all", "").split(",")));
            Optional<Integer> newest = versions.stream()
                    .flatMap(v -> JdkReleases.feature(v).stream())
                    .filter(weights::containsKey)
                    .max(Comparator.naturalOrder());
            for (String version : versions.stream().distinct().toList()) {
                JdkReleases.feature(version)
                        .flatMap(f -> Optional.ofNullable(weights.get(f)).filter(w -> w.reasons.isEmpty()))
                        .ifPresent(w -> w.add(
                                EvidenceKind.CI.weight(),
                                "CI tests with " + version + " (" + finding.location() + ")",
                                List.of(finding.id())));
            }
            newest.flatMap(f -> Optional.ofNullable(weights.get(f)))
                    .ifPresent(w -> w.weight += EvidenceKind.FILE_NAMES.weight());
        }
        if (weights.values().stream().allMatch(w -> w.weight == 0)) {
            nearest(used);
        }
    }

    /** CI names only releases that no suite holds: the next newer one will mostly do. */
    private void nearest(List<Finding> findings) {
        for (Finding finding : findings) {
            Optional<Integer> wanted = JdkReleases.feature(finding.value());
            wanted.flatMap(w -> weights.keySet().stream()
                            .min(Comparator.comparing((Integer f) -> f < w).thenComparingInt(f -> Math.abs(f - w))))
                    .flatMap(f -> Optional.ofNullable(weights.get(f)))
                    .ifPresent(w -> w.add(
                            EvidenceKind.ENVIRONMENT_FILE.weight(),
                            "the nearest to " + finding.value() + ", with which CI tests (" + finding.location() + ")",
                            List.of(finding.id())));
        }
    }

    private void pins() {
        List<Finding> pins = new ArrayList<>(input.report().of(MavenSubjects.PINNED));
        pins.addAll(input.report().of(MavenSubjects.IMAGE));
        for (Finding pin : pins) {
            JdkReleases.feature(pin.value())
                    .flatMap(f -> Optional.ofNullable(weights.get(f)))
                    .ifPresent(w -> w.add(
                            EvidenceKind.ENVIRONMENT_FILE.weight(),
                            pin.location() + " names " + pin.value(),
                            List.of(pin.id())));
        }
    }

    /** Libraries that rewrite classes know no later JDK; CI's own choice is stronger than this table. */
    private void libraries() {
        range.soft()
                .ifPresent(limit -> weights.forEach((feature, weighed) -> {
                    if (range.isWithinLibraries(feature)) {
                        weighed.add(
                                EvidenceKind.MANIFEST.weight(),
                                limit.attributes().getOrDefault("library", "a library") + " knows no JDK after "
                                        + limit.value() + " (" + limit.location() + ")",
                                List.of(limit.id()));
                    }
                }));
    }

    /** Nobody names a JDK: the long-term release that had been in use for a while when the commit was made. */
    private void era(List<Jdk> usable) {
        boolean open = weights.values().stream().allMatch(w -> w.weight == 0);
        if (input.repository().commitTime() == null) {
            if (open) {
                weights.values().stream().findFirst().ifPresent(w -> w.weight += EvidenceKind.MANIFEST.weight());
            }
            return;
        }
        LocalDate day = input.repository().commitTime().atZone(ZoneOffset.UTC).toLocalDate();
        Jdk common = usable.stream()
                .filter(j -> !j.published().plusMonths(UNTIL_COMMON_MONTHS).isAfter(day))
                .max(Comparator.comparingInt(Jdk::feature))
                .orElse(usable.getFirst());
        Optional.ofNullable(weights.get(common.feature()))
                .ifPresent(w -> w.add(
                        open ? EvidenceKind.MANIFEST.weight() : EvidenceKind.FILE_NAMES.weight(),
                        "the long-term release in common use when the commit was made (" + day + ")",
                        List.of()));
    }
}
