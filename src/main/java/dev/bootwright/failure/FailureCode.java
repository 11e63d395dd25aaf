package dev.bootwright.failure;

import com.fasterxml.jackson.annotation.JsonValue;
import java.util.Locale;

/**
 * Every way in which the product can end other than well. The text form (lower case, dashes) is stable; each code has a
 * page {@code docs/failures/CODE.md}.
 */
public enum FailureCode {
    USAGE(FailureKind.USAGE, 2),
    INVALID_CONFIGURATION(FailureKind.USAGE, 2),
    SOURCE_NOT_FOUND(FailureKind.USAGE, 2),
    SOURCE_REFUSED(FailureKind.USAGE, 2),
    TARGET_OCCUPIED(FailureKind.USAGE, 2),
    EMPTY_REPOSITORY(FailureKind.REPOSITORY, 3),
    UNSUPPORTED_ECOSYSTEM(FailureKind.REPOSITORY, 3),
    SOURCE_UNREACHABLE(FailureKind.ENVIRONMENT, 75),
    TRANSIENT_NETWORK(FailureKind.ENVIRONMENT, 75),
    NO_CONTRACT(FailureKind.USAGE, 2),
    CONTRACT_INVALID(FailureKind.REPOSITORY, 1),
    CONTRACT_REJECTED(FailureKind.REPOSITORY, 1),
    NO_TESTS(FailureKind.REPOSITORY, 1),
    ALL_SKIPPED(FailureKind.REPOSITORY, 1),
    COLLECTION_FAILED(FailureKind.REPOSITORY, 1),
    TESTS_FAILED(FailureKind.REPOSITORY, 1),
    TESTS_LEFT_OUT(FailureKind.REPOSITORY, 1),
    REPOSITORY_BROKEN(FailureKind.REPOSITORY, 1),
    ENVIRONMENT_INCOMPLETE(FailureKind.REPOSITORY, 1),
    STEP_FAILED(FailureKind.REPOSITORY, 1),
    REPLAY_FAILED(FailureKind.REPOSITORY, 1),
    REPORT_MISMATCH(FailureKind.REPOSITORY, 1),
    READINESS_BELOW(FailureKind.REPOSITORY, 1),
    NEEDS_SOMETHING(FailureKind.ENVIRONMENT, 4),
    NO_ENGINE(FailureKind.ENVIRONMENT, 4),
    BASE_UNAVAILABLE(FailureKind.ENVIRONMENT, 4),
    DISK_FULL(FailureKind.ENVIRONMENT, 4),
    STORE_UNUSABLE(FailureKind.ENVIRONMENT, 4),
    BUDGET_SPENT(FailureKind.BUDGET, 5),
    INTERRUPTED(FailureKind.BUDGET, 130),
    INTERNAL(FailureKind.INTERNAL, 70);

    private final FailureKind kind;
    private final int exitCode;

    FailureCode(FailureKind kind, int exitCode) {
        this.kind = kind;
        this.exitCode = exitCode;
    }

    public FailureKind kind() {
        return kind;
    }

    /** The process exit code that ends a run with this failure. */
    public int exitCode() {
        return exitCode;
    }

    /** Whether the same run may well succeed a little later, with nothing changed. */
    public boolean isTransient() {
        return exitCode == 75;
    }

    @JsonValue
    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
}
