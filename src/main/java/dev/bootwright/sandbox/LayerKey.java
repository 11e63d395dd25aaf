package dev.bootwright.sandbox;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonValue;
import dev.bootwright.base.Digest;

/** The address of a sealed layer: a digest of everything that determines its content. */
public record LayerKey(@JsonValue Digest digest) implements Comparable<LayerKey> {
    @JsonCreator
    public LayerKey {}

    @Override
    public int compareTo(LayerKey other) {
        return digest.compareTo(other.digest);
    }

    @Override
    public String toString() {
        return digest.toString();
    }
}
