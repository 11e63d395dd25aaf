package dev.bootwright.ecosystem.maven;

import dev.bootwright.format.shell.ShellCommand;
import dev.bootwright.format.shell.ShellScript;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * One call of Maven as somebody wrote it.
 *
 * @param directory relative to the script's start; empty when not known statically
 * @param env assignments before the command
 * @param goals phases and goals in order
 * @param options with their values; of those given several times the last, profiles and properties apart
 * @param profiles as written, {@code !} included
 * @param properties of {@code -D}; the value is empty where none is given
 */
record MavenCommand(
        String directory,
        Map<String, String> env,
        List<String> goals,
        Map<String, String> options,
        List<String> profiles,
        Map<String, String> properties) {
    /** Phases that run tests, in the order of the life cycle. */
    static final List<String> TEST_PHASES = List.of(
            "test",
            "prepare-package",
            "package",
            "pre-integration-test",
            "integration-test",
            "post-integration-test",
            "verify",
            "install",
            "deploy");

    private static final Map<String, String> WITH_VALUE = Map.ofEntries(
            Map.entry("-f", "-f"),
            Map.entry("--file", "-f"),
            Map.entry("-s", "-s"),
            Map.entry("--settings", "-s"),
            Map.entry("-gs", "-gs"),
            Map.entry("--global-settings", "-gs"),
            Map.entry("-t", "-t"),
            Map.entry("--toolchains", "-t"),
            Map.entry("-gt", "-gt"),
            Map.entry("--global-toolchains", "-gt"),
            Map.entry("-pl", "-pl"),
            Map.entry("--projects", "-pl"),
            Map.entry("-rf", "-rf"),
            Map.entry("--resume-from", "-rf"),
            Map.entry("-T", "-T"),
            Map.entry("--threads", "-T"),
            Map.entry("-l", "-l"),
            Map.entry("--log-file", "-l"),
            Map.entry("-b", "-b"),
            Map.entry("--builder", "-b"),
            Map.entry("--color", "--color"));

    private static final Set<String> LONG = Set.of("-D", "--define", "-P", "--activate-profiles");

    private static final Set<String> PROGRAMS = Set.of("mvn", "mvnw", "mvnd");

    MavenCommand {
        env = Collections.unmodifiableMap(new LinkedHashMap<>(env));
        goals = List.copyOf(goals);
        options = Collections.unmodifiableMap(new LinkedHashMap<>(options));
        profiles = List.copyOf(profiles);
        properties = Collections.unmodifiableMap(new LinkedHashMap<>(properties));
    }

    /** All calls of Maven in a script, in order. */
    static List<MavenCommand> in(String script, int firstLine) {
        List<MavenCommand> found = new ArrayList<>();
        for (ShellCommand command : ShellScript.read(script, firstLine)
                .toOptional()
                .map(ShellScript::commands)
                .orElse(List.of())) {
            if (PROGRAMS.contains(command.invocation().program())) {
                found.add(of(command));
            }
        }
        return found;
    }

    private static MavenCommand of(ShellCommand command) {
        Map<String, String> env = new LinkedHashMap<>(command.env());
        env.putAll(command.invocation().env());
        Words words = new Words();
        words.read(command.invocation().arguments());
        String directory = command.directory();
        return new MavenCommand(
                directory == null ? "" : directory, env, words.goals, words.options, words.profiles, words.properties);
    }

    /** Takes the words of a call apart; an option's value stands in the same word or in the next. */
    private static final class Words {
        private final List<String> goals = new ArrayList<>();
        private final Map<String, String> options = new LinkedHashMap<>();
        private final List<String> profiles = new ArrayList<>();
        private final Map<String, String> properties = new LinkedHashMap<>();

        void read(List<String> words) {
            for (int i = 0; i < words.size(); i++) {
                String word = words.get(i);
                int equals = word.indexOf('=');
                String name = equals > 0 && word.startsWith("-") ? word.substring(0, equals) : word;
                boolean joined = name.length() < word.length();
                if (word.isBlank()) {
                    continue;
                }
                if (LONG.contains(name) || WITH_VALUE.containsKey(name)) {
                    String value = joined ? word.substring(equals + 1) : i + 1 < words.size() ? words.get(i + 1) : "";
                    valued(name, value);
                    i += joined ? 0 : 1;
                } else if (word.startsWith("-D")) {
                    property(word.substring(2));
                } else if (word.startsWith("-P")) {
                    profiles(word.substring(2));
                } else if (word.startsWith("-")) {
                    options.put(word, "");
                } else {
                    goals.add(word);
                }
            }
        }

        private void valued(String name, String value) {
            switch (name) {
                case "-D", "--define" -> property(value);
                case "-P", "--activate-profiles" -> profiles(value);
                default -> options.put(WITH_VALUE.getOrDefault(name, name), value);
            }
        }

        private void profiles(String text) {
            profiles.addAll(List.of(text.split(",")));
        }

        private void property(String text) {
            int equals = text.indexOf('=');
            String name = equals < 0 ? text : text.substring(0, equals);
            if (!name.isBlank()) {
                properties.put(name.strip(), equals < 0 ? "" : text.substring(equals + 1));
            }
        }
    }

    boolean is(String property) {
        String value = properties.get(property);
        return value != null && (value.isEmpty() || value.equals("true"));
    }

    /** Whether unit or integration tests really run. */
    boolean executesTests() {
        return !phase().isEmpty()
                && !is("skipTests")
                && !is("maven.test.skip")
                && !is("maven.test.skip.exec")
                && !options.containsKey("--version")
                && !options.containsKey("-v")
                && !options.containsKey("--help");
    }

    /** The last phase of the life cycle that is called for, among those that run tests; empty for none. */
    String phase() {
        String last = "";
        for (String goal : goals) {
            String phase = goal.matches(".*surefire[^:]*(?::[^:]+)?:test(?:@.*)?")
                    ? "test"
                    : goal.matches(".*failsafe[^:]*(?::[^:]+)?:(?:integration-test|verify)(?:@.*)?") ? "verify" : goal;
            if (TEST_PHASES.indexOf(phase) > TEST_PHASES.indexOf(last)) {
                last = phase;
            }
        }
        return last;
    }

    boolean isNarrowed() {
        return properties.containsKey("test") || properties.containsKey("it.test") || options.containsKey("-rf");
    }

    /** The folder of the POM that it is called for, relative to the script's start. */
    Optional<String> projectFolder(String start) {
        Optional<String> from = MavenPaths.resolve(start, directory.isEmpty() ? "." : directory);
        String file = options.getOrDefault("-f", "");
        return from.flatMap(f -> file.isEmpty() ? Optional.of(f) : MavenPaths.resolve(f, file))
                .map(p -> p.endsWith(".xml") ? MavenPaths.folder(p) : p);
    }
}
