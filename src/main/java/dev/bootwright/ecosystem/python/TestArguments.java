package dev.bootwright.ecosystem.python;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;

/** Parts pytest arguments into those that choose tests or change outcomes, and those that only shape speed and report. */
final class TestArguments {
    private static final Pattern REPORTING = Pattern.compile(
            "-[vqlsx]+|-r[a-zA-Z]*|-n.*|-x|--[a-z]*verbose|--verbosity|--quiet|--tb|--durations.*|--cov.*"
                    + "|--no-cov.*|--junit.*|--html|--self-contained-html|--numprocesses|--dist|--maxprocesses|--color"
                    + "|--exitfirst|--maxfail|--showlocals|--capture|--basetemp|--cache-clear|--lf|--ff|--last-failed"
                    + "|--failed-first|--timeout.*|--reruns.*|--report-log.*|--alluredir|--json-report.*|--log-.*|--sw"
                    + "|--stepwise|--codspeed.*|--benchmark-(?:json|autosave|save|columns|sort).*|--no-header|--no-summary"
                    + "|--show-capture|--force-sugar|--instafail|--pdb|--collect-only|--co|--emoji.*|--memray.*");

    /** Options that take the next word with them. */
    private static final Set<String> WITH_VALUE = Set.of(
            "-k",
            "-m",
            "-p",
            "-c",
            "-o",
            "-W",
            "-n",
            "-r",
            "--ignore",
            "--ignore-glob",
            "--deselect",
            "--rootdir",
            "--confcutdir",
            "--import-mode",
            "--override-ini",
            "--pythonwarnings",
            "--tb",
            "--maxfail",
            "--durations",
            "--durations-min",
            "--numprocesses",
            "--dist",
            "--maxprocesses",
            "--junitxml",
            "--junit-xml",
            "--junit-prefix",
            "--cov",
            "--cov-report",
            "--cov-config",
            "--cov-context",
            "--cov-fail-under",
            "--color",
            "--basetemp",
            "--capture",
            "--html",
            "--timeout",
            "--reruns",
            "--reruns-delay",
            "--verbosity",
            "--log-level",
            "--log-cli-level",
            "--report-log",
            "--alluredir",
            "--ds",
            "--doctest-glob",
            "-s",
            "-t");

    private TestArguments() {}

    /** The arguments that stay in a contract's command. */
    static List<String> selecting(String runner, List<String> arguments) {
        if (!runner.equals(TestPlan.PYTEST)) {
            return arguments.stream()
                    .filter(w -> !w.matches("-[vqfb]+|--verbose|--quiet|--failfast|--buffer|--locals|.*\\$.*"))
                    .toList();
        }
        List<String> kept = new ArrayList<>();
        for (int i = 0; i < arguments.size(); i++) {
            String word = arguments.get(i);
            String name = word.startsWith("--") && word.contains("=") ? word.substring(0, word.indexOf('=')) : word;
            boolean takesNext = name.equals(word)
                    && WITH_VALUE.contains(word)
                    && i + 1 < arguments.size()
                    && !(word.equals("--cov") && isOption(arguments.get(i + 1)))
                    && !word.equals("-s");
            boolean cache =
                    word.equals("-o") && takesNext && arguments.get(i + 1).startsWith("cache_dir=");
            boolean dropped = cache || isReporting(name) || word.contains("$") || word.startsWith("/");
            if (!dropped) {
                kept.add(word);
                if (takesNext) {
                    kept.add(arguments.get(i + 1));
                }
            }
            i += takesNext ? 1 : 0;
        }
        if (kept.contains("-k") || kept.contains("-m")) {
            return kept;
        }
        return kept.stream().filter(w -> !w.equals("--")).toList();
    }

    /** The files, folders and tests that arguments name. */
    static List<String> operands(List<String> arguments) {
        List<String> operands = new ArrayList<>();
        for (int i = 0; i < arguments.size(); i++) {
            String word = arguments.get(i);
            if (!isOption(word)) {
                operands.add(word);
            } else if (WITH_VALUE.contains(word)) {
                i++;
            }
        }
        return operands;
    }

    /** All but {@link #operands}, in order. */
    static List<String> options(List<String> arguments) {
        List<String> options = new ArrayList<>();
        for (int i = 0; i < arguments.size(); i++) {
            String word = arguments.get(i);
            if (isOption(word)) {
                options.add(word);
                if (WITH_VALUE.contains(word) && i + 1 < arguments.size()) {
                    options.add(arguments.get(++i));
                }
            }
        }
        return options;
    }

    private static boolean isOption(String word) {
        return word.startsWith("-");
    }

    private static boolean isReporting(String name) {
        return REPORTING.matcher(name).matches();
    }
}
