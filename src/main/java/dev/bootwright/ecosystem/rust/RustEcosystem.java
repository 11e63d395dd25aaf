package dev.bootwright.ecosystem.rust;

import dev.bootwright.base.EcosystemId;
import dev.bootwright.contract.StepProposer;
import dev.bootwright.discover.Detector;
import dev.bootwright.ecosystem.Ecosystem;
import dev.bootwright.plan.RoutePlanner;
import dev.bootwright.trace.Signature;
import dev.bootwright.verify.TestRunnerSupport;
import java.util.List;

/** Rust: packages and workspaces, cargo, {@code cargo test}. */
public final class RustEcosystem implements Ecosystem {
    public static final EcosystemId ID = new EcosystemId("rust");

    @Override
    public EcosystemId id() {
        return ID;
    }

    @Override
    public List<Detector> detectors() {
        return List.of(new RustDetector());
    }

    @Override
    public RoutePlanner routes() {
        return new RustRoutes();
    }

    @Override
    public StepProposer steps() {
        return new RustSteps();
    }

    @Override
    public List<TestRunnerSupport> runners() {
        return List.of(new CargoTestSupport());
    }

    @Override
    public List<Signature> signatures() {
        return RustSignatures.ALL;
    }
}
