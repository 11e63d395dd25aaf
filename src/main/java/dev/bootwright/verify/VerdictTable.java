package dev.bootwright.verify;

import dev.bootwright.base.Readiness;
import dev.bootwright.base.Verdict;
import dev.bootwright.failure.FailureCode;
import org.jspecify.annotations.Nullable;

/**
 * The one table that maps a first cause and a readiness to a failure code, and each code to a verdict and an exit code.
 */
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
                        : thrown(belowExecuted(readiness));
            case UNRECOGNISED -> thrown(FailureCode.UNSUPPORTED_ECOSYSTEM);
            case NO_TESTS, NONE_RAN -> thrown(FailureCode.NO_TESTS);
            case ALL_SKIPPED -> thrown(FailureCode.ALL_SKIPPED);
            case OWN -> thrown(own(readiness));
            case ENVIRONMENT -> thrown(FailureCode.ENVIRONMENT_INCOMPLETE);
            case LEFT_OUT -> thrown(FailureCode.TESTS_LEFT_OUT);
            case NOT_LOADED -> thrown(FailureCode.COLLECTION_FAILED);
            case NAMED_NEED -> thrown(FailureCode.NEEDS_SOMETHING);
            case NETWORK -> thrown(FailureCode.TRANSIENT_NETWORK);
            case TIMEOUT -> thrown(FailureCode.TESTS_FAILED);
            case UNKNOWN -> thrown(FailureCode.STEP_FAILED);
            case MISMATCH -> thrown(FailureCode.REPORT_MISMATCH);
            case REPLAY -> thrown(FailureCode.REPLAY_FAILED);
            case SANITY -> thrown(FailureCode.CONTRACT_REJECTED);
            case BUDGET -> thrown(FailureCode.BUDGET_SPENT);
        };
    }

    /** Of a failure by its code alone, also of one that ended a run before there was anything to judge. */
    public static Decision thrown(FailureCode code) {
        Verdict verdict = switch (code) {
            case USAGE,
                    INVALID_CONFIGURATION,
                    SOURCE_NOT_FOUND,
                    SOURCE_REFUSED,
                    TARGET_OCCUPIED,
                    NO_CONTRACT,
                    CONTRACT_INVALID,
                    CONTRACT_REJECTED,
                    NO_TESTS,
                    ALL_SKIPPED,
                    COLLECTION_FAILED,
                    TESTS_FAILED,
                    TESTS_LEFT_OUT,
                    REPOSITORY_BROKEN,
                    ENVIRONMENT_INCOMPLETE,
                    STEP_FAILED,
                    REPLAY_FAILED,
                    REPORT_MISMATCH,
                    READINESS_BELOW,
                    INTERNAL -> Verdict.FAILED;
            case EMPTY_REPOSITORY, UNSUPPORTED_ECOSYSTEM -> Verdict.UNSUPPORTED;
            case SOURCE_UNREACHABLE, TRANSIENT_NETWORK -> Verdict.TRANSIENT;
            case NEEDS_SOMETHING, NO_ENGINE, BASE_UNAVAILABLE, DISK_FULL, STORE_UNUSABLE -> Verdict.NEEDS;
            case BUDGET_SPENT, INTERRUPTED -> Verdict.INCOMPLETE;
        };
        return new Decision(verdict, code);
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
