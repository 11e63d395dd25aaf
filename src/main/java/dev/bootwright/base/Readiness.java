package dev.bootwright.base;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonValue;
import java.util.Locale;

/** How far a repository got; the order of the constants is the order of the ladder. */
public enum Readiness {
    NONE,
    INSTALLED,
    BUILT,
    COLLECTED,
    EXECUTED,
    GREEN;

    public boolean atLeast(Readiness other) {
        return compareTo(other) >= 0;
    }

    @JsonCreator
    public static Readiness parse(String text) {
        return valueOf(text.toUpperCase(Locale.ROOT));
    }

    @JsonValue
    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT);
    }
}
