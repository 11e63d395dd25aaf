package dev.bootwright.ecosystem.cpp;

import dev.bootwright.base.StepId;
import dev.bootwright.base.TestId;
import dev.bootwright.contract.ShellText;
import dev.bootwright.step.Phase;
import dev.bootwright.step.Role;
import dev.bootwright.step.Step;
import dev.bootwright.testreport.StepLog;
import dev.bootwright.testreport.TestReport;
import dev.bootwright.verify.BlockCommand;
import dev.bootwright.verify.NarrowedStep;
import dev.bootwright.verify.TestRunnerSupport;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** {@code meson test}: its JUnit report is read, and within it what each test program printed of its cases. */
public final class MesonSupport implements TestRunnerSupport {
    static final String RUNNER = "meson";

    @Override
    public String runner() {
        return RUNNER;
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
        return EntryRuns.executed(execution, RUNNER, "junit.xml");
    }

    @Override
    public Optional<Step> minimalExecute(Step strongest, TestReport collected) {
        return EntryRuns.part(strongest, collected, RUNNER, MesonSupport::narrowed);
    }

    @Override
    public Optional<Step> rerun(Step executed, List<TestId> tests) {
        return EntryRuns.again(executed, tests, MesonSupport::narrowed);
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
                            EntryRuns.PART_SECONDS);
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
