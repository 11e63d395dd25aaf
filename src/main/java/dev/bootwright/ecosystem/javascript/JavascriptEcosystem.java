package dev.bootwright.ecosystem.javascript;

import dev.bootwright.base.EcosystemId;
import dev.bootwright.contract.StepProposer;
import dev.bootwright.discover.Detector;
import dev.bootwright.ecosystem.Ecosystem;
import dev.bootwright.ecosystem.javascript.read.PackageDetector;
import dev.bootwright.ecosystem.javascript.run.NodeRunners;
import dev.bootwright.plan.RoutePlanner;
import dev.bootwright.trace.Signature;
import dev.bootwright.verify.TestRunnerSupport;
import java.util.List;

/** JavaScript and TypeScript on Node, tested by the runners of {@link Runner}. */
public final class JavascriptEcosystem implements Ecosystem {
    @Override
    public EcosystemId id() {
        return PackageDetector.JAVASCRIPT;
    }

    @Override
    public List<Detector> detectors() {
        return List.of(new PackageDetector());
    }

    @Override
    public RoutePlanner routes() {
        return new JavascriptRoutes();
    }

    @Override
    public StepProposer steps() {
        return new JavascriptSteps();
    }

    @Override
    public List<TestRunnerSupport> runners() {
        return NodeRunners.all();
    }

    @Override
    public List<Signature> signatures() {
        return JavascriptSignatures.ALL;
    }
}
