package dev.bootwright.verify;

import dev.bootwright.event.RunEvent;
import dev.bootwright.event.RunJournal;
import dev.bootwright.sandbox.ExecOutcome;
import dev.bootwright.sandbox.ExecRequest;
import dev.bootwright.sandbox.LayerKey;
import dev.bootwright.sandbox.OutputSink;
import dev.bootwright.sandbox.ResourceLimits;
import dev.bootwright.sandbox.RunningService;
import dev.bootwright.sandbox.Sandbox;
import dev.bootwright.sandbox.SandboxEngine;
import dev.bootwright.sandbox.SandboxSpec;
import dev.bootwright.sandbox.SandboxUser;
import dev.bootwright.step.Contract;
import dev.bootwright.step.ServiceSpec;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.BiFunction;

/** Starts what the repository builds, queries it, stops it. Advisory: the verdict does not depend on it. */
public final class RunProbes {
    private static final Duration QUERY = Duration.ofSeconds(20);
    private static final Duration PAUSE = Duration.ofMillis(250);

    private final SandboxEngine engine;
    private final SandboxSpec spec;
    private final RunJournal journal;
    private final BiFunction<Contract, ServiceSpec, String> startScript;
    private final BiFunction<Contract, ServiceSpec, String> probeScript;

    /** Both functions render the bash to run, see {@code ScriptRenderer}. */
    public RunProbes(
            SandboxEngine engine,
            SandboxSpec spec,
            RunJournal journal,
            BiFunction<Contract, ServiceSpec, String> startScript,
            BiFunction<Contract, ServiceSpec, String> probeScript) {
        this.engine = engine;
        this.spec = spec;
        this.journal = journal;
        this.startScript = startScript;
        this.probeScript = probeScript;
    }

    /** One stage result over all advisory services; passed when each of them answered. */
    public StageResult run(Contract contract, LayerKey ready) {
        long started = System.nanoTime();
        journal.append(new RunEvent.StageStarted("probes"));
        List<String> notes = new ArrayList<>();
        boolean passed = true;
        for (ServiceSpec service : contract.services()) {
            if (service.advisory()) {
                boolean answered = probe(contract, service, ready);
                passed &= answered;
                String note = "run probe " + service.id()
                        + (answered ? " answered" : " did not answer within " + service.readySeconds() + " s");
                notes.add(note);
                journal.append(new RunEvent.Notice(note));
            }
        }
        Duration duration = Duration.ofNanos(System.nanoTime() - started);
        journal.append(new RunEvent.StageEnded("probes", passed, duration.toMillis()));
        return new StageResult("probes", passed, List.of(), null, false, duration, notes);
    }

    private boolean probe(Contract contract, ServiceSpec service, LayerKey ready) {
        try (Sandbox fork = engine.open(ready, spec);
                RunningService running = fork.start(request(startScript.apply(contract, service)))) {
            long deadline = System.nanoTime()
                    + Duration.ofSeconds(service.readySeconds()).toNanos();
            while (System.nanoTime() < deadline && running.isAlive()) {
                ExecOutcome outcome = fork.exec(request(probeScript.apply(contract, service))
                        .withLimits(ResourceLimits.defaults().withWall(QUERY)));
                if (outcome.orInterrupted("probes").succeeded()) {
                    return true;
                }
                Thread.sleep(PAUSE);
            }
            return false;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        }
    }

    private static ExecRequest request(String script) {
        return ExecRequest.of(
                        List.of("bash", "-euo", "pipefail", "-c", script),
                        StepRunner.TREE,
                        SandboxUser.DEVELOPER,
                        OutputSink.discard())
                .withEnv(Map.of("TREE", StepRunner.TREE));
    }
}
