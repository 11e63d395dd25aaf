package dev.bootwright.sandbox;

import org.jspecify.annotations.Nullable;

/**
 * A sealed, immutable file-system state. Opening a sandbox on it is a fork.
 *
 * @param parent the layer it was sealed on; null for a base
 */
public record Layer(LayerKey key, @Nullable LayerKey parent) {}
