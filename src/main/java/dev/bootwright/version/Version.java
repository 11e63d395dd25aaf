package dev.bootwright.version;

/**
 * A version in one ecosystem's own order. {@code toString} is its normal form.
 *
 * @param <V> the versions it can be compared with
 */
public interface Version<V extends Version<V>> extends Comparable<V> {
    /** Whether it precedes the release that it names. */
    boolean isPreRelease();
}
