package dev.bootwright.ecosystem.javascript;

import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * One command that a script or CI step comes down to once scripts are followed and wrappers are taken off.
 *
 * @param runner null for what is no test runner
 * @param project the package in whose folder it runs
 * @param directory where it runs, relative to the tree
 * @param words program and arguments
 * @param trail names of the scripts that led here, outermost first
 * @param evidence ids of the findings and CI commands that led here
 * @param services names of services that the CI job starts beside it
 */
record Leaf(
        Kind kind,
        @Nullable Runner runner,
        String project,
        String directory,
        Map<String, String> env,
        List<String> words,
        List<String> trail,
        List<String> evidence,
        String location,
        int weight,
        List<String> services) {
    /** What such a command is for. */
    enum Kind {
        RUNNER,
        BROWSER,
        LINT,
        BUILD,
        /** Moves and removes files. */
        FILES,
        /** A program of the repository's own. */
        OWN,
        /** A package manager's installation. */
        INSTALL,
        OTHER
    }

    Leaf {
        env = Collections.unmodifiableMap(new TreeMap<>(env));
        words = List.copyOf(words);
        trail = List.copyOf(trail);
        evidence = List.copyOf(evidence);
        services = List.copyOf(services);
    }

    boolean isTest() {
        return kind == Kind.RUNNER || kind == Kind.BROWSER;
    }

    /** Whether a script on the way says that this is not a plain test of the code. */
    boolean isSpecial() {
        return trail.stream()
                .anyMatch(
                        n -> n.matches(
                                "(?i).*(?:e2e|browser|playwright|cypress|smoke|bench|perf|visual|storybook|size|dtslint|deno|bun|cloud|edge|live|prod|esm-?compat|windows|watch|debug).*"));
    }

    boolean isIntegration() {
        return trail.stream().anyMatch(n -> n.matches("(?i).*(?:integration|acceptance|docker|database|db).*"));
    }
}
