package dev.bootwright.format.make;

import java.util.ArrayList;
import java.util.List;

/** Lines of a file with continuations joined; each knows where it begins. */
final class LogicalLines {
    private LogicalLines() {}

    record Line(int number, String text) {}

    /** A backslash at the end of a line joins it with the next, by a space. */
    static List<Line> of(String text) {
        List<Line> lines = new ArrayList<>();
        StringBuilder pending = new StringBuilder();
        int start = 0;
        int number = 0;
        for (String raw : text.split("\n", -1)) {
            number++;
            String line = raw.endsWith("\r") ? raw.substring(0, raw.length() - 1) : raw;
            if (start == 0) {
                start = number;
                pending.setLength(0);
            } else {
                line = line.stripLeading();
            }
            if (continues(line)) {
                pending.append(line, 0, line.length() - 1).append(' ');
            } else {
                lines.add(new Line(start, pending.append(line).toString()));
                start = 0;
            }
        }
        if (start != 0) {
            lines.add(new Line(start, pending.toString()));
        }
        return lines;
    }

    private static boolean continues(String line) {
        int backslashes = 0;
        while (backslashes < line.length() && line.charAt(line.length() - 1 - backslashes) == '\\') {
            backslashes++;
        }
        return backslashes % 2 == 1;
    }
}
