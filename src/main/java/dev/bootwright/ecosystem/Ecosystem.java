package dev.bootwright.ecosystem;

import dev.bootwright.base.EcosystemId;
import dev.bootwright.contract.StepProposer;
import dev.bootwright.discover.Detector;
import dev.bootwright.plan.RoutePlanner;
import dev.bootwright.trace.Signature;
import dev.bootwright.verify.TestRunnerSupport;
import java.util.List;

/** All that the product knows of one ecosystem. */
public interface Ecosystem {
    EcosystemId id();

    List<Detector> detectors();

    RoutePlanner routes();

    StepProposer steps();

    List<TestRunnerSupport> runners();

    /** Failure signatures, most specific first. */
    List<Signature> signatures();
}
