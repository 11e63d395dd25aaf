package dev.bootwright.ecosystem.rust;

import dev.bootwright.discover.EvidenceKind;
import dev.bootwright.discover.Finding;
import dev.bootwright.failure.FailureCode;
import dev.bootwright.failure.ToolException;
import dev.bootwright.plan.PlanningInput;
import dev.bootwright.step.ToolchainChoice;
import dev.bootwright.toolchain.RustReleases;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.OptionalInt;
import java.util.TreeSet;

/** Weighs the Rust toolchains that could be used, the best first. */
final class RustToolchains {
    static final String DISTRIBUTION = "distribution";
    static final String RUSTUP = "rustup";

    private static final String CHANNEL = "(?:nightly|beta)(?:-20[0-9]{2}-[0-9]{2}-[0-9]{2})?";

    private final PlanningInput input;
    private final int required;
    private final List<String> evidence;
    private final int era;

    /** The manifests say themselves which releases will do. */
    private final boolean stated;

    /** @param hedges what is avoided by taking this one in place of the one above */
    record Candidate(ToolchainChoice choice, int weight, String hedges) {}

    private RustToolchains(PlanningInput input, List<String> projects) {
        this.input = input;
        RustFacts facts = new RustFacts(input);
        this.required = projects.stream().mapToInt(facts::required).max().orElse(0);
        this.stated = projects.stream()
                .anyMatch(p -> !facts.ids(RustSubjects.VERSION, p).isEmpty());
        TreeSet<String> ids = new TreeSet<>();
        for (String project : projects) {
            ids.addAll(facts.ids(RustSubjects.EDITION, project));
            ids.addAll(facts.ids(RustSubjects.VERSION, project));
            ids.addAll(facts.ids(RustSubjects.LOCK, project));
        }
        this.evidence = List.copyOf(ids);
        this.era = era(input);
    }

    /** The newest minor release when the commit was made; the distribution's when that day is not known. */
    private static int era(PlanningInput input) {
        return input.repository().commitTime() == null
                ? RustReleases.DISTRIBUTION
                : RustReleases.newestOn(
                        input.repository().commitTime().atZone(ZoneOffset.UTC).toLocalDate());
    }

    /** Whether a compiler is newer than the code, so that it may refuse by lints what was right then. */
    static boolean isNewerThanCode(ToolchainChoice choice, PlanningInput input) {
        return input.repository().commitTime() != null
                && RustReleases.minor(choice.version()).orElse(0) > era(input);
    }

    static List<Candidate> of(PlanningInput input, List<String> projects) {
        return new RustToolchains(input, projects).candidates();
    }

    private List<Candidate> candidates() {
        String asked = input.overrides().toolchains().get("rust");
        if (asked != null) {
            return List.of(override(asked));
        }
        List<Candidate> all = new ArrayList<>();
        pinned(all);
        fromCi(all);
        if (required <= RustReleases.DISTRIBUTION) {
            boolean enough = era <= RustReleases.DISTRIBUTION || stated;
            all.add(distribution(
                    (enough ? EvidenceKind.MANIFEST.weight() : 0) + EvidenceKind.FILE_NAMES.weight(),
                    "the distribution's own; " + asksFor(),
                    evidence));
        }
        era(all);
        List<Candidate> distinct = new ArrayList<>();
        all.stream()
                .sorted(Comparator.comparingInt(Candidate::weight).reversed())
                .filter(c -> distinct.stream()
                        .noneMatch(d -> d.choice().version().equals(c.choice().version())))
                .forEach(distinct::add);
        return distinct;
    }

    private String asksFor() {
        return required == 0 ? "the manifest names no version" : "the manifest asks for 1." + required + " or later";
    }

    private Candidate override(String asked) {
        OptionalInt minor = RustReleases.minor(asked);
        if (minor.isEmpty() && !asked.matches("stable|" + CHANNEL)) {
            throw ToolException.of(
                    FailureCode.INVALID_CONFIGURATION,
                    "plan",
                    "the Rust version “" + asked + "” is none that can be had",
                    "name one such as 1.85, 1.85.1, stable or nightly-2026-01-31");
        }
        return asked.equals("1." + RustReleases.DISTRIBUTION)
                ? distribution(1000, "asked for by the user", List.of())
                : rustup(asked, 1000, "asked for by the user", List.of(), "");
    }

    private void pinned(List<Candidate> all) {
        for (Finding f : input.report().of(RustSubjects.TOOLCHAIN)) {
            String channel = f.value().replaceFirst("-(?:x86_64|aarch64)-unknown-linux-gnu$", "");
            OptionalInt minor = RustReleases.minor(channel);
            int weight = EvidenceKind.ENVIRONMENT_FILE.weight() + EvidenceKind.CI.weight();
            String reason = f.location() + " names " + f.value();
            if (minor.isPresent() && minor.getAsInt() == RustReleases.DISTRIBUTION) {
                all.add(distribution(weight, reason, List.of(f.id())));
            } else if ((minor.isPresent() && minor.getAsInt() >= required) || channel.matches(CHANNEL)) {
                all.add(rustup(
                        atLeastIndexed(channel, minor),
                        weight,
                        reason,
                        List.of(f.id()),
                        "a toolchain that the project's own file does not name"));
            }
        }
    }

    /** A release that CI tests with is taken where the distribution's and that of the commit's day will not do. */
    private void fromCi(List<Candidate> all) {
        OptionalInt best = OptionalInt.empty();
        Finding from = null;
        for (Finding f : input.report().of(RustSubjects.CI_VERSION)) {
            OptionalInt minor = RustReleases.minor(f.value());
            if (minor.isPresent()
                    && minor.getAsInt() >= Math.max(required, RustReleases.FIRST_WITH_INDEX)
                    && (best.isEmpty() || minor.getAsInt() > best.getAsInt())) {
                best = minor;
                from = f;
            }
        }
        if (from != null && best.isPresent()) {
            String reason = "CI tests with " + from.value() + " (" + from.location() + ")";
            if (best.getAsInt() == RustReleases.DISTRIBUTION) {
                all.add(distribution(EvidenceKind.CI.weight(), reason, List.of(from.id())));
            } else {
                all.add(rustup(
                        "1." + best.getAsInt(),
                        EvidenceKind.FILE_NAMES.weight(),
                        reason,
                        List.of(from.id()),
                        "a toolchain that CI does not test with"));
            }
        }
    }

    /** What was the newest when the commit was made. */
    private void era(List<Candidate> all) {
        int minor = Math.max(Math.max(era, required), RustReleases.FIRST_WITH_INDEX);
        if (minor == RustReleases.DISTRIBUTION) {
            return;
        }
        boolean newer = minor > RustReleases.DISTRIBUTION && !(stated && required <= RustReleases.DISTRIBUTION);
        all.add(rustup(
                "1." + minor,
                newer ? EvidenceKind.MANIFEST.weight() + EvidenceKind.FILE_NAMES.weight() : 0,
                required > era
                        ? asksFor() + ", more than the distribution has"
                        : newer
                                ? "the newest when the commit was made"
                                : "of the commit's time, as far as the index allows",
                evidence,
                minor > RustReleases.DISTRIBUTION
                        ? "code that the distribution's compiler is too old for"
                        : "code that a newer compiler refuses"));
    }

    private static String atLeastIndexed(String channel, OptionalInt minor) {
        return minor.isPresent() && minor.getAsInt() < RustReleases.FIRST_WITH_INDEX
                ? "1." + RustReleases.FIRST_WITH_INDEX
                : channel;
    }

    private static Candidate distribution(int weight, String reason, List<String> evidence) {
        return new Candidate(
                new ToolchainChoice("rust", "1." + RustReleases.DISTRIBUTION, DISTRIBUTION, reason, evidence),
                weight,
                "a toolchain that cannot be downloaded");
    }

    private static Candidate rustup(String version, int weight, String reason, List<String> evidence, String hedges) {
        return new Candidate(new ToolchainChoice("rust", version, RUSTUP, reason, evidence), weight, hedges);
    }
}
