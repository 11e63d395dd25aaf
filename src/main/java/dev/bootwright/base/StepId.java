package dev.bootwright.base;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonValue;
import java.util.regex.Pattern;

/** The name of one step of a contract, unique in it, for example {@code python-dependencies}. */
public record StepId(@JsonValue String value) implements Comparable<StepId> {
    private static final Pattern FORM = Pattern.compile("[a-z0-9][a-z0-9._-]{0,79}");

    @JsonCreator
    public StepId {
        if (!FORM.matcher(value).matches()) {
            throw new IllegalArgumentException("not a step id (lower case letters, digits, '.', '_', '-'): " + value);
        }
    }

    @Override
    public int compareTo(StepId other) {
        return value.compareTo(other.value);
    }

    @Override
    public String toString() {
        return value;
    }
}
