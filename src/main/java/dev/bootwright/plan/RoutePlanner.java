package dev.bootwright.plan;

import dev.bootwright.base.EcosystemId;
import dev.bootwright.discover.CiCommand;
import dev.bootwright.discover.ProjectMatch;
import dev.bootwright.step.Route;
import java.util.List;
import java.util.Set;

/** Proposes the ways in which one ecosystem can set a project up. */
public interface RoutePlanner {
    EcosystemId ecosystem();

    /** One to five routes, best first; those that need an unreachable role included (the planner drops and shows them). */
    List<Route> routes(PlanningInput input, ProjectMatch project);

    /** Other words by which a user may name this ecosystem, for example {@code golang}. */
    default Set<String> aliases() {
        return Set.of();
    }

    /** The test runner that counts for a project. */
    default String runner(PlanningInput input, ProjectMatch project) {
        return ecosystem().value();
    }

    /** The projects, among those this ecosystem recognised, that are set up and verified; best first. */
    default List<ProjectMatch> projects(PlanningInput input, List<ProjectMatch> recognised) {
        return recognised;
    }

    /** Whether a CI command runs tests of this ecosystem; such a command is the strongest vote for it. */
    default boolean runsTests(CiCommand command) {
        return false;
    }

    /** The same, for a command such as {@code make test} that says so only together with what else was found. */
    default boolean runsTests(PlanningInput input, CiCommand command) {
        return runsTests(command);
    }

    /** What every route of a project must respect. */
    default List<BootstrapPlan.Constraint> constraints(PlanningInput input, ProjectMatch project) {
        return List.of();
    }
}
