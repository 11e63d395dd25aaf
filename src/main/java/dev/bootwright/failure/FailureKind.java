package dev.bootwright.failure;

/** Whose fault a failure is. */
public enum FailureKind {
    USAGE,
    REPOSITORY,
    ENVIRONMENT,
    BUDGET,
    MODEL,
    INTERNAL
}
