package dev.bootwright.format.make;

import java.util.Map;

/** Replaces {@code $(X)} and <code>${X}</code> by what the file assigns; anything else stays as written. */
final class Variables {
    private static final int DEPTH_LIMIT = 16;
    private static final int LENGTH_LIMIT = 64 << 10;

    private static final Map<String, String> BUILT_IN = Map.of("MAKE", "make", "CURDIR", ".");

    private final Map<String, String> values;
    private int budget;

    Variables(Map<String, String> values) {
        this.values = values;
    }

    String expand(String text) {
        budget = LENGTH_LIMIT;
        return expand(text, 0);
    }

    private String expand(String text, int depth) {
        if (text.indexOf('$') < 0) {
            return text;
        }
        StringBuilder out = new StringBuilder();
        int i = 0;
        while (i < text.length() && out.length() < LENGTH_LIMIT) {
            char c = text.charAt(i);
            if (c != '$' || i + 1 >= text.length()) {
                out.append(c);
                i++;
            } else if (text.charAt(i + 1) == '$') {
                out.append(depth == 0 ? "$" : "$$");
                i += 2;
            } else {
                i = reference(text, i, depth, out);
            }
        }
        return out.toString();
    }

    private int reference(String text, int start, int depth, StringBuilder out) {
        char open = text.charAt(start + 1);
        int end = open == '(' ? text.indexOf(')', start) : open == '{' ? text.indexOf('}', start) : -1;
        if (end < 0) {
            out.append('$').append(open);
            return start + 2;
        }
        String name = text.substring(start + 2, end);
        String value = values.getOrDefault(name, BUILT_IN.get(name));
        if (value == null || depth >= DEPTH_LIMIT || (budget -= value.length() + 1) < 0) {
            out.append(text, start, end + 1);
        } else {
            out.append(expand(value, depth + 1));
        }
        return end + 1;
    }
}
