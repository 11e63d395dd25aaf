package dev.bootwright.format.make;

import dev.bootwright.format.Reading;
import dev.bootwright.format.make.LogicalLines.Line;
import dev.bootwright.format.make.MakeTarget.RecipeLine;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Reads a justfile. Interpolations of known variables are replaced, others stay as written. */
public final class JustReader {
    private static final Pattern VARIABLE =
            Pattern.compile("(?:export\\s+)?([A-Za-z_][A-Za-z0-9_-]*)\\s*:=\\s*(?:'([^']*)'|\"([^\"]*)\")\\s*(?:#.*)?");
    private static final Pattern RECIPE = Pattern.compile("@?([A-Za-z_][A-Za-z0-9_-]*)([^:]*):(?!=)\\s*(.*)");
    private static final Pattern INTERPOLATION = Pattern.compile("\\{\\{\\s*([A-Za-z_][A-Za-z0-9_-]*)\\s*}}");

    private JustReader() {}

    public static Reading<MakeFile> read(String text) {
        if (text.length() > MakeFile.SIZE_LIMIT) {
            return Reading.unknown("justfile larger than " + MakeFile.SIZE_LIMIT + " characters", 0);
        }
        Map<String, String> variables = new LinkedHashMap<>();
        Map<String, MakeTarget> targets = new LinkedHashMap<>();
        List<RecipeLine> recipe = new ArrayList<>();
        String name = "";
        int start = 0;
        List<String> dependencies = List.of();
        for (Line line : LogicalLines.of(text)) {
            String content = line.text();
            if (content.isBlank()) {
                continue;
            }
            if (Character.isWhitespace(content.charAt(0))) {
                command(line, recipe);
                continue;
            }
            if (!name.isEmpty()) {
                targets.putIfAbsent(name, new MakeTarget(name, start, dependencies, recipe));
                name = "";
            }
            recipe = new ArrayList<>();
            Matcher variable = VARIABLE.matcher(content);
            Matcher rule = RECIPE.matcher(content);
            if (variable.matches()) {
                String value = variable.group(2) == null ? variable.group(3) : variable.group(2);
                variables.put(variable.group(1), value == null ? "" : value);
            } else if (!content.startsWith("#") && rule.matches()) {
                name = rule.group(1);
                start = line.number();
                dependencies = names(rule.group(3));
            }
        }
        if (!name.isEmpty()) {
            targets.putIfAbsent(name, new MakeTarget(name, start, dependencies, recipe));
        }
        List<MakeTarget> result =
                targets.values().stream().map(t -> interpolated(t, variables)).toList();
        return Reading.of(new MakeFile(result, variables, List.of()));
    }

    private static void command(Line line, List<RecipeLine> recipe) {
        String command = line.text().strip();
        while (command.startsWith("@") || command.startsWith("-")) {
            command = command.substring(1).stripLeading();
        }
        if (!command.isEmpty() && !command.startsWith("#")) {
            recipe.add(new RecipeLine(line.number(), command));
        }
    }

    private static List<String> names(String dependencies) {
        List<String> names = new ArrayList<>();
        for (String part :
                dependencies.replaceAll("#.*", "").replaceAll("[()]", " ").split("\\s+")) {
            if (!part.isEmpty() && !part.equals("&&")) {
                names.add(part);
            }
        }
        return names;
    }

    private static MakeTarget interpolated(MakeTarget target, Map<String, String> variables) {
        return new MakeTarget(
                target.name(),
                target.line(),
                target.prerequisites(),
                target.recipe().stream()
                        .map(r -> new RecipeLine(
                                r.line(),
                                INTERPOLATION
                                        .matcher(r.command())
                                        .replaceAll(m -> Matcher.quoteReplacement(
                                                variables.getOrDefault(m.group(1), m.group())))))
                        .toList());
    }
}
