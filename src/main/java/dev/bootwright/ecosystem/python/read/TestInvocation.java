package dev.bootwright.ecosystem.python.read;

import dev.bootwright.format.shell.Invocation;
import dev.bootwright.format.shell.ShellCommand;
import dev.bootwright.format.shell.ShellScript;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A command that runs Python tests.
 *
 * @param runner {@code pytest}, {@code unittest}, or {@code script} for a program of the repository
 * @param arguments after the runner; for a script the words after {@code python}
 * @param directory where it runs, relative to the script's start; null when not known
 * @param line in the script's file
 */
public record TestInvocation(
        String runner, List<String> arguments, @Nullable String directory, int line) {
    public TestInvocation {
        arguments = List.copyOf(arguments);
    }

    /** All test runs in a script, in order. */
    public static List<TestInvocation> in(String script, int firstLine) {
        List<TestInvocation> found = new ArrayList<>();
        ShellScript.read(script, firstLine)
                .toOptional()
                .ifPresent(s -> s.commands().forEach(c -> of(c).ifPresent(found::add)));
        return found;
    }

    /** The test run that one command is; empty when it is none. */
    public static Optional<TestInvocation> of(ShellCommand command) {
        Invocation invocation = command.invocation();
        List<String> arguments = invocation.arguments();
        boolean module = invocation.wrappers().contains("python -m")
                || invocation.wrappers().contains("coverage run");
        String runner = switch (invocation.program()) {
            case "pytest", "py.test" -> "pytest";
            case "unittest" -> module ? "unittest" : "";
            case "tests", "test" -> module ? "script" : "";
            case "python", "{envpython}", "coverage" -> "script";
            default -> "";
        };
        if (runner.isEmpty()) {
            return Optional.empty();
        }
        if (runner.equals("script")) {
            arguments = module
                    ? prefixed(List.of("-m", invocation.program()), arguments)
                    : invocation.program().equals("coverage") ? afterRun(arguments) : arguments;
            if (!module && !isTestScript(arguments)) {
                return Optional.empty();
            }
        }
        return Optional.of(new TestInvocation(runner, arguments, command.directory(), command.line()));
    }

    private static List<String> afterRun(List<String> arguments) {
        int at = arguments.indexOf("run") + 1;
        while (at < arguments.size() && arguments.get(at).startsWith("-")) {
            at++;
        }
        return at < arguments.size() && arguments.contains("run") ? arguments.subList(at, arguments.size()) : List.of();
    }

    private static List<String> prefixed(List<String> first, List<String> rest) {
        List<String> all = new ArrayList<>(first);
        all.addAll(rest);
        return all;
    }

    private static boolean isTestScript(List<String> arguments) {
        Optional<String> script =
                arguments.stream().filter(a -> !a.startsWith("-")).findFirst();
        if (script.isEmpty() || arguments.contains("-c")) {
            return false;
        }
        String name = script.get().substring(script.get().lastIndexOf('/') + 1);
        return name.equals("runtests.py")
                || name.equals("run_tests.py")
                || (name.equals("setup.py") && arguments.contains("test"))
                || (name.equals("manage.py") && arguments.contains("test"))
                || (name.startsWith("test") && name.endsWith(".py"));
    }
}
