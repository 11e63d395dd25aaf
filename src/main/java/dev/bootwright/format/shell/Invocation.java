package dev.bootwright.format.shell;

import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * What a command really starts, its wrappers taken off: of {@code sudo -E uv run python -m pytest -q} the program is
 * {@code pytest}, the arguments are {@code -q}, the wrappers {@code sudo}, {@code uv run}, {@code python -m}.
 *
 * @param program base name, lower case for {@code python3.12} and the like reduced to {@code python}
 * @param env assignments given to {@code env}
 */
public record Invocation(String program, List<String> arguments, List<String> wrappers, Map<String, String> env) {
    private static final int WRAPPER_LIMIT = 12;
    private static final Pattern ASSIGNMENT = Pattern.compile("[A-Za-z_][A-Za-z0-9_]*=(?s:.*)");
    private static final Pattern PYTHON = Pattern.compile("(?:python|pypy|py)(?:[0-9.]*w?)");
    private static final Pattern PIP = Pattern.compile("pip[0-9.]*");
    private static final Pattern DURATION = Pattern.compile("[0-9.]+[smhd]?|\\$.*");

    private static final Set<String> PLAIN = Set.of(
            "command",
            "exec",
            "time",
            "nice",
            "nohup",
            "stdbuf",
            "unbuffer",
            "builtin",
            "ionice",
            "catchsegv",
            "eatmydata",
            "dbus-run-session",
            "retry",
            "fakeroot",
            "setarch",
            "linux32");

    private static final Set<String> RUNNERS =
            Set.of("uv", "poetry", "pdm", "pipenv", "hatch", "rye", "pixi", "rtx", "mise");

    /** Options that take the next word with them, of the runners of project environments. */
    private static final Set<String> RUNNER_VALUES = Set.of(
            "--group",
            "--extra",
            "--with",
            "--with-editable",
            "--with-requirements",
            "--python",
            "-p",
            "--only-group",
            "--no-group",
            "--package",
            "--project",
            "--directory",
            "--index-url",
            "--env-file",
            "-e",
            "--environment",
            "--resolution",
            "--index",
            "--index-strategy",
            "--prerelease",
            "--no-binary",
            "--exclude-newer",
            "--venv",
            "-C",
            "--from",
            "-f",
            "-n",
            "--name",
            "-w");

    private static final Set<String> COVERAGE_VALUES = Set.of(
            "--source", "--rcfile", "--data-file", "--omit", "--include", "--concurrency", "--context", "--debug");

    private static final Set<String> OTHER_VALUES = Set.of(
            "-u",
            "-g",
            "--user",
            "--group",
            "-h",
            "-s",
            "--server-args",
            "--server-num",
            "-k",
            "--signal",
            "-n",
            "-o",
            "-f",
            "-e",
            "--error-file",
            "--auth-file",
            "-c",
            "-C",
            "--chdir",
            "-S",
            "--split-string");

    /** Options that are switches of {@code sudo} or {@code time} though others give them a value. */
    private static final Set<String> SUDO_SWITCHES = Set.of("-n", "-s", "-e", "-o", "-f", "-k", "-S");

    public Invocation {
        arguments = List.copyOf(arguments);
        wrappers = List.copyOf(wrappers);
        env = Collections.unmodifiableMap(new LinkedHashMap<>(env));
    }

    public static Invocation of(List<String> words) {
        Map<String, String> env = new LinkedHashMap<>();
        List<String> wrappers = new ArrayList<>();
        List<String> rest = new ArrayList<>(words);
        for (int i = 0; i < WRAPPER_LIMIT && !rest.isEmpty(); i++) {
            int taken = wrapper(rest, wrappers, env);
            if (taken == 0) {
                break;
            }
            rest = rest.subList(Math.min(taken, rest.size()), rest.size());
        }
        if (rest.isEmpty()) {
            return new Invocation("", List.of(), wrappers, env);
        }
        return new Invocation(program(rest.getFirst()), rest.subList(1, rest.size()), wrappers, env);
    }

    /** The first argument that is no option; empty if there is none. */
    public String firstOperand() {
        return arguments.stream().filter(a -> !a.startsWith("-")).findFirst().orElse("");
    }

    public boolean hasArgument(String argument) {
        return arguments.contains(argument);
    }

    private static String program(String word) {
        String name = word.substring(word.lastIndexOf('/') + 1);
        if (name.endsWith(".exe")) {
            name = name.substring(0, name.length() - 4);
        }
        if (PYTHON.matcher(name).matches()) {
            return "python";
        }
        return PIP.matcher(name).matches() ? "pip" : name;
    }

    /** How many words the wrapper at the front takes; 0 if there is none. */
    private static int wrapper(List<String> words, List<String> wrappers, Map<String, String> env) {
        String name = program(words.getFirst());
        int taken = 0;
        if (PLAIN.contains(name)) {
            taken = options(words, 1, OTHER_VALUES);
        } else if (name.equals("sudo") || name.equals("doas") || name.equals("env")) {
            taken = assignments(words, options(words, 1, OTHER_VALUES), env);
        } else if (name.equals("timeout")) {
            taken = options(words, 1, OTHER_VALUES);
            taken += taken < words.size() && DURATION.matcher(words.get(taken)).matches() ? 1 : 0;
        } else if (name.equals("xvfb-run")) {
            taken = options(words, 1, OTHER_VALUES);
        } else if (RUNNERS.contains(name) && words.size() > 2 && words.get(1).equals("run")) {
            taken = options(words, 2, RUNNER_VALUES);
        } else if (name.equals("uvx") || name.equals("npx")) {
            taken = options(words, 1, RUNNER_VALUES);
        } else if (name.equals("bundle") && words.size() > 2 && words.get(1).equals("exec")) {
            taken = 2;
        } else if (name.equals("coverage") && words.size() > 2 && words.get(1).equals("run")) {
            taken = coverage(words);
        } else if (name.equals("python")) {
            taken = module(words);
        }
        if (taken > 0 && taken < words.size()) {
            boolean two = RUNNERS.contains(name) || name.equals("bundle") || name.equals("coverage");
            wrappers.add(name.equals("python") ? "python -m" : two ? name + " " + words.get(1) : name);
            return taken;
        }
        return 0;
    }

    private static int options(List<String> words, int from, Set<String> values) {
        boolean sudo = words.getFirst().endsWith("sudo");
        int i = from;
        while (i < words.size() && words.get(i).startsWith("-")) {
            String option = words.get(i);
            if (option.equals("--")) {
                return i + 1;
            }
            i += values.contains(option) && !(sudo && SUDO_SWITCHES.contains(option)) ? 2 : 1;
        }
        return i;
    }

    private static int assignments(List<String> words, int from, Map<String, String> env) {
        int i = from;
        while (i < words.size() && ASSIGNMENT.matcher(words.get(i)).matches()) {
            int equals = words.get(i).indexOf('=');
            env.put(words.get(i).substring(0, equals), words.get(i).substring(equals + 1));
            i++;
        }
        return i;
    }

    /** {@code coverage run -m pytest}: the module is the program; a script stays with {@code coverage}. */
    private static int coverage(List<String> words) {
        for (int i = 2; i < words.size(); i++) {
            if (words.get(i).equals("-m")) {
                return i + 1;
            }
            if (!words.get(i).startsWith("-")) {
                return 0;
            }
            i += COVERAGE_VALUES.contains(words.get(i)) ? 1 : 0;
        }
        return 0;
    }

    /** {@code python -W error -m pytest}. */
    private static int module(List<String> words) {
        for (int i = 1; i < words.size() && words.get(i).startsWith("-"); i++) {
            String option = words.get(i);
            if (option.equals("-m") && i + 1 < words.size()) {
                return i + 1;
            }
            if (option.equals("-c") || option.equals("-")) {
                return 0;
            }
            if (option.equals("-W") || option.equals("-X")) {
                i++;
            } else if (option.length() > 2 && option.charAt(1) != '-' && option.endsWith("m") && i + 1 < words.size()) {
                return i + 1;
            }
        }
        return 0;
    }
}
