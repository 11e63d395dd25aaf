package dev.bootwright.ecosystem.cpp;

import dev.bootwright.base.StepId;
import dev.bootwright.base.TestId;
import dev.bootwright.contract.ShellText;
import dev.bootwright.step.CommandLine;
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
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** CTest: its own JUnit report is read, and within it what each test program printed of its cases. */
public final class CtestSupport implements TestRunnerSupport {
    static final String RUNNER = "ctest";

    /** Words that only say how to report; each takes the next one with it. */
    static final List<String> REPORTING =
            List.of("--output-junit", "--test-output-size-passed", "--test-output-size-failed");

    private static final Pattern LISTED = Pattern.compile("\\s*Test\\s+#\\d+: (.*?)(?: \\(Disabled\\))?\\s*");

    @Override
    public String runner() {
        return RUNNER;
    }

    @Override
    public TestReport read(Execution execution) {
        if (execution.step().role() == Role.COLLECT) {
            List<String> entries = new ArrayList<>();
            for (String line : StepLog.all(CppReports.report(execution, "txt"))) {
                Matcher listed = LISTED.matcher(line);
                if (listed.matches() && !listed.group(1).isBlank()) {
                    entries.add(listed.group(1));
                }
            }
            return CppReports.collected(execution, RUNNER, entries);
        }
        return EntryRuns.executed(execution, RUNNER, "xml");
    }

    @Override
    public Optional<Step> minimalExecute(Step strongest, TestReport collected) {
        return EntryRuns.part(strongest, collected, RUNNER, CtestSupport::narrowed);
    }

    @Override
    public Optional<Step> rerun(Step executed, List<TestId> tests) {
        return EntryRuns.again(executed, tests, CtestSupport::narrowed);
    }

    private static Optional<Step> narrowed(Step step, StepId id, Phase phase, List<String> entries) {
        return BlockCommand.last(step.block(), words -> words.getFirst().equals(RUNNER))
                .map(command -> {
                    List<String> words = new ArrayList<>(command.words());
                    words.add("-R");
                    words.add(ShellText.quote(pattern(entries)));
                    return NarrowedStep.of(step, id, phase, command.with(words), EntryRuns.PART_SECONDS);
                });
    }

    private static String pattern(List<String> entries) {
        return entries.size() == 1
                ? "^" + escaped(entries.getFirst()) + "$"
                : entries.stream().map(CtestSupport::escaped).collect(Collectors.joining("|", "^(", ")$"));
    }

    /** A name within a regular expression of CMake. */
    private static String escaped(String name) {
        return name.replaceAll("([\\\\.+*?()\\[\\]^$|{}])", "\\\\$1");
    }

    @Override
    public String selector(TestId test) {
        return escaped(test.file());
    }

    @Override
    public boolean runs(Step step, List<String> command) {
        CommandLine line = CommandLine.of(command);
        return step.env().equals(line.env())
                && BlockCommand.last(step.block(), words -> words.getFirst().equals(RUNNER))
                        .filter(found -> found.before().isBlank())
                        .map(found -> plain(found.words()))
                        .filter(words -> words.equals(line.argv()))
                        .isPresent();
    }

    private static List<String> plain(List<String> words) {
        List<String> plain = new ArrayList<>();
        for (int i = 0; i < words.size(); i++) {
            if (REPORTING.contains(words.get(i))) {
                i++;
            } else {
                plain.add(BlockCommand.unquoted(words.get(i)));
            }
        }
        return plain;
    }
}
