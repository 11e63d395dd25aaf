package dev.bootwright.version.npm;

import dev.bootwright.version.Version;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A version as semantic versioning defines it; build metadata is dropped, as it does not order.
 *
 * @param preRelease dot-separated identifiers; empty for a release
 */
public record NpmVersion(long major, long minor, long patch, List<String> preRelease) implements Version<NpmVersion> {
    private static final int LENGTH_LIMIT = 256;
    private static final String NUMBER = "(0|[1-9][0-9]{0,14})";
    private static final Pattern FORM = Pattern.compile("[v=\\s]*" + NUMBER + "\\." + NUMBER + "\\." + NUMBER
            + "(?:-([0-9A-Za-z-]+(?:\\.[0-9A-Za-z-]+)*))?(?:\\+[0-9A-Za-z.-]+)?");
    private static final Pattern DIGITS = Pattern.compile("[0-9]+");

    private static final Comparator<NpmVersion> ORDER = Comparator.comparingLong(NpmVersion::major)
            .thenComparingLong(NpmVersion::minor)
            .thenComparingLong(NpmVersion::patch)
            .thenComparing(NpmVersion::preRelease, NpmVersion::comparePreReleases);

    public NpmVersion {
        preRelease = List.copyOf(preRelease);
    }

    public static NpmVersion of(long major, long minor, long patch) {
        return new NpmVersion(major, minor, patch, List.of());
    }

    /** Throws {@link IllegalArgumentException} for anything else than a complete version. */
    public static NpmVersion parse(String text) {
        return tryParse(text).orElseThrow(() -> new IllegalArgumentException("not a version: " + text));
    }

    public static Optional<NpmVersion> tryParse(String text) {
        if (text.length() > LENGTH_LIMIT) {
            return Optional.empty();
        }
        Matcher m = FORM.matcher(text.strip());
        if (!m.matches()) {
            return Optional.empty();
        }
        String pre = m.group(4);
        return Optional.of(new NpmVersion(
                Long.parseLong(m.group(1)),
                Long.parseLong(m.group(2)),
                Long.parseLong(m.group(3)),
                pre == null ? List.of() : List.of(pre.split("\\."))));
    }

    @Override
    public boolean isPreRelease() {
        return !preRelease.isEmpty();
    }

    boolean hasCore(NpmVersion other) {
        return major == other.major && minor == other.minor && patch == other.patch;
    }

    @Override
    public int compareTo(NpmVersion other) {
        return ORDER.compare(this, other);
    }

    @Override
    public String toString() {
        return major + "." + minor + "." + patch + (preRelease.isEmpty() ? "" : "-" + String.join(".", preRelease));
    }

    /** A release comes after its pre-releases; numbers order before words. */
    private static int comparePreReleases(List<String> a, List<String> b) {
        if (a.isEmpty() || b.isEmpty()) {
            return Boolean.compare(a.isEmpty(), b.isEmpty());
        }
        for (int i = 0; i < Math.min(a.size(), b.size()); i++) {
            int order = compareIdentifiers(a.get(i), b.get(i));
            if (order != 0) {
                return order;
            }
        }
        return Integer.compare(a.size(), b.size());
    }

    private static int compareIdentifiers(String a, String b) {
        boolean number = DIGITS.matcher(a).matches();
        if (number != DIGITS.matcher(b).matches()) {
            return number ? -1 : 1;
        }
        if (!number) {
            return a.compareTo(b);
        }
        return new java.math.BigInteger(a).compareTo(new java.math.BigInteger(b));
    }
}
