package dev.bootwright.cli;

import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;

/**
 * Where the program speaks: the answer on standard output, all else on standard error.
 *
 * @param terminal whether standard error is a terminal that understands cursor movement
 * @param columns its width
 */
public record Console(PrintStream out, PrintStream err, boolean terminal, int columns) {
    private static final int DEFAULT_COLUMNS = 100;

    /** The process's own streams, always UTF-8. */
    public static Console system() {
        PrintStream out = new PrintStream(new FileOutputStream(FileDescriptor.out), false, StandardCharsets.UTF_8);
        PrintStream err = new PrintStream(new FileOutputStream(FileDescriptor.err), true, StandardCharsets.UTF_8);
        String width = System.getenv("COLUMNS");
        int columns = DEFAULT_COLUMNS;
        if (width != null && width.matches("\\d{2,4}")) {
            columns = Integer.parseInt(width);
        }
        // The launcher tells: Java itself only knows whether standard input and output are a terminal.
        boolean terminal = "1".equals(System.getenv("BOOTWRIGHT_STDERR_TTY")) && !"dumb".equals(System.getenv("TERM"));
        return new Console(out, err, terminal, columns);
    }
}
