package dev.bootwright.ecosystem.python.read;

import java.util.ArrayList;
import java.util.List;

/** Splits a shell script into simple commands of words; quotes are honoured, nothing is expanded. */
public final class ShellWords {
    private ShellWords() {}

    /** The simple commands of a script, in order; {@code &&}, {@code ||}, {@code ;}, {@code |} and line ends part them. */
    public static List<List<String>> commands(String script) {
        List<List<String>> commands = new ArrayList<>();
        List<String> words = new ArrayList<>();
        StringBuilder word = new StringBuilder();
        boolean inWord = false;
        char quote = 0;
        String text = script.replace("\\\r\n", " ").replace("\\\n", " ");
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (quote != 0) {
                if (c == quote) {
                    quote = 0;
                } else if (c == '\\' && quote == '"' && i + 1 < text.length() && "\"\\$`".indexOf(text.charAt(i + 1)) >= 0) {
                    word.append(text.charAt(++i));
                } else {
                    word.append(c);
                }
            } else if (c == '\'' || c == '"') {
                quote = c;
                inWord = true;
            } else if (c == '\\' && i + 1 < text.length()) {
                word.append(text.charAt(++i));
                inWord = true;
            } else if (c == '#' && !inWord) {
                while (i + 1 < text.length() && text.charAt(i + 1) != '\n') {
                    i++;
                }
            } else if (Character.isWhitespace(c) || c == ';' || c == '&' || c == '|') {
                if (inWord) {
                    words.add(word.toString());
                }
                word.setLength(0);
                inWord = false;
                if (!words.isEmpty() && (c == '\n' || c == ';' || c == '&' || c == '|')) {
                    commands.add(List.copyOf(words));
                    words.clear();
                }
            } else {
                word.append(c);
                inWord = true;
            }
        }
        if (inWord) {
            words.add(word.toString());
        }
        if (!words.isEmpty()) {
            commands.add(List.copyOf(words));
        }
        return commands;
    }

    /** A word as bash reads it back unchanged; left bare where that is safe. */
    public static String quote(String word) {
        if (!word.isEmpty() && word.chars().allMatch(c -> Character.isLetterOrDigit(c) || "_-./=:,+@%".indexOf(c) >= 0)) {
            return word;
        }
        return "'" + word.replace("'", "'\\''") + "'";
    }
}
