package dev.bootwright.format.ini;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/**
 * An INI file as configparser reads it: {@code key = value} or {@code key: value}, values go on in indented lines, whole
 * lines that start with {@code #} or {@code ;} are comments.
 *
 * @param sections in file order; a repeated section is merged into the first
 * @param problems lines that are neither section, key nor continuation
 */
public record IniDocument(List<Section> sections, List<Problem> problems) {
    public IniDocument {
        sections = List.copyOf(sections);
        problems = List.copyOf(problems);
    }

    /** Something that is not INI, and the line it stands on. */
    public record Problem(int line, String message) {}

    /** One physical line of a value, stripped. */
    public record Line(String text, int number) {}

    /**
     * @param key as written
     * @param lines the value's lines that are not empty; the first may stand on the key's own line
     */
    public record Entry(String key, int line, List<Line> lines) {
        public Entry {
            lines = List.copyOf(lines);
        }

        /** All lines joined by line feeds. */
        public String value() {
            return String.join("\n", lines.stream().map(Line::text).toList());
        }
    }

    public record Section(String name, int line, List<Entry> entries) {
        public Section {
            entries = List.copyOf(entries);
        }

        /** The last entry of this key; upper and lower case are the same. */
        public Optional<Entry> entry(String key) {
            return entries.stream().filter(e -> e.key().equalsIgnoreCase(key)).reduce((first, second) -> second);
        }

        public Optional<String> value(String key) {
            return entry(key).map(Entry::value);
        }
    }

    public Optional<Section> section(String name) {
        return sections.stream().filter(s -> s.name().equals(name)).findFirst();
    }

    public static IniDocument parse(String text) {
        return new Reading().read(text);
    }

    private static final class Reading {
        private final Map<String, List<Entry>> entries = new LinkedHashMap<>();
        private final Map<String, Integer> sectionLines = new LinkedHashMap<>();
        private final List<Problem> problems = new ArrayList<>();
        private String section = "";
        private String key = "";
        private int keyLine;
        private int keyIndent;
        private List<Line> lines = new ArrayList<>();

        IniDocument read(String text) {
            String[] physical = text.split("\n", -1);
            for (int i = 0; i < physical.length; i++) {
                line(physical[i].replace("\r", ""), i + 1);
            }
            endEntry();
            List<Section> sections = new ArrayList<>();
            entries.forEach((name, list) -> sections.add(new Section(name, sectionLines.getOrDefault(name, 1), list)));
            return new IniDocument(sections, problems);
        }

        private void line(String raw, int number) {
            String stripped = raw.strip();
            if (stripped.isEmpty() || stripped.startsWith("#") || stripped.startsWith(";")) {
                return;
            }
            int indent = indentOf(raw);
            if (!key.isEmpty() && indent > keyIndent) {
                lines.add(new Line(stripped, number));
            } else if (stripped.startsWith("[")) {
                startSection(stripped, number);
            } else {
                startEntry(stripped, indent, number);
            }
        }

        private void startSection(String stripped, int number) {
            endEntry();
            int end = stripped.lastIndexOf(']');
            if (end < 0) {
                problems.add(new Problem(number, "a section without its closing bracket"));
                return;
            }
            section = stripped.substring(1, end).strip();
            sectionLines.putIfAbsent(section, number);
            entries.computeIfAbsent(section, _ -> new ArrayList<>());
        }

        private void startEntry(String stripped, int indent, int number) {
            endEntry();
            int at = delimiter(stripped);
            if (section.isEmpty()) {
                problems.add(new Problem(number, "a line before the first section"));
                return;
            }
            if (at == 0) {
                problems.add(new Problem(number, "a value without its key"));
                return;
            }
            key = (at < 0 ? stripped : stripped.substring(0, at)).strip();
            keyLine = number;
            keyIndent = indent;
            String value = at < 0 ? "" : stripped.substring(at + 1).strip();
            if (!value.isEmpty()) {
                lines.add(new Line(value, number));
            }
        }

        private void endEntry() {
            if (!key.isEmpty()) {
                entries.computeIfAbsent(section, _ -> new ArrayList<>()).add(new Entry(key, keyLine, lines));
            }
            key = "";
            lines = new ArrayList<>();
        }

        private static int delimiter(String line) {
            for (int i = 0; i < line.length(); i++) {
                if (line.charAt(i) == '=' || line.charAt(i) == ':') {
                    return i;
                }
            }
            return -1;
        }

        private static int indentOf(String raw) {
            int i = 0;
            while (i < raw.length() && Character.isWhitespace(raw.charAt(i))) {
                i++;
            }
            return i;
        }
    }

    /** A value read as a truth value, as configparser does. */
    public static boolean isTrue(String value) {
        return switch (value.strip().toLowerCase(Locale.ROOT)) {
            case "1", "yes", "true", "on" -> true;
            default -> false;
        };
    }
}
