package dev.bootwright.ecosystem.golang;

import dev.bootwright.format.shell.ShellCommand;
import dev.bootwright.format.shell.ShellScript;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * One {@code go test} command as somebody wrote it.
 *
 * @param line in the file it stands in
 * @param directory relative to the script's start; empty when not known statically
 * @param env assignments before the command
 * @param flags flags without their first hyphen, in order; the value is empty for a switch
 * @param packages patterns and import paths as written; empty for the package in the directory
 * @param prelude commands before it in the same script that make temporary files for it
 */
record GoTestCommand(
        int line,
        String directory,
        Map<String, String> env,
        Map<String, String> flags,
        List<String> packages,
        List<String> prelude) {
    private static final Pattern TEMPORARY = Pattern.compile("(?:mkdir(?: -p)?|touch)(?: /tmp/[A-Za-z0-9_./-]+)+");

    private static final Set<String> SWITCHES = Set.of(
            "a",
            "asan",
            "benchmem",
            "c",
            "cover",
            "failfast",
            "fullpath",
            "i",
            "json",
            "linkshared",
            "modcacherw",
            "msan",
            "n",
            "race",
            "short",
            "trimpath",
            "v",
            "work",
            "x",
            "buildvcs");

    GoTestCommand {
        env = Collections.unmodifiableMap(new LinkedHashMap<>(env));
        flags = Collections.unmodifiableMap(new LinkedHashMap<>(flags));
        packages = List.copyOf(packages);
        prelude = List.copyOf(prelude);
    }

    /** All in a script that really execute tests; those that only compile, list or measure are left out. */
    static List<GoTestCommand> in(String script, int firstLine) {
        List<GoTestCommand> found = new ArrayList<>();
        List<String> prelude = new ArrayList<>();
        for (ShellCommand command : ShellScript.read(script, firstLine)
                .toOptional()
                .map(ShellScript::commands)
                .orElse(List.of())) {
            String words = String.join(" ", command.words());
            if (!command.nested() && TEMPORARY.matcher(words).matches() && !words.contains("..")) {
                prelude.add(words);
            }
            of(command, prelude).filter(GoTestCommand::executesTests).ifPresent(found::add);
        }
        return found;
    }

    private static Optional<GoTestCommand> of(ShellCommand command, List<String> prelude) {
        List<String> arguments;
        if (command.invocation().program().equals("go")) {
            List<String> all = command.invocation().arguments();
            int test = all.indexOf("test");
            if (test < 0 || all.subList(0, test).stream().anyMatch(a -> !a.startsWith("-"))) {
                return Optional.empty();
            }
            arguments = all.subList(test + 1, all.size());
        } else if (command.invocation().program().equals("gotestsum")) {
            List<String> all = command.invocation().arguments();
            int dashes = all.indexOf("--");
            arguments = dashes < 0 ? List.of("./...") : all.subList(dashes + 1, all.size());
        } else {
            return Optional.empty();
        }
        Map<String, String> env = new LinkedHashMap<>(command.env());
        env.putAll(command.invocation().env());
        Map<String, String> flags = new LinkedHashMap<>();
        List<String> packages = new ArrayList<>();
        split(arguments, flags, packages);
        String directory = command.directory();
        return Optional.of(
                new GoTestCommand(command.line(), directory == null ? "" : directory, env, flags, packages, prelude));
    }

    private static void split(List<String> arguments, Map<String, String> flags, List<String> packages) {
        for (int i = 0; i < arguments.size(); i++) {
            String word = arguments.get(i);
            String flag = word.replaceFirst("^--?", "");
            int equals = flag.indexOf('=');
            if (!word.startsWith("-")) {
                packages.add(word);
            } else if (flag.equals("args")) {
                flags.put("args", String.join(" ", arguments.subList(i + 1, arguments.size())));
                return;
            } else if (equals > 0) {
                flags.put(flag.substring(0, equals), flag.substring(equals + 1));
            } else if (SWITCHES.contains(flag) || i + 1 == arguments.size()) {
                flags.put(flag, "");
            } else {
                flags.put(flag, arguments.get(++i));
            }
        }
    }

    private boolean executesTests() {
        String run = flags.getOrDefault("run", "");
        boolean nothingRun = Set.of("^$", "XXX", "NONE", "^XXX$", "none", "XXX_NOTHING", "Bench", "^Bench")
                .contains(run);
        return !flags.containsKey("c")
                && !flags.containsKey("n")
                && !flags.containsKey("list")
                && !flags.containsKey("fuzz")
                && !(flags.containsKey("bench") && flags.containsKey("run"))
                && !nothingRun;
    }

    /** Some package is computed when the command runs, so its name is not known here. */
    boolean isComputed() {
        return packages.stream().anyMatch(p -> p.contains("$") || p.contains("`") || p.contains("{{"));
    }

    boolean coversEverything() {
        return packages.stream().anyMatch(p -> p.equals("./...") || p.equals("...") || p.equals("all"));
    }

    /** Build tags, comma-separated; empty without any or when they are computed. */
    String tags() {
        String tags = flags.getOrDefault("tags", "").replaceAll("[\\s,]+", ",");
        return tags.matches("[A-Za-z0-9_.,]+") ? tags : "";
    }

    boolean is(String flag) {
        String value = flags.get(flag);
        return value != null && !value.equals("false");
    }

    /** The command in one line, variables of the environment left out. */
    String display() {
        StringBuilder text = new StringBuilder("go test");
        flags.forEach((flag, value) -> text.append(" -").append(flag).append(value.isEmpty() ? "" : "=" + value));
        packages.forEach(p -> text.append(' ').append(p));
        return text.toString();
    }

    /** The parts for a finding's attributes; {@code of} reads them back. */
    Map<String, String> attributes() {
        Map<String, String> attributes = new LinkedHashMap<>();
        flags.forEach((flag, value) -> attributes.put("flag." + flag, value.isEmpty() ? "true" : value));
        env.forEach((name, value) -> attributes.put("env." + name, value));
        attributes.put("packages", String.join(" ", packages));
        return attributes;
    }

    static GoTestCommand of(Map<String, String> attributes, int line) {
        Map<String, String> flags = new LinkedHashMap<>();
        Map<String, String> env = new LinkedHashMap<>();
        attributes.forEach((key, value) -> {
            if (key.startsWith("flag.")) {
                flags.put(key.substring("flag.".length()), value);
            } else if (key.startsWith("env.")) {
                env.put(key.substring("env.".length()), value);
            }
        });
        String packages = attributes.getOrDefault("packages", "");
        return new GoTestCommand(
                line,
                attributes.getOrDefault("directory", "."),
                env,
                flags,
                packages.isEmpty() ? List.of() : List.of(packages.split(" ")),
                List.of());
    }
}
