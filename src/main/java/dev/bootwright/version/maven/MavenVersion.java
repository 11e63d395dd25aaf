package dev.bootwright.version.maven;

import dev.bootwright.version.Version;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A version in Maven's order: numbers by value, {@code alpha < beta < milestone < rc < snapshot < release < sp}, any
 * other word behind the release; missing parts count as zero.
 *
 * @param parts numbers and words in order, trailing zeros dropped
 */
public record MavenVersion(List<Part> parts, String text) implements Version<MavenVersion> {
    private static final int LIMIT = 200;
    private static final Pattern PART = Pattern.compile("[0-9]+|[A-Za-z_]+");
    private static final List<String> WORDS = List.of("alpha", "beta", "milestone", "rc", "snapshot", "", "sp");
    private static final int RELEASE = WORDS.indexOf("");

    /** A number, or a word by its rank. */
    public record Part(boolean number, BigInteger value, String word) implements Comparable<Part> {
        private static final Part RELEASED = new Part(false, BigInteger.valueOf(RELEASE), "");

        static Part of(String text) {
            if (Character.isDigit(text.charAt(0))) {
                return new Part(true, new BigInteger(text), "");
            }
            String word = switch (text) {
                case "a" -> "alpha";
                case "b" -> "beta";
                case "m" -> "milestone";
                case "cr" -> "rc";
                case "ga", "final", "release" -> "";
                default -> text;
            };
            int rank = WORDS.indexOf(word);
            return new Part(false, BigInteger.valueOf(rank < 0 ? WORDS.size() : rank), rank < 0 ? word : "");
        }

        private boolean isNothing() {
            return number ? value.signum() == 0 : equals(RELEASED);
        }

        @Override
        public int compareTo(Part other) {
            if (number != other.number) {
                Part against = number ? this : other;
                // 1.0.1 is above 1.0-anything; a zero is nothing and stands with the release itself
                int sign = against.isNothing()
                        ? Integer.compare(RELEASE, wordOf(other).value.intValue())
                        : 1;
                return number ? sign : -sign;
            }
            int byValue = value.compareTo(other.value);
            return byValue != 0 ? byValue : word.compareTo(other.word);
        }

        private Part wordOf(Part other) {
            return number ? other : this;
        }
    }

    public MavenVersion {
        parts = List.copyOf(parts);
    }

    public static Optional<MavenVersion> tryParse(String text) {
        String trimmed = text.strip();
        if (trimmed.isEmpty() || trimmed.length() > LIMIT || !trimmed.matches("[A-Za-z0-9][A-Za-z0-9._+-]*")) {
            return Optional.empty();
        }
        List<Part> parts = new ArrayList<>();
        Matcher matcher = PART.matcher(trimmed.toLowerCase(Locale.ROOT));
        while (matcher.find()) {
            Part part = Part.of(matcher.group());
            while (!part.number() && !parts.isEmpty() && parts.getLast().isNothing()) {
                parts.removeLast();
            }
            parts.add(part);
        }
        while (!parts.isEmpty() && parts.getLast().isNothing()) {
            parts.removeLast();
        }
        return Optional.of(new MavenVersion(parts, trimmed));
    }

    /** @throws IllegalArgumentException if the text is no version */
    public static MavenVersion parse(String text) {
        return tryParse(text).orElseThrow(() -> new IllegalArgumentException("no version: " + text));
    }

    /** The number at a place, 0 where there is none. */
    public int number(int place) {
        return place < parts.size() && parts.get(place).number()
                ? parts.get(place)
                        .value()
                        .min(BigInteger.valueOf(Integer.MAX_VALUE))
                        .intValue()
                : 0;
    }

    public boolean isAtLeast(String other) {
        return compareTo(parse(other)) >= 0;
    }

    @Override
    public boolean isPreRelease() {
        return parts.stream().anyMatch(p -> !p.number() && p.value().intValue() < RELEASE);
    }

    @Override
    public int compareTo(MavenVersion other) {
        int length = Math.max(parts.size(), other.parts.size());
        for (int i = 0; i < length; i++) {
            int order = at(i, other).compareTo(other.at(i, this));
            if (order != 0) {
                return order;
            }
        }
        return 0;
    }

    /** The part at a place; nothing, of the other's kind, behind the last. */
    private Part at(int place, MavenVersion other) {
        if (place < parts.size()) {
            return parts.get(place);
        }
        return other.parts.get(place).number() ? new Part(true, BigInteger.ZERO, "") : Part.RELEASED;
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof MavenVersion version && parts.equals(version.parts);
    }

    @Override
    public int hashCode() {
        return parts.hashCode();
    }

    @Override
    public String toString() {
        return text;
    }
}
