package dev.bootwright.version.npm;

import dev.bootwright.version.VersionRange;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * A range as npm reads it: alternatives joined by {@code ||}, each a list of comparators that all must hold, with
 * {@code ^}, {@code ~}, {@code x} and hyphens.
 *
 * @param alternatives at least one; an empty list of comparators holds for every release
 */
public record NpmRange(String text, List<List<Comparator>> alternatives) implements VersionRange<NpmVersion> {
    private static final int LENGTH_LIMIT = 1000;
    private static final String PART = "([0-9]{1,15}|[xX*])";
    private static final String PARTIAL =
            "[v=\\s]*" + PART + "(?:\\." + PART + "(?:\\." + PART + "(?:-([0-9A-Za-z.-]+))?(?:\\+[0-9A-Za-z.-]+)?)?)?";
    private static final Pattern SIMPLE = Pattern.compile("\\s*(\\^|~>?|>=|<=|>|<|=)?\\s*" + PARTIAL + "(?=\\s|$)");
    private static final Pattern HYPHEN = Pattern.compile("\\s*" + PARTIAL + "\\s+-\\s+" + PARTIAL + "\\s*");

    /** One bound. */
    public record Comparator(Sign sign, NpmVersion version) {
        boolean holds(NpmVersion candidate) {
            int order = candidate.compareTo(version);
            return switch (sign) {
                case AT_LEAST -> order >= 0;
                case ABOVE -> order > 0;
                case BELOW -> order < 0;
                case AT_MOST -> order <= 0;
            };
        }

        @Override
        public String toString() {
            return sign.text + version;
        }
    }

    /** How a bound compares. */
    public enum Sign {
        AT_LEAST(">="),
        ABOVE(">"),
        BELOW("<"),
        AT_MOST("<=");

        private final String text;

        Sign(String text) {
            this.text = text;
        }
    }

    public NpmRange {
        alternatives = alternatives.stream().map(List::copyOf).toList();
    }

    /** Empty for anything that is no range of versions, for example a tag. */
    public static Optional<NpmRange> tryParse(String text) {
        if (text.length() > LENGTH_LIMIT) {
            return Optional.empty();
        }
        List<List<Comparator>> alternatives = new ArrayList<>();
        for (String part : text.split("\\|\\|", -1)) {
            List<Comparator> comparators = new ArrayList<>();
            if (!parse(part.replace(',', ' '), comparators)) {
                return Optional.empty();
            }
            alternatives.add(comparators);
        }
        return Optional.of(new NpmRange(text.strip(), alternatives));
    }

    @Override
    public boolean contains(NpmVersion version) {
        return alternatives.stream().anyMatch(a -> contains(a, version));
    }

    private static boolean contains(List<Comparator> comparators, NpmVersion version) {
        if (!comparators.stream().allMatch(c -> c.holds(version))) {
            return false;
        }
        return !version.isPreRelease()
                || comparators.stream()
                        .anyMatch(c -> c.version().isPreRelease() && c.version().hasCore(version));
    }

    /** The lowest release that may be in the range: what a minimum stands for. */
    public NpmVersion floor() {
        return alternatives.stream()
                .map(a -> a.stream()
                        .filter(c -> c.sign() == Sign.AT_LEAST || c.sign() == Sign.ABOVE)
                        .map(Comparator::version)
                        .max(java.util.Comparator.naturalOrder())
                        .orElse(NpmVersion.of(0, 0, 0)))
                .min(java.util.Comparator.naturalOrder())
                .orElse(NpmVersion.of(0, 0, 0));
    }

    @Override
    public String toString() {
        return text;
    }

    private static boolean parse(String text, List<Comparator> out) {
        String rest = text.strip();
        if (rest.isEmpty()) {
            return true;
        }
        Matcher hyphen = HYPHEN.matcher(rest);
        if (hyphen.matches()) {
            Partial low = Partial.of(hyphen, 1);
            Partial high = Partial.of(hyphen, 5);
            out.add(new Comparator(Sign.AT_LEAST, low.lowest()));
            out.add(
                    high.isComplete()
                            ? new Comparator(Sign.AT_MOST, high.lowest())
                            : new Comparator(Sign.BELOW, high.next()));
            return true;
        }
        Matcher simple = SIMPLE.matcher(rest);
        int at = 0;
        while (at < rest.length()) {
            simple.region(at, rest.length());
            if (!simple.lookingAt()) {
                return false;
            }
            add(simple.group(1) == null ? "" : simple.group(1), Partial.of(simple, 2), out);
            at = simple.end();
        }
        return true;
    }

    private static void add(String sign, Partial partial, List<Comparator> out) {
        switch (sign) {
            case "^" -> between(partial.lowest(), partial.caret(), out);
            case "~", "~>" -> between(partial.lowest(), partial.tilde(), out);
            case ">=" -> out.add(new Comparator(Sign.AT_LEAST, partial.lowest()));
            case "<" -> out.add(new Comparator(Sign.BELOW, partial.lowest()));
            case ">" ->
                out.add(
                        partial.isComplete()
                                ? new Comparator(Sign.ABOVE, partial.lowest())
                                : new Comparator(Sign.AT_LEAST, partial.next()));
            case "<=" ->
                out.add(
                        partial.isComplete()
                                ? new Comparator(Sign.AT_MOST, partial.lowest())
                                : new Comparator(Sign.BELOW, partial.next()));
            default -> {
                if (partial.isComplete()) {
                    out.add(new Comparator(Sign.AT_LEAST, partial.lowest()));
                    out.add(new Comparator(Sign.AT_MOST, partial.lowest()));
                } else {
                    between(partial.lowest(), partial.next(), out);
                }
            }
        }
    }

    private static void between(NpmVersion low, NpmVersion high, List<Comparator> out) {
        out.add(new Comparator(Sign.AT_LEAST, low));
        out.add(new Comparator(Sign.BELOW, high));
    }

    /** A version whose last parts may be left open; -1 for an open part. */
    private record Partial(long major, long minor, long patch, List<String> pre) {
        private static final long ENDLESS = 999_999_999L;

        static Partial of(Matcher m, int group) {
            long major = number(m.group(group));
            long minor = major < 0 ? -1 : number(m.group(group + 1));
            long patch = minor < 0 ? -1 : number(m.group(group + 2));
            String pre = patch < 0 ? null : m.group(group + 3);
            return new Partial(major, minor, patch, pre == null ? List.of() : List.of(pre.split("\\.")));
        }

        private static long number(@Nullable String text) {
            return text == null || text.matches("[xX*]") ? -1 : Long.parseLong(text);
        }

        boolean isComplete() {
            return patch >= 0;
        }

        NpmVersion lowest() {
            return new NpmVersion(Math.max(0, major), Math.max(0, minor), Math.max(0, patch), pre);
        }

        /** The first version behind all that the written parts allow. */
        NpmVersion next() {
            if (major < 0) {
                return NpmVersion.of(ENDLESS, 0, 0);
            }
            if (minor < 0) {
                return NpmVersion.of(major + 1, 0, 0);
            }
            return patch < 0 ? NpmVersion.of(major, minor + 1, 0) : NpmVersion.of(major, minor, patch + 1);
        }

        NpmVersion caret() {
            if (major != 0 || minor < 0) {
                return major < 0 ? next() : NpmVersion.of(major + 1, 0, 0);
            }
            if (minor != 0 || patch < 0) {
                return NpmVersion.of(0, minor + 1, 0);
            }
            return NpmVersion.of(0, 0, patch + 1);
        }

        NpmVersion tilde() {
            return major < 0 || minor < 0 ? next() : NpmVersion.of(major, minor + 1, 0);
        }
    }
}
