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

/** Reads a Makefile. Both branches of a conditional count; functions and computed values stay as written. */
public final class MakeReader {
    private static final int TARGET_LIMIT = 2_000;

    /** Longer rules and assignments are lists of files; matching takes time by the square of the length. */
    private static final int LINE_LIMIT = 8_192;

    private static final Pattern VARIABLE = Pattern.compile(
            "(?:(?:export|override|private)\\s+){0,3}([A-Za-z_][A-Za-z0-9_.-]*)\\s*(::=|:=|\\?=|\\+=|!=|=)\\s*(.*)");
    private static final Pattern RULE = Pattern.compile("([^\\s:#=][^:#=]*?)\\s*(&?::?)(?!=)\\s*(.*)");
    private static final Pattern NAMES =
            Pattern.compile("(?:[A-Za-z0-9_./%~+@-]|\\$[({][A-Za-z0-9_.-]{1,60}[)}]|\\s){1,1000}");
    private static final Pattern INCLUDE = Pattern.compile("-?s?include\\s+(.+)");
    private static final Pattern CONDITIONAL = Pattern.compile("(?:else|endif|ifn?eq|ifn?def)\\b.*");

    private final Map<String, String> variables = new LinkedHashMap<>();
    private final Map<String, Building> targets = new LinkedHashMap<>();
    private final List<String> includes = new ArrayList<>();
    private List<Building> current = List.of();
    private boolean defining;
    private char recipePrefix = '\t';

    private MakeReader() {}

    private static final class Building {
        final String name;
        final int line;
        final List<String> prerequisites = new ArrayList<>();
        final List<RecipeLine> recipe = new ArrayList<>();

        Building(String name, int line) {
            this.name = name;
            this.line = line;
        }
    }

    public static Reading<MakeFile> read(String text) {
        if (text.length() > MakeFile.SIZE_LIMIT) {
            return Reading.unknown("Makefile larger than " + MakeFile.SIZE_LIMIT + " characters", 0);
        }
        MakeReader reader = new MakeReader();
        for (Line line : LogicalLines.of(text)) {
            reader.line(line);
            if (reader.targets.size() > TARGET_LIMIT) {
                return Reading.unknown("Makefile has more than " + TARGET_LIMIT + " targets", line.number());
            }
        }
        return Reading.of(reader.result());
    }

    private void line(Line line) {
        String text = line.text();
        String bare = text.strip();
        if (bare.length() > LINE_LIMIT && (text.isEmpty() || text.charAt(0) != recipePrefix)) {
            return;
        }
        if (defining) {
            defining = !bare.startsWith("endef");
        } else if (!text.isEmpty() && text.charAt(0) == recipePrefix) {
            recipe(line.number(), text.substring(1));
        } else if (bare.isEmpty()
                || bare.startsWith("#")
                || CONDITIONAL.matcher(bare).matches()) {
            return;
        } else if (bare.startsWith("define ") || bare.equals("define")) {
            defining = true;
        } else if (!assignment(bare) && !include(bare)) {
            rule(line.number(), bare);
        }
    }

    private boolean assignment(String text) {
        Matcher matcher = VARIABLE.matcher(text);
        if (!matcher.matches()) {
            return text.startsWith("export ") || text.startsWith("unexport ");
        }
        String name = matcher.group(1);
        String value = comment(matcher.group(3));
        if (name.equals(".RECIPEPREFIX") && !value.isEmpty()) {
            recipePrefix = value.charAt(0);
        }
        switch (matcher.group(2)) {
            case "?=" -> variables.putIfAbsent(name, value);
            case "+=" -> variables.merge(name, value, (a, b) -> a.length() > 4_096 ? a : a + " " + b);
            case "!=" -> variables.put(name, "$(shell " + value + ")");
            default -> variables.put(name, value);
        }
        current = List.of();
        return true;
    }

    private boolean include(String text) {
        Matcher matcher = INCLUDE.matcher(text);
        if (matcher.matches()) {
            includes.addAll(List.of(comment(matcher.group(1)).split("\\s+")));
            return true;
        }
        return false;
    }

    private void rule(int number, String text) {
        Matcher matcher = RULE.matcher(text);
        if (!matcher.matches() || !NAMES.matcher(matcher.group(1)).matches()) {
            return;
        }
        String rest = matcher.group(3);
        if (VARIABLE.matcher(rest).matches()) {
            return; // a target-specific variable
        }
        int semicolon = rest.indexOf(';');
        String prerequisites = comment(semicolon < 0 ? rest : rest.substring(0, semicolon));
        current = new ArrayList<>();
        for (String name : matcher.group(1).split("\\s+")) {
            if (name.isEmpty() || name.startsWith(".") || name.contains("%")) {
                continue;
            }
            Building target = targets.computeIfAbsent(name, n -> new Building(n, number));
            for (String prerequisite : prerequisites.split("\\s+")) {
                if (!prerequisite.isEmpty() && !prerequisite.equals("|")) {
                    target.prerequisites.add(prerequisite);
                }
            }
            current.add(target);
        }
        if (semicolon >= 0) {
            recipe(number, rest.substring(semicolon + 1));
        }
    }

    private void recipe(int number, String text) {
        String command = text.strip();
        while (!command.isEmpty() && "@-+".indexOf(command.charAt(0)) >= 0) {
            command = command.substring(1).stripLeading();
        }
        if (command.isEmpty() || command.startsWith("#")) {
            return;
        }
        for (Building target : current) {
            target.recipe.add(new RecipeLine(number, command));
        }
    }

    private static String comment(String text) {
        int hash = text.indexOf('#');
        return (hash < 0 ? text : text.substring(0, hash)).strip();
    }

    private MakeFile result() {
        Variables values = new Variables(variables);
        List<MakeTarget> result = new ArrayList<>();
        for (Building target : targets.values()) {
            result.add(new MakeTarget(
                    values.expand(target.name),
                    target.line,
                    target.prerequisites.stream().map(values::expand).toList(),
                    target.recipe.stream()
                            .map(r -> new RecipeLine(r.line(), values.expand(r.command())))
                            .toList()));
        }
        Map<String, String> expanded = new LinkedHashMap<>();
        variables.forEach((name, value) -> expanded.put(name, values.expand(value)));
        return new MakeFile(result, expanded, includes);
    }
}
