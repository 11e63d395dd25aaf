package dev.bootwright.base;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonValue;
import java.util.Locale;

/** The answer of a run. */
public enum Verdict {
    BOOTSTRAPPED,
    FAILED,
    UNSUPPORTED,
    NEEDS,
    TRANSIENT,
    INCOMPLETE;

    @JsonCreator
    public static Verdict parse(String text) {
        return valueOf(text.toUpperCase(Locale.ROOT));
    }

    @JsonValue
    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT);
    }
}
