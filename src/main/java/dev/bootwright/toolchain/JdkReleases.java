package dev.bootwright.toolchain;

import java.time.LocalDate;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Which JDKs the Debian suites hold, as far as this product's build knows. */
public final class JdkReleases {
    private static final Pattern FEATURE = Pattern.compile("(?:[a-z-]+[@-])?(?:1\\.)?([0-9]{1,2})(?:[.+-].*|)");

    /**
     * One feature release.
     *
     * @param suite of the base environment
     * @param from the suite that its package is taken from; equal to {@code suite} or a later one
     * @param maven the Maven that the base suite holds
     * @param published when the feature release came out
     */
    public record Jdk(int feature, String suite, String from, String maven, LocalDate published) {
        static Jdk of(int feature, String suite, String from, String maven, String published) {
            return new Jdk(feature, suite, from, maven, LocalDate.parse(published));
        }

        public boolean isForeign() {
            return !suite.equals(from);
        }
    }

    /** Ascending. */
    private static final List<Jdk> JDKS = List.of(
            Jdk.of(8, "trixie", "sid", "3.9.9", "2014-03-18"),
            Jdk.of(11, "bullseye", "bullseye", "3.6.3", "2018-09-25"),
            Jdk.of(17, "bookworm", "bookworm", "3.8.7", "2021-09-14"),
            Jdk.of(21, "trixie", "trixie", "3.9.9", "2023-09-19"),
            Jdk.of(25, "trixie", "trixie", "3.9.9", "2025-09-16"));

    private JdkReleases() {}

    public static List<Jdk> all() {
        return JDKS;
    }

    public static Optional<Jdk> of(int feature) {
        return JDKS.stream().filter(j -> j.feature() == feature).findFirst();
    }

    /** The feature release that a text names: of {@code 1.8.0_292}, {@code 8}, {@code temurin-17.0.9+9}, {@code 21-ea}. */
    public static Optional<Integer> feature(String text) {
        String plain = text.strip().toLowerCase(Locale.ROOT);
        if (plain.length() > 60) {
            return Optional.empty();
        }
        Matcher matcher = FEATURE.matcher(plain.startsWith("v") ? plain.substring(1) : plain);
        return matcher.matches()
                ? Optional.of(Integer.parseInt(matcher.group(1))).filter(f -> f > 0)
                : Optional.empty();
    }
}
