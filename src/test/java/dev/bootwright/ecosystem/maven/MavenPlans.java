package dev.bootwright.ecosystem.maven;

import dev.bootwright.acquire.SourceTree;
import dev.bootwright.base.Digest;
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

/** Takes a tree through discovery, plan and first steps, as the product does. */
final class MavenPlans {
    private final MavenEcosystem ecosystem = new MavenEcosystem();
    private final SourceTree tree;
    private final List<CiCommand> commands = new ArrayList<>();
    private Overrides overrides = Overrides.NONE;
    private Reachability reachability = Reachability.UNKNOWN;
    private @Nullable Instant commitTime;

    private MavenPlans(SourceTree tree) {
        this.tree = tree;
    }

    static MavenPlans of(SourceTree tree) {
        return new MavenPlans(tree);
    }

    MavenPlans ci(CiCommand command) {
        commands.add(command);
        return this;
    }

    MavenPlans overrides(Overrides value) {
        overrides = value;
        return this;
    }

    MavenPlans reachability(Reachability value) {
        reachability = value;
        return this;
    }

    MavenPlans committed(String time) {
        commitTime = Instant.parse(time);
        return this;
    }

    PlanningInput input() {
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

    BootstrapPlan plan() {
        return new BootstrapPlanner(List.of(ecosystem.routes())).plan(input());
    }

    List<Step> steps() {
        BootstrapPlan plan = plan();
        return ecosystem
                .steps()
                .propose(input(), plan, plan.routes().getFirst())
                .steps();
    }

    Step step(String id) {
        return steps().stream()
                .filter(s -> s.id().value().equals(id))
                .findFirst()
                .orElseThrow();
    }
}
