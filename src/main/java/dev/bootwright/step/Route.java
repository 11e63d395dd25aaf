package dev.bootwright.step;

import dev.bootwright.base.EcosystemId;
import dev.bootwright.sandbox.BaseIdentity;
import java.time.LocalDate;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One way to set a repository up.
 *
 * @param id readable and unique in a plan, for example {@code python-3.13-trixie-as-of-date}
 * @param packageManager for example {@code uv}, {@code go}
 * @param asOf the date up to which published versions count; null unless the policy is as-of-date
 * @param weight rank: the sum of the weights of its evidence; higher is better
 * @param hedges which failure mode it avoids that the routes above it risk; empty for the first
 * @param networkRoles what it needs from the network, for example {@code registry:pypi}
 */
public record Route(
        String id,
        EcosystemId ecosystem,
        BaseIdentity base,
        List<ToolchainChoice> toolchains,
        String packageManager,
        DependencyPolicy policy,
        @Nullable LocalDate asOf,
        int weight,
        String hedges,
        List<String> networkRoles,
        List<String> evidence) {
    public Route {
        toolchains = List.copyOf(toolchains);
        networkRoles = List.copyOf(networkRoles);
        evidence = List.copyOf(evidence);
    }
}
