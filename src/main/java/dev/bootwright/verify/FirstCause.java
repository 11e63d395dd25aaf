package dev.bootwright.verify;

/** What decided a run's end; the rows of the verdict table. */
public enum FirstCause {
    /** Nothing stands against the readiness that was reached. */
    NOTHING,
    /** No ecosystem recognised the repository. */
    UNRECOGNISED,
    /** The runner collected nothing. */
    NO_TESTS,
    /** Tests were collected, and the command that should run them ended well and reported none. */
    NONE_RAN,
    /** Tests were collected and every one was skipped. */
    ALL_SKIPPED,
    /** The repository's own code: it does not build, its tests do not load or do not pass. */
    OWN,
    /** The environment lacks something that a better contract could bring. */
    ENVIRONMENT,
    /** Too many tests were left out on purpose. */
    LEFT_OUT,
    /** Too many test files or packages could not be loaded, by the repository's own fault; those that could did well. */
    NOT_LOADED,
    /** A named service, secret, device or host that this machine does not have. */
    NAMED_NEED,
    /** A registry or mirror that did not answer. */
    NETWORK,
    TIMEOUT,
    /** A crash or an end without a report. */
    UNKNOWN,
    /** The report and the runner's totals or exit status disagree. */
    MISMATCH,
    /** The frozen contract did not hold when it was replayed from nothing. */
    REPLAY,
    /** The contract breaks a sanity rule. */
    SANITY,
    /** A limit ended the suite before any test. */
    BUDGET
}
