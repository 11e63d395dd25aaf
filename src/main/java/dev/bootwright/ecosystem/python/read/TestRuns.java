package dev.bootwright.ecosystem.python.read;

import dev.bootwright.contract.ShellText;
import dev.bootwright.discover.EvidenceKind;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Writes test runs of tool configurations as findings. */
final class TestRuns {
    /** Parts that the tool fills in from its own command line, with what they are when nothing is given. */
    private static final Pattern POSITIONAL = Pattern.compile("\\{posargs(?::(?<default>[^}]*))?\\}");

    private TestRuns() {}

    static void found(
            EvidenceFile file, TestInvocation run, int line, String directory, String namedBy, EvidenceKind kind) {
        List<String> arguments = run.arguments().stream()
                .map(TestRuns::withoutSubstitutions)
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

    private static String withoutSubstitutions(String argument) {
        Matcher m = POSITIONAL.matcher(argument);
        String filled = m.replaceAll(r -> r.group(1) == null ? "" : Matcher.quoteReplacement(r.group(1)));
        return filled.replace("{toxinidir}/", "")
                .replace("{tty:--color=yes}", "")
                .strip();
    }
}
