package dev.bootwright.repair;

import dev.bootwright.step.Phase;
import dev.bootwright.step.Role;
import dev.bootwright.step.Step;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/** Finds options by which a test runner leaves tests out. */
final class Narrowing {
    private static final Set<String> PYTEST_VALUES =
            Set.of("-k", "-m", "--ignore", "--ignore-glob", "--deselect", "--maxfail", "--keyword");
    private static final Set<String> PYTEST_SWITCHES = Set.of(
            "-x", "--exitfirst", "--lf", "--last-failed", "--sw", "--stepwise", "--nf-only", "--testmon", "--picked");
    private static final Set<String> GO_VALUES = Set.of("-run", "-skip", "-test.run", "-test.skip");
    private static final Set<String> GO_SWITCHES = Set.of("-short", "-test.short", "-failfast", "-test.failfast");

    /** pytest options that take the next word and leave nothing out. */
    private static final Set<String> PYTEST_NEUTRAL = Set.of(
            "-p",
            "-c",
            "-o",
            "-n",
            "-W",
            "-r",
            "--rootdir",
            "--confcutdir",
            "--junitxml",
            "--junit-xml",
            "--tb",
            "--durations",
            "--timeout",
            "--cov",
            "--cov-report",
            "--cov-config",
            "--color",
            "--import-mode",
            "--basetemp",
            "--log-level",
            "--numprocesses",
            "--dist",
            "--override-ini",
            "--capture",
            "--show-capture",
            "--verbosity");

    private Narrowing() {}

    /**
     * One selection.
     *
     * @param option for example {@code -k}; empty for a bare operand
     */
    record Selection(String option, String value) {
        String display() {
            return option.isEmpty() ? value : value.isEmpty() ? option : option + " " + value;
        }
    }

    static List<Selection> selections(Step step, String program, List<String> arguments) {
        return switch (program) {
            case "pytest", "py.test" -> pytest(step, arguments);
            case "go" -> go(step, arguments);
            case "unittest" -> unittest(step, arguments);
            case "cargo" -> cargo(step, arguments);
            case "mvn", "mvnw", "mvnd" -> maven(step, arguments);
            case "gradle", "gradlew" -> options(arguments, Set.of("--tests"), Set.of());
            case "jest", "vitest" ->
                options(
                        arguments,
                        Set.of("-t", "--testNamePattern", "--testPathPattern", "--testPathIgnorePatterns", "--exclude"),
                        Set.of("--onlyChanged", "-o", "--bail", "--passWithNoTests"));
            case "ctest" -> ctest(step, arguments);
            default -> List.of();
        };
    }

    private static List<Selection> pytest(Step step, List<String> arguments) {
        List<Selection> found = new ArrayList<>(options(arguments, PYTEST_VALUES, PYTEST_SWITCHES));
        boolean namesAPart = step.phase() == Phase.MINIMAL && step.role() == Role.EXECUTE;
        if (namesAPart) {
            return found;
        }
        for (int i = 0; i < arguments.size(); i++) {
            String argument = arguments.get(i);
            if (PYTEST_VALUES.contains(argument) || PYTEST_NEUTRAL.contains(argument)) {
                i++;
            } else if (!argument.startsWith("-") && (argument.endsWith(".py") || argument.contains("::"))) {
                found.add(new Selection("", argument));
            }
        }
        return found;
    }

    private static List<Selection> go(Step step, List<String> arguments) {
        if (!arguments.contains("test")) {
            return List.of();
        }
        List<String> single =
                arguments.stream().map(a -> a.replaceFirst("^--", "-")).toList();
        List<Selection> found = new ArrayList<>(options(single, GO_VALUES, GO_SWITCHES));
        if (step.phase() != Phase.STRONGEST) {
            return found;
        }
        List<String> packages =
                single.stream().filter(a -> a.equals(".") || a.startsWith("./")).toList();
        if (!packages.isEmpty() && packages.stream().noneMatch(p -> p.equals(".") || p.endsWith("..."))) {
            packages.forEach(p -> found.add(new Selection("", p)));
        }
        return found;
    }

    /** The minimal step names the part that it runs; module lists come with their value as a word of its own. */
    private static List<Selection> maven(Step step, List<String> arguments) {
        boolean namesAPart = step.phase() == Phase.MINIMAL && step.role() == Role.EXECUTE;
        List<Selection> found = new ArrayList<>(prefixed(arguments, "-Dgroups=", "-DexcludedGroups="));
        if (!namesAPart) {
            found.addAll(prefixed(arguments, "-Dtest=", "-Dit.test="));
            found.addAll(options(arguments, Set.of("-pl", "--projects"), Set.of()));
        }
        return found;
    }

    /** The minimal step names the tests that it runs. */
    private static List<Selection> cargo(Step step, List<String> arguments) {
        boolean namesAPart = step.phase() == Phase.MINIMAL && step.role() == Role.EXECUTE;
        Set<String> values = namesAPart
                ? Set.of("--skip", "--exclude")
                : Set.of("--skip", "--exact", "-p", "--package", "--exclude");
        return options(arguments, values, namesAPart ? Set.of() : Set.of("--lib", "--bins", "--doc", "--tests"));
    }

    private static List<Selection> ctest(Step step, List<String> arguments) {
        boolean namesAPart = step.phase() == Phase.MINIMAL && step.role() == Role.EXECUTE;
        Set<String> values = namesAPart ? Set.of("-E", "-LE") : Set.of("-R", "-E", "-L", "-LE", "-I");
        return options(arguments, values, Set.of("--stop-on-failure"));
    }

    private static List<Selection> unittest(Step step, List<String> arguments) {
        // By a pattern of -k, and by nothing else, a part of what is discovered can be named.
        boolean namesAPart = step.phase() == Phase.MINIMAL && step.role() == Role.EXECUTE;
        Set<String> values = namesAPart ? Set.of() : Set.of("-k");
        List<Selection> found = new ArrayList<>(options(arguments, values, Set.of("-f", "--failfast")));
        if (!namesAPart && !arguments.contains("discover")) {
            arguments.stream()
                    .filter(a -> a.contains(".") && !a.startsWith("-"))
                    .forEach(a -> found.add(new Selection("", a)));
        }
        return found;
    }

    private static List<Selection> options(List<String> arguments, Set<String> values, Set<String> switches) {
        List<Selection> found = new ArrayList<>();
        for (int i = 0; i < arguments.size(); i++) {
            String argument = arguments.get(i);
            int equals = argument.indexOf('=');
            if (switches.contains(argument) || (equals > 0 && switches.contains(argument.substring(0, equals)))) {
                found.add(new Selection(argument, ""));
            } else if (values.contains(argument)) {
                found.add(new Selection(argument, i + 1 < arguments.size() ? arguments.get(++i) : ""));
            } else if (equals > 0 && values.contains(argument.substring(0, equals))) {
                found.add(new Selection(argument.substring(0, equals), argument.substring(equals + 1)));
            } else if (argument.length() > 2
                    && argument.matches("-[km][^-].*")
                    && values.contains(argument.substring(0, 2))) {
                found.add(new Selection(argument.substring(0, 2), argument.substring(2)));
            }
        }
        return found;
    }

    private static List<Selection> prefixed(List<String> arguments, String... prefixes) {
        List<Selection> found = new ArrayList<>();
        for (String argument : arguments) {
            for (String prefix : prefixes) {
                if (argument.startsWith(prefix)) {
                    found.add(new Selection(prefix, argument.substring(prefix.length())));
                }
            }
        }
        return found;
    }
}
