package dev.bootwright.plan;

import dev.bootwright.discover.DiscoveryReport;
import dev.bootwright.network.Reachability;
import dev.bootwright.step.RepositoryIdentity;

/**
 * All that a plan may depend on.
 *
 * @param architecture Debian's name, for example {@code amd64}
 */
public record PlanningInput(
        RepositoryIdentity repository,
        DiscoveryReport report,
        Overrides overrides,
        Reachability reachability,
        String architecture) {}
