package dev.bootwright.contract;

import dev.bootwright.base.EcosystemId;
import dev.bootwright.plan.BootstrapPlan;
import dev.bootwright.plan.PlanningInput;
import dev.bootwright.step.Route;

/** Turns a route into the steps of a first contract. A pure function of its arguments. */
public interface StepProposer {
    EcosystemId ecosystem();

    StepProposal propose(PlanningInput input, BootstrapPlan plan, Route route);
}
