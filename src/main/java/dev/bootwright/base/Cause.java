package dev.bootwright.base;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonValue;
import java.util.Locale;

/** Why a test does not pass. */
public enum Cause {
    /** The repository's or the test's own code. */
    OWN,
    /** Something the environment lacks: a module, command, library, service, display. */
    ENVIRONMENT,
    NETWORK,
    TIMEOUT,
    /** A crash without a report, or totals that do not agree. */
    UNKNOWN;

    @JsonCreator
    public static Cause parse(String text) {
        return valueOf(text.toUpperCase(Locale.ROOT));
    }

    @JsonValue
    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT);
    }
}
