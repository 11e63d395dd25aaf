package dev.bootwright.sandbox.namespace;

import java.nio.charset.StandardCharsets;

/** Bounded text out of a command's raw output, for messages. */
final class Text {
    private static final int LIMIT = 16_384;

    private Text() {}

    static void append(StringBuilder text, byte[] buffer, int length) {
        if (text.length() < LIMIT) {
            text.append(new String(buffer, 0, Math.min(length, LIMIT), StandardCharsets.UTF_8));
        }
    }

    /** The last lines, without control characters. */
    static String tail(CharSequence text, int lines) {
        String[] all = text.toString().strip().split("\n");
        StringBuilder tail = new StringBuilder();
        for (int i = Math.max(0, all.length - lines); i < all.length; i++) {
            tail.append(tail.isEmpty() ? "" : "; ")
                    .append(all[i].replaceAll("\\p{Cntrl}", " ").strip());
        }
        return tail.toString();
    }
}
