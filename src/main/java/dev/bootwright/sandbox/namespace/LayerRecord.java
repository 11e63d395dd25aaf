package dev.bootwright.sandbox.namespace;

import dev.bootwright.sandbox.LayerKey;
import org.jspecify.annotations.Nullable;

/**
 * What is written beside a stored layer, last of all: a layer without it does not exist.
 *
 * @param id the name of the layer's folder; short, since an overlay's options are limited to 4,096 bytes
 * @param parent the id of the layer it was sealed on; null for a base
 * @param boot the boot in which it was sealed; after another boot only a layer marked as synchronised is trusted
 */
record LayerRecord(
        int schemaVersion,
        String id,
        LayerKey key,
        @Nullable String parent,
        String boot) {
    static final int SCHEMA_VERSION = 1;
}
