package dev.bootwright.ecosystem.cpp;

import dev.bootwright.base.EcosystemId;
import dev.bootwright.contract.StepProposer;
import dev.bootwright.discover.Detector;
import dev.bootwright.ecosystem.Ecosystem;
import dev.bootwright.plan.RoutePlanner;
import dev.bootwright.toolchain.FileIndex;
import dev.bootwright.trace.Signature;
import dev.bootwright.verify.TestRunnerSupport;
import java.util.List;

/** C and C++: CMake, Meson, Autotools or plain Make, with the tests that these run. */
public final class CppEcosystem implements Ecosystem {
    public static final EcosystemId ID = new EcosystemId("cpp");

    private final FileIndex.Source indexes;

    /** @param indexes which package of the distribution holds which file */
    public CppEcosystem(FileIndex.Source indexes) {
        this.indexes = indexes;
    }

    @Override
    public EcosystemId id() {
        return ID;
    }

    @Override
    public List<Detector> detectors() {
        return List.of(new CppDetector());
    }

    @Override
    public RoutePlanner routes() {
        return new CppRoutes();
    }

    @Override
    public StepProposer steps() {
        return new CppSteps(indexes);
    }

    @Override
    public List<TestRunnerSupport> runners() {
        return List.of(new CtestSupport(), new MesonSupport(), new AutomakeSupport(), new MakeSupport());
    }

    @Override
    public List<Signature> signatures() {
        return CppSignatures.ALL;
    }
}
