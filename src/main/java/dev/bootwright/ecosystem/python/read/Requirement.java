package dev.bootwright.ecosystem.python.read;

import dev.bootwright.version.pep440.Pep440Range;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * A dependency specifier after PEP 508.
 *
 * @param name normalised: lower case, runs of {@code -_.} as one {@code -}
 * @param extras in the order given
 * @param specifier the version part as written, for example {@code >=1,<2}; empty for any
 * @param url of a direct reference; empty for none
 * @param marker after the semicolon; empty for none
 */
public record Requirement(String name, List<String> extras, String specifier, String url, String marker) {
    private static final Pattern FORM = Pattern.compile("(?<name>[A-Za-z0-9](?:[A-Za-z0-9._-]*[A-Za-z0-9])?)\\s*+"
            + "(?:\\[(?<extras>[^\\]]*)\\])?\\s*+"
            + "(?:@\\s*+(?<url>\\S++)|\\(?(?<specifier>[^;@()]*)\\)?)?\\s*+"
            + "(?:;(?<marker>.*))?");

    public Requirement {
        extras = List.copyOf(extras);
    }

    public static Optional<Requirement> tryParse(String text) {
        String stripped = text.strip();
        if (stripped.length() > 2000) {
            return Optional.empty();
        }
        Matcher m = FORM.matcher(stripped);
        if (!m.matches()) {
            return Optional.empty();
        }
        String specifier = Optional.ofNullable(m.group("specifier")).orElse("").strip();
        if (!specifier.isEmpty() && Pep440Range.tryParse(specifier).isEmpty()) {
            return Optional.empty();
        }
        String extras = Optional.ofNullable(m.group("extras")).orElse("");
        return Optional.of(new Requirement(
                normalise(m.group("name")),
                Stream.of(extras.split(","))
                        .map(String::strip)
                        .filter(e -> !e.isEmpty())
                        .toList(),
                specifier,
                Optional.ofNullable(m.group("url")).orElse(""),
                Optional.ofNullable(m.group("marker")).orElse("").strip()));
    }

    /** A distribution's, extra's or group's name in normal form. */
    public static String normalise(String name) {
        return name.strip().toLowerCase(Locale.ROOT).replaceAll("[-_.]+", "-");
    }

    /** Whether every version but one is excluded. */
    public boolean isPinned() {
        return specifier.startsWith("==") && !specifier.contains("*") && !specifier.contains(",");
    }

    @Override
    public String toString() {
        StringBuilder out = new StringBuilder(name);
        if (!extras.isEmpty()) {
            out.append('[').append(String.join(",", extras)).append(']');
        }
        out.append(url.isEmpty() ? specifier.replace(" ", "") : " @ " + url);
        if (!marker.isEmpty()) {
            out.append(url.isEmpty() ? "; " : " ; ").append(marker);
        }
        return out.toString();
    }
}
