package dev.bootwright.ecosystem.javascript;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * A command without what is only put before it: {@code cross-env}, {@code npx}, coverage tools and the like.
 *
 * @param program base name of what is really run
 * @param words of the command, the first of them the program as it is called
 */
record Unwrapped(String program, List<String> words, Map<String, String> env) {
    private static final int DEPTH = 10;
    private static final Pattern ASSIGNMENT = Pattern.compile("[A-Za-z_][A-Za-z0-9_]*=(?s:.*)");
    private static final Set<String> NPX_VALUES = Set.of("-p", "--package", "-c", "--call", "-w", "--workspace");
    private static final Set<String> COVERAGE_VALUES = Set.of(
            "-r",
            "--reporter",
            "-x",
            "--exclude",
            "-n",
            "--include",
            "-o",
            "--report-dir",
            "--reports-dir",
            "--temp-directory",
            "--temp-dir",
            "-t",
            "--lines",
            "--branches",
            "--functions",
            "--statements",
            "--extension",
            "-e",
            "-i",
            "--require",
            "--src",
            "--cwd",
            "--nycrc-path",
            "-c",
            "--config",
            "--dir",
            "--report",
            "--watermarks");
    private static final Set<String> STARTED =
            Set.of("mocha", "jest", "vitest", "ava", "tap", "jasmine", "karma", "grunt");
    private static final Pattern BIN =
            Pattern.compile("(?:\\./)?(?:\\.\\./)*node_modules/(?:\\.bin/([\\w.-]+)|((?:@[\\w.-]+/)?[\\w.-]+)/.*)");

    Unwrapped {
        words = List.copyOf(words);
    }

    List<String> arguments() {
        return words.isEmpty() ? List.of() : words.subList(1, words.size());
    }

    static Unwrapped of(List<String> words, Map<String, String> before) {
        Map<String, String> env = new LinkedHashMap<>(before);
        List<String> rest = new ArrayList<>(words);
        for (int i = 0; i < DEPTH && !rest.isEmpty(); i++) {
            List<String> next = next(rest, env);
            if (next.equals(rest)) {
                break;
            }
            rest = new ArrayList<>(next);
        }
        return rest.isEmpty() ? new Unwrapped("", List.of(), env) : new Unwrapped(program(rest), rest, env);
    }

    private static List<String> next(List<String> words, Map<String, String> env) {
        String first = name(words.getFirst());
        return switch (first) {
            case "cross-env", "cross-env-shell", "env", "exec", "time", "nice", "command", "xvfb-run", "yes" ->
                behind(words, 1, Set.of(), env);
            case "npx", "pnpx", "bunx" -> behind(words, 1, NPX_VALUES, env);
            case "c8", "nyc", "monocart" -> behind(words, 1, COVERAGE_VALUES, env);
            case "dotenv", "dotenvx", "env-cmd" -> behind(words, 1, Set.of("-e", "-f", "--file", "-v"), env);
            case "timeout" -> words.size() > 2 ? words.subList(2, words.size()) : words;
            case "npm", "pnpm", "yarn", "bun" -> manager(words, env);
            case "istanbul" -> istanbul(words);
            case "glob" -> glob(words);
            default -> words;
        };
    }

    /** The command behind options and assignments. */
    private static List<String> behind(List<String> words, int from, Set<String> withValue, Map<String, String> env) {
        int i = from;
        while (i < words.size()) {
            String word = words.get(i);
            if (word.equals("--")) {
                return words.subList(i + 1, words.size());
            }
            if (ASSIGNMENT.matcher(word).matches()) {
                env.put(word.substring(0, word.indexOf('=')), word.substring(word.indexOf('=') + 1));
            } else if (word.startsWith("-")) {
                i += withValue.contains(word) ? 1 : 0;
            } else {
                return words.subList(i, words.size());
            }
            i++;
        }
        return words;
    }

    private static List<String> manager(List<String> words, Map<String, String> env) {
        if (words.size() < 3) {
            return words;
        }
        String sub = words.get(1);
        if (Set.of("exec", "dlx", "x").contains(sub)) {
            return behind(words, 2, NPX_VALUES, env);
        }
        boolean top = words.get(0).equals("yarn")
                && sub.equals("run")
                && Set.of("-T", "--top-level").contains(words.get(2));
        return top ? words.subList(3, words.size()) : words;
    }

    private static List<String> istanbul(List<String> words) {
        int cover = words.indexOf("cover");
        if (cover < 0) {
            return words;
        }
        List<String> rest =
                behind(words, cover + 1, Set.of("--dir", "--report", "-x", "--root"), new LinkedHashMap<>());
        List<String> plain = new ArrayList<>(rest);
        plain.remove("--");
        return plain;
    }

    /** {@code glob -c "node --test" "test/*.js"}: the command with the patterns behind it. */
    private static List<String> glob(List<String> words) {
        for (int i = 1; i + 1 < words.size(); i++) {
            if (words.get(i).equals("-c") || words.get(i).equals("--cmd")) {
                List<String> all =
                        new ArrayList<>(List.of(words.get(i + 1).strip().split("\\s+")));
                all.addAll(words.subList(i + 2, words.size()));
                return all;
            }
        }
        return words;
    }

    /** The name of what is run; of a program that Node is given the name of its package. */
    private static String program(List<String> words) {
        String first = name(words.getFirst());
        if (!first.equals("node")) {
            return first;
        }
        boolean file = false;
        for (String word : words.subList(1, words.size())) {
            var bin = BIN.matcher(word);
            if (bin.matches()) {
                return bin.group(1) == null ? name(bin.group(2)) : bin.group(1);
            }
            // a program of the repository's own that starts what it is given
            if (file && STARTED.contains(word)) {
                return word;
            }
            file |= word.matches(".*\\.[cm]?js");
        }
        return first;
    }

    private static String name(String word) {
        String base = word.substring(word.lastIndexOf('/') + 1);
        return base.replaceFirst("\\.(?:js|cjs|mjs|cmd)$", "");
    }
}
