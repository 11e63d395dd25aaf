package dev.bootwright.failure;

import com.fasterxml.jackson.annotation.JsonValue;
import java.util.Locale;

/** Whose fault a failure is. */
public enum FailureKind {
    USAGE,
    REPOSITORY,
    ENVIRONMENT,
    BUDGET,
    MODEL,
    INTERNAL;

    @JsonValue
    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT);
    }
}
