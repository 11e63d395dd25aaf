package dev.bootwright.ecosystem;

import dev.bootwright.acquire.SourceTree;
import dev.bootwright.base.Digest;
import dev.bootwright.contract.StepProposal;
import dev.bootwright.discover.CiCommand;
import dev.bootwright.discover.Detector;
import dev.bootwright.discover.Discoverer;
import dev.bootwright.discover.DiscoveryReport;
import dev.bootwright.discover.FindingSink;
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
import org.jspecify.annotations.Nullable;

/** For tests of an ecosystem: takes a tree through discovery, plan and first steps, as the product does. */
public final class EcosystemPlans {
    private final Ecosystem ecosystem;
    private final SourceTree tree;
    private final List<CiCommand> commands = new ArrayList<>();
    private Overrides overrides = Overrides.NONE;
    private Reachability reachability = Reachability.UNKNOWN;
    private @Nullable Instant commitTime;

    private EcosystemPlans(Ecosystem ecosystem, SourceTree tree) {
        this.ecosystem = ecosystem;
        this.tree = tree;
    }

    public static EcosystemPlans of(Ecosystem ecosystem, SourceTree tree) {
        return new EcosystemPlans(ecosystem, tree);
    }

    public EcosystemPlans ci(CiCommand command) {
        commands.add(command);
        return this;
    }

    public EcosystemPlans overrides(Overrides value) {
        overrides = value;
        return this;
    }

    public EcosystemPlans reachability(Reachability value) {
        reachability = value;
        return this;
    }

    public EcosystemPlans committed(String time) {
        commitTime = Instant.parse(time);
        return this;
    }

    public PlanningInput input() {
        List<Detector> detectors = new ArrayList<>(GeneralDetectors.all());
        detectors.addAll(ecosystem.detectors());
        detectors.add(new Detector() {
            @Override
            public String name() {
                return "ci commands of the test";
            }

            @Override
            public void detect(SourceTree ignored, FindingSink sink) {
                commands.forEach(sink::ciCommand);
            }
        });
        DiscoveryReport report = new Discoverer().discover(tree, detectors);
        return new PlanningInput(
                new RepositoryIdentity("sample", null, commitTime, Digest.of("x"), List.of()),
                report,
                overrides,
                reachability,
                "amd64");
    }

    public BootstrapPlan plan() {
        return new BootstrapPlanner(List.of(ecosystem.routes())).plan(input());
    }

    public StepProposal proposal() {
        BootstrapPlan plan = plan();
        return ecosystem.steps().propose(input(), plan, plan.routes().getFirst());
    }

    public List<Step> steps() {
        return proposal().steps();
    }

    public List<String> stepIds() {
        return steps().stream().map(s -> s.id().value()).toList();
    }

    public Step step(String id) {
        return steps().stream()
                .filter(s -> s.id().value().equals(id))
                .findFirst()
                .orElseThrow();
    }
}
