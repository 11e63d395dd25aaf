package dev.bootwright.ecosystem.python;

import dev.bootwright.base.EcosystemId;
import dev.bootwright.contract.StepProposer;
import dev.bootwright.discover.Detector;
import dev.bootwright.ecosystem.Ecosystem;
import dev.bootwright.ecosystem.python.read.PythonDetector;
import dev.bootwright.plan.RoutePlanner;
import dev.bootwright.trace.Signature;
import dev.bootwright.verify.TestRunnerSupport;
import java.util.List;

/** Python: pip, uv, Poetry, PDM, Pipenv, tox and nox projects, tested by pytest or unittest. */
public final class PythonEcosystem implements Ecosystem {
    private final List<TestRunnerSupport> runners;

    /** @param runners how the test runners are listened to and read */
    public PythonEcosystem(List<TestRunnerSupport> runners) {
        this.runners = List.copyOf(runners);
    }

    @Override
    public EcosystemId id() {
        return PythonDetector.PYTHON;
    }

    @Override
    public List<Detector> detectors() {
        return List.of(new PythonDetector());
    }

    @Override
    public RoutePlanner routes() {
        return new PythonRoutes();
    }

    @Override
    public StepProposer steps() {
        return new PythonSteps();
    }

    @Override
    public List<TestRunnerSupport> runners() {
        return runners;
    }

    @Override
    public List<Signature> signatures() {
        return PythonSignatures.ALL;
    }
}
