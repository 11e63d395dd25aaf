package dev.bootwright.verify;

import dev.bootwright.trace.OutputText;

/** Text cut down to one safe line for messages. */
final class OneLine {
    private static final int LIMIT = 200;

    private OneLine() {}

    static String of(String text) {
        String line = OutputText.plain(text.strip().lines().findFirst().orElse(""));
        return line.length() <= LIMIT ? line : line.substring(0, LIMIT) + " …";
    }
}
