package dev.bootwright.ecosystem.cpp;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * One command of a CMake script.
 *
 * @param name in lower case
 * @param arguments without quotes; variables stay as written
 * @param line from 1
 */
record CMakeCommand(String name, List<String> arguments, int line) {
    private static final int MOST = 20_000;

    CMakeCommand {
        arguments = List.copyOf(arguments);
    }

    Optional<String> argument(int index) {
        return index < arguments.size() ? Optional.of(arguments.get(index)) : Optional.empty();
    }

    /** Arguments between a key word and the next word in capitals. */
    List<String> behind(String keyword) {
        int at = arguments.indexOf(keyword);
        List<String> found = new ArrayList<>();
        for (int i = at + 1; at >= 0 && i < arguments.size(); i++) {
            if (arguments.get(i).matches("[A-Z][A-Z_]+")) {
                break;
            }
            found.add(arguments.get(i));
        }
        return found;
    }

    /** All commands of a script in order; what is not CMake is passed over. */
    static List<CMakeCommand> read(String text) {
        return new Reader(text).all();
    }

    /** Reads names, brackets, quotes and comments; keeps no nesting of blocks. */
    private static final class Reader {
        private final String text;
        private final List<CMakeCommand> found = new ArrayList<>();
        private int at;
        private int line = 1;

        Reader(String text) {
            this.text = text;
        }

        List<CMakeCommand> all() {
            while (at < text.length() && found.size() < MOST) {
                char c = text.charAt(at);
                if (c == '#') {
                    comment();
                } else if (Character.isLetter(c) || c == '_') {
                    command();
                } else {
                    step();
                }
            }
            return found;
        }

        private void step() {
            if (text.charAt(at) == '\n') {
                line++;
            }
            at++;
        }

        private void comment() {
            int closing = bracket(at + 1);
            if (closing > 0) {
                skipTo(closing);
                return;
            }
            while (at < text.length() && text.charAt(at) != '\n') {
                at++;
            }
        }

        private void skipTo(int end) {
            while (at < Math.min(end, text.length())) {
                step();
            }
        }

        /** Behind a bracket argument that begins here; 0 where none begins. */
        private int bracket(int start) {
            if (start >= text.length() || text.charAt(start) != '[') {
                return 0;
            }
            int i = start + 1;
            while (i < text.length() && text.charAt(i) == '=') {
                i++;
            }
            if (i >= text.length() || text.charAt(i) != '[') {
                return 0;
            }
            String close = "]" + "=".repeat(i - start - 1) + "]";
            int end = text.indexOf(close, i);
            return end < 0 ? text.length() : end + close.length();
        }

        private void command() {
            int start = at;
            int begun = line;
            while (at < text.length() && (Character.isLetterOrDigit(text.charAt(at)) || text.charAt(at) == '_')) {
                at++;
            }
            String name = text.substring(start, at).toLowerCase(Locale.ROOT);
            while (at < text.length() && (text.charAt(at) == ' ' || text.charAt(at) == '\t')) {
                at++;
            }
            if (at < text.length() && text.charAt(at) == '(') {
                at++;
                found.add(new CMakeCommand(name, arguments(), begun));
            }
        }

        private List<String> arguments() {
            List<String> arguments = new ArrayList<>();
            int depth = 1;
            while (at < text.length() && depth > 0) {
                char c = text.charAt(at);
                int closing = bracket(at);
                if (closing > 0) {
                    skipTo(closing);
                } else if (c == '#') {
                    comment();
                } else if (c == '(' || c == ')') {
                    depth += c == '(' ? 1 : -1;
                    at++;
                } else if (c == '"') {
                    arguments.add(quoted());
                } else if (Character.isWhitespace(c) || c == ';') {
                    step();
                } else {
                    arguments.add(plain());
                }
            }
            return arguments;
        }

        private String quoted() {
            StringBuilder out = new StringBuilder();
            at++;
            while (at < text.length() && text.charAt(at) != '"') {
                if (text.charAt(at) == '\\' && at + 1 < text.length()) {
                    step();
                }
                out.append(text.charAt(at));
                step();
            }
            at++;
            return out.toString();
        }

        private String plain() {
            int start = at;
            while (at < text.length() && " \t\r\n();#\"".indexOf(text.charAt(at)) < 0) {
                at++;
            }
            return text.substring(start, at);
        }
    }
}
