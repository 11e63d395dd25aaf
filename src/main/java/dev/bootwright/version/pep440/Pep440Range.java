package dev.bootwright.version.pep440;

import dev.bootwright.version.VersionRange;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * A specifier set after PEP 440, for example {@code >=3.8,!=3.9.*}; the empty set holds every version.
 *
 * <p>Pre-releases are members where their order says so; choosing final releases first is the caller's business
 * ({@link #newestOf}).
 */
public record Pep440Range(List<Clause> clauses) implements VersionRange<Pep440Version> {
    public static final Pep440Range ANY = new Pep440Range(List.of());

    private static final Pattern CLAUSE =
            Pattern.compile("(?<operator>~=|===|==|!=|<=|>=|<|>)\\s*+(?<version>[^\\s,]++)");

    /** The comparison operators of PEP 440. */
    public enum Operator {
        COMPATIBLE("~="),
        ARBITRARY("==="),
        EQUAL("=="),
        NOT_EQUAL("!="),
        AT_MOST("<="),
        AT_LEAST(">="),
        BELOW("<"),
        ABOVE(">");

        private final String sign;

        Operator(String sign) {
            this.sign = sign;
        }

        static Operator of(String sign) {
            for (Operator operator : values()) {
                if (operator.sign.equals(sign)) {
                    return operator;
                }
            }
            throw new IllegalArgumentException("not an operator: " + sign);
        }
    }

    /**
     * One comparison.
     *
     * @param version what stands on its right; for a wildcard without {@code .*}
     * @param text the right side as written, for {@code ===}
     */
    public record Clause(Operator operator, Pep440Version version, boolean wildcard, String text) {
        boolean contains(Pep440Version v) {
            return switch (operator) {
                case COMPATIBLE ->
                    atLeast(v, version)
                            && matchesPrefix(v, version, version.release().size() - 1);
                case ARBITRARY -> v.toString().equals(text.toLowerCase(Locale.ROOT));
                case EQUAL -> isEqual(v);
                case NOT_EQUAL -> !isEqual(v);
                case AT_MOST -> v.withoutLocal().compareTo(version) <= 0;
                case AT_LEAST -> atLeast(v, version);
                case BELOW -> isBelow(v);
                case ABOVE -> isAbove(v);
            };
        }

        private static boolean atLeast(Pep440Version v, Pep440Version bound) {
            return v.withoutLocal().compareTo(bound) >= 0;
        }

        private boolean isEqual(Pep440Version v) {
            if (wildcard) {
                return matchesPrefix(v, version, version.release().size());
            }
            Pep440Version compared = version.local().isEmpty() ? v.withoutLocal() : v;
            return compared.compareTo(version) == 0;
        }

        /** {@code <3.10} leaves out pre-releases of 3.10 unless it names one itself. */
        private boolean isBelow(Pep440Version v) {
            if (v.compareTo(version) >= 0) {
                return false;
            }
            return version.isPreRelease()
                    || !v.isPreRelease()
                    || v.baseVersion().compareTo(version.baseVersion()) != 0;
        }

        /** {@code >3.10} leaves out post-releases and local builds of 3.10 unless it names one itself. */
        private boolean isAbove(Pep440Version v) {
            if (v.compareTo(version) <= 0) {
                return false;
            }
            boolean sameBase = v.baseVersion().compareTo(version.baseVersion()) == 0;
            if (!version.isPostRelease() && v.isPostRelease() && sameBase) {
                return false;
            }
            return v.local().isEmpty() || !sameBase;
        }

        private static boolean matchesPrefix(Pep440Version v, Pep440Version prefix, int length) {
            if (!v.epoch().equals(prefix.epoch())) {
                return false;
            }
            for (int i = 0; i < length; i++) {
                if (!v.releaseAt(i).equals(prefix.releaseAt(i))) {
                    return false;
                }
            }
            return true;
        }

        @Override
        public String toString() {
            return operator.sign + (operator == Operator.ARBITRARY ? text : version + (wildcard ? ".*" : ""));
        }
    }

    public Pep440Range {
        clauses = List.copyOf(clauses);
    }

    /** Throws {@link IllegalArgumentException} for text that is no specifier set. */
    public static Pep440Range parse(String text) {
        return tryParse(text).orElseThrow(() -> new IllegalArgumentException("not a PEP 440 range: " + text));
    }

    public static Optional<Pep440Range> tryParse(String text) {
        List<Clause> clauses = new ArrayList<>();
        for (String part : text.split(",", -1)) {
            String trimmed = part.strip();
            if (trimmed.isEmpty()) {
                continue;
            }
            Matcher m = CLAUSE.matcher(trimmed);
            if (!m.matches()) {
                return Optional.empty();
            }
            Optional<Clause> clause = clause(Operator.of(m.group("operator")), m.group("version"));
            if (clause.isEmpty()) {
                return Optional.empty();
            }
            clauses.add(clause.get());
        }
        return Optional.of(new Pep440Range(clauses));
    }

    private static Optional<Clause> clause(Operator operator, String text) {
        boolean wildcard = text.endsWith(".*");
        if (wildcard && operator != Operator.EQUAL && operator != Operator.NOT_EQUAL) {
            return Optional.empty();
        }
        String number = wildcard ? text.substring(0, text.length() - 2) : text;
        Optional<Pep440Version> version = Pep440Version.tryParse(number);
        if (version.isEmpty() && operator == Operator.ARBITRARY) {
            return Optional.of(new Clause(operator, Pep440Version.parse("0"), false, text));
        }
        boolean tooShort = operator == Operator.COMPATIBLE
                && version.isPresent()
                && version.get().release().size() < 2;
        boolean localNotAllowed = operator != Operator.EQUAL
                && operator != Operator.NOT_EQUAL
                && operator != Operator.ARBITRARY
                && version.isPresent()
                && !version.get().local().isEmpty();
        boolean wildcardOnMore = wildcard
                && version.isPresent()
                && (version.get().isPreRelease()
                        || version.get().isPostRelease()
                        || !version.get().local().isEmpty());
        if (version.isEmpty() || tooShort || localNotAllowed || wildcardOnMore) {
            return Optional.empty();
        }
        return Optional.of(new Clause(operator, version.get(), wildcard, text));
    }

    @Override
    public boolean contains(Pep440Version version) {
        return clauses.stream().allMatch(c -> c.contains(version));
    }

    /** The newest member that is a final release, else the newest member. */
    @Override
    public Optional<Pep440Version> newestOf(java.util.Collection<Pep440Version> candidates) {
        List<Pep440Version> members = candidates.stream().filter(this::contains).toList();
        Optional<Pep440Version> released =
                members.stream().filter(v -> !v.isPreRelease()).max(Comparator.naturalOrder());
        return released.isPresent() ? released : members.stream().max(Comparator.naturalOrder());
    }

    /** Whether some release of a minor series, for example of 3.12, is a member. */
    public boolean containsSomeOf(Pep440Version minor) {
        if (contains(minor)) {
            return true;
        }
        for (int patch = 0; patch < 40; patch++) {
            List<BigInteger> release = List.of(minor.releaseAt(0), minor.releaseAt(1), BigInteger.valueOf(patch));
            if (contains(new Pep440Version(minor.epoch(), release, null, null, null, null, List.of()))) {
                return true;
            }
        }
        return false;
    }

    public Pep440Range and(Pep440Range other) {
        List<Clause> both = new ArrayList<>(clauses);
        other.clauses.stream().filter(c -> !both.contains(c)).forEach(both::add);
        return new Pep440Range(both);
    }

    @Override
    public String toString() {
        return clauses.stream().map(Clause::toString).collect(Collectors.joining(","));
    }
}
