package dev.bootwright.version.gomod;

import dev.bootwright.version.Version;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeParseException;
import java.time.format.ResolverStyle;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A version of a Go module: semantic versioning with a leading {@code v}; {@code v2.0.0+incompatible} and
 * pseudo-versions such as {@code v0.0.0-20240102030405-abcdef123456} are such versions too.
 *
 * @param preRelease without its hyphen; empty for a release
 * @param build without its plus sign; it does not count when versions are compared
 */
public record GoModuleVersion(String major, String minor, String patch, List<String> preRelease, String build)
        implements Version<GoModuleVersion> {
    private static final String NUMBER = "(0|[1-9][0-9]*)";
    private static final String IDENTIFIER = "(?:0|[1-9][0-9]*|[0-9]*[A-Za-z-][0-9A-Za-z-]*)";
    private static final Pattern FORM = Pattern.compile("v" + NUMBER + "(?:\\." + NUMBER + "(?:\\." + NUMBER + "(?:-("
            + IDENTIFIER + "(?:\\." + IDENTIFIER + ")*))?(?:\\+([0-9A-Za-z-]+(?:\\.[0-9A-Za-z-]+)*))?)?)?");
    private static final Pattern PSEUDO = Pattern.compile(
            "v[0-9]+\\.(?:0\\.0-|\\d+\\.\\d+-(?:[^+]*\\.)?0\\.)(\\d{14})-([A-Za-z0-9]+)(?:\\+[0-9A-Za-z-]+(?:\\.[0-9A-Za-z-]+)*)?");
    private static final DateTimeFormatter TIMESTAMP =
            DateTimeFormatter.ofPattern("uuuuMMddHHmmss").withResolverStyle(ResolverStyle.STRICT);

    public GoModuleVersion {
        preRelease = List.copyOf(preRelease);
    }

    /** {@code v1} and {@code v1.2} are read as {@code v1.0.0} and {@code v1.2.0}, as Go does. */
    public static Optional<GoModuleVersion> tryParse(String text) {
        if (text.length() > 256) {
            return Optional.empty();
        }
        Matcher m = FORM.matcher(text);
        if (!m.matches()) {
            return Optional.empty();
        }
        String pre = m.group(4);
        return Optional.of(new GoModuleVersion(
                m.group(1),
                m.group(2) == null ? "0" : m.group(2),
                m.group(3) == null ? "0" : m.group(3),
                pre == null ? List.of() : Arrays.asList(pre.split("\\.")),
                m.group(5) == null ? "" : m.group(5)));
    }

    public static GoModuleVersion parse(String text) {
        return tryParse(text).orElseThrow(() -> new IllegalArgumentException("not a Go module version: " + text));
    }

    /** A commit without a tag of its own. */
    public boolean isPseudo() {
        return PSEUDO.matcher(toString()).matches();
    }

    /** When the commit of a pseudo-version was made. */
    public Optional<Instant> pseudoTime() {
        Matcher m = PSEUDO.matcher(toString());
        if (!m.matches()) {
            return Optional.empty();
        }
        try {
            return Optional.of(LocalDateTime.parse(m.group(1), TIMESTAMP).toInstant(ZoneOffset.UTC));
        } catch (DateTimeParseException _) {
            return Optional.empty();
        }
    }

    /** The commit's abbreviated hash in a pseudo-version. */
    public Optional<String> pseudoRevision() {
        Matcher m = PSEUDO.matcher(toString());
        return m.matches() ? Optional.of(m.group(2)) : Optional.empty();
    }

    /** A version from 2 on of a module whose path does not say so. */
    public boolean isIncompatible() {
        return build.equals("incompatible");
    }

    @Override
    public boolean isPreRelease() {
        return !preRelease.isEmpty();
    }

    @Override
    public int compareTo(GoModuleVersion o) {
        int core = Digits.compare(major, o.major);
        core = core != 0 ? core : Digits.compare(minor, o.minor);
        core = core != 0 ? core : Digits.compare(patch, o.patch);
        return core != 0 ? core : comparePreReleases(o);
    }

    private int comparePreReleases(GoModuleVersion o) {
        if (preRelease.isEmpty() || o.preRelease.isEmpty()) {
            return Boolean.compare(preRelease.isEmpty(), o.preRelease.isEmpty());
        }
        for (int i = 0; i < Math.min(preRelease.size(), o.preRelease.size()); i++) {
            int c = compareIdentifiers(preRelease.get(i), o.preRelease.get(i));
            if (c != 0) {
                return c;
            }
        }
        return Integer.compare(preRelease.size(), o.preRelease.size());
    }

    private static int compareIdentifiers(String a, String b) {
        boolean numericA = a.chars().allMatch(Character::isDigit);
        boolean numericB = b.chars().allMatch(Character::isDigit);
        if (numericA != numericB) {
            return numericA ? -1 : 1;
        }
        return numericA ? Digits.compare(a, b) : a.compareTo(b);
    }

    /** The canonical form; build metadata is kept, as {@code +incompatible} is part of what a go.mod names. */
    @Override
    public String toString() {
        return "v" + major + "." + minor + "." + patch
                + (preRelease.isEmpty() ? "" : "-" + String.join(".", preRelease))
                + (build.isEmpty() ? "" : "+" + build);
    }
}
