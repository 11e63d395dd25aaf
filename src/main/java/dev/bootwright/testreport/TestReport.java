package dev.bootwright.testreport;

import dev.bootwright.base.TestId;
import dev.bootwright.step.TestCounts;
import java.util.List;

/**
 * What a runner reported of one execution.
 *
 * @param cases all collected tests, each once, in the order of collection
 * @param collectionErrors files or packages that could not be collected, with the reason
 * @param complete whether the runner reached its own end; false for a killed or truncated run
 * @param mismatches where stream, totals and exit status disagree; never green when there is any
 * @param skippedFiles files that skipped themselves while they were collected: not tests, but not covered either
 * @param deselected tests that the repository's own options left out; they are in no other number
 */
public record TestReport(
        String runner,
        List<TestCase> cases,
        List<CollectionError> collectionErrors,
        boolean complete,
        List<String> mismatches,
        List<CollectionError> skippedFiles,
        int deselected) {
    public TestReport {
        cases = List.copyOf(cases);
        collectionErrors = List.copyOf(collectionErrors);
        mismatches = List.copyOf(mismatches);
        skippedFiles = List.copyOf(skippedFiles);
    }

    public TestReport(
            String runner,
            List<TestCase> cases,
            List<CollectionError> collectionErrors,
            boolean complete,
            List<String> mismatches) {
        this(runner, cases, collectionErrors, complete, mismatches, List.of(), 0);
    }

    /** A file (Go: package) that could not be loaded or compiled. */
    public record CollectionError(String file, String detail, String failingLine) {
        /** With text as it was printed, bounded and scrubbed here. */
        public static CollectionError of(String file, String text, String failingLine) {
            return new CollectionError(CleanText.line(file, 1000), CleanText.detail(text), failingLine);
        }
    }

    public static TestReport empty(String runner) {
        return new TestReport(runner, List.of(), List.of(), false, List.of());
    }

    public TestCounts counts() {
        int passed = 0;
        int failed = 0;
        int errored = 0;
        int skipped = 0;
        int notRun = 0;
        int expected = 0;
        for (TestCase test : cases) {
            switch (test.status()) {
                case PASSED -> passed++;
                case EXPECTED_FAILURE -> {
                    passed++;
                    expected++;
                }
                case FAILED -> failed++;
                case ERRORED -> errored++;
                case SKIPPED -> skipped++;
                case NOT_RUN -> notRun++;
            }
        }
        int executed = passed + failed + errored;
        return new TestCounts(
                executed + skipped + notRun, executed, passed, failed, errored, skipped, notRun, expected);
    }

    /** Tests that were executed and did not pass. */
    public List<TestCase> failures() {
        return cases.stream()
                .filter(c -> c.status() == TestStatus.FAILED || c.status() == TestStatus.ERRORED)
                .toList();
    }

    public List<TestId> ids() {
        return cases.stream().map(TestCase::id).toList();
    }
}
