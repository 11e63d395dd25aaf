package dev.bootwright.step;

/** Time limits of a step, in whole seconds. */
public record StepLimits(long wallSeconds, long idleSeconds) {
    public StepLimits {
        if (wallSeconds <= 0 || idleSeconds <= 0) {
            throw new IllegalArgumentException("limits are positive");
        }
    }
}
