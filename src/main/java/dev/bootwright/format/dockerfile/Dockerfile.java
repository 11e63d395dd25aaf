package dev.bootwright.format.dockerfile;

import dev.bootwright.format.Reading;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The instructions of a Dockerfile or Containerfile, in order. */
public record Dockerfile(List<Instruction> instructions) {
    /** Characters that are read at most. */
    public static final int SIZE_LIMIT = 512 << 10;

    private static final Pattern ESCAPE = Pattern.compile("#\\s*escape\\s*=\\s*(\\S)\\s*", Pattern.CASE_INSENSITIVE);
    private static final Pattern INSTRUCTION = Pattern.compile("\\s*([A-Za-z]+)(?:\\s+((?s:.*)))?");
    private static final Pattern HEREDOC = Pattern.compile("<<-?\\s*[\"']?([A-Za-z_][A-Za-z0-9_]*)[\"']?");

    public Dockerfile {
        instructions = List.copyOf(instructions);
    }

    /**
     * @param line where it begins, from 1
     * @param keyword upper case, for example {@code RUN}
     * @param arguments as written, continuations joined by line breaks so that lines stay known; of a here-document its
     *     body
     */
    public record Instruction(int line, String keyword, String arguments) {}

    public List<Instruction> of(String keyword) {
        return instructions.stream().filter(i -> i.keyword().equals(keyword)).toList();
    }

    public static Reading<Dockerfile> read(String text) {
        if (text.length() > SIZE_LIMIT) {
            return Reading.unknown("Dockerfile larger than " + SIZE_LIMIT + " characters", 0);
        }
        String[] lines = text.split("\r?\n", -1);
        Matcher directive = ESCAPE.matcher(lines[0]);
        String escape = directive.matches() ? directive.group(1) : "\\";
        List<Instruction> instructions = new ArrayList<>();
        for (int i = 0; i < lines.length; i++) {
            if (lines[i].isBlank() || lines[i].stripLeading().startsWith("#")) {
                continue;
            }
            int start = i + 1;
            StringBuilder whole = new StringBuilder(lines[i]);
            boolean continues = continues(lines[i], escape);
            while (continues && i + 1 < lines.length) {
                i++;
                boolean silent = lines[i].isBlank() || lines[i].stripLeading().startsWith("#");
                whole.append('\n').append(silent ? "\\" : lines[i]);
                continues = silent || continues(lines[i], escape);
            }
            Matcher matcher = INSTRUCTION.matcher(whole);
            if (!matcher.matches()) {
                return Reading.unknown("not an instruction: " + lines[start - 1], start);
            }
            String arguments = matcher.group(2) == null ? "" : matcher.group(2);
            Matcher heredoc = HEREDOC.matcher(arguments);
            if (heredoc.find() && isRun(matcher.group(1))) {
                StringBuilder body = new StringBuilder(heredoc.start() == 0 ? "" : arguments);
                while (i + 1 < lines.length && !lines[++i].strip().equals(heredoc.group(1))) {
                    body.append('\n').append(lines[i]);
                }
                arguments = heredoc.start() == 0 ? body.toString() : body + "\n" + heredoc.group(1);
            }
            instructions.add(new Instruction(start, matcher.group(1).toUpperCase(Locale.ROOT), arguments));
        }
        return Reading.of(new Dockerfile(instructions));
    }

    private static boolean isRun(String keyword) {
        return keyword.equalsIgnoreCase("RUN") || keyword.equalsIgnoreCase("COPY");
    }

    private static boolean continues(String line, String escape) {
        return line.stripTrailing().endsWith(escape);
    }
}
