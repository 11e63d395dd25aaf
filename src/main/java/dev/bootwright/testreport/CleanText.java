package dev.bootwright.testreport;

/** Text from a test run made fit to be kept and shown: bounded, without control or bidirectional-override characters. */
public final class CleanText {
    private static final String CUT = "\n[...]\n";

    private CleanText() {}

    public static String detail(String text) {
        return of(text, TestCase.DETAIL_LIMIT, true);
    }

    public static String line(String text, int limit) {
        return of(text, limit, false);
    }

    private static String of(String text, int limit, boolean lines) {
        StringBuilder out = new StringBuilder(Math.min(text.length(), limit));
        String shortened = shorten(text, limit);
        for (int i = 0; i < shortened.length(); i++) {
            char c = shortened.charAt(i);
            if (c == 0x1b) {
                i = endOfEscape(shortened, i);
            } else if ((c == '\n' && lines) || c == '\t') {
                out.append(c);
            } else if (c == '\n') {
                out.append(' ');
            } else if (!isHidden(c) && !isLoneSurrogate(shortened, i)) {
                out.append(c);
            }
        }
        return out.toString().strip();
    }

    private static String shorten(String text, int limit) {
        if (text.length() <= limit) {
            return text;
        }
        int head = limit / 3;
        int tail = limit - head - CUT.length();
        return text.substring(0, head) + CUT + text.substring(text.length() - tail);
    }

    /** The last index of a terminal control sequence that begins at {@code start}. */
    private static int endOfEscape(String text, int start) {
        int i = start + 1;
        if (i < text.length() && text.charAt(i) == '[') {
            do {
                i++;
            } while (i < text.length() && (text.charAt(i) < 0x40 || text.charAt(i) > 0x7e));
        }
        return i;
    }

    private static boolean isHidden(char c) {
        return Character.isISOControl(c)
                || (c >= '\u202a' && c <= '\u202e')
                || (c >= '\u2066' && c <= '\u2069')
                || c == '\ufeff';
    }

    private static boolean isLoneSurrogate(String text, int i) {
        char c = text.charAt(i);
        if (Character.isHighSurrogate(c)) {
            return i + 1 == text.length() || !Character.isLowSurrogate(text.charAt(i + 1));
        }
        return Character.isLowSurrogate(c) && (i == 0 || !Character.isHighSurrogate(text.charAt(i - 1)));
    }
}
