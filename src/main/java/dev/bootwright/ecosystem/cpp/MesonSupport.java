package dev.bootwright.ecosystem.cpp;

import dev.bootwright.base.StepId;
import dev.bootwright.base.TestId;
import dev.bootwright.contract.ShellText;
import dev.bootwright.sandbox.Sandbox;
import dev.bootwright.step.Phase;
import dev.bootwright.step.Role;
import dev.bootwright.step.Step;
import dev.bootwright.testreport.StepLog;
import dev.bootwright.testreport.TestReport;
import dev.bootwright.verify.BlockCommand;
import dev.bootwright.verify.NarrowedStep;
import dev.bootwright.verify.SmallSelection;
import dev.bootwright.verify.TestRunnerSupport;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;
import java.util.stream.Collectors;

/** {@code meson test}: its JUnit report is read, and within it what each test program printed of its cases. */
public final class MesonSupport implements TestRunnerSupport {
    static final String RUNNER = "meson";

    private static final int RERUN_LIMIT = 100;
    private static final long MINIMAL_SECONDS = 900;

    @Override
    public String runner() {
        return RUNNER;
    }

    @Override
    public Map<String, String> inject(Sandbox fork, Step step, String tree, String events) {
        return Map.of();
    }

    @Override
    public TestReport read(Execution execution) {
        if (execution.step().role() == Role.COLLECT) {
            List<String> entries = new ArrayList<>();
            for (String line : StepLog.all(CppReports.report(execution, "txt"))) {
                int cut = line.indexOf(" / ");
                String name = cut < 0 ? line.strip() : line.substring(cut + 3).strip();
                if (!name.isEmpty()
                        && !line.startsWith("ninja: ")
                        && !line.startsWith("[")
                        && !line.startsWith("WARNING")) {
                    entries.add(name);
                }
            }
            return CppReports.collected(execution, RUNNER, entries);
        }
        EntryReport report = new EntryReport(RUNNER, CppReports.project(execution.step()));
        Optional<String> problem = EntryXml.read(CppReports.report(execution, "junit.xml"), report);
        boolean none = report.cases().isEmpty() && !execution.outcome().succeeded();
        return CppReports.executed(
                execution,
                RUNNER,
                report.cases(),
                none ? List.of() : problem.stream().toList());
    }

    @Override
    public Optional<Step> minimalExecute(Step strongest, TestReport collected) {
        List<String> entries = SmallSelection.files(collected, RUNNER, CppReports.project(strongest));
        return entries.isEmpty()
                ? Optional.empty()
                : narrowed(strongest, NarrowedStep.minimalId(strongest), Phase.MINIMAL, entries);
    }

    @Override
    public Optional<Step> rerun(Step executed, List<TestId> tests) {
        TreeSet<String> entries = tests.stream().map(TestId::file).collect(Collectors.toCollection(TreeSet::new));
        return entries.isEmpty() || entries.size() > RERUN_LIMIT
                ? Optional.empty()
                : narrowed(executed, NarrowedStep.rerunId(executed), executed.phase(), List.copyOf(entries));
    }

    private static Optional<Step> narrowed(Step step, StepId id, Phase phase, List<String> entries) {
        return BlockCommand.last(step.block(), words -> words.getFirst().equals(RUNNER))
                .map(command -> {
                    List<String> words = new ArrayList<>(command.words());
                    entries.forEach(e -> words.add(ShellText.quote(e)));
                    return NarrowedStep.of(
                            step,
                            id,
                            phase,
                            command.with(words).replace("/" + step.id() + "\"", "/" + id + "\""),
                            MINIMAL_SECONDS);
                });
    }

    @Override
    public String selector(TestId test) {
        return test.file();
    }

    @Override
    public boolean runs(Step step, List<String> command) {
        return BlockCommand.last(step.block(), words -> words.getFirst().equals(RUNNER))
                .filter(found -> found.before().isBlank())
                .map(found -> found.wordsWithoutReports().stream()
                        .filter(w -> !w.equals("--logbase"))
                        .toList())
                .filter(words -> words.equals(command))
                .isPresent();
    }
}
