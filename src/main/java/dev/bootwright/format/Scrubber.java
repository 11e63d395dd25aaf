package dev.bootwright.format;

import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Makes foreign text fit to be shown: no control characters, no secrets, bounded length. */
public final class Scrubber {
    /** What a snippet holds at most, in UTF-16 units. */
    public static final int SNIPPET_LIMIT = 200;

    public static final String MASK = "***";

    /** Text longer than this is cut before it is searched for secrets. */
    private static final int SEARCH_LIMIT = 1 << 20;

    private static final List<Pattern> WHOLE = List.of(
            Pattern.compile(
                    "-----BEGIN [A-Z ]{0,30}PRIVATE KEY-----[^-]{0,20000}(?:-----END [A-Z ]{0,30}PRIVATE KEY-----)?"),
            Pattern.compile("\\b(?:AKIA|ASIA|AGPA|AIDA|AROA)[A-Z0-9]{16}\\b"),
            Pattern.compile("\\bgh[pousr]_[A-Za-z0-9]{16,255}"),
            Pattern.compile("\\bgithub_pat_[A-Za-z0-9_]{20,255}"),
            Pattern.compile("\\bglpat-[A-Za-z0-9_-]{16,64}"),
            Pattern.compile("\\bpypi-[A-Za-z0-9_-]{16,255}"),
            Pattern.compile("\\bnpm_[A-Za-z0-9]{30,64}"),
            Pattern.compile("\\bxox[abeoprs]-[A-Za-z0-9-]{8,255}"),
            Pattern.compile("\\bsk-[A-Za-z0-9_-]{20,255}"),
            Pattern.compile("\\bsk_(?:live|test)_[A-Za-z0-9]{10,128}"),
            Pattern.compile("\\bAIza[A-Za-z0-9_-]{30,64}"),
            Pattern.compile("\\beyJ[A-Za-z0-9_-]{8,2000}\\.[A-Za-z0-9_-]{8,4000}\\.[A-Za-z0-9_-]{4,1000}"));

    private static final Pattern URL_PASSWORD = Pattern.compile("(://[^/\\s:@]{0,128}:)([^/\\s@]{1,256})(@)");

    private static final Pattern BEARER = Pattern.compile(
            "(?i)(\\b(?:bearer|basic|token)\\s+)((?=[A-Za-z0-9._~+/-]{0,255}[0-9])[A-Za-z0-9._~+/-]{16,255}=*)");

    private static final Pattern ASSIGNMENT =
            Pattern.compile("(?i)((?:password|passwd|passphrase|pwd|secret|token|api[_-]?key"
                    + "|access[_-]?key|private[_-]?key|auth[_-]?key|credentials?)[A-Za-z0-9_]{0,20}[\"']?\\s{0,4}(?:=|:)\\s{0,4})"
                    + "(\"[^\"\\s]{1,512}\"|'[^'\\s]{1,512}'|[^\\s\"'`,;&|)}\\]]{1,512})");

    private static final List<String> TELLING = List.of(
            "passw",
            "passphrase",
            "pwd",
            "secret",
            "token",
            "key",
            "credential",
            "://",
            "bearer",
            "basic",
            "-----begin",
            "xox");

    private static final Pattern SECRET_NAME =
            Pattern.compile("(?i).{0,60}(?:password|passwd|passphrase|secret|token|api[_-]?key|credential).{0,60}");

    private Scrubber() {}

    /** One line of at most {@link #SNIPPET_LIMIT} characters. Line breaks become {@code ⏎}, other controls a space. */
    public static String snippet(String text) {
        String cut = text.length() > 4 * SNIPPET_LIMIT ? text.substring(0, 4 * SNIPPET_LIMIT) : text;
        String line = oneLine(secrets(cut.strip()));
        if (line.length() <= SNIPPET_LIMIT) {
            return line;
        }
        int end = SNIPPET_LIMIT - 1;
        if (Character.isHighSurrogate(line.charAt(end - 1))) {
            end--;
        }
        return line.substring(0, end) + "…";
    }

    /** Text of any number of lines without secrets and without control characters other than line breaks and tabs. */
    public static String text(String text) {
        return controls(secrets(text), true);
    }

    /** The value of something that has a name: masked as a whole when the name says that it is a secret. */
    public static String attribute(String name, String value) {
        String line = name + "=" + value;
        boolean telling = suspicious(line) && SECRET_NAME.matcher(name).matches();
        return telling && !secrets(line).equals(line) ? MASK : text(value);
    }

    /** The same text with everything that looks like a secret replaced by {@link #MASK}. */
    public static String secrets(String text) {
        if (!suspicious(text)) {
            return text.length() > SEARCH_LIMIT ? text.substring(0, SEARCH_LIMIT) : text;
        }
        String result = text.length() > SEARCH_LIMIT ? text.substring(0, SEARCH_LIMIT) : text;
        for (Pattern pattern : WHOLE) {
            Matcher matcher = pattern.matcher(result);
            if (matcher.find()) {
                result = matcher.replaceAll(MASK);
            }
        }
        result = URL_PASSWORD
                .matcher(result)
                .replaceAll(m -> Matcher.quoteReplacement(m.group(1) + kept(m.group(2)) + "@"));
        result = BEARER.matcher(result).replaceAll("$1" + Matcher.quoteReplacement(MASK));
        return ASSIGNMENT.matcher(result).replaceAll(m -> Matcher.quoteReplacement(m.group(1) + kept(m.group(2))));
    }

    /** Whether the patterns are worth trying: most text has neither an assignment to a telling name nor a long word. */
    private static boolean suspicious(String text) {
        int run = 0;
        boolean assigned = false;
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            boolean word = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_';
            run = word ? run + 1 : 0;
            if (run >= 16) {
                return true;
            }
            assigned |= c == '=' || c == ':';
        }
        if (!assigned) {
            return false;
        }
        String lower = text.toLowerCase(Locale.ROOT);
        for (String word : TELLING) {
            if (lower.contains(word)) {
                return true;
            }
        }
        return false;
    }

    /** A reference to a secret is no secret: {@code $TOKEN}, <code>${{ secrets.X }}</code>. */
    private static String kept(String value) {
        String bare = value.startsWith("\"") || value.startsWith("'") ? value.substring(1) : value;
        boolean reference =
                bare.startsWith("$") || bare.startsWith("{{") || bare.startsWith("%") || bare.startsWith("<");
        return reference || bare.equals(MASK) || bare.length() < 3 ? value : MASK;
    }

    private static String oneLine(String text) {
        if (text.indexOf('\n') < 0 && text.indexOf('\r') < 0) {
            return controls(text, false).strip();
        }
        StringBuilder out = new StringBuilder(text.length());
        for (String line : text.split("\\R")) {
            String part = controls(line, false).strip();
            if (!part.isEmpty()) {
                if (!out.isEmpty()) {
                    out.append(" ⏎ ");
                }
                out.append(part);
            }
        }
        return out.toString();
    }

    private static String controls(String text, boolean keepLines) {
        if (text.chars().allMatch(c -> c >= ' ' && c < 0x7f)) {
            return text;
        }
        StringBuilder out = new StringBuilder(text.length());
        text.codePoints().forEach(c -> {
            boolean line = c == '\n' || c == '\t';
            if (line && keepLines) {
                out.append((char) c);
            } else if (isControl(c)) {
                if (c == '\t') {
                    out.append(' ');
                }
            } else {
                out.appendCodePoint(c);
            }
        });
        return out.toString();
    }

    private static boolean isControl(int c) {
        int type = Character.getType(c);
        return type == Character.CONTROL
                || type == Character.FORMAT
                || type == Character.LINE_SEPARATOR
                || type == Character.PARAGRAPH_SEPARATOR
                || type == Character.SURROGATE;
    }
}
