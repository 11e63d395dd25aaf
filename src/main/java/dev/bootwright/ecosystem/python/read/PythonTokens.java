package dev.bootwright.ecosystem.python.read;

import java.util.ArrayList;
import java.util.List;

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

    private final String source;
    private final List<Token> tokens = new ArrayList<>();
    private int at;
    private int line = 1;
    private int depth;
    private int indent;
    private boolean fresh = true;

    private PythonTokens(String source) {
        this.source = source;
    }

    static List<Token> of(String source) {
        PythonTokens reading = new PythonTokens(source);
        reading.read();
        return reading.tokens;
    }

    private void read() {
        while (at < source.length() && tokens.size() < MOST_TOKENS) {
            char c = source.charAt(at);
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
                at = end < 0 ? source.length() : end;
            } else if (Character.isWhitespace(c) || c == '\ufeff') {
                if (fresh) {
                    indent += c == '\t' ? 8 : 1;
                }
                at++;
            } else if (c == '"' || c == '\'') {
                string("");
            } else if (Character.isJavaIdentifierStart(c) && c != '$') {
                word();
            } else if (c >= '0' && c <= '9') {
                number();
            } else {
                sign(c);
            }
        }
    }

    /** A backslash before a line end joins lines. */
    private void backslash() {
        int next = at + 1;
        if (next < source.length() && source.charAt(next) == '\r') {
            next++;
        }
        if (next < source.length() && source.charAt(next) == '\n') {
            line++;
            at = next + 1;
        } else {
            at++;
        }
    }

    private void add(Kind kind, String text, int startLine) {
        tokens.add(new Token(kind, text, startLine, fresh ? indent : -1));
        fresh = false;
    }

    private void word() {
        int start = at;
        while (at < source.length()
                && Character.isJavaIdentifierPart(source.charAt(at))
                && source.charAt(at) != '$'
                && source.charAt(at) != 0) {
            at++;
        }
        if (at == start) {
            at++;
        }
        String text = source.substring(start, at);
        boolean quote = at < source.length() && (source.charAt(at) == '"' || source.charAt(at) == '\'');
        if (quote && text.length() <= 3 && text.chars().allMatch(c -> "rRbBuUfFtT".indexOf(c) >= 0)) {
            string(text);
        } else {
            add(Kind.NAME, text, line);
        }
    }

    private void number() {
        int start = at;
        while (at < source.length()
                && (Character.isLetterOrDigit(source.charAt(at))
                        || source.charAt(at) == '.'
                        || source.charAt(at) == '_')) {
            at++;
        }
        add(Kind.NUMBER, source.substring(start, at), line);
    }

    private void sign(char c) {
        if (c == '(' || c == '[' || c == '{') {
            depth++;
        } else if ((c == ')' || c == ']' || c == '}') && depth > 0) {
            depth--;
        }
        String text = String.valueOf(c);
        if (at + 1 < source.length() && source.charAt(at + 1) == '=' && "=!<>+-*/%|&^".indexOf(c) >= 0) {
            text += "=";
        }
        add(Kind.SIGN, text, line);
        at += text.length();
    }

    private void string(String prefix) {
        int startLine = line;
        char quote = source.charAt(at);
        boolean triple = source.startsWith(String.valueOf(quote).repeat(3), at);
        at += triple ? 3 : 1;
        boolean raw = prefix.toLowerCase(java.util.Locale.ROOT).contains("r");
        StringBuilder value = new StringBuilder();
        while (at < source.length()) {
            char c = source.charAt(at);
            if (c == '\\' && at + 1 < source.length()) {
                escape(value, raw);
                continue;
            }
            if (c == '\n') {
                if (!triple) {
                    break;
                }
                line++;
            }
            if (c == quote
                    && (!triple || source.startsWith(String.valueOf(quote).repeat(3), at))) {
                at += triple ? 3 : 1;
                break;
            }
            value.append(c);
            at++;
        }
        boolean formatted = prefix.indexOf('f') >= 0 || prefix.indexOf('F') >= 0;
        add(formatted && value.indexOf("{") >= 0 ? Kind.FORMATTED : Kind.STRING, value.toString(), startLine);
    }

    private void escape(StringBuilder value, boolean raw) {
        char next = source.charAt(at + 1);
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
