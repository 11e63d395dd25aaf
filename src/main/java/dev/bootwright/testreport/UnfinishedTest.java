package dev.bootwright.testreport;

import dev.bootwright.sandbox.ExecOutcome;

/** The wording for a test that was running when its runner ended; causes are read from it. */
public final class UnfinishedTest {
    public static final String PREFIX = "did not finish: ";
    /** What follows the prefix when a limit ended the run. */
    public static final String STOPPED = "stopped ";

    private UnfinishedTest() {}

    public static String detail(ExecOutcome outcome) {
        return PREFIX
                + switch (outcome) {
                    case ExecOutcome.Exited e -> "the runner's process ended with " + e.describe();
                    case ExecOutcome.TimedOut t -> t.describe();
                    case ExecOutcome.Idle i -> i.describe();
                    case ExecOutcome.OutOfMemory m -> m.describe();
                    case ExecOutcome.DiskFull d -> d.describe();
                    case ExecOutcome.StoreFull s -> s.describe();
                    case ExecOutcome.OutputFlood o -> o.describe();
                    case ExecOutcome.Cancelled c -> c.describe();
                };
    }
}
