package dev.bootwright.ecosystem.golang;

import dev.bootwright.base.StepId;
import dev.bootwright.base.TestId;
import dev.bootwright.contract.ShellText;
import dev.bootwright.step.CommandLine;
import dev.bootwright.step.Phase;
import dev.bootwright.step.Role;
import dev.bootwright.step.Step;
import dev.bootwright.testreport.GoTestJsonReader;
import dev.bootwright.testreport.TestReport;
import dev.bootwright.testreport.TreePaths;
import dev.bootwright.verify.BlockCommand;
import dev.bootwright.verify.NarrowedStep;
import dev.bootwright.verify.SmallSelection;
import dev.bootwright.verify.TestRunnerSupport;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;

/** {@code go test}: its own JSON stream is read, so nothing is loaded into the environment. */
public final class GoTestSupport implements TestRunnerSupport {
    private static final String RUNNER = GoTestJsonReader.RUNNER;
    private static final int RERUN_LIMIT = 200;
    private static final long MINIMAL_SECONDS = 600;
    private static final String MINIMAL_TEST_TIME = "-timeout=120s";
    private static final Pattern FLAG_WITH_VALUE = Pattern.compile(
            "--?(?:run|skip|tags|timeout|count|p|parallel|cpu|ldflags|gcflags|mod|vet|exec|C|covermode"
                    + "|coverprofile|coverpkg|bench|benchtime|fuzz|fuzztime|list|o|shuffle|asmflags|modfile|overlay|pgo)");

    @Override
    public String runner() {
        return RUNNER;
    }

    @Override
    public TestReport read(Execution execution) {
        Step step = execution.step();
        GoPackageDirectories modules = GoPackageDirectories.of(execution.host());
        GoPackageDirectories directories = GoLocks.entered(step.block())
                .map(path -> modules.with(path, project(step)))
                .orElse(modules);
        GoTestJsonReader reader = new GoTestJsonReader(
                project(step),
                new GoTestJsonReader.Sources(
                        execution.tree(),
                        TreePaths.resolve(execution.tree(), step.workingDirectory()),
                        directories::directoryOf,
                        directories::declaredTests));
        if (step.role() == Role.COLLECT) {
            return reader.readList(report(execution, "txt", "json"), execution.output(), execution.outcome());
        }
        return reader.read(report(execution, "json", "txt"), execution.output(), execution.outcome());
    }

    private static Path report(Execution execution, String... extensions) {
        for (String extension : extensions) {
            Path file = execution.reports().resolve(execution.step().id() + "." + extension);
            if (Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS)) {
                return file;
            }
        }
        return execution.reports().resolve(execution.step().id() + "." + extensions[0]);
    }

    @Override
    public Optional<Step> minimalExecute(Step strongest, TestReport collected) {
        List<String> packages = SmallSelection.files(collected, RUNNER, project(strongest));
        if (packages.isEmpty()) {
            return Optional.empty();
        }
        StepId id = NarrowedStep.minimalId(strongest);
        String block = narrowed(strongest.block(), id, List.of(MINIMAL_TEST_TIME), packages);
        return Optional.of(NarrowedStep.of(strongest, id, Phase.MINIMAL, block, MINIMAL_SECONDS));
    }

    /** Runs the top-level tests that hold the given ones again. */
    @Override
    public Optional<Step> rerun(Step executed, List<TestId> tests) {
        Set<String> names = new TreeSet<>();
        Set<String> packages = new TreeSet<>();
        for (TestId test : tests) {
            int slash = test.name().indexOf('/');
            names.add(slash < 0 ? test.name() : test.name().substring(0, slash));
            packages.add(test.file());
        }
        if (names.isEmpty() || names.size() > RERUN_LIMIT) {
            return Optional.empty();
        }
        StepId id = NarrowedStep.rerunId(executed);
        List<String> flags = List.of("-run=^(" + String.join("|", names) + ")$");
        String block = narrowed(executed.block(), id, flags, List.copyOf(packages));
        return Optional.of(NarrowedStep.of(executed, id, executed.phase(), block, MINIMAL_SECONDS));
    }

    @Override
    public List<TestId> named(String selector, TestReport collected) {
        return GoExclusion.named(
                selector,
                collected.ids().stream()
                        .filter(id -> id.runner().equals(RUNNER))
                        .toList());
    }

    @Override
    public String selector(TestId test) {
        int slash = test.name().indexOf('/');
        return slash < 0 ? test.name() : test.name().substring(0, slash);
    }

    @Override
    public boolean runs(Step step, List<String> command) {
        CommandLine asked = CommandLine.of(command);
        Optional<BlockCommand> found = BlockCommand.last(step.block(), words -> testIndex(words) >= 0);
        return step.env().equals(asked.env())
                && !asked.argv().isEmpty()
                && found.isPresent()
                && found.get().before().lines().allMatch(line -> isIn(asked.argv(), line))
                && found.get().wordsWithoutReports().stream()
                        .filter(word -> !word.equals("-json") && !word.equals(MINIMAL_TEST_TIME))
                        .toList()
                        .equals(withoutShell(asked.argv()));
    }

    /** Whether a line that a step begins with is in what a command has its shell do first. */
    private static boolean isIn(List<String> command, String line) {
        boolean shell = command.size() > 2 && command.getFirst().equals("bash");
        return line.startsWith("cd ")
                || (shell && List.of(command.get(2).split(" && ", -1)).contains(line.strip()));
    }

    /** A command without the shell that does something first. */
    private static List<String> withoutShell(List<String> command) {
        int shell = command.indexOf("--");
        return command.getFirst().equals("bash") && shell > 0 ? command.subList(shell + 1, command.size()) : command;
    }

    /** The same command with other packages and some more flags; the last of equal flags holds. */
    private static String narrowed(String block, StepId id, List<String> flags, List<String> packages) {
        Optional<BlockCommand> command = BlockCommand.last(block, words -> testIndex(words) >= 0);
        if (command.isEmpty()) {
            List<String> all = new ArrayList<>(flags);
            all.addAll(packages);
            return "go test -count=1 -json " + ShellText.quote(all) + " > \"$BOOTWRIGHT_REPORTS/" + id + ".json\"";
        }
        List<String> words = command.get().words();
        int test = testIndex(words);
        List<String> kept = new ArrayList<>(words.subList(0, test + 1));
        int i = test + 1;
        while (i < words.size()) {
            String word = words.get(i);
            if (word.equals("-args") || word.equals("--args")) {
                break;
            }
            if (word.startsWith("-")) {
                kept.add(word);
                if (FLAG_WITH_VALUE.matcher(word).matches() && i + 1 < words.size()) {
                    kept.add(words.get(++i));
                }
            }
            i++;
        }
        flags.forEach(f -> kept.add(ShellText.quote(f)));
        packages.forEach(p -> kept.add(ShellText.quote(p)));
        kept.addAll(words.subList(i, words.size()));
        return command.get().with(kept);
    }

    private static int testIndex(List<String> words) {
        for (int i = 1; i < words.size(); i++) {
            boolean go = words.subList(0, i).stream().anyMatch(w -> w.equals("go") || w.endsWith("/go"));
            if (words.get(i).equals("test") && go) {
                return i;
            }
        }
        return -1;
    }

    private static String project(Step step) {
        String project = step.project();
        return project == null ? "." : project;
    }
}
