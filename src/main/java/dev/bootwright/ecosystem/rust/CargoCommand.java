package dev.bootwright.ecosystem.rust;

import dev.bootwright.format.shell.ShellCommand;
import dev.bootwright.format.shell.ShellScript;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * One {@code cargo test} command as somebody wrote it.
 *
 * @param directory relative to the script's start; empty when it is the start or not known
 * @param options of cargo, in order, a value joined to its option by {@code =}
 * @param harness what stands behind {@code --}
 */
record CargoCommand(int line, String directory, Map<String, String> env, List<String> options, List<String> harness) {
    private static final Set<String> WITH_VALUE = Set.of(
            "--features",
            "-F",
            "--package",
            "-p",
            "--exclude",
            "--manifest-path",
            "--target",
            "--profile",
            "--test",
            "--bin",
            "--example",
            "--bench",
            "--jobs",
            "-j",
            "--target-dir",
            "--color",
            "--message-format",
            "-Z",
            "--config");

    CargoCommand {
        env = Map.copyOf(env);
        options = List.copyOf(options);
        harness = List.copyOf(harness);
    }

    /** All in a script that really execute tests. */
    static List<CargoCommand> tests(String script, int firstLine) {
        List<CargoCommand> found = new ArrayList<>();
        for (ShellCommand command : ShellScript.read(script, firstLine)
                .toOptional()
                .map(ShellScript::commands)
                .orElse(List.of())) {
            of(command).ifPresent(found::add);
        }
        return found;
    }

    private static Optional<CargoCommand> of(ShellCommand command) {
        if (!command.invocation().program().equals("cargo")) {
            return Optional.empty();
        }
        List<String> arguments = command.invocation().arguments();
        int verb = 0;
        while (verb < arguments.size()
                && (arguments.get(verb).startsWith("+") || arguments.get(verb).startsWith("-"))) {
            verb++;
        }
        if (verb >= arguments.size()) {
            return Optional.empty();
        }
        int from = verb + 1;
        if (arguments.get(verb).equals("nextest")
                && from < arguments.size()
                && arguments.get(from).equals("run")) {
            from++;
        } else if (!Set.of("test", "t").contains(arguments.get(verb))) {
            return Optional.empty();
        }
        List<String> options = new ArrayList<>();
        List<String> harness = new ArrayList<>();
        for (int i = from; i < arguments.size(); i++) {
            String word = arguments.get(i);
            if (word.equals("--")) {
                harness.addAll(arguments.subList(i + 1, arguments.size()));
                break;
            }
            boolean value = WITH_VALUE.contains(word) && i + 1 < arguments.size();
            options.add(value ? word + "=" + arguments.get(++i) : word);
        }
        if (options.contains("--no-run") || harness.contains("--list") || options.contains("--help")) {
            return Optional.empty();
        }
        Map<String, String> env = new LinkedHashMap<>(command.env());
        env.putAll(command.invocation().env());
        String directory = command.directory();
        return Optional.of(new CargoCommand(command.line(), directory == null ? "" : directory, env, options, harness));
    }

    /** The values of an option under its names. */
    List<String> values(String... names) {
        List<String> values = new ArrayList<>();
        for (String option : options) {
            for (String name : names) {
                if (option.startsWith(name + "=")) {
                    values.add(option.substring(name.length() + 1));
                }
            }
        }
        return values;
    }

    boolean has(String... names) {
        return List.of(names).stream().anyMatch(options::contains);
    }
}
