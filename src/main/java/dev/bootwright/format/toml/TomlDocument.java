package dev.bootwright.format.toml;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.tomlj.Toml;
import org.tomlj.TomlArray;
import org.tomlj.TomlParseError;
import org.tomlj.TomlParseResult;
import org.tomlj.TomlPosition;
import org.tomlj.TomlTable;

/**
 * A TOML file: what could be read of it, and what could not.
 *
 * @param root the values; where there are problems, those that were understood all the same
 * @param problems in file order; empty for a valid document
 */
public record TomlDocument(TomlValue.Table root, List<Problem> problems) {
    /** Deeper nesting than this is refused, so that no file exhausts the stack. */
    private static final int DEEPEST = 64;

    private static final int MOST_PROBLEMS = 20;

    /** Something that is not TOML, and the line it stands on. */
    public record Problem(int line, String message) {}

    public TomlDocument {
        problems = List.copyOf(problems);
    }

    public static TomlDocument parse(String text) {
        int deep = lineNestedTooDeep(text);
        if (deep > 0) {
            return broken(deep, "nested deeper than " + DEEPEST + " levels");
        }
        TomlParseResult result;
        try {
            result = Toml.parse(text);
        } catch (RuntimeException e) {
            return broken(1, "not readable as TOML: " + e.getMessage());
        }
        List<Problem> problems = new ArrayList<>();
        for (TomlParseError error : result.errors()) {
            if (problems.size() < MOST_PROBLEMS) {
                problems.add(new Problem(line(error.position()), firstLine(error.getMessage())));
            }
        }
        return new TomlDocument(new Conversion(text).table(result, 1), problems);
    }

    private static TomlDocument broken(int line, String message) {
        return new TomlDocument(new TomlValue.Table(Map.of(), 1), List.of(new Problem(line, message)));
    }

    public boolean isValid() {
        return problems.isEmpty();
    }

    private static final class Conversion {
        private final String text;
        private final int[] lineStarts;

        Conversion(String text) {
            this.text = text;
            this.lineStarts = IntStream.concat(
                            IntStream.of(0),
                            IntStream.range(0, text.length())
                                    .filter(i -> text.charAt(i) == '\n')
                                    .map(i -> i + 1))
                    .toArray();
        }

        TomlValue.Table table(TomlTable table, int line) {
            Map<String, TomlValue> entries = new LinkedHashMap<>();
            for (Map.Entry<String, Object> entry : table.entrySet()) {
                int at = line(table.inputPositionOf(List.of(entry.getKey())));
                entries.put(entry.getKey(), value(entry.getValue(), at > 0 ? at : line));
            }
            return new TomlValue.Table(entries, line);
        }

        private TomlValue value(Object value, int line) {
            return switch (value) {
                case String string -> new TomlValue.Text(string, line);
                case TomlTable table -> table(table, line);
                case TomlArray array -> items(array, line);
                default -> new TomlValue.Scalar(String.valueOf(value), line);
            };
        }

        private TomlValue.Items items(TomlArray array, int line) {
            List<TomlValue> values = new ArrayList<>();
            for (int i = 0; i < array.size(); i++) {
                TomlPosition position = array.inputPositionOf(i);
                values.add(value(array.get(i), position == null ? line : elementLine(position)));
            }
            return new TomlValue.Items(values, line);
        }

        /** tomlj lets an element begin with the line ends and comments before it. */
        private int elementLine(TomlPosition position) {
            int line = Math.clamp(position.line(), 1, lineStarts.length);
            int i = lineStarts[line - 1] + position.column() - 1;
            while (i < text.length()) {
                char c = text.charAt(i);
                if (c == '#') {
                    i = Math.max(i, text.indexOf('\n', i) - 1);
                } else if (c == '\n') {
                    line++;
                } else if (!Character.isWhitespace(c)) {
                    return line;
                }
                i++;
            }
            return line;
        }
    }

    private static int line(@Nullable TomlPosition position) {
        return position == null ? 0 : position.line();
    }

    private static String firstLine(@Nullable String message) {
        return message == null ? "syntax error" : message.lines().findFirst().orElse("syntax error");
    }

    /** The line where brackets nest too deep, else 0; strings and comments are not told apart, which only errs on refusal. */
    private static int lineNestedTooDeep(String text) {
        int depth = 0;
        int line = 1;
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (c == '\n') {
                line++;
                if (i + 1 < text.length() && Character.isLetter(text.charAt(i + 1))) {
                    depth = 0;
                }
            } else if (c == '[' || c == '{') {
                if (++depth > DEEPEST) {
                    return line;
                }
            } else if ((c == ']' || c == '}') && depth > 0) {
                depth--;
            }
        }
        return 0;
    }
}
