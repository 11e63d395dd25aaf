package dev.bootwright.format.shell;

import java.util.ArrayList;
import java.util.List;

/** Cuts a script into words and operators; here-documents and comments disappear. */
final class ShellLexer {
    private static final int DEPTH_LIMIT = 32;
    private static final int TOKEN_LIMIT = 50_000;
    private static final List<String> OPERATORS = List.of("&&", "||", ";;", "|&", ";", "|", "&", "(", ")");

    private final String text;
    private int line;
    private int at;
    private final List<ShellToken> tokens = new ArrayList<>();
    private final List<Heredoc> heredocs = new ArrayList<>();

    private record Heredoc(String delimiter, boolean stripTabs) {}

    /** The script is broken or outside the bounds. */
    static final class Refused extends RuntimeException {
        private static final long serialVersionUID = 1L;

        private final String reason;
        private final int line;

        Refused(String reason, int line) {
            super(reason, null, false, false);
            this.reason = reason;
            this.line = line;
        }

        String reason() {
            return reason;
        }

        int line() {
            return line;
        }
    }

    ShellLexer(String text, int firstLine) {
        this.text = text;
        this.line = firstLine;
    }

    List<ShellToken> tokens() {
        while (at < text.length()) {
            if (tokens.size() > TOKEN_LIMIT) {
                throw new Refused("script has more than " + TOKEN_LIMIT + " words", line);
            }
            next();
        }
        return tokens;
    }

    private void next() {
        char c = text.charAt(at);
        if (c == '\\' && lineBreakAt(at + 1) > 0) {
            at += 1 + lineBreakAt(at + 1);
            line++;
        } else if (c == '\n') {
            tokens.add(new ShellToken(ShellToken.Kind.OPERATOR, "\n", line, at, at + 1, false));
            at++;
            line++;
            skipHeredocs();
        } else if (Character.isWhitespace(c)) {
            at++;
        } else if (c == '#') {
            int end = text.indexOf('\n', at);
            at = end < 0 ? text.length() : end;
        } else if (!redirection() && !operator()) {
            word();
        }
    }

    /** The length of a line break at a position; 0 if there is none. */
    private int lineBreakAt(int position) {
        if (text.startsWith("\r\n", position)) {
            return 2;
        }
        return text.startsWith("\n", position) ? 1 : 0;
    }

    private boolean operator() {
        for (String operator : OPERATORS) {
            if (text.startsWith(operator, at)) {
                tokens.add(new ShellToken(ShellToken.Kind.OPERATOR, operator, line, at, at + operator.length(), false));
                at += operator.length();
                return true;
            }
        }
        return false;
    }

    private boolean redirection() {
        int from = at;
        while (from < text.length() && Character.isDigit(text.charAt(from))) {
            from++;
        }
        if (text.startsWith("&>", from)) {
            from++;
        }
        if (from >= text.length() || (text.charAt(from) != '<' && text.charAt(from) != '>')) {
            return false;
        }
        if (text.startsWith("<(", from) || text.startsWith(">(", from)) {
            return false;
        }
        int start = at;
        boolean heredoc = text.startsWith("<<", from) && !text.startsWith("<<<", from);
        boolean stripTabs = text.startsWith("<<-", from);
        at = from;
        while (at < text.length() && "<>&|-".indexOf(text.charAt(at)) >= 0 && at - from < 3) {
            at++;
        }
        while (at < text.length() && (text.charAt(at) == ' ' || text.charAt(at) == '\t')) {
            at++;
        }
        String target =
                at < text.length() && !isBreak(text.charAt(at)) ? scanWord().text() : "";
        if (heredoc && !target.isEmpty()) {
            heredocs.add(new Heredoc(target, stripTabs));
        }
        tokens.add(new ShellToken(ShellToken.Kind.REDIRECTION, target, line, start, at, false));
        return true;
    }

    private void skipHeredocs() {
        for (Heredoc heredoc : heredocs) {
            while (at < text.length()) {
                int end = text.indexOf('\n', at);
                String content = text.substring(at, end < 0 ? text.length() : end);
                at = end < 0 ? text.length() : end + 1;
                line++;
                String bare = heredoc.stripTabs() ? content.stripLeading() : content;
                if (bare.stripTrailing().equals(heredoc.delimiter())) {
                    break;
                }
            }
        }
        heredocs.clear();
    }

    private void word() {
        tokens.add(scanWord());
    }

    private ShellToken scanWord() {
        int start = at;
        int startLine = line;
        boolean quoted = false;
        StringBuilder word = new StringBuilder();
        while (at < text.length()) {
            char c = text.charAt(at);
            if (c == '\\') {
                int lineBreak = lineBreakAt(at + 1);
                if (lineBreak > 0) {
                    at += 1 + lineBreak;
                    line++;
                } else {
                    quoted = true;
                    append(word, at + 1, Math.min(text.length(), at + 2));
                    at = Math.min(text.length(), at + 2);
                }
            } else if (c == '\'') {
                quoted = true;
                int end = closing('\'', at + 1);
                append(word, at + 1, end);
                at = end + 1;
            } else if (c == '"') {
                quoted = true;
                doubleQuoted(word);
            } else if (c == '$' || c == '`' || ((c == '<' || c == '>') && text.startsWith("(", at + 1))) {
                int end = expansionEnd(at, 0);
                append(word, at, end);
                at = end;
            } else if (isBreak(c)) {
                break;
            } else {
                word.append(c);
                at++;
            }
        }
        return new ShellToken(ShellToken.Kind.WORD, word.toString(), startLine, start, at, quoted);
    }

    private static boolean isBreak(char c) {
        return Character.isWhitespace(c) || ";|&()<>".indexOf(c) >= 0;
    }

    private void append(StringBuilder word, int from, int to) {
        for (int i = from; i < to; i++) {
            char c = text.charAt(i);
            if (c == '\n') {
                line++;
            }
            word.append(c);
        }
    }

    private int closing(char quote, int from) {
        int end = text.indexOf(quote, from);
        if (end < 0) {
            throw new Refused("quote is not closed", line);
        }
        return end;
    }

    private void doubleQuoted(StringBuilder word) {
        at++;
        while (at < text.length() && text.charAt(at) != '"') {
            char c = text.charAt(at);
            if (c == '\\' && at + 1 < text.length()) {
                int lineBreak = lineBreakAt(at + 1);
                if (lineBreak > 0) {
                    line++;
                    at += 1 + lineBreak;
                } else {
                    if ("$`\"\\".indexOf(text.charAt(at + 1)) < 0) {
                        word.append(c);
                    }
                    word.append(text.charAt(at + 1));
                    at += 2;
                }
            } else {
                int end = c == '$' || c == '`' ? expansionEnd(at, 0) : at + 1;
                append(word, at, end);
                at = end;
            }
        }
        if (at >= text.length()) {
            throw new Refused("quote is not closed", line);
        }
        at++;
    }

    /** The position behind the expansion that begins here: {@code $x ${x} $(x) $((x))}, backquotes, {@code <(x)}. */
    private int expansionEnd(int start, int depth) {
        if (depth > DEPTH_LIMIT) {
            throw new Refused("expansions nested deeper than " + DEPTH_LIMIT, line);
        }
        char c = text.charAt(start);
        if (c == '`') {
            int i = start + 1;
            while (i < text.length() && text.charAt(i) != '`') {
                i += text.charAt(i) == '\\' ? 2 : 1;
            }
            return Math.min(text.length(), i + 1);
        }
        if (start + 1 >= text.length()) {
            return start + 1;
        }
        char next = text.charAt(start + 1);
        if (text.startsWith("${{", start)) {
            int end = text.indexOf("}}", start);
            return end < 0 ? text.length() : end + 2;
        }
        if (next == '(' || next == '{') {
            return balanced(start + 1, next, next == '(' ? ')' : '}', depth);
        }
        return start + 1;
    }

    private int balanced(int start, char open, char close, int depth) {
        int level = 0;
        int i = start;
        while (i < text.length()) {
            char c = text.charAt(i);
            if (c == '\\') {
                i += 2;
            } else if (c == '\'' && open == '(') {
                i = closing('\'', i + 1) + 1;
            } else if (c == '"') {
                i = quotedEnd(i, depth);
            } else if (c == '$' && i + 1 < text.length() && "({".indexOf(text.charAt(i + 1)) >= 0) {
                i = expansionEnd(i, depth + 1);
            } else {
                i++;
                if (c == open) {
                    level++;
                } else if (c == close && --level == 0) {
                    return i;
                }
            }
        }
        throw new Refused("expansion is not closed", line);
    }

    private int quotedEnd(int start, int depth) {
        int i = start + 1;
        while (i < text.length() && text.charAt(i) != '"') {
            char c = text.charAt(i);
            if (c == '\\') {
                i += 2;
            } else if (c == '$' && i + 1 < text.length() && "({".indexOf(text.charAt(i + 1)) >= 0) {
                i = expansionEnd(i, depth + 1);
            } else {
                i++;
            }
        }
        if (i >= text.length()) {
            throw new Refused("quote is not closed", line);
        }
        return i + 1;
    }
}
