package dev.bootwright.base;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonValue;

/** The name of an ecosystem, for example {@code python} or {@code go}. */
public record EcosystemId(@JsonValue String value) implements Comparable<EcosystemId> {
    @JsonCreator
    public EcosystemId {
        if (value.isBlank()) {
            throw new IllegalArgumentException("an ecosystem has a name");
        }
    }

    @Override
    public int compareTo(EcosystemId other) {
        return value.compareTo(other.value);
    }

    @Override
    public String toString() {
        return value;
    }
}
