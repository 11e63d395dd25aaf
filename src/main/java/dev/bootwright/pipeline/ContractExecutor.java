package dev.bootwright.pipeline;

import dev.bootwright.base.TestId;
import dev.bootwright.contract.ContractFiles;
import dev.bootwright.contract.ScriptRenderer;
import dev.bootwright.ecosystem.Ecosystem;
import dev.bootwright.event.RunEvent;
import dev.bootwright.replay.Freezer;
import dev.bootwright.sandbox.ResourceLimits;
import dev.bootwright.sandbox.SandboxEngine;
import dev.bootwright.step.Contract;
import dev.bootwright.step.Step;
import dev.bootwright.testreport.TestReport;
import dev.bootwright.trace.Signature;
import dev.bootwright.verify.CauseClassifier;
import dev.bootwright.verify.Concluder;
import dev.bootwright.verify.LayerKeys;
import dev.bootwright.verify.RunProbes;
import dev.bootwright.verify.SetupOutcome;
import dev.bootwright.verify.SetupRunner;
import dev.bootwright.verify.StepRunner;
import dev.bootwright.verify.TestExecution;
import dev.bootwright.verify.TestRunnerSupport;
import dev.bootwright.verify.VerificationReport;
import dev.bootwright.verify.Verifier;
import dev.bootwright.verify.VerifyLimits;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;

/** Executes contracts for one run: setup, verify stages, conclusion. */
final class ContractExecutor {
    /** The stage that each pass begins with. */
    static final String SETUP = "setup";

    private static final Duration BACK_OFF = Duration.ofSeconds(3);

    private final SandboxEngine engine;
    private final RunContext run;
    private final SetupRunner setup;
    private final Verifier verifier;
    private final Freezer freezer;
    private final Concluder concluder;
    private final TestExecution tests;
    private final StepRunner steps;
    private final TreeSource tree;

    ContractExecutor(
            SandboxEngine engine,
            RunContext run,
            List<Ecosystem> ecosystems,
            List<String> indexAddresses,
            TreeSource tree,
            Path host,
            VerifyLimits limits) {
        this.engine = engine;
        this.run = run;
        this.tree = tree;
        LayerKeys keys = new LayerKeys(indexAddresses);
        List<Signature> signatures =
                ecosystems.stream().flatMap(e -> e.signatures().stream()).toList();
        List<TestRunnerSupport> runners =
                ecosystems.stream().flatMap(e -> e.runners().stream()).toList();
        this.concluder = new Concluder(new CauseClassifier(signatures));
        this.steps = new StepRunner(
                run.journal(),
                run.contractDirectory(),
                run.masker(),
                ScriptRenderer::stepScript,
                ResourceLimits.defaults());
        this.setup = new SetupRunner(
                engine, run.setupSpec(), keys, steps, run.journal(), tree, concluder::isTransient, BACK_OFF);
        this.tests = new TestExecution(steps, runners, run.results(), host, Map.of());
        RunProbes probes = new RunProbes(
                engine,
                run.verifySpec(),
                run.journal(),
                ScriptRenderer::serviceScript,
                ScriptRenderer::probeScript,
                run.masker());
        this.verifier = new Verifier(engine, run.verifySpec(), steps, run.journal(), tests, limits, probes);
        this.freezer = new Freezer(engine, run.setupSpec(), steps, keys, concluder::isTransient);
    }

    StepRunner steps() {
        return steps;
    }

    Freezer freezer() {
        return freezer;
    }

    TreeSource tree() {
        return tree;
    }

    SandboxEngine engine() {
        return engine;
    }

    /** How the test's runner names it on a command line. */
    String selector(TestId test) {
        return tests.selector(test);
    }

    /** Whether a test step is an execution of this command. */
    boolean runs(Step step, List<String> command) {
        return tests.runs(step, command);
    }

    /** Shows a rendered contract to the steps; lock files are part of it. */
    void show(ContractFiles files) {
        Path folder = run.contractDirectory();
        try {
            for (Map.Entry<String, byte[]> file : files.contents().entrySet()) {
                Path target = folder.resolve(file.getKey());
                Files.createDirectories(target.getParent());
                Files.write(target, file.getValue());
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Runs the setup steps alone. */
    SetupOutcome setup(Contract contract, Map<String, String> locks, boolean reuse) {
        return setup.run(contract, locks, reuse, run.id());
    }

    /**
     * @param onRevised gets the contract once its minimal execute step is chosen
     * @param reuse whether existing layers are taken
     */
    ContractPass execute(Contract contract, Map<String, String> locks, boolean reuse, Verifier.OnRevised onRevised) {
        long started = System.nanoTime();
        run.journal().append(new RunEvent.StageStarted(SETUP));
        SetupOutcome outcome = setup.run(contract, locks, reuse, run.id());
        boolean ready = outcome instanceof SetupOutcome.Ready;
        run.journal()
                .append(new RunEvent.StageEnded(
                        SETUP,
                        ready,
                        Duration.ofNanos(System.nanoTime() - started).toMillis()));
        return switch (outcome) {
            case SetupOutcome.Broken broken -> new ContractPass(broken, null, concluder.broken(contract, broken));
            case SetupOutcome.Ready done -> {
                VerificationReport report = verifier.verify(contract, done.layer(), onRevised);
                yield new ContractPass(done, report, concluder.verified(report.contract(), report));
            }
        };
    }

    /** Reports of the stage that decides and of nothing else. */
    static TestReport deciding(ContractPass pass) {
        VerificationReport report = pass.verification();
        return report == null ? TestReport.empty("none") : report.decidingReport();
    }
}
