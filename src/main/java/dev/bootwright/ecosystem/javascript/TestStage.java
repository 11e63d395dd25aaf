package dev.bootwright.ecosystem.javascript;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/**
 * One call of a test runner in one package, ready to be written into a step.
 *
 * @param directory where it runs, relative to the tree
 * @param words the call without what only chooses, measures or reports
 */
record TestStage(
        Runner runner,
        String project,
        String directory,
        List<String> words,
        Map<String, String> env,
        List<String> evidence) {
    private static final Set<String> CONFIGURATION = Set.of(
            "-c",
            "--config",
            "--project",
            "--projects",
            "--selectProjects",
            "--root",
            "-r",
            "--dir",
            "--spec",
            "--testMatch");

    TestStage {
        words = List.copyOf(words);
        env = Collections.unmodifiableMap(new TreeMap<>(env));
        evidence = List.copyOf(evidence);
    }

    /** @param leaf that runs a test runner */
    static TestStage of(Leaf leaf, Runner runner, Map<String, String> env) {
        return new TestStage(
                runner, leaf.project(), leaf.directory(), plain(leaf.words(), runner), env, leaf.evidence());
    }

    private static List<String> plain(List<String> words, Runner runner) {
        List<String> kept = new ArrayList<>(List.of(words.getFirst()));
        for (int i = 1; i < words.size(); i++) {
            String word = words.get(i);
            boolean mode = runner == Runner.VITEST
                    && i == 1
                    && List.of("run", "watch", "dev").contains(word);
            if (word.startsWith("-") && runner.isDropped(word)) {
                i += runner.isDroppedWithValue(word) ? 1 : 0;
            } else if (!mode) {
                kept.add(word);
                if (runner.takesValue(word) && i + 1 < words.size()) {
                    kept.add(words.get(++i));
                }
            }
        }
        return kept;
    }

    /** Equal in the files that are run, whatever the variables and how they are run. */
    boolean isLike(TestStage other) {
        return runner == other.runner && directory.equals(other.directory) && chosen().equals(other.chosen());
    }

    /** Operands and the configuration that is named. */
    List<String> chosen() {
        List<String> chosen = new ArrayList<>();
        for (int i = 1; i < words.size(); i++) {
            String word = words.get(i);
            String name = word.contains("=") ? word.substring(0, word.indexOf('=')) : word;
            boolean config = CONFIGURATION.contains(name);
            if (!word.startsWith("-") || config) {
                chosen.add(word);
            }
            if (word.startsWith("-") && runner.takesValue(word) && i + 1 < words.size()) {
                i++;
                if (config) {
                    chosen.add(words.get(i));
                }
            }
        }
        return chosen;
    }
}
