package dev.bootwright.testreport;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** A step's log, for what no structured report tells. */
public final class StepLog {
    private static final int MOST_LINES = 1_000_000;

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

    /** Every line of a text file of a step, at most a million; empty when there is none. */
    public static List<String> all(Path file) {
        List<String> lines = new ArrayList<>();
        try {
            BoundedReading.lines(file, line -> {
                if (lines.size() < MOST_LINES) {
                    lines.add(line);
                }
            });
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return lines;
    }
}
