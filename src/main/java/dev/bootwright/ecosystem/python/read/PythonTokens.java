package dev.bootwright.ecosystem.python.read;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** The tokens of Python source, enough of them to find imports, calls and literals. Never fails; odd text yields odd tokens. */
final class PythonTokens {
    enum Kind {
        NAME,
        NUMBER,
        STRING,
        /** A string with parts that only running would give. */
        FORMATTED,
        SIGN
    }

    /**
     * @param text of a string, its value
     * @param indent of the logical line that it starts, in columns; -1 inside a line
     */
    record Token(Kind kind, String text, int line, int indent) {
        boolean is(String sign) {
            return kind != Kind.STRING && text.equals(sign);
        }

        boolean startsLine() {
            return indent >= 0;
        }
    }

    private static final int MOST_TOKENS = 400_000;

    /** What each ASCII character may be; the text of most sources is nothing else. */
    private static final byte[] CLASSES = new byte[128];

    private static final String[] SIGNS = new String[128];
    private static final int NAME_START = 1;
    private static final int NAME_PART = 2;
    private static final int SPACE = 4;
    private static final int NUMBER_PART = 8;

    static {
        for (char c = 0; c < CLASSES.length; c++) {
            CLASSES[c] = (byte) classes(c);
            SIGNS[c] = String.valueOf(c);
        }
    }

    private final String source;
    private final char[] chars;
    private final boolean importsOnly;
    private final List<Token> tokens = new ArrayList<>();
    private int number;
    private boolean kept = true;
    private int at;
    private int line = 1;
    private int depth;
    private int indent;
    private boolean fresh = true;

    private PythonTokens(String source, boolean importsOnly) {
        this.source = source;
        this.chars = source.toCharArray();
        this.importsOnly = importsOnly;
    }

    static List<Token> of(String source) {
        return new PythonTokens(source, false).read();
    }

    /** The tokens of the logical lines that begin with {@code import} or {@code from}. */
    static List<Token> ofImports(String source) {
        return source.contains("import") ? new PythonTokens(source, true).read() : List.of();
    }

    private static int classes(char c) {
        return (Character.isJavaIdentifierStart(c) && c != '$' ? NAME_START : 0)
                | (Character.isJavaIdentifierPart(c) && c != '$' && c != 0 ? NAME_PART : 0)
                | (Character.isWhitespace(c) || c == '\ufeff' ? SPACE : 0)
                | (Character.isLetterOrDigit(c) || c == '.' || c == '_' ? NUMBER_PART : 0);
    }

    private static boolean is(char c, int kind) {
        return ((c < CLASSES.length ? CLASSES[c] : classes(c)) & kind) != 0;
    }

    private List<Token> read() {
        while (at < chars.length && number < MOST_TOKENS) {
            char c = chars[at];
            if (c == '\n') {
                line++;
                at++;
                if (depth == 0) {
                    fresh = true;
                    indent = 0;
                }
            } else if (c == '\\') {
                backslash();
            } else if (c == '#') {
                int end = source.indexOf('\n', at);
                at = end < 0 ? chars.length : end;
            } else if (is(c, SPACE)) {
                if (fresh) {
                    indent += c == '\t' ? 8 : 1;
                }
                at++;
            } else if (c == '"' || c == '\'') {
                string(at);
            } else if (is(c, NAME_START)) {
                word();
            } else if (c >= '0' && c <= '9') {
                number();
            } else {
                sign(c);
            }
        }
        return tokens;
    }

    /** A backslash before a line end joins lines. */
    private void backslash() {
        int next = at + 1;
        if (next < chars.length && chars[next] == '\r') {
            next++;
        }
        if (next < chars.length && chars[next] == '\n') {
            line++;
            at = next + 1;
        } else {
            at++;
        }
    }

    /** Takes the token that ends here. */
    private void add(Kind kind, int start, int startLine) {
        if (counts(kind, start)) {
            char first = chars[start];
            boolean sign = at - start == 1 && first < SIGNS.length;
            tokens.add(new Token(kind, sign ? SIGNS[first] : source.substring(start, at), startLine, indentOfLine()));
        }
        fresh = false;
    }

    private boolean counts(Kind kind, int start) {
        number++;
        if (fresh && importsOnly) {
            kept = kind == Kind.NAME && (isWord("import", start) || isWord("from", start));
        }
        return kept;
    }

    private boolean isWord(String word, int start) {
        return at - start == word.length() && source.startsWith(word, start);
    }

    private int indentOfLine() {
        return fresh ? indent : -1;
    }

    private void word() {
        int start = at;
        while (at < chars.length && is(chars[at], NAME_PART)) {
            at++;
        }
        if (at == start) {
            at++;
        }
        boolean quote = at < chars.length && (chars[at] == '"' || chars[at] == '\'');
        if (quote && at - start <= 3 && isPrefix(start)) {
            string(start);
        } else {
            add(Kind.NAME, start, line);
        }
    }

    private boolean isPrefix(int start) {
        for (int i = start; i < at; i++) {
            if ("rRbBuUfFtT".indexOf(chars[i]) < 0) {
                return false;
            }
        }
        return true;
    }

    private void number() {
        int start = at;
        while (at < chars.length && is(chars[at], NUMBER_PART)) {
            at++;
        }
        add(Kind.NUMBER, start, line);
    }

    private void sign(char c) {
        if (c == '(' || c == '[' || c == '{') {
            depth++;
        } else if ((c == ')' || c == ']' || c == '}') && depth > 0) {
            depth--;
        }
        int start = at++;
        if (at < chars.length && chars[at] == '=' && "=!<>+-*/%|&^".indexOf(c) >= 0) {
            at++;
        }
        add(Kind.SIGN, start, line);
    }

    /** A string whose prefix begins at {@code start}. */
    private void string(int start) {
        int startLine = line;
        String prefix = source.substring(start, at).toLowerCase(Locale.ROOT);
        char quote = chars[at];
        boolean triple = isTriple(quote);
        at += triple ? 3 : 1;
        String value = value(quote, triple, prefix.contains("r"));
        Kind kind = prefix.contains("f") && value.contains("{") ? Kind.FORMATTED : Kind.STRING;
        if (counts(kind, start)) {
            tokens.add(new Token(kind, value, startLine, indentOfLine()));
        }
        fresh = false;
    }

    private boolean isTriple(char quote) {
        return at + 2 < chars.length && chars[at] == quote && chars[at + 1] == quote && chars[at + 2] == quote;
    }

    private String value(char quote, boolean triple, boolean raw) {
        StringBuilder value = new StringBuilder();
        while (at < chars.length) {
            int plain = at;
            while (at < chars.length && chars[at] != quote && chars[at] != '\\' && chars[at] != '\n') {
                at++;
            }
            value.append(chars, plain, at - plain);
            if (at == chars.length || (chars[at] == '\n' && !triple)) {
                break;
            }
            char c = chars[at];
            if (c == quote && (!triple || isTriple(quote))) {
                at += triple ? 3 : 1;
                break;
            }
            if (c == '\\' && at + 1 < chars.length) {
                escape(value, raw);
                continue;
            }
            line += c == '\n' ? 1 : 0;
            value.append(c);
            at++;
        }
        return value.toString();
    }

    private void escape(StringBuilder value, boolean raw) {
        char next = chars[at + 1];
        at += 2;
        if (next == '\n') {
            line++;
            if (raw) {
                value.append("\\\n");
            }
            return;
        }
        if (raw) {
            value.append('\\').append(next);
            return;
        }
        switch (next) {
            case 'n' -> value.append('\n');
            case 't' -> value.append('\t');
            case '\\', '\'', '"' -> value.append(next);
            default -> value.append('\\').append(next);
        }
    }
}
