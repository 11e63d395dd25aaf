package dev.bootwright.step;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonValue;
import java.util.Locale;

/** Which versions of dependencies are taken. */
public enum DependencyPolicy {
    /** What the repository's own lock file names. */
    LOCKED,
    /** The newest that the manifest allows. */
    DECLARED,
    /** The newest that the manifest allows and that had been published on the commit's date. */
    AS_OF_DATE;

    @JsonCreator
    public static DependencyPolicy parse(String text) {
        return valueOf(text.toUpperCase(Locale.ROOT).replace('-', '_'));
    }

    @JsonValue
    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
}
