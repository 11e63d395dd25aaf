package dev.bootwright.format.shell;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * One simple command of a script.
 *
 * @param line in the file, from 1
 * @param env assignments before the command, in order
 * @param words without quotes; expansions such as {@code $X} or {@code $(…)} stay as written; empty for a bare assignment
 * @param raw as written, redirections and assignments included
 * @param joint how it hangs on the command before it
 * @param directory where it runs as {@code cd} says, relative to the script's start; null when not known statically
 * @param nested whether it stands inside {@code if}, a loop, {@code case} or a function, so that it may not run at all
 */
public record ShellCommand(
        int line,
        Map<String, String> env,
        List<String> words,
        String raw,
        Joint joint,
        @Nullable String directory,
        boolean nested) {
    /** The operator before a command. */
    public enum Joint {
        SEQUENCE,
        AND,
        OR,
        PIPE
    }

    public ShellCommand {
        env = Collections.unmodifiableMap(new LinkedHashMap<>(env));
        words = List.copyOf(words);
    }

    /** The command without wrappers such as {@code sudo} or {@code uv run}. */
    public Invocation invocation() {
        return Invocation.of(words);
    }
}
