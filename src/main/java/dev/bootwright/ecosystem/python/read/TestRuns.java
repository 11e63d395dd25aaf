package dev.bootwright.ecosystem.python.read;

import dev.bootwright.contract.ShellText;
import dev.bootwright.discover.EvidenceKind;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Writes test runs of tool configurations as findings. */
final class TestRuns {

    private TestRuns() {}

    static void found(
            EvidenceFile file, TestInvocation run, int line, String directory, String namedBy, EvidenceKind kind) {
        List<String> arguments = run.arguments().stream()
                .filter(a -> !a.isBlank() && !a.contains("{") && !a.contains("$"))
                .flatMap(a ->
                        a.contains(" ") && !a.startsWith("-") ? List.of(a.split(" +")).stream() : List.of(a).stream())
                .toList();
        Map<String, String> attributes = new LinkedHashMap<>();
        attributes.put("runner", run.runner());
        attributes.put("named-by", namedBy);
        String within = run.directory() == null ? "." : run.directory();
        attributes.put("directory", RequirementsReader.resolve(directory + "/x", within));
        file.found(
                Subjects.TEST_RUN,
                String.join(" ", arguments.stream().map(ShellText::quote).toList()),
                line,
                kind,
                attributes);
    }

    /** A recipe's command without what just fills in; what make fills in stays. */
    static String withoutExpressions(String command) {
        return command.replaceAll("\\{\\{[^}]*\\}\\}", "");
    }

    /** A command of tox as it is when tox was given no arguments of its own; what only tox knows is left out. */
    static String withoutSubstitutions(String command) {
        StringBuilder filled = new StringBuilder();
        int at = 0;
        while (at < command.length()) {
            int end = command.charAt(at) == '{' ? endOfGroup(command, at) : -1;
            if (end < 0) {
                filled.append(command.charAt(at++));
                continue;
            }
            filled.append(substitution(command.substring(at + 1, end - 1)));
            at = end;
        }
        return filled.toString()
                .replaceAll("(?<=\\s)\\[\\](?=\\s|$)", "")
                .replaceAll("(?<=[\\s=\"'])\\./", "")
                .strip();
    }

    private static String substitution(String content) {
        if (content.equals("toxinidir") || content.equals("tox_root")) {
            return ".";
        }
        if (content.equals("envpython")) {
            return "python";
        }
        return content.startsWith("posargs:") ? withoutSubstitutions(content.substring("posargs:".length())) : "";
    }

    /** Behind the brace that closes the one at a position; -1 if none does. */
    private static int endOfGroup(String command, int open) {
        int depth = 0;
        for (int i = open; i < command.length(); i++) {
            depth += command.charAt(i) == '{' ? 1 : command.charAt(i) == '}' ? -1 : 0;
            if (depth == 0) {
                return i + 1;
            }
        }
        return -1;
    }
}
