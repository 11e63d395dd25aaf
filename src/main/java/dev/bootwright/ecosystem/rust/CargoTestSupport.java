package dev.bootwright.ecosystem.rust;

import dev.bootwright.base.StepId;
import dev.bootwright.base.TestId;
import dev.bootwright.contract.ShellText;
import dev.bootwright.sandbox.Sandbox;
import dev.bootwright.step.CommandLine;
import dev.bootwright.step.Phase;
import dev.bootwright.step.Role;
import dev.bootwright.step.Step;
import dev.bootwright.testreport.LibtestReader;
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
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/** {@code cargo test}: what libtest prints is read, so nothing is loaded into the environment. */
public final class CargoTestSupport implements TestRunnerSupport {
    private static final int MOST_NAMES = 40;
    private static final int RERUN_LIMIT = 200;
    private static final long MINIMAL_SECONDS = 900;

    @Override
    public String runner() {
        return RustSteps.RUNNER;
    }

    @Override
    public Map<String, String> inject(Sandbox fork, Step step, String tree, String events) {
        return Map.of();
    }

    @Override
    public TestReport read(Execution execution) {
        Step step = execution.step();
        CargoFolders folders = CargoFolders.of(execution.host(), project(step));
        Path file = execution.reports().resolve(step.id() + ".txt");
        LibtestReader reader =
                new LibtestReader(runner(), project(step), new TreePaths(execution.tree()), folders::path);
        boolean there = Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS);
        return reader.read(there ? file : execution.output(), execution.outcome(), step.role() == Role.COLLECT);
    }

    @Override
    public Optional<Step> minimalExecute(Step strongest, TestReport collected) {
        List<String> files = SmallSelection.files(withoutDocumentation(collected), runner(), project(strongest));
        List<String> names = collected.ids().stream()
                .filter(id -> files.contains(id.file()) && !LibtestReader.isDocumentation(id.name()))
                .map(TestId::name)
                .distinct()
                .sorted()
                .limit(MOST_NAMES)
                .toList();
        StepId id = NarrowedStep.minimalId(strongest);
        if (names.isEmpty()) {
            return collected.ids().isEmpty()
                    ? Optional.empty()
                    : narrowed(strongest, List.of("--doc"), List.of())
                            .map(block -> NarrowedStep.of(strongest, id, Phase.MINIMAL, block, MINIMAL_SECONDS));
        }
        return narrowed(strongest, List.of("--tests"), names)
                .map(block -> NarrowedStep.of(strongest, id, Phase.MINIMAL, block, MINIMAL_SECONDS));
    }

    private static TestReport withoutDocumentation(TestReport report) {
        return new TestReport(
                report.runner(),
                report.cases().stream()
                        .filter(c -> !LibtestReader.isDocumentation(c.id().name()))
                        .toList(),
                List.of(),
                report.complete(),
                List.of());
    }

    /** Doc-tests can't be named one by one: blanks in their names part them. */
    @Override
    public Optional<Step> rerun(Step executed, List<TestId> tests) {
        Set<String> names = new TreeSet<>();
        boolean documentation = false;
        for (TestId test : tests) {
            if (LibtestReader.isDocumentation(test.name())) {
                documentation = true;
            } else {
                names.add(test.name());
            }
        }
        if (tests.isEmpty() || names.size() > RERUN_LIMIT || (documentation && !names.isEmpty())) {
            return Optional.empty();
        }
        return narrowed(executed, List.of(documentation ? "--doc" : "--tests"), List.copyOf(names))
                .map(block -> NarrowedStep.of(
                        executed, NarrowedStep.rerunId(executed), executed.phase(), block, MINIMAL_SECONDS));
    }

    @Override
    public String selector(TestId test) {
        return test.name();
    }

    @Override
    public boolean runs(Step step, List<String> command) {
        CommandLine asked = CommandLine.of(command);
        Optional<BlockCommand> found = test(step.block());
        return step.env().equals(asked.env())
                && found.isPresent()
                && found.get().before().isBlank()
                && found.get().wordsWithoutReports().equals(asked.argv());
    }

    private static Optional<BlockCommand> test(String block) {
        return BlockCommand.last(block, words -> words.contains("cargo") && words.contains("test"));
    }

    /** The same command for some kinds of targets and tests of these names alone. */
    private static Optional<String> narrowed(Step step, List<String> targets, List<String> names) {
        Optional<BlockCommand> command = test(step.block());
        if (command.isEmpty()) {
            return Optional.empty();
        }
        List<String> words = command.get().words();
        int dashes = words.indexOf("--");
        List<String> kept = new ArrayList<>(dashes < 0 ? words : words.subList(0, dashes));
        kept.addAll(targets);
        List<String> harness = new ArrayList<>(dashes < 0 ? List.of() : words.subList(dashes + 1, words.size()));
        if (!names.isEmpty()) {
            harness.add("--exact");
            names.forEach(n -> harness.add(ShellText.quote(n)));
        }
        if (!harness.isEmpty()) {
            kept.add("--");
            kept.addAll(harness);
        }
        return Optional.of(command.get().with(kept));
    }

    private static String project(Step step) {
        String project = step.project();
        return project == null ? "." : project;
    }
}
