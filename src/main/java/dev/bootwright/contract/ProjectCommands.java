package dev.bootwright.contract;

import dev.bootwright.step.CommandLine;
import dev.bootwright.step.Commands;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Commands of one project, as they are run in its folder.
 *
 * @param project its folder, relative to the tree
 * @param commands what stands for {@code {file}} and {@code {test}} is relative to that folder
 */
public record ProjectCommands(String project, Commands commands) {
    private static final String ROOT = ".";

    /**
     * The commands of a contract, which work from the root of the tree and take files relative to it. {@code build}, {@code
     * rebuild} and {@code testAll} are about all projects, and end with the status of the last that failed; one file and one
     * test are of the first project.
     */
    public static Commands fromRoot(List<ProjectCommands> projects) {
        if (projects.isEmpty()) {
            return Commands.NONE;
        }
        ProjectCommands first = projects.getFirst();
        return new Commands(
                all(projects, Commands::build),
                all(projects, Commands::testAll),
                first.part(first.commands().testFile()),
                first.part(first.commands().testOne()),
                all(projects, Commands::rebuild));
    }

    /** A file or test of the tree, as it is named in the project's folder. */
    public String inFolder(String named) {
        String prefix = project + "/";
        return named.startsWith(prefix) ? named.substring(prefix.length()) : named;
    }

    private static List<String> all(List<ProjectCommands> projects, Function<Commands, List<String>> which) {
        List<ProjectCommands> having = projects.stream()
                .filter(p -> !which.apply(p.commands()).isEmpty())
                .toList();
        if (having.size() == 1) {
            ProjectCommands only = having.getFirst();
            return only.placed(which.apply(only.commands()), "\"$@\"");
        }
        if (having.isEmpty()) {
            return List.of();
        }
        return script(having.stream().map(p -> p.text(which.apply(p.commands()))));
    }

    /** Several commands as one, such as the suites of one project: all are run, and the last that failed tells the status. */
    public static List<String> inTurn(List<List<String>> commands) {
        return commands.size() == 1
                ? commands.getFirst()
                : script(commands.stream().map(ShellText::quote));
    }

    private static List<String> script(Stream<String> commands) {
        String script = commands.map(command -> command + " || status=$?")
                .collect(Collectors.joining("; ", "status=0; ", "; exit \"$status\""));
        return List.of("bash", "-c", script);
    }

    private String text(List<String> argv) {
        String command = ShellText.quote(argv);
        return project.equals(ROOT) ? command : "(cd " + ShellText.quote(project) + " && " + command + ")";
    }

    private List<String> part(List<String> argv) {
        return placed(argv, "\"${@#" + ShellText.quote(project) + "/}\"");
    }

    private List<String> placed(List<String> argv, String words) {
        if (argv.isEmpty() || project.equals(ROOT)) {
            return argv;
        }
        CommandLine line = CommandLine.of(argv);
        List<String> placed =
                new ArrayList<>(List.of("bash", "-c", "cd " + ShellText.quote(project) + " && exec " + words, "--"));
        placed.addAll(line.argv());
        return CommandLine.with(line.env(), placed);
    }
}
