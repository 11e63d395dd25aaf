package dev.bootwright.ecosystem.javascript.run;

import dev.bootwright.contract.ShellText;
import dev.bootwright.ecosystem.javascript.Runner;
import dev.bootwright.step.Step;
import dev.bootwright.verify.BlockCommand;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** A runner's call within a block, narrowed to files and names of tests. */
final class RunnerCall {
    /** Words of a step's block that only say how to report, how many processes to use, or that measuring is off. */
    private static final Pattern REPORTING = Pattern.compile(
            "--json|--outputFile.*|--reporter.*|--test-reporter.*|--ci|--coverage=false|--maxWorkers=2|output=.*|--tap|--output-file.*"
                    + "|--disable-coverage|--no-coverage|--no-check-coverage|--no-coverage-report|run|test");

    private RunnerCall() {}

    /** Whether a command line for people runs what the step runs. */
    static boolean isSame(Runner runner, Step step, List<String> command) {
        int at = index(runner, command);
        Optional<BlockCommand> found = BlockCommand.last(step.block(), words -> index(runner, words) >= 0);
        if (at < 0 || found.isEmpty()) {
            return false;
        }
        List<String> words = found.get().words();
        return plain(words.subList(index(runner, words), words.size()))
                .equals(plain(command.subList(at, command.size())));
    }

    private static List<String> plain(List<String> words) {
        return words.stream()
                .map(BlockCommand::unquoted)
                .filter(w -> !REPORTING.matcher(w).matches())
                .toList();
    }

    /**
     * The block with a part of the tests.
     *
     * @param files relative to the tree
     * @param names full names; empty for all of the files
     */
    static Optional<String> narrowed(Runner runner, Step step, List<String> files, List<String> names) {
        if (runner == Runner.SCRIPT || runner == Runner.UVU || (files.isEmpty() && names.isEmpty())) {
            return Optional.empty();
        }
        Optional<BlockCommand> command = BlockCommand.last(step.block(), words -> index(runner, words) >= 0);
        if (command.isEmpty()) {
            return Optional.empty();
        }
        List<String> words = command.get().words();
        int at = index(runner, words);
        List<String> kept = new ArrayList<>(words.subList(0, at + 1));
        for (int i = at + 1; i < words.size(); i++) {
            String word = words.get(i);
            boolean subCommand = i == at + 1 && List.of("run", "test").contains(word);
            if (word.startsWith("-") || word.startsWith("output=") || subCommand || runner == Runner.MOCHA) {
                kept.add(word);
                if (runner.takesValue(word) && i + 1 < words.size()) {
                    kept.add(words.get(++i));
                }
            }
        }
        if (!names.isEmpty()) {
            kept.addAll(byName(runner, names));
        }
        List<String> paths = files.stream()
                .map(f -> fromDirectory(step.workingDirectory(), f))
                .toList();
        switch (runner) {
            case MOCHA -> {}
            case JEST -> {
                kept.add("--runTestsByPath");
                paths.forEach(p -> kept.add(ShellText.quote(p)));
            }
            case VITEST, NODE_TEST, AVA, TAP, JASMINE, UVU, SCRIPT -> paths.forEach(p -> kept.add(ShellText.quote(p)));
        }
        return Optional.of(command.get().with(kept));
    }

    private static List<String> byName(Runner runner, List<String> names) {
        String pattern = "^(?:" + names.stream().map(RunnerCall::pattern).collect(Collectors.joining("|")) + ")$";
        return switch (runner) {
            case JEST, VITEST -> List.of("--testNamePattern=" + ShellText.quote(pattern));
            case MOCHA -> List.of("--grep=" + ShellText.quote(pattern));
            case NODE_TEST, AVA, TAP, JASMINE, UVU, SCRIPT -> List.of();
        };
    }

    /** A name as a regular expression that matches it alone. */
    static String pattern(String name) {
        return name.replaceAll("([.*+?^${}()|\\[\\]\\\\/])", "\\\\$1");
    }

    /** Where the runner's own name stands, or Node's for its own runner. */
    private static int index(Runner runner, List<String> words) {
        for (int i = 0; i < words.size(); i++) {
            String word = BlockCommand.unquoted(words.get(i));
            String name = word.substring(word.lastIndexOf('/') + 1);
            boolean named = switch (runner) {
                case JEST -> name.equals("jest") || name.equals("react-scripts");
                case MOCHA -> name.equals("mocha") || name.equals("_mocha") || name.equals("ts-mocha");
                case NODE_TEST ->
                    name.equals("borp")
                            || (List.of("node", "tsx", "ts-node").contains(name) && words.contains("--test"));
                case VITEST, AVA, TAP, JASMINE, UVU -> name.equals(runner.id());
                case SCRIPT -> false;
            };
            if (named && !word.contains("=")) {
                return i;
            }
        }
        return -1;
    }

    private static String fromDirectory(String directory, String file) {
        if (directory.equals(".") || file.startsWith("/")) {
            return file;
        }
        return Path.of("/" + directory)
                .normalize()
                .relativize(Path.of("/" + file).normalize())
                .toString();
    }
}
