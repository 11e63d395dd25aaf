package dev.bootwright.verify;

import java.time.Duration;

/**
 * Time limits of the verify stages.
 *
 * @param minimal test time of the minimal execute step
 * @param strongest the whole suite; past it what ran is counted and marked truncated
 */
public record VerifyLimits(Duration minimal, Duration strongest) {
    public static final VerifyLimits DEFAULT = new VerifyLimits(Duration.ofMinutes(2), Duration.ofMinutes(15));
}
