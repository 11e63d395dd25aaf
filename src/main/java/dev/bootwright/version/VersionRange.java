package dev.bootwright.version;

import java.util.Collection;
import java.util.Comparator;
import java.util.Optional;

/**
 * A set of versions, as a manifest states it. {@code toString} is its normal form.
 *
 * @param <V> the ecosystem's versions
 */
public interface VersionRange<V extends Version<V>> {
    boolean contains(V version);

    /** The newest of the candidates that is in the range. */
    default Optional<V> newestOf(Collection<V> candidates) {
        return candidates.stream().filter(this::contains).max(Comparator.naturalOrder());
    }
}
