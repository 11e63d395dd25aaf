package dev.bootwright.step;

import dev.bootwright.base.Cause;

/**
 * Tests that are left out on purpose; they stay in the denominator as not run.
 *
 * @param selector in the runner's own terms, for example a pytest node id
 * @param origin who left them out: {@code bootwright.toml} or a repair's id
 */
public record ExcludedTest(String selector, Cause cause, String reason, String origin) {}
