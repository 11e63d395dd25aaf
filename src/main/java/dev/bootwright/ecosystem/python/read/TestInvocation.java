package dev.bootwright.ecosystem.python.read;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * A command that runs Python tests.
 *
 * @param runner {@code pytest}, {@code unittest}, or {@code script} for a program of the repository
 * @param arguments after the runner; for a script the words after {@code python}
 */
public record TestInvocation(String runner, List<String> arguments) {
    private static final Set<String> PREFIXES =
            Set.of("uv", "poetry", "pdm", "hatch", "pipenv", "rye", "run", "exec", "env", "sudo", "xvfb-run", "time");

    public TestInvocation {
        arguments = List.copyOf(arguments);
    }

    /** All test runs in a script, in order. */
    public static List<TestInvocation> in(String script) {
        List<TestInvocation> found = new ArrayList<>();
        for (List<String> words : ShellWords.commands(script)) {
            of(words).ifPresent(found::add);
        }
        return found;
    }

    /** The test run that one command is; empty when it is none. */
    public static Optional<TestInvocation> of(List<String> words) {
        int at = 0;
        while (at < words.size() && isBefore(words.get(at), words, at)) {
            at++;
        }
        return at < words.size() ? named(words, at) : Optional.empty();
    }

    private static Optional<TestInvocation> named(List<String> words, int at) {
        String program = baseName(words.get(at));
        List<String> rest = words.subList(at + 1, words.size());
        if (program.equals("pytest") || program.equals("py.test")) {
            return Optional.of(new TestInvocation("pytest", rest));
        }
        if (program.equals("coverage") && rest.size() > 1 && rest.getFirst().equals("run")) {
            return afterPython(afterOptions(rest.subList(1, rest.size())));
        }
        if (program.startsWith("python") || program.equals("pypy3") || program.equals("{envpython}")) {
            return afterPython(afterOptions(rest));
        }
        return Optional.empty();
    }

    /** Skips an interpreter's or coverage's own options, up to {@code -m} or the script. */
    private static List<String> afterOptions(List<String> words) {
        int at = 0;
        while (at < words.size() && words.get(at).startsWith("-") && !words.get(at).equals("-m")) {
            boolean value = words.get(at).equals("-W") || words.get(at).equals("-X");
            if (words.get(at).equals("-c")) {
                return List.of();
            }
            at += value ? 2 : 1;
        }
        return at < words.size() ? words.subList(at, words.size()) : List.of();
    }

    private static Optional<TestInvocation> afterPython(List<String> words) {
        if (words.isEmpty()) {
            return Optional.empty();
        }
        if (!words.getFirst().equals("-m")) {
            String script = words.getFirst();
            String name = baseName(script);
            boolean runs = name.equals("runtests.py")
                    || name.equals("run_tests.py")
                    || (name.equals("setup.py") && words.contains("test"))
                    || (name.startsWith("test") && name.endsWith(".py"));
            return runs ? Optional.of(new TestInvocation("script", words)) : Optional.empty();
        }
        if (words.size() < 2) {
            return Optional.empty();
        }
        List<String> rest = words.subList(2, words.size());
        return switch (words.get(1)) {
            case "pytest", "py.test" -> Optional.of(new TestInvocation("pytest", rest));
            case "unittest" -> Optional.of(new TestInvocation("unittest", rest));
            case "coverage" ->
                rest.size() > 1 && rest.getFirst().equals("run")
                        ? afterPython(afterOptions(rest.subList(1, rest.size())))
                        : Optional.empty();
            case "tests", "test" -> Optional.of(new TestInvocation("script", words));
            default -> Optional.empty();
        };
    }

    private static boolean isBefore(String word, List<String> words, int at) {
        if (word.matches("[A-Za-z_][A-Za-z0-9_]*=.*")) {
            return true;
        }
        boolean first = PREFIXES.contains(word);
        boolean option = at > 0 && word.startsWith("-") && !word.equals("-m");
        boolean value = at > 0 && words.get(at - 1).matches("--(?:group|extra|with|python|env)|-p|-e");
        boolean environment = at > 0 && words.get(at - 1).equals("run") && word.contains(":");
        return first || option || value || environment;
    }

    private static String baseName(String path) {
        String name = path.substring(path.lastIndexOf('/') + 1);
        return name.matches("python[0-9.]*") ? "python" : name;
    }
}
