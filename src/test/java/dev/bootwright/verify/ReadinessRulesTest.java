package dev.bootwright.verify;

import static org.assertj.core.api.Assertions.assertThat;

import dev.bootwright.base.Cause;
import dev.bootwright.base.Readiness;
import dev.bootwright.step.TestCounts;
import dev.bootwright.verify.ReadinessRules.Counted;
import java.util.Map;
import org.junit.jupiter.api.Test;

class ReadinessRulesTest {
    @Test
    void greenNeedsTheWholeSuiteAndNoFailure() {
        assertThat(of(counts(10, 0, 0, 0, 0))).isEqualTo(Readiness.GREEN);
        assertThat(of(counts(10, 0, 0, 10, 0))).isEqualTo(Readiness.GREEN);
        assertThat(of(counts(10, 0, 0, 11, 0))).isEqualTo(Readiness.EXECUTED);
        assertThat(of(counts(10, 1, 0, 0, 0))).isEqualTo(Readiness.EXECUTED);
        Counted minimal = new Counted(counts(3, 0, 0, 0, 0), Map.of(), 0, 0, false, 0, false, false, false);
        assertThat(ReadinessRules.of(minimal, Readiness.BUILT)).isEqualTo(Readiness.EXECUTED);
    }

    @Test
    void nothingExecutedIsAtMostCollected() {
        assertThat(of(counts(0, 0, 0, 5, 0))).isEqualTo(Readiness.COLLECTED);
        assertThat(of(counts(0, 0, 0, 0, 5))).isEqualTo(Readiness.COLLECTED);
        assertThat(of(counts(0, 0, 0, 0, 0))).isEqualTo(Readiness.BUILT);
    }

    @Test
    void moreFailuresThanPassesIsNotExecuted() {
        assertThat(of(counts(4, 4, 0, 0, 0))).isEqualTo(Readiness.EXECUTED);
        assertThat(of(counts(4, 4, 1, 0, 0))).isEqualTo(Readiness.COLLECTED);
    }

    @Test
    void whatTheEnvironmentLacksMayBeFivePercent() {
        assertThat(withCauses(counts(95, 5, 0, 0, 0), Map.of(Cause.ENVIRONMENT, 5)))
                .isEqualTo(Readiness.EXECUTED);
        assertThat(withCauses(counts(94, 6, 0, 0, 0), Map.of(Cause.ENVIRONMENT, 6)))
                .isEqualTo(Readiness.COLLECTED);
        assertThat(withCauses(counts(94, 6, 0, 0, 0), Map.of(Cause.ENVIRONMENT, 3, Cause.NETWORK, 3)))
                .isEqualTo(Readiness.COLLECTED);
        assertThat(withCauses(counts(60, 40, 0, 0, 0), Map.of(Cause.OWN, 40))).isEqualTo(Readiness.EXECUTED);
    }

    @Test
    void leftOutTestsCountAgainstTheFivePercentAndUnreachedOnesDoNot() {
        Counted leftOut = new Counted(counts(90, 0, 0, 0, 10), Map.of(), 10, 0, false, 0, true, false, false);
        assertThat(ReadinessRules.of(leftOut, Readiness.BUILT)).isEqualTo(Readiness.COLLECTED);
        Counted few = new Counted(counts(96, 0, 0, 0, 4), Map.of(), 4, 0, false, 0, true, false, false);
        assertThat(ReadinessRules.of(few, Readiness.BUILT)).isEqualTo(Readiness.EXECUTED);
        Counted truncated = new Counted(counts(40, 0, 0, 0, 60), Map.of(), 0, 60, false, 0, true, true, false);
        assertThat(ReadinessRules.of(truncated, Readiness.BUILT)).isEqualTo(Readiness.EXECUTED);
    }

    @Test
    void aSuiteThatIsNarrowedOnPurposeIsNotGreen() {
        Counted narrowed = new Counted(counts(10, 0, 0, 0, 0), Map.of(), 0, 0, true, 0, true, false, false);
        assertThat(ReadinessRules.of(narrowed, Readiness.BUILT)).isEqualTo(Readiness.EXECUTED);
        Counted unselected = new Counted(counts(40, 0, 0, 0, 60), Map.of(), 0, 60, false, 0, true, false, false);
        assertThat(ReadinessRules.of(unselected, Readiness.BUILT)).isEqualTo(Readiness.EXECUTED);
    }

    @Test
    void aMismatchIsNeverMoreThanCollected() {
        Counted forged = new Counted(counts(100, 0, 0, 0, 0), Map.of(), 0, 0, false, 0, true, false, true);
        assertThat(ReadinessRules.of(forged, Readiness.BUILT)).isEqualTo(Readiness.COLLECTED);
    }

    private static TestCounts counts(int passed, int failed, int errored, int skipped, int notRun) {
        int executed = passed + failed + errored;
        return new TestCounts(executed + skipped + notRun, executed, passed, failed, errored, skipped, notRun, 0);
    }

    private static Readiness of(TestCounts counts) {
        return withCauses(
                counts,
                counts.failed() + counts.errored() == 0
                        ? Map.of()
                        : Map.of(Cause.OWN, counts.failed() + counts.errored()));
    }

    private static Readiness withCauses(TestCounts counts, Map<Cause, Integer> causes) {
        return ReadinessRules.of(new Counted(counts, causes, 0, 0, false, 0, true, false, false), Readiness.BUILT);
    }
}
