package dev.bootwright.acquire;

/** How much of a repository's history goes with its tree. */
public enum GitHistory {
    NONE,
    /** The commit at hand alone, with the tags that stand for it. */
    SHALLOW,
    /** All commits behind it, with all tags; for versions that are derived from Git. */
    FULL
}
