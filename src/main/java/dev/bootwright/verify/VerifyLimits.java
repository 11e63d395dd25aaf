package dev.bootwright.verify;

import java.time.Duration;

/**
 * Time limits of the verify stages.
 *
 * @param minimal the minimal execute steps with all that they compile; their tests have limits of the steps' own
 * @param strongest the whole suite; past it what ran is counted and marked truncated
 * @param rerun the second run of what failed, with all that it compiles
 */
public record VerifyLimits(Duration minimal, Duration strongest, Duration rerun) {
    public static final VerifyLimits DEFAULT =
            new VerifyLimits(Duration.ofMinutes(10), Duration.ofMinutes(15), Duration.ofMinutes(10));

    /** With a limit for the whole suite; no part of it gets more. */
    public VerifyLimits withStrongest(Duration limit) {
        return new VerifyLimits(shorter(minimal, limit), limit, shorter(rerun, limit));
    }

    private static Duration shorter(Duration a, Duration b) {
        return a.compareTo(b) < 0 ? a : b;
    }
}
