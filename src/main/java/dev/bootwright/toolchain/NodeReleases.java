package dev.bootwright.toolchain;

import dev.bootwright.version.npm.NpmRange;
import dev.bootwright.version.npm.NpmVersion;
import java.time.LocalDate;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/** Which Node releases there are, as far as this product's build knows, and which npm each of them is used with. */
public final class NodeReleases {
    private NodeReleases() {}

    /**
     * One major release.
     *
     * @param last the last release of it that the registry had when this table was made
     * @param published when the first release of it came out
     * @param lts the code name of its long-term support; empty for one that never gets it
     * @param stable from when on it has long-term support; for the others when it came out
     * @param npm the npm that its last releases come with
     */
    public record Major(NpmVersion last, LocalDate published, String lts, LocalDate stable, String npm) {
        static Major of(String last, String published, String lts, String stable, String npm) {
            return new Major(NpmVersion.parse(last), LocalDate.parse(published), lts, LocalDate.parse(stable), npm);
        }

        public boolean isLts() {
            return !lts.isEmpty();
        }
    }

    /** Ascending. Before 8 the registry has no build that the package managers of today can be led to. */
    private static final List<Major> MAJORS = List.of(
            Major.of("8.17.0", "2017-05-30", "carbon", "2017-10-31", "6.14.18"),
            Major.of("9.11.2", "2017-10-01", "", "2017-10-01", "6.14.18"),
            Major.of("10.24.1", "2018-04-24", "dubnium", "2018-10-30", "6.14.18"),
            Major.of("11.15.0", "2018-10-23", "", "2018-10-23", "6.14.18"),
            Major.of("12.22.12", "2019-04-23", "erbium", "2019-10-21", "6.14.18"),
            Major.of("13.14.0", "2019-10-22", "", "2019-10-22", "6.14.18"),
            Major.of("14.21.3", "2020-04-21", "fermium", "2020-10-27", "6.14.18"),
            Major.of("15.14.0", "2020-10-20", "", "2020-10-20", "7.24.2"),
            Major.of("16.20.2", "2021-04-20", "gallium", "2021-10-26", "8.19.4"),
            Major.of("17.9.1", "2021-10-19", "", "2021-10-19", "8.19.4"),
            Major.of("18.20.8", "2022-04-19", "hydrogen", "2022-10-25", "10.8.2"),
            Major.of("19.8.1", "2022-10-18", "", "2022-10-18", "9.9.4"),
            Major.of("20.20.2", "2023-04-18", "iron", "2023-10-24", "10.8.2"),
            Major.of("21.7.3", "2023-10-17", "", "2023-10-17", "10.8.2"),
            Major.of("22.23.5", "2024-04-24", "jod", "2024-10-29", "10.9.4"),
            Major.of("23.11.1", "2024-10-16", "", "2024-10-16", "10.9.4"),
            Major.of("24.22.3", "2025-05-06", "krypton", "2025-10-28", "11.6.2"),
            Major.of("25.9.0", "2025-10-15", "", "2025-10-15", "11.6.2"),
            Major.of("26.12.1", "2026-05-05", "", "2026-10-27", "11.6.2"));

    /** The distribution suite on which Node and its native add-ons are set up, and the Node that it ships itself. */
    public static final String DISTRIBUTION_SUITE = "bookworm";

    public static final NpmVersion DISTRIBUTION = NpmVersion.parse("18.20.4");

    public static List<Major> majors() {
        return MAJORS;
    }

    /** The major release that a version belongs to; the newest known for one that is newer. */
    public static Major majorOf(NpmVersion version) {
        return MAJORS.stream()
                .filter(m -> m.last().major() == version.major())
                .findFirst()
                .orElse(version.major() < MAJORS.getFirst().last().major() ? MAJORS.getFirst() : MAJORS.getLast());
    }

    /** The newest release with long-term support on a day. */
    public static NpmVersion ltsOn(LocalDate day) {
        return MAJORS.stream()
                .filter(m -> m.isLts() && !m.stable().isAfter(day))
                .map(Major::last)
                .max(Comparator.naturalOrder())
                .orElse(MAJORS.getFirst().last());
    }

    /**
     * What a version file, CI or a manifest asks for: a range, {@code v22}, {@code lts/*}, {@code lts/iron},
     * {@code node}.
     *
     * @param day on which {@code lts/*} and the like were written
     */
    public static Optional<NpmVersion> resolve(String wanted, LocalDate day) {
        String word = wanted.strip().toLowerCase(Locale.ROOT).replaceFirst("^node[-@ ]?(?=v?[0-9])", "");
        if (Map.of("lts/*", 1, "lts", 1, "lts/-1", 1, "active", 1, "stable", 1).containsKey(word)) {
            return Optional.of(ltsOn(day));
        }
        if (word.startsWith("lts/") || word.startsWith("lts-")) {
            return MAJORS.stream()
                    .filter(m -> m.lts().equals(word.substring(4)))
                    .map(Major::last)
                    .findFirst();
        }
        if (Map.of("node", 1, "latest", 1, "current", 1, "*", 1).containsKey(word)) {
            return MAJORS.stream()
                    .filter(m -> !m.published().isAfter(day))
                    .map(Major::last)
                    .max(Comparator.naturalOrder());
        }
        Optional<NpmVersion> exact = NpmVersion.tryParse(word);
        if (exact.isPresent()) {
            return exact;
        }
        return NpmRange.tryParse(word.replaceFirst("^v", "")).flatMap(r -> newestIn(r, day));
    }

    /** The newest long-term release in a range that was there on a day, else the newest of all that are in it. */
    public static Optional<NpmVersion> newestIn(NpmRange range, LocalDate day) {
        Optional<NpmVersion> lts = MAJORS.stream()
                .filter(m -> m.isLts() && !m.stable().isAfter(day) && range.contains(m.last()))
                .map(Major::last)
                .max(Comparator.naturalOrder());
        return lts.isPresent()
                ? lts
                : range.newestOf(MAJORS.stream().map(Major::last).toList());
    }
}
