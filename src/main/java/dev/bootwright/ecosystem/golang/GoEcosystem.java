package dev.bootwright.ecosystem.golang;

import dev.bootwright.base.EcosystemId;
import dev.bootwright.contract.StepProposer;
import dev.bootwright.discover.Detector;
import dev.bootwright.ecosystem.Ecosystem;
import dev.bootwright.plan.RoutePlanner;
import dev.bootwright.trace.Signature;
import dev.bootwright.verify.TestRunnerSupport;
import java.util.List;

/** Go: modules, the go command, {@code go test}. */
public final class GoEcosystem implements Ecosystem {
    public static final EcosystemId ID = new EcosystemId("go");

    @Override
    public EcosystemId id() {
        return ID;
    }

    @Override
    public List<Detector> detectors() {
        return List.of(new GoDetector(), new GoTestDetector());
    }

    @Override
    public RoutePlanner routes() {
        return new GoRoutes();
    }

    @Override
    public StepProposer steps() {
        return new GoSteps();
    }

    @Override
    public List<TestRunnerSupport> runners() {
        return List.of(new GoTestSupport());
    }

    @Override
    public List<Signature> signatures() {
        return GoSignatures.ALL;
    }
}
