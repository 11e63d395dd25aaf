package dev.bootwright.contract;

import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** Writes words and variables as bash source. */
public final class ShellText {
    private static final Pattern PLAIN = Pattern.compile("[A-Za-z0-9_@%+=:,./-]+");
    private static final Pattern NAME = Pattern.compile("[A-Za-z_][A-Za-z0-9_]*");
    private static final List<String> PLACE_HOLDERS = List.of("${TREE}", "${HOME}", "${PATH}");

    private ShellText() {}

    /** One word, quoted only where bash would read it otherwise. */
    public static String quote(String word) {
        if (PLAIN.matcher(word).matches()) {
            return word;
        }
        return "'" + word.replace("'", "'\\''") + "'";
    }

    /** A command line of which bash makes exactly these arguments. */
    public static String quote(List<String> argv) {
        return argv.stream().map(ShellText::quote).collect(Collectors.joining(" "));
    }

    /** One {@code export} line a variable; values may use {@code ${TREE}}, {@code ${HOME}} and {@code ${PATH}}. */
    static String exports(Map<String, String> env) {
        StringBuilder out = new StringBuilder();
        env.forEach((name, value) -> {
            if (!isName(name)) {
                throw new IllegalArgumentException("not a name of a variable: " + name);
            }
            out.append("export ")
                    .append(name)
                    .append("=\"")
                    .append(doubleQuoted(value))
                    .append("\"\n");
        });
        return out.toString();
    }

    static boolean isName(String name) {
        return NAME.matcher(name).matches();
    }

    private static String doubleQuoted(String value) {
        StringBuilder out = new StringBuilder(value.length());
        int i = 0;
        while (i < value.length()) {
            int at = i;
            String holder = PLACE_HOLDERS.stream()
                    .filter(p -> value.startsWith(p, at))
                    .findFirst()
                    .orElse("");
            if (!holder.isEmpty()) {
                out.append(holder);
                i += holder.length();
                continue;
            }
            char c = value.charAt(i);
            if (c == '"' || c == '\\' || c == '$' || c == '`') {
                out.append('\\');
            }
            out.append(c);
            i++;
        }
        return out.toString();
    }
}
