package dev.bootwright.ecosystem.python;

import dev.bootwright.base.StepId;
import dev.bootwright.contract.ShellText;
import dev.bootwright.verify.BlockCommand;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;

/** Narrows the pytest command of a block to named files or tests; its options stay. */
final class PytestCommand {
    private static final Pattern PROGRAM = Pattern.compile("(?:.*/)?(?:pytest|py\\.test)(?:-?\\d[\\d.]*)?");

    /** Options whose next word is a path and yet chooses no tests. */
    private static final Set<String> WITH_PATH = Set.of(
            "-c", "-p", "--rootdir", "--confcutdir", "--basetemp", "--cov", "--cov-config", "--ignore", "--deselect");

    private PytestCommand() {}

    /**
     * @param selectors files or node ids, relative to the working directory
     * @param known files that hold collected tests, by which arguments that choose tests are recognised
     */
    static String narrowed(String block, StepId id, List<String> selectors, List<String> known) {
        Optional<BlockCommand> command = BlockCommand.last(block, words -> programIndex(words) >= 0);
        if (command.isEmpty()) {
            return "python -m pytest --junitxml=\"$BOOTWRIGHT_REPORTS/" + id + ".xml\" " + ShellText.quote(selectors);
        }
        List<String> words = command.get().words();
        int program = programIndex(words);
        List<String> kept = new ArrayList<>(words.subList(0, program + 1));
        for (int i = program + 1; i < words.size(); i++) {
            String word = BlockCommand.unquoted(words.get(i));
            boolean valued = WITH_PATH.contains(BlockCommand.unquoted(words.get(i - 1)));
            boolean chooses = !word.startsWith("-") && !valued && choosesTests(word, known);
            if (!chooses && !word.equals("--")) {
                kept.add(words.get(i));
            }
        }
        selectors.forEach(s -> kept.add(ShellText.quote(s)));
        return command.get().with(kept);
    }

    private static int programIndex(List<String> words) {
        for (int i = 0; i < words.size(); i++) {
            String word = BlockCommand.unquoted(words.get(i));
            boolean module = i > 0 && word.equals("pytest") && words.get(i - 1).equals("-m");
            boolean first = PROGRAM.matcher(word).matches()
                    && words.subList(0, i).stream().allMatch(PytestCommand::leads);
            if (module || first) {
                return i;
            }
        }
        return -1;
    }

    /** Words that may stand before the program: assignments and wrappers. */
    private static boolean leads(String word) {
        return word.matches(
                "[A-Za-z_]\\w*=.*|env|exec|time|nice|xvfb-run|coverage|run|-a|-m|uv|poetry|pdm|hatch|pipenv");
    }

    private static boolean choosesTests(String word, List<String> known) {
        String path = word.contains("::") ? word.substring(0, word.indexOf("::")) : word;
        while (path.startsWith("./")) {
            path = path.substring(2);
        }
        while (path.endsWith("/")) {
            path = path.substring(0, path.length() - 1);
        }
        if (path.isEmpty() || path.equals(".")) {
            return true;
        }
        String folder = path;
        return known.stream().anyMatch(f -> f.equals(folder) || f.startsWith(folder + "/"));
    }
}
