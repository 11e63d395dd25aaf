package dev.bootwright.step;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * An argument list, with the variables that {@code env} gives it apart.
 *
 * @param argv without {@code env} and its assignments
 */
public record CommandLine(SortedMap<String, String> env, List<String> argv) {
    private static final String ENV = "env";

    public CommandLine {
        env = Collections.unmodifiableSortedMap(new TreeMap<>(env));
        argv = List.copyOf(argv);
    }

    /** Takes a command apart; one that does not begin with {@code env} has no variables. */
    public static CommandLine of(List<String> command) {
        SortedMap<String, String> env = new TreeMap<>();
        if (command.isEmpty() || !command.getFirst().equals(ENV)) {
            return new CommandLine(env, command);
        }
        int next = 1;
        while (next < command.size() && command.get(next).contains("=")) {
            String[] variable = command.get(next++).split("=", 2);
            env.put(variable[0], variable[1]);
        }
        return new CommandLine(env, command.subList(next, command.size()));
    }

    /** The argument list that gives a command these variables. */
    public static List<String> with(Map<String, String> env, List<String> argv) {
        if (env.isEmpty()) {
            return argv;
        }
        List<String> command = new ArrayList<>(List.of(ENV));
        new TreeMap<>(env).forEach((name, value) -> command.add(name + "=" + value));
        command.addAll(argv);
        return command;
    }
}
