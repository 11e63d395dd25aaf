package dev.bootwright.testreport;

import dev.bootwright.base.TestId;

/**
 * One test with the outcome of one attempt.
 *
 * @param detail failure text or skip reason, bounded and scrubbed; empty when there is none
 * @param failingLine {@code file:line} of the failure inside the tree; empty when unknown
 */
public record TestCase(TestId id, TestStatus status, long durationMillis, String detail, String failingLine) {
    public static final int DETAIL_LIMIT = 4000;

    public TestCase withStatus(TestStatus newStatus) {
        return new TestCase(id, newStatus, durationMillis, detail, failingLine);
    }
}
