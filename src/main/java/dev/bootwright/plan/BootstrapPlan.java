package dev.bootwright.plan;

import dev.bootwright.base.EcosystemId;
import dev.bootwright.step.Phase;
import dev.bootwright.step.Route;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * The intended strategy, each part tied to findings; holds no shell commands and does not change during repair.
 *
 * @param projects directories that are set up and verified, each with its ecosystem
 * @param routes best first
 * @param overrides what the user decided, by key
 */
public record BootstrapPlan(
        int schemaVersion,
        List<PlannedProject> projects,
        List<Goal> goals,
        List<Phase> phases,
        List<Constraint> constraints,
        List<Route> routes,
        List<DroppedRoute> dropped,
        List<Need> needs,
        Map<String, String> overrides) {
    public static final int SCHEMA_VERSION = 1;

    public BootstrapPlan {
        projects = List.copyOf(projects);
        goals = List.copyOf(goals);
        phases = List.copyOf(phases);
        constraints = List.copyOf(constraints);
        routes = List.copyOf(routes);
        dropped = List.copyOf(dropped);
        needs = List.copyOf(needs);
        overrides = Collections.unmodifiableMap(new TreeMap<>(overrides));
    }

    public record PlannedProject(String path, EcosystemId ecosystem, List<String> evidence) {}

    /**
     * What a verify stage must exercise.
     *
     * @param stage {@code minimal} or {@code strongest}
     * @param runner the test runner that counts
     * @param statement in one sentence
     */
    public record Goal(String stage, String project, String runner, String statement, List<String> evidence) {}

    /** The subject of a constraint that says what a plan leaves alone. */
    public static final String NOT_COVERED = "not-covered";

    /** Something that every route must respect, for example {@code python → >=3.8}. */
    public record Constraint(String subject, String value, List<String> evidence) {}

    public record DroppedRoute(Route route, String reason) {}

    /**
     * A named thing that tests want from outside: a service, secret, device or host.
     *
     * @param kind {@code service}, {@code secret}, {@code device}, {@code host}, {@code browser}
     */
    public record Need(String kind, String name, List<String> evidence) {}
}
