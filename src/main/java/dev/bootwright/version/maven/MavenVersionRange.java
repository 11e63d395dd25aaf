package dev.bootwright.version.maven;

import dev.bootwright.version.VersionRange;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * A range as Maven's enforcer reads it: {@code [3.6.3,)}, {@code (,17]}, {@code [11,12),[17,)}; a bare version means that
 * version or later.
 *
 * @param intervals one of which holds
 */
public record MavenVersionRange(List<Interval> intervals, String text) implements VersionRange<MavenVersion> {
    private static final int LIMIT = 200;
    private static final Pattern INTERVAL =
            Pattern.compile("\\s*([\\[(])\\s*([^,\\[\\]()]*?)\\s*(?:(,)\\s*([^,\\[\\]()]*?)\\s*)?([\\])])\\s*,?");

    /** Null where open. */
    public record Interval(
            @Nullable MavenVersion from,
            boolean fromIncluded,
            @Nullable MavenVersion to,
            boolean toIncluded) {
        boolean contains(MavenVersion version) {
            if (from != null) {
                int order = version.compareTo(from);
                if (order < 0 || (order == 0 && !fromIncluded)) {
                    return false;
                }
            }
            if (to != null) {
                int order = version.compareTo(to);
                return order < 0 || (order == 0 && toIncluded);
            }
            return true;
        }
    }

    public MavenVersionRange {
        intervals = List.copyOf(intervals);
    }

    public static Optional<MavenVersionRange> tryParse(String text) {
        String trimmed = text.strip();
        if (trimmed.isEmpty() || trimmed.length() > LIMIT) {
            return Optional.empty();
        }
        if (trimmed.charAt(0) != '[' && trimmed.charAt(0) != '(') {
            return MavenVersion.tryParse(trimmed)
                    .map(v -> new MavenVersionRange(List.of(new Interval(v, true, null, false)), trimmed));
        }
        List<Interval> intervals = new ArrayList<>();
        Matcher matcher = INTERVAL.matcher(trimmed);
        int at = 0;
        while (at < trimmed.length()) {
            matcher.region(at, trimmed.length());
            if (!matcher.lookingAt()) {
                return Optional.empty();
            }
            Optional<Interval> interval = interval(matcher);
            if (interval.isEmpty()) {
                return Optional.empty();
            }
            intervals.add(interval.get());
            at = matcher.end();
        }
        return Optional.of(new MavenVersionRange(intervals, trimmed));
    }

    private static Optional<Interval> interval(Matcher matcher) {
        Optional<MavenVersion> from = MavenVersion.tryParse(matcher.group(2));
        boolean fromIncluded = matcher.group(1).equals("[");
        boolean toIncluded = matcher.group(5).equals("]");
        if (matcher.group(3) == null) {
            return from.map(v -> new Interval(v, true, v, true));
        }
        Optional<MavenVersion> to = MavenVersion.tryParse(matcher.group(4));
        boolean broken = (from.isEmpty() && !matcher.group(2).isEmpty())
                || (to.isEmpty() && !matcher.group(4).isEmpty());
        return broken
                ? Optional.empty()
                : Optional.of(new Interval(from.orElse(null), fromIncluded, to.orElse(null), toIncluded));
    }

    @Override
    public boolean contains(MavenVersion version) {
        return intervals.stream().anyMatch(i -> i.contains(version));
    }

    @Override
    public String toString() {
        return text;
    }
}
