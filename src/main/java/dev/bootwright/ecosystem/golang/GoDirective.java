package dev.bootwright.ecosystem.golang;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * One directive of a {@code go.mod} or {@code go.work} file; a block gives one for each of its lines.
 *
 * @param verb for example {@code require}
 * @param arguments unquoted
 * @param comment what follows {@code //} on the same line, stripped
 * @param line from 1
 */
record GoDirective(String verb, List<String> arguments, String comment, int line) {
    private static final int MOST = 20_000;

    GoDirective {
        arguments = List.copyOf(arguments);
    }

    /** A line that is no directive. */
    record Problem(int line, String reason) {}

    /** All directives of a file in order; what cannot be read is told to {@code problems}. */
    static List<GoDirective> parse(String text, List<Problem> problems) {
        List<GoDirective> directives = new ArrayList<>();
        String block = "";
        int number = 0;
        for (String raw : text.split("\n", -1)) {
            number++;
            if (directives.size() >= MOST) {
                problems.add(new Problem(number, "more than " + MOST + " directives; the rest is not read"));
                break;
            }
            Optional<Tokens> read = Tokens.of(raw);
            if (read.isEmpty()) {
                problems.add(new Problem(number, "unterminated string"));
                continue;
            }
            List<String> words = read.get().words();
            if (words.isEmpty()) {
                continue;
            }
            boolean opens = words.size() == 2 && words.get(1).equals("(");
            if (block.isEmpty() && opens) {
                block = words.getFirst();
            } else if (!block.isEmpty() && words.equals(List.of(")"))) {
                block = "";
            } else if (!block.isEmpty()) {
                directives.add(new GoDirective(block, words, read.get().comment(), number));
            } else {
                directives.add(new GoDirective(
                        words.getFirst(),
                        words.subList(1, words.size()),
                        read.get().comment(),
                        number));
            }
        }
        if (!block.isEmpty()) {
            problems.add(new Problem(number, "the block “" + block + "” is not closed"));
        }
        return List.copyOf(directives);
    }

    Optional<String> first() {
        return arguments.stream().findFirst();
    }

    private record Tokens(List<String> words, String comment) {
        /** Empty for a string without an end. */
        static Optional<Tokens> of(String line) {
            List<String> words = new ArrayList<>();
            int i = 0;
            while (i < line.length()) {
                char c = line.charAt(i);
                if (Character.isWhitespace(c)) {
                    i++;
                } else if (line.startsWith("//", i)) {
                    return Optional.of(new Tokens(words, line.substring(i + 2).strip()));
                } else if (c == '"' || c == '`') {
                    int end = line.indexOf(c, i + 1);
                    if (end < 0) {
                        return Optional.empty();
                    }
                    words.add(line.substring(i + 1, end));
                    i = end + 1;
                } else if (c == '(' || c == ')') {
                    words.add(String.valueOf(c));
                    i++;
                } else {
                    int end = i;
                    while (end < line.length()
                            && !Character.isWhitespace(line.charAt(end))
                            && line.charAt(end) != ')') {
                        end++;
                    }
                    words.add(line.substring(i, end));
                    i = end;
                }
            }
            return Optional.of(new Tokens(words, ""));
        }
    }
}
