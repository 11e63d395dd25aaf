package dev.bootwright.ecosystem.maven;

import java.util.List;
import java.util.regex.Pattern;

/**
 * Names of classes as Surefire and Failsafe take them: paths of source files with wild cards.
 *
 * @param patterns each a path below a source root, {@code /} between packages, without an ending
 */
record ClassPatterns(List<Pattern> patterns) {
    static final ClassPatterns UNIT = of(List.of("**/Test*", "**/*Test", "**/*Tests", "**/*TestCase"));
    static final ClassPatterns INTEGRATION = of(List.of("**/IT*", "**/*IT", "**/*ITCase"));
    static final ClassPatterns NONE = new ClassPatterns(List.of());

    ClassPatterns {
        patterns = List.copyOf(patterns);
    }

    static ClassPatterns of(List<String> texts) {
        return new ClassPatterns(texts.stream().map(ClassPatterns::pattern).toList());
    }

    /** Whether a text is a plain pattern: no property of Maven's, no regular expression, no method. */
    static boolean isPlain(String text) {
        return text.matches("[A-Za-z0-9_$*?./-]{1,300}");
    }

    private static Pattern pattern(String text) {
        String path = text.replaceFirst("\\.(?:java|class|kt|groovy|scala|\\*)$", "");
        String slashed = path.contains("/") ? path : path.replace('.', '/');
        String rooted = slashed.contains("/") ? slashed : "**/" + slashed;
        StringBuilder out = new StringBuilder();
        for (int i = 0; i < rooted.length(); i++) {
            char c = rooted.charAt(i);
            if (rooted.startsWith("**/", i)) {
                out.append("(?:.*/)?");
                i += 2;
            } else if (rooted.startsWith("**", i)) {
                out.append(".*");
                i++;
            } else if (c == '*') {
                out.append("[^/]*");
            } else if (c == '?') {
                out.append("[^/]");
            } else {
                out.append(Pattern.quote(String.valueOf(c)));
            }
        }
        return Pattern.compile(out.toString());
    }

    /** @param className with dots; of a nested class the outermost counts */
    boolean match(String className) {
        String path = SurefireSupport.outer(className).replace('.', '/');
        return patterns.stream().anyMatch(p -> p.matcher(path).matches());
    }
}
