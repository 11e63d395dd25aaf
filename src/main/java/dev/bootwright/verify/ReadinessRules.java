package dev.bootwright.verify;

import dev.bootwright.base.Cause;
import dev.bootwright.base.Readiness;
import dev.bootwright.step.TestCounts;
import java.util.Map;

/** The readiness that a counted test stage proves; a pure function of counts. */
public final class ReadinessRules {
    /** What may be missing for reasons outside the repository's own code, as a share of collected tests. */
    public static final double TOLERATED_SHARE = 0.05;

    private ReadinessRules() {}

    /**
     * What is known of the stage that decides.
     *
     * @param causes executed tests that did not pass, by cause
     * @param leftOut tests left out by repair or {@code bootwright.toml}, and those that a crash kept from running; a part
     *     of the counts' not-run
     * @param unreached tests that a truncated run did not reach or a whole one did not contain; the other part of not-run
     * @param narrowed whether tests are left out on purpose, also where no count can show it
     * @param collectionErrors files or packages that could not be loaded
     * @param wholeSuite whether the planned suite ran, not just the minimal part
     * @param truncated whether a limit ended it
     * @param mismatch whether report, totals and exit status disagree
     */
    public record Counted(
            TestCounts counts,
            Map<Cause, Integer> causes,
            int leftOut,
            int unreached,
            boolean narrowed,
            int collectionErrors,
            boolean wholeSuite,
            boolean truncated,
            boolean mismatch) {
        /** Executed tests that did not pass for a reason outside the repository's own code. */
        public int outside() {
            return causes.entrySet().stream()
                    .filter(e -> e.getKey() != Cause.OWN)
                    .mapToInt(Map.Entry::getValue)
                    .sum();
        }
    }

    /** @param reached what setup and build reached before tests: {@code NONE}, {@code INSTALLED} or {@code BUILT} */
    public static Readiness of(Counted counted, Readiness reached) {
        TestCounts c = counted.counts();
        if (c.collected() == 0) {
            return reached;
        }
        if (counted.mismatch() || c.executed() == 0) {
            return Readiness.COLLECTED;
        }
        if (isGreen(counted)) {
            return Readiness.GREEN;
        }
        return isExecuted(counted) ? Readiness.EXECUTED : Readiness.COLLECTED;
    }

    private static boolean isGreen(Counted counted) {
        TestCounts c = counted.counts();
        return counted.wholeSuite()
                && !counted.truncated()
                && !counted.narrowed()
                && counted.collectionErrors() == 0
                && c.notRun() == 0
                && c.failed() + c.errored() == 0
                && c.skipped() <= c.executed();
    }

    private static boolean isExecuted(Counted counted) {
        TestCounts c = counted.counts();
        int missing = counted.outside() + counted.leftOut() + counted.collectionErrors();
        return c.executed() >= 1
                && c.passed() >= c.failed() + c.errored()
                && missing <= TOLERATED_SHARE * c.collected();
    }
}
