package dev.bootwright.version.gomod;

import dev.bootwright.version.VersionRange;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The Go versions that a CI file or version file asks for: {@code 1.20}, {@code 1.20.x}, {@code ^1.18}, {@code >=1.21
 * <1.24}, {@code 1.22.3}, {@code stable}.
 *
 * @param bounds all of which hold
 * @param alias {@code stable} or {@code oldstable}, which name what was newest at the time; else empty
 */
public record GoVersionRange(List<Bound> bounds, String alias, String text) implements VersionRange<GoVersion> {
    private static final Pattern PART = Pattern.compile(
            "(>=|<=|>|<|=|\\^|~)?\\s*v?(?:go)?(\\d+)(?:\\.(\\d+|x|X|\\*))?(?:\\.(\\d+|x|X|\\*))?((?:rc|beta)\\d+|-(?:rc|beta)\\.?\\d+)?");

    /** One inclusive lower and one exclusive upper limit; null where open. */
    public record Bound(@Nullable GoVersion from, @Nullable GoVersion below) {
        boolean contains(GoVersion v) {
            return (from == null || v.compareTo(from) >= 0) && (below == null || v.compareTo(below) < 0);
        }
    }

    public GoVersionRange {
        bounds = List.copyOf(bounds);
    }

    /** Empty when the text is no range of Go versions, for example an expression that CI would compute. */
    public static Optional<GoVersionRange> tryParse(String text) {
        String trimmed = text.strip().toLowerCase(Locale.ROOT);
        if (trimmed.length() > 100) {
            return Optional.empty();
        }
        if (trimmed.equals("stable")
                || trimmed.equals("latest")
                || trimmed.equals("oldstable")
                || trimmed.equals("*")) {
            return Optional.of(
                    new GoVersionRange(List.of(), trimmed.equals("oldstable") ? "oldstable" : "stable", text));
        }
        List<Bound> bounds = new ArrayList<>();
        Matcher m = PART.matcher(trimmed);
        int at = 0;
        while (at < trimmed.length()) {
            if (" ,\t".indexOf(trimmed.charAt(at)) >= 0) {
                at++;
                continue;
            }
            m.region(at, trimmed.length());
            if (!m.lookingAt()) {
                return Optional.empty();
            }
            bounds.add(bound(m));
            at = m.end();
        }
        return bounds.isEmpty() ? Optional.empty() : Optional.of(new GoVersionRange(bounds, "", text));
    }

    private static Bound bound(Matcher m) {
        String operator = m.group(1) == null ? "" : m.group(1);
        String major = m.group(2);
        String minor = number(m.group(3));
        String patch = minor == null ? null : number(m.group(4));
        String pre = m.group(5) == null ? "" : m.group(5).replace("-", "").replace(".", "");
        GoVersion low = version(major, minor == null ? "0" : minor, patch, pre);
        GoVersion nextMajor = version(next(major), "0", null, "");
        GoVersion nextMinor = minor == null ? nextMajor : version(major, next(minor), null, "");
        GoVersion after = patch == null
                ? nextMinor
                : pre.isEmpty() ? version(major, minor == null ? "0" : minor, next(patch), "") : low;
        return switch (operator) {
            case ">=" -> new Bound(low, null);
            case ">" -> new Bound(after, null);
            case "<" -> new Bound(null, low);
            case "<=" -> new Bound(null, after);
            case "^" -> new Bound(low, nextMajor);
            case "~" -> new Bound(low, nextMinor);
            default ->
                pre.isEmpty()
                        ? new Bound(low, after)
                        : new Bound(low, version(major, minor == null ? "0" : minor, "0", ""));
        };
    }

    private static @Nullable String number(@Nullable String part) {
        return part == null || !Character.isDigit(part.charAt(0)) ? null : trimZeros(part);
    }

    private static String trimZeros(String digits) {
        String trimmed = digits.replaceFirst("^0+", "");
        return trimmed.isEmpty() ? "0" : trimmed;
    }

    private static String next(String digits) {
        return new BigInteger(digits).add(BigInteger.ONE).toString();
    }

    private static GoVersion version(String major, String minor, @Nullable String patch, String pre) {
        return GoVersion.parse(trimZeros(major) + "." + minor + (pre.isEmpty() && patch != null ? "." + patch : pre));
    }

    /** One exact release was named, for example {@code 1.22.3}. */
    public Optional<GoVersion> exact() {
        String plain = text.strip().replaceFirst("^=?v?(?:go)?", "");
        return GoVersion.tryParse(plain)
                .filter(v ->
                        v.isPreRelease() || plain.chars().filter(c -> c == '.').count() == 2);
    }

    @Override
    public boolean contains(GoVersion version) {
        return bounds.stream().allMatch(b -> b.contains(version));
    }

    @Override
    public String toString() {
        return text;
    }
}
