package dev.bootwright.format.shell;

import dev.bootwright.format.Reading;
import java.util.List;

/** The simple commands of a script, in order. */
public record ShellScript(List<ShellCommand> commands) {
    /** Characters that are read at most. */
    public static final int SIZE_LIMIT = 256 << 10;

    public ShellScript {
        commands = List.copyOf(commands);
    }

    /**
     * Reads POSIX shell and the common parts of bash.
     *
     * @param firstLine the file's line on which the text begins
     */
    public static Reading<ShellScript> read(String text, int firstLine) {
        if (text.length() > SIZE_LIMIT) {
            return Reading.unknown("script larger than " + SIZE_LIMIT + " characters", firstLine);
        }
        try {
            List<ShellToken> tokens = new ShellLexer(text, firstLine).tokens();
            return Reading.of(new ShellScript(new ShellCommands(text, tokens).read()));
        } catch (ShellLexer.Refused e) {
            return Reading.unknown(e.reason(), e.line());
        }
    }
}
