package dev.bootwright.verify;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;

/**
 * One simple command within a step's block, taken apart so that its arguments can be narrowed and the rest stays as it
 * is.
 *
 * @param before the block up to the command's first word
 * @param words the command's words as they are written, quotes included
 * @param after the block from the first redirection or operator behind the words
 */
public record BlockCommand(String before, List<String> words, String after) {
    public BlockCommand {
        words = List.copyOf(words);
    }

    /** The last command whose words satisfy the condition; empty also where the block is not plain enough to tell. */
    public static Optional<BlockCommand> last(String block, Predicate<List<String>> condition) {
        Scanner scanner = new Scanner(block);
        if (!scanner.scan()) {
            return Optional.empty();
        }
        for (Span span : scanner.commands.reversed()) {
            List<String> words = new ArrayList<>();
            span.words.forEach(w -> words.add(block.substring(w[0], w[1])));
            if (condition.test(words)) {
                return Optional.of(new BlockCommand(
                        block.substring(0, span.words.getFirst()[0]),
                        words,
                        block.substring(span.words.getLast()[1])));
            }
        }
        return Optional.empty();
    }

    /** The block with other words in the command's place. */
    public String with(List<String> newWords) {
        return before + String.join(" ", newWords) + after;
    }

    /** The words without their quotes, less those that name where a report goes. */
    public List<String> wordsWithoutReports() {
        return words.stream()
                .filter(word -> !word.contains("BOOTWRIGHT_REPORTS"))
                .map(BlockCommand::unquoted)
                .toList();
    }

    /** A word without its quotes; as it stands where it holds expansions. */
    public static String unquoted(String word) {
        StringBuilder out = new StringBuilder();
        char quote = 0;
        for (int i = 0; i < word.length(); i++) {
            char c = word.charAt(i);
            if (quote == 0 && (c == '\'' || c == '"')) {
                quote = c;
            } else if (c == quote && quote != 0) {
                quote = 0;
            } else if (c == '\\' && quote != '\'' && i + 1 < word.length()) {
                out.append(word.charAt(++i));
            } else {
                out.append(c);
            }
        }
        return out.toString();
    }

    private record Span(List<int[]> words) {}

    /** Splits a block into simple commands; gives up on here-documents. */
    private static final class Scanner {
        private final String block;
        private final List<Span> commands = new ArrayList<>();
        private List<int[]> words = new ArrayList<>();
        private boolean redirected;

        Scanner(String block) {
            this.block = block;
        }

        boolean scan() {
            int i = 0;
            while (i < block.length()) {
                char c = block.charAt(i);
                if (c == '\\' && i + 1 < block.length() && block.charAt(i + 1) == '\n') {
                    i += 2;
                } else if (c == ' ' || c == '\t') {
                    i++;
                } else if (c == '#') {
                    int end = block.indexOf('\n', i);
                    i = end < 0 ? block.length() : end;
                } else if (c == '\n' || c == ';' || c == '&' || c == '|' || c == '(' || c == ')') {
                    endCommand();
                    i++;
                } else if (isRedirection(i)) {
                    if (block.startsWith("<<", digits(i))) {
                        return false;
                    }
                    redirected = true;
                    i = endOfWord(skipBlanks(endOfOperator(digits(i))));
                } else {
                    int end = endOfWord(i);
                    if (end < 0) {
                        return false;
                    }
                    if (!redirected) {
                        words.add(new int[] {i, end});
                    }
                    i = end;
                }
                if (i < 0) {
                    return false;
                }
            }
            endCommand();
            return true;
        }

        private void endCommand() {
            if (!words.isEmpty()) {
                commands.add(new Span(words));
            }
            words = new ArrayList<>();
            redirected = false;
        }

        private boolean isRedirection(int start) {
            int i = digits(start);
            return i < block.length() && (block.charAt(i) == '<' || block.charAt(i) == '>');
        }

        private int digits(int start) {
            int i = start;
            while (i < block.length() && Character.isDigit(block.charAt(i))) {
                i++;
            }
            return i;
        }

        private int endOfOperator(int start) {
            int i = start;
            while (i < block.length() && "<>&|".indexOf(block.charAt(i)) >= 0) {
                i++;
            }
            return i;
        }

        private int skipBlanks(int start) {
            int i = start;
            while (i < block.length() && (block.charAt(i) == ' ' || block.charAt(i) == '\t')) {
                i++;
            }
            return i;
        }

        /** Behind the word that begins at {@code start}; -1 for an unclosed quote or substitution. */
        private int endOfWord(int start) {
            char quote = 0;
            int depth = 0;
            int i = start;
            while (i < block.length()) {
                char c = block.charAt(i);
                if (c == '\\' && quote != '\'') {
                    i++;
                } else if (quote != 0) {
                    quote = c == quote ? 0 : quote;
                } else if (c == '\'' || c == '"' || c == '`') {
                    quote = c;
                } else if (c == '$' && i + 1 < block.length() && block.charAt(i + 1) == '(') {
                    depth++;
                    i++;
                } else if (c == ')' && depth > 0) {
                    depth--;
                } else if (depth == 0 && " \t\n;&|()<>".indexOf(c) >= 0) {
                    return i;
                }
                i++;
            }
            return quote == 0 && depth == 0 ? block.length() : -1;
        }
    }
}
