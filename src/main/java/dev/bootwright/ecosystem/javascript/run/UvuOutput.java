package dev.bootwright.ecosystem.javascript.run;

import dev.bootwright.base.TestId;
import dev.bootwright.ecosystem.javascript.Runner;
import dev.bootwright.sandbox.ExecOutcome;
import dev.bootwright.testreport.StepLog;
import dev.bootwright.testreport.TestCase;
import dev.bootwright.testreport.TestReport;
import dev.bootwright.testreport.TestStatus;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** uvu prints numbers and the names of failures alone; the tests that passed are told by their place. */
final class UvuOutput {
    private static final Pattern ANSI = Pattern.compile("\\x1b\\[[0-9;]*m");
    private static final Pattern TOTAL = Pattern.compile("\\s*(Total|Passed|Skipped):\\s+([0-9]{1,7})\\s*");
    private static final Pattern FAIL = Pattern.compile("\\s*FAIL\\s+(.{1,500})");

    private UvuOutput() {}

    static TestReport read(String project, Path log, ExecOutcome outcome) {
        int total = 0;
        int passed = 0;
        int skipped = 0;
        List<String> failures = new ArrayList<>();
        for (String raw : StepLog.all(log)) {
            String line = ANSI.matcher(raw).replaceAll("");
            Matcher m = TOTAL.matcher(line);
            Matcher fail = FAIL.matcher(line);
            if (m.matches()) {
                int n = Integer.parseInt(m.group(2));
                total += m.group(1).equals("Total") ? n : 0;
                passed += m.group(1).equals("Passed") ? n : 0;
                skipped += m.group(1).equals("Skipped") ? n : 0;
            } else if (fail.matches()) {
                failures.add(fail.group(1).strip());
            }
        }
        List<TestCase> cases = new ArrayList<>();
        add(cases, project, "test", passed, TestStatus.PASSED);
        add(cases, project, "skipped test", skipped, TestStatus.SKIPPED);
        for (int i = 0; i < total - passed; i++) {
            String name = i < failures.size() ? failures.get(i) : "failed test";
            cases.add(new TestCase(id(project, name, i), TestStatus.FAILED, 0, name, ""));
        }
        List<String> mismatches = new ArrayList<>();
        boolean exited = outcome instanceof ExecOutcome.Exited;
        if (exited && total > 0 && outcome.succeeded() != (total == passed)) {
            mismatches.add(
                    "the step ended with " + outcome.describe() + ", uvu counts " + (total - passed) + " failures");
        }
        return new TestReport(Runner.UVU.id(), cases, List.of(), exited && total > 0, mismatches);
    }

    private static void add(List<TestCase> cases, String project, String name, int count, TestStatus status) {
        for (int i = 0; i < count; i++) {
            cases.add(new TestCase(id(project, name, i), status, 0, "", ""));
        }
    }

    private static TestId id(String project, String name, int occurrence) {
        return new TestId(Runner.UVU.id(), project, "", name, occurrence);
    }
}
