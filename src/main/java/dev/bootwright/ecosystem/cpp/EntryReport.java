package dev.bootwright.ecosystem.cpp;

import dev.bootwright.base.TestId;
import dev.bootwright.testreport.CleanText;
import dev.bootwright.testreport.TestCase;
import dev.bootwright.testreport.TestStatus;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Makes tests of what CTest, Meson or automake calls one: a whole program. Where its output tells of cases these count,
 * else the program itself is the case.
 */
final class EntryReport {
    private final String runner;
    private final String project;
    private final List<TestCase> cases = new ArrayList<>();
    private final Map<String, Integer> occurrences = new HashMap<>();

    EntryReport(String runner, String project) {
        this.runner = runner;
        this.project = project;
    }

    /**
     * @param name as the runner gives it; stands for the file in ids
     * @param status of the program as a whole
     * @param detail why it did not pass
     */
    void add(String name, TestStatus status, long millis, String detail, List<String> output) {
        String entry = CleanText.line(name, 500);
        if (entry.isEmpty()) {
            return;
        }
        List<OutputCases.Case> inside = status == TestStatus.SKIPPED ? List.of() : OutputCases.of(output);
        boolean broken = inside.stream()
                .anyMatch(c -> !c.status().isPassed() && c.status().isExecuted());
        // a program that has to fail passes by its failures
        boolean contradicts = status.isPassed() && broken;
        if (inside.isEmpty() || contradicts) {
            put(entry, entry, status, millis, detail(detail, output));
            return;
        }
        long each = millis / inside.size();
        inside.forEach(c -> put(entry, name(c), c.status(), each, c.detail().isEmpty() ? detail : c.detail()));
        if (!status.isPassed() && !broken) {
            put(entry, entry, status, 0, detail(detail, output));
        }
    }

    /** One case of a program whose runner tells of cases itself. */
    void addCase(String name, String inside, TestStatus status) {
        String entry = CleanText.line(name, 500);
        String shown = CleanText.line(inside, 500);
        if (!entry.isEmpty() && !shown.isEmpty()) {
            put(entry, shown, status, 0, status.isPassed() ? "" : shown + ": " + status);
        }
    }

    private static String name(OutputCases.Case inside) {
        String name = CleanText.line(inside.name(), 500);
        return name.isEmpty() ? "case" : name;
    }

    private static String detail(String detail, List<String> output) {
        List<String> last = output.subList(Math.max(0, output.size() - 60), output.size());
        return (detail.isEmpty() ? "" : detail + "\n") + String.join("\n", last);
    }

    private void put(String entry, String name, TestStatus status, long millis, String detail) {
        int occurrence = occurrences.merge(entry + "\0" + name, 1, Integer::sum) - 1;
        TestId id = new TestId(runner, project, entry, name, occurrence);
        cases.add(new TestCase(id, status, millis, status.isPassed() ? "" : CleanText.detail(detail), ""));
    }

    List<TestCase> cases() {
        return List.copyOf(cases);
    }
}
