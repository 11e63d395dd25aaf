package dev.bootwright.plan;

import dev.bootwright.base.EcosystemId;
import dev.bootwright.discover.ProjectMatch;
import dev.bootwright.step.Route;
import java.util.List;

/** Proposes the ways in which one ecosystem can set a project up. */
public interface RoutePlanner {
    EcosystemId ecosystem();

    /** One to five routes, best first; those that need an unreachable role included (the planner drops and shows them). */
    List<Route> routes(PlanningInput input, ProjectMatch project);
}
