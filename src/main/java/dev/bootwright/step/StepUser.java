package dev.bootwright.step;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonValue;
import java.util.Locale;

/** Who runs a step: root only for system packages, the ordinary user for all else. */
public enum StepUser {
    ROOT,
    DEVELOPER;

    @JsonCreator
    public static StepUser parse(String text) {
        return valueOf(text.toUpperCase(Locale.ROOT));
    }

    @JsonValue
    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT);
    }
}
