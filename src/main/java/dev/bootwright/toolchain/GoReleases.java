package dev.bootwright.toolchain;

import dev.bootwright.version.gomod.GoVersion;
import dev.bootwright.version.gomod.GoVersionRange;
import java.time.LocalDate;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/** Which Go toolchains there are, as far as this product's build knows, and which the Debian suites hold. */
public final class GoReleases {
    private GoReleases() {}

    /**
     * One minor release.
     *
     * @param last the last patch release published when this table was made
     * @param published when the minor release came out
     */
    public record Minor(GoVersion last, LocalDate published) {
        static Minor of(String last, String published) {
            return new Minor(GoVersion.parse(last), LocalDate.parse(published));
        }
    }

    /** Ascending. The module proxy serves all of them as toolchains. */
    private static final List<Minor> MINORS = List.of(
            Minor.of("1.11.13", "2018-08-24"),
            Minor.of("1.12.17", "2019-02-25"),
            Minor.of("1.13.15", "2019-09-03"),
            Minor.of("1.14.15", "2020-02-25"),
            Minor.of("1.15.15", "2020-08-11"),
            Minor.of("1.16.15", "2021-02-16"),
            Minor.of("1.17.13", "2021-08-16"),
            Minor.of("1.18.10", "2022-03-15"),
            Minor.of("1.19.13", "2022-08-02"),
            Minor.of("1.20.14", "2023-02-01"),
            Minor.of("1.21.13", "2023-08-08"),
            Minor.of("1.22.12", "2024-02-06"),
            Minor.of("1.23.12", "2024-08-13"),
            Minor.of("1.24.13", "2025-02-11"),
            Minor.of("1.25.14", "2025-08-12"),
            Minor.of("1.26.11", "2026-02-10"),
            Minor.of("1.27.4", "2026-08-19"));

    /** What the newest Debian release ships, and the suite. From Go 1.21 on it can fetch any other toolchain. */
    public static final String DISTRIBUTION_SUITE = "trixie";

    public static final GoVersion DISTRIBUTION = GoVersion.parse("1.24.4");

    public static List<Minor> minors() {
        return MINORS;
    }

    /** The last known patch release of a language version; its first release when the version is newer than the table. */
    public static GoVersion release(GoVersion wanted) {
        if (!wanted.isLanguage()) {
            return wanted;
        }
        return MINORS.stream()
                .map(Minor::last)
                .filter(v -> v.language().equals(wanted.language()))
                .findFirst()
                .orElseGet(() -> wanted.isAtLeast("1.21") ? GoVersion.parse(wanted.language() + ".0") : wanted);
    }

    /** The newest known release in a range; an exact release is taken as it is, known or not. */
    public static Optional<GoVersion> newestIn(GoVersionRange range) {
        Optional<GoVersion> exact = range.exact();
        return exact.isPresent()
                ? exact
                : range.newestOf(MINORS.stream().map(Minor::last).toList());
    }

    /** The newest minor release that had been published on a day. */
    public static Optional<GoVersion> newestOn(LocalDate day) {
        return MINORS.stream()
                .filter(m -> !m.published().isAfter(day))
                .map(Minor::last)
                .max(Comparator.naturalOrder());
    }
}
