package dev.bootwright.discover;

import dev.bootwright.base.EcosystemId;

/**
 * A project that an ecosystem recognised.
 *
 * @param path its directory relative to the tree, {@code .} for the root
 * @param manifest the file that shows it
 * @param weight rank among several matches
 */
public record ProjectMatch(EcosystemId ecosystem, String path, String manifest, int weight) {}
