package dev.bootwright.repair.shell;

import java.util.ArrayList;
import java.util.List;

/** Reads one word: quotes, escapes and expansions, however deep. */
final class WordScanner {
    private static final int DEPTH_LIMIT = 40;

    private final String source;
    private int at;
    private final StringBuilder text = new StringBuilder();
    private final List<String> substitutions = new ArrayList<>();

    private WordScanner(String source, int at) {
        this.source = source;
        this.at = at;
    }

    /** @param end behind the word */
    record Scanned(ShellWord word, int end) {}

    /** Reads the word that begins here; an empty one where none does. */
    static Scanned scan(String source, int start) {
        WordScanner scanner = new WordScanner(source, start);
        scanner.run();
        ShellWord word =
                new ShellWord(source.substring(start, scanner.at), scanner.text.toString(), scanner.substitutions);
        return new Scanned(word, scanner.at);
    }

    private void run() {
        while (at < source.length()) {
            char c = source.charAt(at);
            if (c == '\'') {
                int end = source.indexOf('\'', at + 1);
                require(end >= 0, "a quote is not closed");
                text.append(source, at + 1, end);
                at = end + 1;
            } else if (c == '"') {
                doubleQuoted();
            } else if (c == '\\') {
                require(at + 1 < source.length(), "a backslash ends the script");
                if (source.charAt(at + 1) != '\n') {
                    text.append(source.charAt(at + 1));
                }
                at += 2;
            } else if (c == '$' || c == '`') {
                expansion();
            } else if ((c == '<' || c == '>') && peek(1) == '(') {
                int end = closing(source, at + 1, 0);
                substitutions.add(source.substring(at + 2, end));
                text.append(source, at, end + 1);
                at = end + 1;
            } else if (isEnd(c)) {
                return;
            } else if (c == '(' && isPattern()) {
                int end = closing(source, at, 0);
                text.append(source, at, end + 1);
                at = end + 1;
            } else if (c == '(') {
                return;
            } else {
                text.append(c);
                at++;
            }
        }
    }

    private static boolean isEnd(char c) {
        return " \t\n;&|<>)".indexOf(c) >= 0;
    }

    /** Whether a parenthesis belongs to a pattern such as {@code !(a|b)}. */
    private boolean isPattern() {
        return !text.isEmpty() && "?*+@!".indexOf(text.charAt(text.length() - 1)) >= 0;
    }

    private char peek(int ahead) {
        return at + ahead < source.length() ? source.charAt(at + ahead) : '\0';
    }

    private void doubleQuoted() {
        at++;
        while (true) {
            require(at < source.length(), "a double quote is not closed");
            char c = source.charAt(at);
            if (c == '"') {
                at++;
                return;
            }
            if (c == '\\' && at + 1 < source.length()) {
                char next = source.charAt(at + 1);
                if (next != '\n') {
                    if ("$`\"\\".indexOf(next) < 0) {
                        text.append(c);
                    }
                    text.append(next);
                }
                at += 2;
            } else if (c == '$' || c == '`') {
                expansion();
            } else {
                text.append(c);
                at++;
            }
        }
    }

    private void expansion() {
        int start = at;
        if (source.charAt(at) == '`') {
            int end = at + 1;
            while (end < source.length() && source.charAt(end) != '`') {
                end += source.charAt(end) == '\\' ? 2 : 1;
            }
            require(end < source.length(), "a back quote is not closed");
            substitutions.add(source.substring(at + 1, end));
            at = end + 1;
        } else if (peek(1) == '(' && peek(2) == '(') {
            at = closing(source, at + 1, 0) + 1;
        } else if (peek(1) == '(') {
            int end = closing(source, at + 1, 0);
            substitutions.add(source.substring(at + 2, end));
            at = end + 1;
        } else if (peek(1) == '{') {
            at = brace(source, at + 1, 0) + 1;
        } else if (peek(1) == '\'') {
            int end = at + 2;
            while (end < source.length() && source.charAt(end) != '\'') {
                end += source.charAt(end) == '\\' ? 2 : 1;
            }
            require(end < source.length(), "a quote is not closed");
            text.append(source, at + 2, end);
            at = end + 1;
            return;
        } else {
            at++;
        }
        text.append(source, start, at);
    }

    /** The parenthesis that closes the one at {@code open}. */
    static int closing(String source, int open, int depth) {
        require(depth < DEPTH_LIMIT, "nested too deeply");
        int i = open + 1;
        int level = 1;
        while (i < source.length()) {
            char c = source.charAt(i);
            if (c == '(') {
                level++;
                i++;
            } else if (c == ')') {
                if (--level == 0) {
                    return i;
                }
                i++;
            } else {
                i = skip(source, i, depth);
            }
        }
        throw new Unreadable("a parenthesis is not closed");
    }

    private static int brace(String source, int open, int depth) {
        require(depth < DEPTH_LIMIT, "nested too deeply");
        int i = open + 1;
        while (i < source.length()) {
            if (source.charAt(i) == '}') {
                return i;
            }
            i = skip(source, i, depth);
        }
        throw new Unreadable("a brace is not closed");
    }

    /** Behind the quoted part, the expansion or the character that stands here. */
    private static int skip(String source, int i, int depth) {
        char c = source.charAt(i);
        char next = i + 1 < source.length() ? source.charAt(i + 1) : '\0';
        if (c == '\\') {
            return i + 2;
        }
        if (c == '\'') {
            int end = source.indexOf('\'', i + 1);
            require(end >= 0, "a quote is not closed");
            return end + 1;
        }
        if (c == '"') {
            int j = i + 1;
            while (j < source.length() && source.charAt(j) != '"') {
                j = source.charAt(j) == '\'' ? j + 1 : skip(source, j, depth);
            }
            require(j < source.length(), "a double quote is not closed");
            return j + 1;
        }
        if (c == '$' && next == '(') {
            return closing(source, i + 1, depth + 1) + 1;
        }
        if (c == '$' && next == '{') {
            return brace(source, i + 1, depth + 1) + 1;
        }
        if (c == '#' && i > 0 && " \t\n;(".indexOf(source.charAt(i - 1)) >= 0) {
            int end = source.indexOf('\n', i);
            return end < 0 ? source.length() : end;
        }
        return i + 1;
    }

    private static void require(boolean condition, String reason) {
        if (!condition) {
            throw new Unreadable(reason);
        }
    }
}
