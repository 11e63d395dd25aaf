package dev.bootwright.bench;

import dev.bootwright.base.Verdict;

/** What a row comes to by the bench's own rule. */
public enum Outcome {
    /** The verdict is {@code bootstrapped} and at least half of the tree's test files were reached. */
    SUCCESS("success"),
    /** The verdict is {@code bootstrapped}, and fewer were reached. */
    PARTIAL("partial"),
    /** Any other verdict. */
    OTHER("other");

    private final String title;

    Outcome(String title) {
        this.title = title;
    }

    public static Outcome of(BenchRow row) {
        if (row.verdict() != Verdict.BOOTSTRAPPED) {
            return OTHER;
        }
        Integer reached = row.reach().reached();
        boolean enough =
                reached == null ? suiteEnded(row) : 2 * reached >= row.reach().testFiles();
        return enough ? SUCCESS : PARTIAL;
    }

    /** Whether a success rests on a suite that came to its end, since its runner does not tell its tests' files. */
    public static boolean isByWholeSuite(BenchRow row) {
        return of(row) == SUCCESS && row.reach().reached() == null;
    }

    /** Whether the whole suite ran: nothing cut off, left out or not loaded. */
    static boolean suiteEnded(BenchRow row) {
        return !row.truncated()
                && row.tests().executed() > 0
                && row.tests().notRun() == 0
                && row.reach().notLoaded() == 0;
    }

    public String title() {
        return title;
    }
}
