package dev.bootwright.step;

import dev.bootwright.base.EcosystemId;
import dev.bootwright.base.Readiness;

/**
 * One project of the repository, with what was proven of it.
 *
 * @param path its directory relative to the tree, {@code .} for the root
 */
public record ContractProject(String path, EcosystemId ecosystem, Readiness readiness, TestCounts counts) {}
