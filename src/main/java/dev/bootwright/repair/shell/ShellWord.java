package dev.bootwright.repair.shell;

import java.util.List;

/**
 * One word of a script.
 *
 * @param raw as written
 * @param text without quotes; expansions stay as written
 * @param substitutions scripts inside of {@code $(…)}, back quotes, {@code <(…)} and {@code >(…)}
 */
public record ShellWord(String raw, String text, List<String> substitutions) {
    public ShellWord {
        substitutions = List.copyOf(substitutions);
    }

    /** Whether what the word stands for is only known when the script runs. */
    public boolean isDynamic() {
        return raw.contains("$") || raw.contains("`");
    }
}
