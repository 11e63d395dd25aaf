package dev.bootwright.bench;

/** Rules by which others and we call a repository set up, each computed from the same rows. */
public enum PublishedRule {
    OURS("Bootwright", "the verdict is bootstrapped and at least half of the tree's test files were reached"),
    REPO2RUN("Repo2Run (collect only)", "tests were collected and every test file could be loaded; none has to run"),
    INSTALLAMATIC("Installamatic (one passed)", "at least one test passed"),
    AES_BENCH(
            "AES-Bench (whole run)",
            "the whole suite ran to its end, every test file could be loaded, and what did not pass failed by the"
                    + " repository's own code, for example by an assertion");

    private final String title;
    private final String meaning;

    PublishedRule(String title, String meaning) {
        this.title = title;
        this.meaning = meaning;
    }

    public String title() {
        return title;
    }

    public String meaning() {
        return meaning;
    }

    public boolean holds(BenchRow row) {
        return switch (this) {
            case OURS -> Outcome.of(row) == Outcome.SUCCESS;
            case REPO2RUN -> row.tests().collected() > 0 && row.reach().notLoaded() == 0;
            case INSTALLAMATIC -> row.tests().passed() > 0;
            case AES_BENCH ->
                Outcome.suiteEnded(row)
                        && row.causes().entrySet().stream()
                                .allMatch(e -> e.getKey().equals("own") || e.getValue() == 0);
        };
    }
}
