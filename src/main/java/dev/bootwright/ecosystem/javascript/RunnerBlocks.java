package dev.bootwright.ecosystem.javascript;

import dev.bootwright.base.StepId;
import dev.bootwright.contract.ShellText;
import dev.bootwright.ecosystem.javascript.read.NodeSubjects;
import dev.bootwright.version.npm.NpmVersion;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** Writes a stage's call as the bash of a collect or execute step. */
final class RunnerBlocks {
    private static final Pattern GLOB = Pattern.compile("[A-Za-z0-9_./@%+=:,*?{}\\[\\]!()|^-]*[*?{\\[][^']*");
    private static final String NO_TEST = "no test has this name";
    private static final int GLOBS_BY_NODE = 21;
    private static final int DRY_RUN = 9;
    private static final int REPORTER_OPTION = 6;
    private static final int LISTS = 18;
    private static final int PATTERNS = 20;

    private final NodeFacts facts;
    private final NpmVersion node;
    private final boolean plugAndPlay;

    /** @param plugAndPlay whether programs are found through yarn alone */
    RunnerBlocks(NodeFacts facts, NpmVersion node, boolean plugAndPlay) {
        this.facts = facts;
        this.node = node;
        this.plugAndPlay = plugAndPlay;
    }

    String execute(TestStage stage, StepId id) {
        String report = "\"$BOOTWRIGHT_REPORTS/" + id;
        int mocha = facts.toolMajor(stage.project(), "mocha").orElse(10);
        return switch (stage.runner()) {
            case JEST -> call(stage, jest(stage)) + " --json --outputFile=" + report + ".json\"";
            case VITEST -> vitest(stage, report);
            case MOCHA ->
                call(stage) + " --reporter=xunit "
                        + (mocha >= REPORTER_OPTION ? "--reporter-option" : "--reporter-options") + " output=" + report
                        + ".xml\"";
            case NODE_TEST -> nodeTest(stage, report);
            case AVA -> call(stage) + " --tap | tee " + report + ".tap\"";
            case TAP -> tap(stage, report);
            case JASMINE, UVU, SCRIPT -> call(stage) + " 2>&1 | tee " + report + ".txt\"";
        };
    }

    /** The names of the tests where the runner tells them; else the whole suite, of which the names are taken. */
    String collect(TestStage stage, StepId id) {
        int mocha = facts.toolMajor(stage.project(), "mocha").orElse(10);
        return switch (stage.runner()) {
            case JEST -> call(stage, "--ci", "--listTests") + " | tee \"$BOOTWRIGHT_REPORTS/" + id + ".txt\"";
            case VITEST -> vitest(stage, "\"$BOOTWRIGHT_REPORTS/" + id) + " --testNamePattern='^$'";
            case MOCHA -> mocha >= DRY_RUN ? call(stage, "--dry-run") : call(stage) + " --fgrep='" + NO_TEST + "'";
            case TAP ->
                facts.toolMajor(stage.project(), "tap").orElse(0) >= LISTS
                        ? "tap list" + operands(stage) + " | tee \"$BOOTWRIGHT_REPORTS/" + id + ".txt\""
                        : execute(stage, id);
            case NODE_TEST -> listedByNode(stage, id);
            case AVA, JASMINE, UVU, SCRIPT -> execute(stage, id);
        };
    }

    /** Node's runner loads every file and runs no test; before 22 it tells their names, from then on the files alone. */
    private String listedByNode(TestStage stage, StepId id) {
        boolean told = node.major() >= PATTERNS
                && !name(stage).equals("borp")
                && stage.words().contains("--test");
        return told ? call(stage, "--test-name-pattern='^" + NO_TEST + "$'") : execute(stage, id);
    }

    /**
     * Two processes at least, unless the project decides it: with one, as on a machine with two cores, all test files
     * share what they change in the process, which they do not on the machines of CI.
     */
    private String[] jest(TestStage stage) {
        boolean decided =
                facts.first(NodeSubjects.JEST_WORKERS, stage.project()).isPresent()
                        || stage.words().stream().anyMatch(w -> w.matches("-i|--runInBand.*|-w|--maxWorkers.*"));
        return decided
                ? new String[] {"--ci", "--coverage=false"}
                : new String[] {"--ci", "--coverage=false", "--maxWorkers=2"};
    }

    private String vitest(TestStage stage, String report) {
        return call(stage, "run") + " --reporter=default --reporter=json --outputFile.json=" + report + ".json\"";
    }

    private String tap(TestStage stage, String report) {
        int major = facts.toolMajor(stage.project(), "tap").orElse(16);
        String coverage = major >= LISTS
                ? " --disable-coverage"
                : major >= 15 ? " --no-check-coverage --no-coverage-report" : major >= 12 ? " --no-coverage" : "";
        return call(stage) + coverage + " --output-file=" + report + ".tap\"";
    }

    private String nodeTest(TestStage stage, String report) {
        if (name(stage).equals("borp")) {
            return call(stage) + " --reporter=spec --reporter=tap:" + report + ".tap\"";
        }
        boolean reports = node.compareTo(NpmVersion.of(18, 15, 0)) >= 0;
        return reports
                ? call(stage, "--test-reporter=spec", "--test-reporter-destination=stdout", "--test-reporter=tap")
                        .replace(
                                "--test-reporter=tap",
                                "--test-reporter=tap --test-reporter-destination=" + report + ".tap\"")
                : call(stage) + " | tee " + report + ".tap\"";
    }

    private static String name(TestStage stage) {
        String first = stage.words().getFirst();
        return first.substring(first.lastIndexOf('/') + 1);
    }

    /** The call with more options right behind the program, so that operands stay last. */
    private String call(TestStage stage, String... more) {
        List<String> words = new ArrayList<>();
        String first = stage.words().getFirst();
        if (plugAndPlay && stage.runner() != Runner.SCRIPT) {
            words.add("yarn");
        }
        words.add(ShellText.quote(first.startsWith("node_modules/.bin/") ? name(stage) : first));
        boolean subCommand = first.endsWith("react-scripts");
        if (subCommand) {
            words.add("test");
        }
        words.addAll(List.of(more));
        List<String> rest = stage.words().subList(1, stage.words().size());
        for (String word : rest) {
            if (!(subCommand && word.equals("test"))) {
                words.add(operand(stage, word));
            }
        }
        return prelude(stage) + String.join(" ", words);
    }

    private String operands(TestStage stage) {
        return stage.words().stream()
                .skip(1)
                .filter(w -> !w.startsWith("-"))
                .map(w -> " " + operand(stage, w))
                .collect(Collectors.joining());
    }

    /** Patterns are left to the shell where the runner reads none, else to the runner. */
    private String operand(TestStage stage, String word) {
        boolean byShell = stage.runner() == Runner.NODE_TEST
                && node.major() < GLOBS_BY_NODE
                && !name(stage).equals("borp");
        boolean known = stage.runner() == Runner.SCRIPT || byShell;
        return known && GLOB.matcher(word).matches() && !word.contains(" ") ? word : ShellText.quote(word);
    }

    /** Options of Node's own are added to those that are there, so that nothing takes their place. */
    private String prelude(TestStage stage) {
        String own = stage.env().get("NODE_OPTIONS");
        String globs = stage.runner() == Runner.NODE_TEST
                        && node.major() < GLOBS_BY_NODE
                        && stage.words().stream().anyMatch(w -> w.contains("**"))
                ? "shopt -s globstar\n"
                : "";
        return own == null
                ? globs
                : globs + "export NODE_OPTIONS=\"${NODE_OPTIONS:-} " + own.replaceAll("[\"\\\\$`]", "") + "\"\n";
    }

    /** The stage's variables but for those that its block sets itself. */
    static Map<String, String> env(TestStage stage) {
        Map<String, String> env = new java.util.TreeMap<>(stage.env());
        env.remove("NODE_OPTIONS");
        env.put("CI", "true");
        return env;
    }

    /** An argument list for people that runs this stage in its folder. */
    List<String> command(TestStage stage, List<String> more) {
        List<String> argv = new ArrayList<>();
        if (!stage.env().isEmpty()) {
            argv.add("env");
            stage.env().forEach((name, value) -> argv.add(name + "=" + value));
        }
        String first = stage.words().getFirst();
        if (stage.runner() != Runner.SCRIPT && !first.equals("node")) {
            argv.addAll(plugAndPlay ? List.of("yarn") : List.of("npx", "--no-install"));
        }
        argv.add(first.startsWith("node_modules/.bin/") ? name(stage) : first);
        if (stage.runner() == Runner.VITEST) {
            argv.add("run");
        }
        if (!more.isEmpty()) {
            argv.addAll(options(stage.runner(), stage.words(), first.endsWith("react-scripts")));
            argv.addAll(more);
        } else {
            argv.addAll(stage.words().subList(1, stage.words().size()));
        }
        return argv;
    }

    /** The options of a call with their values, without operands. */
    private static List<String> options(Runner runner, List<String> words, boolean subCommand) {
        List<String> options = new ArrayList<>();
        for (int i = 1; i < words.size(); i++) {
            String word = words.get(i);
            if (word.startsWith("-") || (subCommand && word.equals("test"))) {
                options.add(word);
                if (runner.takesValue(word) && i + 1 < words.size()) {
                    options.add(words.get(++i));
                }
            }
        }
        return options;
    }
}
