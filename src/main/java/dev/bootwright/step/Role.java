package dev.bootwright.step;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonValue;
import java.util.Locale;

/** What a step is for. */
public enum Role {
    INSTALL,
    BUILD,
    COLLECT,
    EXECUTE,
    CHECK,
    SERVICE;

    @JsonCreator
    public static Role parse(String text) {
        return valueOf(text.toUpperCase(Locale.ROOT));
    }

    @JsonValue
    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT);
    }
}
