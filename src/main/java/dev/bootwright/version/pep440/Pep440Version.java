package dev.bootwright.version.pep440;

import dev.bootwright.version.Version;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * A version after PEP 440: {@code [N!]N(.N)*[{a|b|rc}N][.postN][.devN][+local]}.
 *
 * @param release at least one number
 * @param preLabel {@code a}, {@code b}, {@code rc}, or null
 * @param pre the pre-release number; null exactly when the label is
 * @param local the parts after {@code +}, lower case; empty when there are none
 */
public record Pep440Version(
        BigInteger epoch,
        List<BigInteger> release,
        @Nullable String preLabel,
        @Nullable BigInteger pre,
        @Nullable BigInteger post,
        @Nullable BigInteger dev,
        List<String> local)
        implements Version<Pep440Version> {
    private static final int LONGEST = 256;

    private static final Pattern FORM = Pattern.compile("v?(?:(?<epoch>[0-9]++)!)?(?<release>[0-9]++(?:\\.[0-9]++)*+)"
            + "(?:[-_.]?(?<label>alpha|beta|preview|pre|rc|a|b|c)[-_.]?(?<pre>[0-9]++)?)?"
            + "(?:-(?<implicit>[0-9]++)|(?<posted>[-_.]?(?:post|rev|r)[-_.]?(?<post>[0-9]++)?))?"
            + "(?<deved>[-_.]?dev[-_.]?(?<dev>[0-9]++)?)?"
            + "(?:\\+(?<local>[a-z0-9]++(?:[-_.][a-z0-9]++)*+))?");

    public Pep440Version {
        release = List.copyOf(release);
        local = List.copyOf(local);
        if (release.isEmpty()) {
            throw new IllegalArgumentException("a version has a release number");
        }
    }

    /** Throws {@link IllegalArgumentException} for text that is no version. */
    public static Pep440Version parse(String text) {
        return tryParse(text).orElseThrow(() -> new IllegalArgumentException("not a PEP 440 version: " + text));
    }

    public static Optional<Pep440Version> tryParse(String text) {
        String trimmed = text.strip().toLowerCase(Locale.ROOT);
        if (trimmed.length() > LONGEST) {
            return Optional.empty();
        }
        Matcher m = FORM.matcher(trimmed);
        if (!m.matches()) {
            return Optional.empty();
        }
        List<BigInteger> release = new ArrayList<>();
        for (String part : m.group("release").split("\\.")) {
            release.add(new BigInteger(part));
        }
        String label = label(m.group("label"));
        List<String> local = new ArrayList<>();
        if (m.group("local") != null) {
            for (String part : m.group("local").split("[-_.]")) {
                local.add(isNumber(part) ? new BigInteger(part).toString() : part);
            }
        }
        return Optional.of(new Pep440Version(
                numberOr(m.group("epoch"), BigInteger.ZERO),
                release,
                label,
                label == null ? null : numberOr(m.group("pre"), BigInteger.ZERO),
                post(m),
                m.group("deved") == null ? null : numberOr(m.group("dev"), BigInteger.ZERO),
                local));
    }

    private static @Nullable BigInteger post(Matcher m) {
        if (m.group("implicit") != null) {
            return new BigInteger(m.group("implicit"));
        }
        return m.group("posted") == null ? null : numberOr(m.group("post"), BigInteger.ZERO);
    }

    private static @Nullable String label(@Nullable String spelling) {
        if (spelling == null) {
            return null;
        }
        return switch (spelling) {
            case "alpha" -> "a";
            case "beta" -> "b";
            case "c", "pre", "preview" -> "rc";
            default -> spelling;
        };
    }

    private static BigInteger numberOr(@Nullable String digits, BigInteger otherwise) {
        return digits == null ? otherwise : new BigInteger(digits);
    }

    static boolean isNumber(String part) {
        return part.chars().allMatch(c -> c >= '0' && c <= '9');
    }

    @Override
    public boolean isPreRelease() {
        return preLabel != null || dev != null;
    }

    public boolean isPostRelease() {
        return post != null;
    }

    /** The release number at a position; zero past its end. */
    public BigInteger releaseAt(int index) {
        return index < release.size() ? release.get(index) : BigInteger.ZERO;
    }

    /** {@code major.minor}. */
    public String minorText() {
        return releaseAt(0) + "." + releaseAt(1);
    }

    /** The same without what stands after {@code +}. */
    public Pep440Version withoutLocal() {
        return local.isEmpty() ? this : new Pep440Version(epoch, release, preLabel, pre, post, dev, List.of());
    }

    /** Epoch and release alone. */
    public Pep440Version baseVersion() {
        return new Pep440Version(epoch, release, null, null, null, null, List.of());
    }

    @Override
    public int compareTo(Pep440Version other) {
        int order = epoch.compareTo(other.epoch);
        if (order == 0) {
            order = compareRelease(other);
        }
        if (order == 0) {
            order = comparePre(other);
        }
        if (order == 0) {
            order = compareNullFirst(post, other.post);
        }
        if (order == 0) {
            order = -compareNullFirst(negated(dev), negated(other.dev));
        }
        return order != 0 ? order : compareLocal(other);
    }

    private static @Nullable BigInteger negated(@Nullable BigInteger n) {
        return n == null ? null : n.negate();
    }

    private int compareRelease(Pep440Version other) {
        int length = Math.max(release.size(), other.release.size());
        for (int i = 0; i < length; i++) {
            int order = releaseAt(i).compareTo(other.releaseAt(i));
            if (order != 0) {
                return order;
            }
        }
        return 0;
    }

    private int comparePre(Pep440Version other) {
        int order = preRank() - other.preRank();
        if (order != 0 || pre == null || other.pre == null) {
            return order;
        }
        return pre.compareTo(other.pre);
    }

    /** A development release of no pre- or post-release comes before all pre-releases. */
    private int preRank() {
        if (preLabel == null) {
            return post == null && dev != null ? -1 : 3;
        }
        return switch (preLabel) {
            case "a" -> 0;
            case "b" -> 1;
            default -> 2;
        };
    }

    private static int compareNullFirst(@Nullable BigInteger a, @Nullable BigInteger b) {
        if (a == null || b == null) {
            return (a == null ? 0 : 1) - (b == null ? 0 : 1);
        }
        return a.compareTo(b);
    }

    private int compareLocal(Pep440Version other) {
        int length = Math.min(local.size(), other.local.size());
        for (int i = 0; i < length; i++) {
            String a = local.get(i);
            String b = other.local.get(i);
            boolean numberA = isNumber(a);
            boolean numberB = isNumber(b);
            int order;
            if (numberA && numberB) {
                order = new BigInteger(a).compareTo(new BigInteger(b));
            } else if (numberA != numberB) {
                order = numberA ? 1 : -1;
            } else {
                order = a.compareTo(b);
            }
            if (order != 0) {
                return order;
            }
        }
        return Integer.compare(local.size(), other.local.size());
    }

    /** Equal as PEP 440 orders: {@code 1.0} equals {@code 1.0.0}. */
    @Override
    public boolean equals(Object o) {
        return o instanceof Pep440Version other && compareTo(other) == 0;
    }

    @Override
    public int hashCode() {
        int size = release.size();
        while (size > 1 && release.get(size - 1).signum() == 0) {
            size--;
        }
        return List.of(
                        epoch,
                        release.subList(0, size),
                        String.valueOf(preLabel),
                        String.valueOf(pre),
                        String.valueOf(post),
                        String.valueOf(dev),
                        local)
                .hashCode();
    }

    @Override
    public String toString() {
        StringBuilder out = new StringBuilder();
        if (epoch.signum() != 0) {
            out.append(epoch).append('!');
        }
        for (int i = 0; i < release.size(); i++) {
            out.append(i == 0 ? "" : ".").append(release.get(i));
        }
        if (preLabel != null) {
            out.append(preLabel).append(pre);
        }
        if (post != null) {
            out.append(".post").append(post);
        }
        if (dev != null) {
            out.append(".dev").append(dev);
        }
        if (!local.isEmpty()) {
            out.append('+').append(String.join(".", local));
        }
        return out.toString();
    }
}
