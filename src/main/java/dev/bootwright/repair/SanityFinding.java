package dev.bootwright.repair;

import dev.bootwright.base.StepId;
import org.jspecify.annotations.Nullable;

/**
 * One place where a contract breaks a rule.
 *
 * @param step null when the contract as a whole is meant
 * @param line in the step's block, from 1; 0 when no line is meant
 * @param detail what exactly, in one sentence, scrubbed
 */
public record SanityFinding(SanityRule rule, @Nullable StepId step, int line, String detail) {
    /** For people: {@code step pytest-all, line 2: … (swallowed-status)}. */
    public String display() {
        String place = step == null ? "contract" : line > 0 ? "step " + step + ", line " + line : "step " + step;
        return place + ": " + detail + " (" + rule.id() + ": " + rule.reason() + ")";
    }
}
