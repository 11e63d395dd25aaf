package dev.bootwright.trace;

import java.util.regex.Pattern;

/** Makes program output safe and comparable: no control sequences, no carriage-return overwrites. */
public final class OutputText {
    /** CSI, OSC (ended by BEL or ST), and two-character escape sequences. */
    private static final Pattern ESCAPES =
            Pattern.compile("\u001b\\[[0-?]*[ -/]*[@-~]|\u001b\\][^\u0007\u001b]*(?:\u0007|\u001b\\\\)?|\u001b[@-_]?");

    private OutputText() {}

    /** One line without its end, control characters and escape sequences; of overwritten text the last state. */
    public static String plain(String line) {
        String text = ESCAPES.matcher(line).replaceAll("");
        text = text.stripTrailing();
        int overwritten = text.lastIndexOf('\r');
        if (overwritten >= 0) {
            text = text.substring(overwritten + 1);
        }
        StringBuilder out = new StringBuilder(text.length());
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (c == '\t') {
                out.append(' ');
            } else if (!Character.isISOControl(c)) {
                out.append(c);
            }
        }
        return out.toString();
    }
}
