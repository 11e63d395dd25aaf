package dev.bootwright.testreport;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.List;

/** A step's log, for what no structured report tells. */
public final class StepLog {
    private StepLog() {}

    /** Its first and last lines, bounded; empty when there is no log. */
    public static List<String> tail(Path log) {
        BoundedLines lines = new BoundedLines();
        try {
            BoundedReading.lines(log, line -> lines.append(line + "\n"));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return lines.lines();
    }
}
