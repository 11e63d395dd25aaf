package dev.bootwright.pipeline;

import dev.bootwright.acquire.Workspace;
import dev.bootwright.discover.Detector;
import dev.bootwright.discover.Discoverer;
import dev.bootwright.discover.DiscoveryReport;
import dev.bootwright.ecosystem.Ecosystem;
import dev.bootwright.network.Reachability;
import dev.bootwright.plan.BootstrapPlan;
import dev.bootwright.plan.BootstrapPlanner;
import dev.bootwright.plan.Overrides;
import dev.bootwright.plan.OverridesReader;
import dev.bootwright.plan.PlanningInput;
import dev.bootwright.plan.RoutePlanner;
import java.util.ArrayList;
import java.util.List;

/** Reads a workspace and plans: the part of the flow that runs nothing of the repository. */
public final class Preparation {
    private final List<Ecosystem> ecosystems;
    private final List<Detector> detectors;
    private final String architecture;

    /** @param general detectors that belong to no ecosystem */
    public Preparation(List<Ecosystem> ecosystems, List<Detector> general, String architecture) {
        this.ecosystems = List.copyOf(ecosystems);
        this.architecture = architecture;
        List<Detector> all = new ArrayList<>(general);
        ecosystems.forEach(e -> all.addAll(e.detectors()));
        this.detectors = List.copyOf(all);
    }

    /** A repository with what was found and what is intended. */
    public record Prepared(Workspace workspace, PlanningInput input, BootstrapPlan plan, List<RoutePlanner> planners) {
        public Prepared {
            planners = List.copyOf(planners);
        }

        public DiscoveryReport report() {
            return input.report();
        }
    }

    public List<Ecosystem> ecosystems() {
        return ecosystems;
    }

    public String architecture() {
        return architecture;
    }

    public Prepared prepare(Workspace workspace, Overrides flags, Reachability reachability) {
        Overrides overrides = OverridesReader.read(workspace.tree(), flags);
        DiscoveryReport report = new Discoverer().discover(workspace.tree(), detectors, workspace.skipped());
        return planned(
                workspace, new PlanningInput(workspace.identity(), report, overrides, reachability, architecture));
    }

    /** The same findings, planned again with what is now known of the network. */
    public Prepared replan(Prepared earlier, Reachability reachability) {
        PlanningInput was = earlier.input();
        return planned(
                earlier.workspace(),
                new PlanningInput(was.repository(), was.report(), was.overrides(), reachability, was.architecture()));
    }

    private Prepared planned(Workspace workspace, PlanningInput input) {
        List<RoutePlanner> planners = ecosystems.stream().map(Ecosystem::routes).toList();
        BootstrapPlan plan = new BootstrapPlanner(planners).plan(input);
        return new Prepared(workspace, input, plan, planners);
    }
}
