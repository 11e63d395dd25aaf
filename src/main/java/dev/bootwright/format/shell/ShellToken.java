package dev.bootwright.format.shell;

/**
 * A word or an operator of a script.
 *
 * @param text a word without quotes, or the operator; {@code "\n"} for the end of a line
 * @param start first character in the script
 * @param end behind the last one
 */
record ShellToken(Kind kind, String text, int line, int start, int end, boolean quoted) {
    enum Kind {
        WORD,
        OPERATOR,
        REDIRECTION
    }

    boolean is(String operator) {
        return kind == Kind.OPERATOR && text.equals(operator);
    }

    /** A reserved word is one only without quotes. */
    boolean isWord(String word) {
        return kind == Kind.WORD && !quoted && text.equals(word);
    }
}
