package dev.bootwright.step;

/**
 * Counted tests. {@code collected = executed + skipped + notRun}; {@code executed = passed + failed + errored}.
 *
 * @param expectedFailures how many of the passed ones failed as the repository expects
 */
public record TestCounts(
        int collected,
        int executed,
        int passed,
        int failed,
        int errored,
        int skipped,
        int notRun,
        int expectedFailures) {
    public static final TestCounts NONE = new TestCounts(0, 0, 0, 0, 0, 0, 0, 0);

    public TestCounts {
        if (collected != executed + skipped + notRun || executed != passed + failed + errored) {
            throw new IllegalArgumentException("counts do not add up: collected " + collected + ", executed " + executed
                    + ", passed " + passed + ", failed " + failed + ", errored " + errored + ", skipped " + skipped
                    + ", not run " + notRun);
        }
    }

    public TestCounts plus(TestCounts o) {
        return new TestCounts(
                collected + o.collected,
                executed + o.executed,
                passed + o.passed,
                failed + o.failed,
                errored + o.errored,
                skipped + o.skipped,
                notRun + o.notRun,
                expectedFailures + o.expectedFailures);
    }
}
