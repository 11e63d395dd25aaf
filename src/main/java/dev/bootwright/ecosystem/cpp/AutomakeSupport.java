package dev.bootwright.ecosystem.cpp;

import dev.bootwright.base.StepId;
import dev.bootwright.base.TestId;
import dev.bootwright.contract.ShellText;
import dev.bootwright.sandbox.ExecRequest;
import dev.bootwright.sandbox.OutputSink;
import dev.bootwright.sandbox.Sandbox;
import dev.bootwright.sandbox.SandboxUser;
import dev.bootwright.step.Phase;
import dev.bootwright.step.Role;
import dev.bootwright.step.Step;
import dev.bootwright.testreport.StepLog;
import dev.bootwright.testreport.TestReport;
import dev.bootwright.testreport.TreePaths;
import dev.bootwright.testreport.WholeFile;
import dev.bootwright.verify.NarrowedStep;
import dev.bootwright.verify.SmallSelection;
import dev.bootwright.verify.TestRunnerSupport;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Automake's {@code make check}: a {@code .trs} file a test, else the words that it prints. */
public final class AutomakeSupport implements TestRunnerSupport {
    static final String RUNNER = "automake";

    private static final String STAMP = "/begun";
    private static final String WHOLE = "check";
    private static final String TRS = ".trs";
    private static final String RESULT = ":test-result: ";
    private static final int RERUN_LIMIT = 100;
    private static final long MINIMAL_SECONDS = 900;

    @Override
    public String runner() {
        return RUNNER;
    }

    /** Only a stamp: results that are older than it do not count. */
    @Override
    public Map<String, String> inject(Sandbox fork, Step step, String tree, String events) {
        fork.exec(ExecRequest.of(List.of("touch", events + STAMP), "/", SandboxUser.DEVELOPER, OutputSink.discard()));
        return Map.of();
    }

    @Override
    public void gather(Sandbox fork, Step step, String tree, String events, String reports) {
        String script = "find . -name '*.trs' -newer \"$STAMP\" -exec cp -p --parents -t \"$REPORTS\" {} +";
        fork.exec(ExecRequest.of(
                        List.of("bash", "-c", script),
                        TreePaths.resolve(tree, step.workingDirectory()),
                        SandboxUser.DEVELOPER,
                        OutputSink.discard())
                .withEnv(Map.of("REPORTS", reports, "STAMP", events + STAMP)));
    }

    @Override
    public TestReport read(Execution execution) {
        if (execution.step().role() == Role.COLLECT) {
            List<String> entries = StepLog.all(execution.output()).stream()
                    .filter(l -> l.startsWith("./") && l.endsWith(".log"))
                    .map(l -> l.substring(2, l.length() - ".log".length()).replace("/./", "/"))
                    .map(l -> l.startsWith("./") ? l.substring(2) : l)
                    .toList();
            return CppReports.collected(execution, RUNNER, entries.isEmpty() ? List.of(WHOLE) : entries);
        }
        EntryReport report = new EntryReport(RUNNER, CppReports.project(execution.step()));
        for (Path trs : results(execution.reports())) {
            String path = execution.reports().relativize(trs).toString();
            String entry = path.substring(0, path.length() - TRS.length());
            for (String line : StepLog.all(trs)) {
                if (line.startsWith(RESULT)) {
                    String[] words = line.substring(RESULT.length()).strip().split("\\s+", 2);
                    report.addCase(entry, words.length > 1 ? words[1] : entry, OutputCases.status(words[0]));
                }
            }
        }
        if (report.cases().isEmpty()) {
            OutputCases.of(StepLog.all(CppReports.report(execution, "txt")))
                    .forEach(c -> report.addCase(WHOLE, c.name(), c.status()));
        }
        return CppReports.executed(execution, RUNNER, report.cases(), List.of());
    }

    private static List<Path> results(Path reports) {
        if (!Files.isDirectory(reports, LinkOption.NOFOLLOW_LINKS)) {
            return List.of();
        }
        try (Stream<Path> walk = Files.walk(reports, 20)) {
            return walk.filter(p -> p.toString().endsWith(TRS))
                    .filter(p -> Files.isRegularFile(p, LinkOption.NOFOLLOW_LINKS))
                    .sorted()
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public Optional<Step> minimalExecute(Step strongest, TestReport collected) {
        List<String> entries = SmallSelection.files(collected, RUNNER, CppReports.project(strongest));
        StepId id = NarrowedStep.minimalId(strongest);
        if (entries.isEmpty()) {
            return Optional.empty();
        }
        boolean whole = collected.ids().stream()
                .allMatch(t -> t.file().equals(WHOLE) && t.name().equals(WholeFile.NAME));
        String block = whole ? strongest.block() : block(entries, id);
        return Optional.of(NarrowedStep.of(strongest, id, Phase.MINIMAL, block, MINIMAL_SECONDS));
    }

    @Override
    public Optional<Step> rerun(Step executed, List<TestId> tests) {
        TreeSet<String> entries = tests.stream().map(TestId::file).collect(Collectors.toCollection(TreeSet::new));
        if (entries.isEmpty() || entries.size() > RERUN_LIMIT || entries.contains(WHOLE)) {
            return Optional.empty();
        }
        StepId id = NarrowedStep.rerunId(executed);
        return Optional.of(
                NarrowedStep.of(executed, id, executed.phase(), block(List.copyOf(entries), id), MINIMAL_SECONDS));
    }

    /** The makefile of a test is the nearest one above its log, and knows the log by its path from there. */
    private static String block(List<String> entries, StepId id) {
        SortedMap<String, List<String>> folders = new TreeMap<>();
        entries.forEach(entry ->
                folders.computeIfAbsent(above(entry), f -> new ArrayList<>()).add(entry + ".log"));
        StringBuilder found = new StringBuilder();
        List<String> calls = new ArrayList<>();
        folders.forEach((folder, logs) -> {
            String number = folders.size() == 1 ? "" : Integer.toString(calls.size() + 1);
            found.append(makefile(folder, logs, number));
            calls.add("make -C \"$at" + number + "\" check \"TEST_LOGS=$logs" + number + "\"");
        });
        return found + "{ " + String.join(" &&\n  ", calls) + "; } 2>&1 | tee \"$BOOTWRIGHT_REPORTS/" + id + ".txt\"";
    }

    private static String above(String path) {
        int slash = path.lastIndexOf('/');
        return slash < 0 ? "." : path.substring(0, slash);
    }

    /** Where {@code make} is to be called for these logs of one folder, and what the logs are called there. */
    private static String makefile(String folder, List<String> logs, String number) {
        StringBuilder lines = new StringBuilder();
        String word = "if";
        for (String at = folder; !at.equals("."); at = above(at)) {
            lines.append(word)
                    .append(" [ -f ")
                    .append(ShellText.quote(at + "/Makefile"))
                    .append(" ]; then\n");
            lines.append("  ").append(assigned(at, logs, number));
            word = "elif";
        }
        String top = assigned(".", logs, number);
        return lines.isEmpty() ? top : lines + "else\n  " + top + "fi\n";
    }

    private static String assigned(String at, List<String> logs, String number) {
        int skipped = at.equals(".") ? 0 : at.length() + 1;
        String names = logs.stream().map(log -> log.substring(skipped)).collect(Collectors.joining(" "));
        return "at" + number + "=" + ShellText.quote(at) + " logs" + number + "=" + ShellText.quote(names) + "\n";
    }

    @Override
    public String selector(TestId test) {
        return test.file();
    }
}
