package dev.bootwright.ecosystem.javascript;

import dev.bootwright.acquire.MemoryTree;
import dev.bootwright.base.Digest;
import dev.bootwright.contract.StepProposal;
import dev.bootwright.discover.Detector;
import dev.bootwright.discover.Discoverer;
import dev.bootwright.discover.general.GeneralDetectors;
import dev.bootwright.network.Reachability;
import dev.bootwright.plan.BootstrapPlan;
import dev.bootwright.plan.BootstrapPlanner;
import dev.bootwright.plan.Overrides;
import dev.bootwright.plan.PlanningInput;
import dev.bootwright.step.RepositoryIdentity;
import dev.bootwright.step.Step;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Takes files through discovery, plan and first steps, as the product does. */
final class JavascriptPlans {
    private final JavascriptEcosystem ecosystem = new JavascriptEcosystem();
    private final MemoryTree tree;
    private Reachability reachability =
            new Reachability(Map.of(JavascriptRoutes.DATES, Reachability.State.UNREACHABLE));
    private Instant commitTime = Instant.parse("2024-03-01T00:00:00Z");

    private JavascriptPlans(MemoryTree tree) {
        this.tree = tree;
    }

    /** @param files names and contents in turn */
    static JavascriptPlans of(String... files) {
        return new JavascriptPlans(MemoryTree.of(files));
    }

    JavascriptPlans committed(String time) {
        commitTime = Instant.parse(time);
        return this;
    }

    JavascriptPlans reachability(Reachability value) {
        reachability = value;
        return this;
    }

    PlanningInput input() {
        List<Detector> detectors = new ArrayList<>(GeneralDetectors.all());
        detectors.addAll(ecosystem.detectors());
        return new PlanningInput(
                new RepositoryIdentity("sample", null, commitTime, Digest.of("x"), List.of()),
                new Discoverer().discover(tree, detectors),
                Overrides.NONE,
                reachability,
                "amd64");
    }

    BootstrapPlan plan() {
        return new BootstrapPlanner(List.of(ecosystem.routes())).plan(input());
    }

    StepProposal proposal() {
        BootstrapPlan plan = plan();
        return ecosystem.steps().propose(input(), plan, plan.routes().getFirst());
    }

    List<String> stepIds() {
        return proposal().steps().stream().map(s -> s.id().value()).toList();
    }

    Step step(String id) {
        return proposal().steps().stream()
                .filter(s -> s.id().value().equals(id))
                .findFirst()
                .orElseThrow();
    }
}
