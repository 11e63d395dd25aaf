package dev.bootwright.sandbox.namespace;

import java.util.List;
import java.util.stream.Collectors;

/** Quotes words for a POSIX shell. */
final class ShellQuote {
    private ShellQuote() {}

    static String join(List<String> words) {
        return words.stream()
                .map(word -> "'" + word.replace("'", "'\\''") + "'")
                .collect(Collectors.joining(" "));
    }
}
