package dev.bootwright.step;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonValue;
import java.util.Locale;

/** When a step runs; the constants stand in execution order. The first two never see the repository. */
public enum Phase {
    SYSTEM,
    TOOLCHAIN,
    DEPENDENCIES,
    BUILD,
    SERVICES,
    DOCTOR,
    MINIMAL,
    STRONGEST,
    PROBE;

    public boolean isSetup() {
        return compareTo(BUILD) <= 0;
    }

    /** Whether steps of this phase may see the repository's files. */
    public boolean seesRepository() {
        return compareTo(TOOLCHAIN) > 0;
    }

    @JsonCreator
    public static Phase parse(String text) {
        return valueOf(text.toUpperCase(Locale.ROOT));
    }

    @JsonValue
    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT);
    }
}
