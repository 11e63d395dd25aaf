package dev.bootwright.verify;

import dev.bootwright.base.Readiness;
import dev.bootwright.base.Verdict;
import dev.bootwright.failure.FailureCode;
import org.jspecify.annotations.Nullable;

/** The one table that maps a first cause and a readiness to a verdict and an exit code. */
public final class VerdictTable {
    private VerdictTable() {}

    /** @param code null exactly when the verdict is {@code bootstrapped} */
    public record Decision(Verdict verdict, @Nullable FailureCode code) {
        public int exitCode() {
            return code == null ? 0 : code.exitCode();
        }
    }

    public static Decision decide(FirstCause cause, Readiness readiness) {
        return switch (cause) {
            case NOTHING ->
                readiness.atLeast(Readiness.EXECUTED)
                        ? new Decision(Verdict.BOOTSTRAPPED, null)
                        : new Decision(Verdict.FAILED, belowExecuted(readiness));
            case UNRECOGNISED -> new Decision(Verdict.UNSUPPORTED, FailureCode.UNSUPPORTED_ECOSYSTEM);
            case NO_TESTS -> new Decision(Verdict.FAILED, FailureCode.NO_TESTS);
            case ALL_SKIPPED -> new Decision(Verdict.FAILED, FailureCode.ALL_SKIPPED);
            case OWN -> new Decision(Verdict.FAILED, own(readiness));
            case ENVIRONMENT -> new Decision(Verdict.FAILED, FailureCode.ENVIRONMENT_INCOMPLETE);
            case NAMED_NEED -> new Decision(Verdict.NEEDS, FailureCode.NEEDS_SOMETHING);
            case NETWORK -> new Decision(Verdict.TRANSIENT, FailureCode.TRANSIENT_NETWORK);
            case TIMEOUT -> new Decision(Verdict.FAILED, FailureCode.TESTS_FAILED);
            case UNKNOWN -> new Decision(Verdict.FAILED, FailureCode.STEP_FAILED);
            case MISMATCH -> new Decision(Verdict.FAILED, FailureCode.REPORT_MISMATCH);
            case REPLAY -> new Decision(Verdict.FAILED, FailureCode.REPLAY_FAILED);
            case SANITY -> new Decision(Verdict.FAILED, FailureCode.CONTRACT_REJECTED);
            case BUDGET -> new Decision(Verdict.INCOMPLETE, FailureCode.BUDGET_SPENT);
            case INTERRUPT -> new Decision(Verdict.INCOMPLETE, FailureCode.INTERRUPTED);
        };
    }

    private static FailureCode belowExecuted(Readiness readiness) {
        return switch (readiness) {
            case NONE, INSTALLED, BUILT -> FailureCode.STEP_FAILED;
            case COLLECTED, EXECUTED, GREEN -> FailureCode.TESTS_FAILED;
        };
    }

    private static FailureCode own(Readiness readiness) {
        return switch (readiness) {
            case NONE -> FailureCode.REPOSITORY_BROKEN;
            case INSTALLED, BUILT -> FailureCode.COLLECTION_FAILED;
            case COLLECTED, EXECUTED, GREEN -> FailureCode.TESTS_FAILED;
        };
    }
}
