package dev.bootwright.contract;

import dev.bootwright.base.Cause;
import dev.bootwright.base.TestId;
import dev.bootwright.testreport.TestCase;
import dev.bootwright.testreport.TestReport;
import dev.bootwright.testreport.TestStatus;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What became of each test when the contract was proven: {@code tests.json}. Written with one test a line, so that awk
 * can read it.
 *
 * @param tests sorted by id
 * @param notLoaded files or packages that could not be collected, sorted
 */
public record TestsBaseline(int schemaVersion, List<Entry> tests, List<NotLoaded> notLoaded) {
    public static final int SCHEMA_VERSION = 1;
    public static final TestsBaseline EMPTY = new TestsBaseline(SCHEMA_VERSION, List.of(), List.of());

    public TestsBaseline {
        tests = tests.stream()
                .sorted(Comparator.comparing(Entry::id).thenComparing(Entry::key))
                .toList();
        notLoaded = notLoaded.stream()
                .sorted(Comparator.comparing(NotLoaded::key).thenComparing(NotLoaded::runner))
                .toList();
    }

    /**
     * One test. {@code key} is how the runner's own report names it, percent-encoded; the first property, since awk finds
     * the line by it.
     *
     * @param cause why it does not pass; null when it passes or was skipped
     * @param need what the environment lacks; empty when nothing
     * @param flaky whether a second attempt ended otherwise
     * @param quarantined whether it is left out of the judgement, for the reason given
     * @param reason of the skip, the failure or the quarantine, one line; empty when there is none
     */
    public record Entry(
            String key,
            TestStatus status,
            boolean flaky,
            boolean quarantined,
            String runner,
            TestId id,
            @Nullable Cause cause,
            String need,
            String reason) {}

    /** A file or package that could not be loaded. */
    public record NotLoaded(String key, String status, String runner, String file, String reason) {
        public NotLoaded {
            if (!status.equals("broken")) {
                throw new IllegalArgumentException("what is not loaded is broken, not " + status);
            }
        }
    }

    /** What is known of a test beyond its runner's report. */
    public record Mark(@Nullable Cause cause, String need, boolean flaky, boolean quarantined, String reason) {
        public static final Mark NONE = new Mark(null, "", false, false, "");
    }

    /** The baseline of several executions; a test that stands in two of them counts as in the first. */
    public static TestsBaseline of(List<TestReport> reports, Map<TestId, Mark> marks) {
        Map<TestId, Entry> tests = new LinkedHashMap<>();
        Map<String, NotLoaded> broken = new LinkedHashMap<>();
        for (TestReport report : reports) {
            for (TestCase test : report.cases()) {
                tests.putIfAbsent(test.id(), entry(test, marks.getOrDefault(test.id(), Mark.NONE)));
            }
            for (TestReport.CollectionError error : report.collectionErrors()) {
                String key = ReportKey.ofFile(report.runner(), error.file());
                broken.putIfAbsent(
                        report.runner() + " " + key,
                        new NotLoaded(key, "broken", report.runner(), error.file(), oneLine(error.detail())));
            }
        }
        return new TestsBaseline(SCHEMA_VERSION, List.copyOf(tests.values()), List.copyOf(broken.values()));
    }

    private static Entry entry(TestCase test, Mark mark) {
        String reason = mark.reason().isEmpty() ? oneLine(test.detail()) : mark.reason();
        return new Entry(
                ReportKey.of(test.id()),
                test.status(),
                mark.flaky(),
                mark.quarantined(),
                test.id().runner(),
                test.id(),
                mark.cause(),
                mark.need(),
                test.status() == TestStatus.PASSED && !mark.flaky() ? "" : reason);
    }

    private static String oneLine(String text) {
        String line = text.strip().lines().reduce((first, second) -> second).orElse("");
        return line.length() <= 200 ? line : line.substring(0, 200) + "…";
    }

    /** One test a line. */
    String json() {
        StringBuilder out = new StringBuilder("{\n  \"schemaVersion\": " + schemaVersion + ",\n");
        list(out, "tests", tests);
        out.append(",\n");
        list(out, "notLoaded", notLoaded);
        return out.append("\n}\n").toString();
    }

    private static void list(StringBuilder out, String name, List<?> values) {
        List<String> lines = new ArrayList<>();
        values.forEach(v -> lines.add("    " + ContractJson.LINE.writeValueAsString(v)));
        out.append("  \"").append(name).append("\": [");
        if (!lines.isEmpty()) {
            out.append('\n').append(String.join(",\n", lines)).append("\n  ");
        }
        out.append(']');
    }

    public static TestsBaseline parse(String json) {
        return ContractJson.read(json, TestsBaseline.class);
    }
}
