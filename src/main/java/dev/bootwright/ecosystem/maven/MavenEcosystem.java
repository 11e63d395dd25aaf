package dev.bootwright.ecosystem.maven;

import dev.bootwright.base.EcosystemId;
import dev.bootwright.contract.StepProposer;
import dev.bootwright.discover.Detector;
import dev.bootwright.ecosystem.Ecosystem;
import dev.bootwright.plan.RoutePlanner;
import dev.bootwright.trace.Signature;
import dev.bootwright.verify.TestRunnerSupport;
import java.util.List;

/** Java and its sister languages, built with Maven and tested by Surefire and Failsafe. */
public final class MavenEcosystem implements Ecosystem {
    public static final EcosystemId ID = new EcosystemId("maven");

    @Override
    public EcosystemId id() {
        return ID;
    }

    @Override
    public List<Detector> detectors() {
        return List.of(new MavenDetector());
    }

    @Override
    public RoutePlanner routes() {
        return new MavenRoutes();
    }

    @Override
    public StepProposer steps() {
        return new MavenSteps();
    }

    @Override
    public List<TestRunnerSupport> runners() {
        return List.of(new SurefireSupport());
    }

    @Override
    public List<Signature> signatures() {
        return MavenSignatures.ALL;
    }
}
