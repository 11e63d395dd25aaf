package dev.bootwright.contract;

import dev.bootwright.step.ExcludedTest;

/** How gaps of a suite that stand both in the proof and on the page of warnings are put into words. */
public final class CoverageGap {
    private static final String ONE_SKIPS = "1 test skips itself here";
    private static final String SOME_SKIP = " tests skip themselves here";

    private CoverageGap() {}

    public static String skips(int count) {
        return count == 1 ? ONE_SKIPS : count + SOME_SKIP;
    }

    static boolean isSkips(String gap) {
        return gap.equals(ONE_SKIPS) || gap.endsWith(SOME_SKIP);
    }

    public static String leftOut(ExcludedTest test) {
        return "left out: " + test.selector() + " (" + test.reason() + ", " + test.origin() + ")";
    }
}
