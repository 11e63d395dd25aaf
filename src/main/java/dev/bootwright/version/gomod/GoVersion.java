package dev.bootwright.version.gomod;

import dev.bootwright.version.Version;
import java.util.Comparator;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * A version of the Go language or of a Go toolchain: {@code 1.21} (the language), {@code 1.21.3}, {@code 1.22rc1}.
 *
 * <p>Since Go 1.21 the language version precedes its release candidates, and those its first release: {@code 1.21 <
 * 1.21rc1 < 1.21.0}. Before, {@code 1.20} is the release {@code 1.20.0}. See the Go toolchain reference.
 *
 * @param patch empty for a language version since 1.21 and for a pre-release
 * @param kind {@code alpha}, {@code beta}, {@code rc}; empty for a release
 * @param number of the pre-release; empty without one
 */
public record GoVersion(String major, String minor, String patch, String kind, String number, String text)
        implements Version<GoVersion> {
    private static final String NUMBER = "(0|[1-9][0-9]*)";
    private static final Pattern FORM =
            Pattern.compile(NUMBER + "(?:\\." + NUMBER + "(?:\\." + NUMBER + "|([a-z]+)(?:" + NUMBER + ")?)?)?");

    private static final Comparator<GoVersion> ORDER = Comparator.comparing(GoVersion::major, Digits::compare)
            .thenComparing(GoVersion::minor, Digits::compare)
            .thenComparing(GoVersion::patch, Digits::compare)
            .thenComparing(GoVersion::kind)
            .thenComparing(GoVersion::number, Digits::compare);

    /** Throws {@link IllegalArgumentException} for anything else than a Go version. */
    public static GoVersion parse(String text) {
        return tryParse(text).orElseThrow(() -> new IllegalArgumentException("not a Go version: " + text));
    }

    /** A version as a {@code go} line has it. */
    public static Optional<GoVersion> tryParse(String text) {
        if (text.length() > 64) {
            return Optional.empty();
        }
        Matcher m = FORM.matcher(text);
        if (!m.matches()) {
            return Optional.empty();
        }
        String minor = or(m.group(2), "0");
        String kind = or(m.group(4), "");
        String patch = or(m.group(3), kind.isEmpty() && Digits.compare(minor, "21") < 0 ? "0" : "");
        return Optional.of(new GoVersion(m.group(1), minor, patch, kind, or(m.group(5), ""), text));
    }

    /** A toolchain's name: {@code go1.21.3}, {@code go1.21.3-custom}; empty for {@code default} and {@code local}. */
    public static Optional<GoVersion> ofToolchain(String name) {
        if (!name.startsWith("go")) {
            return Optional.empty();
        }
        int end = 2;
        while (end < name.length() && " \t-".indexOf(name.charAt(end)) < 0) {
            end++;
        }
        return tryParse(name.substring(2, end));
    }

    private static String or(@Nullable String value, String otherwise) {
        return value == null ? otherwise : value;
    }

    /** The language version, for example {@code 1.21}. */
    public String language() {
        return text.indexOf('.') < 0 ? major : major + "." + minor;
    }

    /** The language version alone was asked for, so any of its releases will do. */
    public boolean isLanguage() {
        return text.equals(language());
    }

    /** The name under which this toolchain is published, for example {@code go1.21.3}. */
    public String toolchainName() {
        return "go" + text;
    }

    public boolean isAtLeast(String other) {
        return compareTo(parse(other)) >= 0;
    }

    @Override
    public boolean isPreRelease() {
        return !kind.isEmpty();
    }

    @Override
    public int compareTo(GoVersion other) {
        return ORDER.compare(this, other);
    }

    /** Versions that differ in nothing but how they are written, {@code 1.20} and {@code 1.20.0}, are equal. */
    @Override
    public boolean equals(Object o) {
        return o instanceof GoVersion other && compareTo(other) == 0;
    }

    @Override
    public int hashCode() {
        return (major + "." + minor + "." + patch + kind + number).hashCode();
    }

    @Override
    public String toString() {
        return text;
    }
}
