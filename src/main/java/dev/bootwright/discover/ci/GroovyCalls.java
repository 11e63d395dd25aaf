package dev.bootwright.discover.ci;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Finds calls with one text in a program in Groovy, of which no more is understood than comments and literals. */
final class GroovyCalls {
    private final String text;
    private final List<String> names;
    private final List<Call> calls = new ArrayList<>();
    private int at;
    private int line = 1;

    /**
     * @param line where the text begins, from 1
     * @param literal null for anything but a literal without interpolation
     */
    record Call(String name, int line, @Nullable String literal) {}

    private GroovyCalls(String text, List<String> names) {
        this.text = text;
        this.names = names;
    }

    /** Calls such as {@code sh 'make'}, {@code sh('make')} and {@code sh(script: "make", returnStatus: true)}, in file order. */
    static List<Call> of(String text, String... names) {
        GroovyCalls reader = new GroovyCalls(text, List.of(names));
        while (reader.at < text.length()) {
            reader.step();
        }
        return reader.calls;
    }

    private void step() {
        char c = text.charAt(at);
        if (text.startsWith("//", at)) {
            skipTo("\n");
        } else if (text.startsWith("/*", at)) {
            skipTo("*/");
        } else if (c == '\'' || c == '"') {
            literal();
        } else if (Character.isJavaIdentifierStart(c)) {
            word();
        } else {
            advance();
        }
    }

    private void word() {
        int start = at;
        boolean member = start > 0 && text.charAt(start - 1) == '.';
        while (at < text.length() && Character.isJavaIdentifierPart(text.charAt(at))) {
            advance();
        }
        String name = text.substring(start, at);
        if (member || !names.contains(name)) {
            return;
        }
        spaces();
        boolean called = skip("(");
        called |= skip("script:") || skip("script :");
        int begin = line;
        char next = at < text.length() ? text.charAt(at) : '\n';
        if (next == '\'' || next == '"') {
            calls.add(new Call(name, begin, literal()));
        } else if (called || Character.isJavaIdentifierStart(next)) {
            calls.add(new Call(name, begin, null));
        }
    }

    private boolean skip(String token) {
        if (!text.startsWith(token, at)) {
            return false;
        }
        for (int i = 0; i < token.length(); i++) {
            advance();
        }
        spaces();
        return true;
    }

    private void spaces() {
        while (at < text.length() && Character.isWhitespace(text.charAt(at)) && text.charAt(at) != '\n') {
            advance();
        }
    }

    private void skipTo(String end) {
        while (at < text.length() && !text.startsWith(end, at)) {
            advance();
        }
        for (int i = 0; i < end.length() && at < text.length(); i++) {
            advance();
        }
    }

    private void advance() {
        if (text.charAt(at++) == '\n') {
            line++;
        }
    }

    /** The value of the literal that begins here; null when it is interpolated, added to, or never ends. */
    private @Nullable String literal() {
        char quote = text.charAt(at);
        String end = text.startsWith(String.valueOf(quote).repeat(3), at)
                ? String.valueOf(quote).repeat(3)
                : String.valueOf(quote);
        boolean known = true;
        StringBuilder value = new StringBuilder();
        for (int i = 0; i < end.length(); i++) {
            advance();
        }
        while (at < text.length() && !text.startsWith(end, at)) {
            char c = text.charAt(at);
            if (c == '\\' && at + 1 < text.length()) {
                advance();
                value.append(escaped(text.charAt(at)));
            } else {
                known &= quote == '\'' || c != '$';
                value.append(c);
            }
            advance();
        }
        known &= at < text.length();
        for (int i = 0; i < end.length() && at < text.length(); i++) {
            advance();
        }
        spaces();
        return known && !text.startsWith("+", at) ? value.toString() : null;
    }

    private static String escaped(char c) {
        return switch (c) {
            case 'n' -> "\n";
            case 't' -> "\t";
            case '\n' -> "";
            default -> String.valueOf(c);
        };
    }
}
