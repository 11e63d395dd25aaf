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
import dev.bootwright.trace.LogSink;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.BiFunction;
import java.util.function.UnaryOperator;

/** Starts what the repository builds, queries it, stops it. Advisory: the verdict does not depend on it. */
public final class RunProbes {
    private static final Duration QUERY = Duration.ofSeconds(20);
    private static final Duration PAUSE = Duration.ofMillis(250);
    private static final int SHOWN_LINES = 3;

    private final SandboxEngine engine;
    private final SandboxSpec spec;
    private final RunJournal journal;
    private final BiFunction<Contract, ServiceSpec, String> startScript;
    private final BiFunction<Contract, ServiceSpec, String> probeScript;
    private final UnaryOperator<String> masker;

    /** Both functions render the bash to run, see {@code ScriptRenderer}. */
    public RunProbes(
            SandboxEngine engine,
            SandboxSpec spec,
            RunJournal journal,
            BiFunction<Contract, ServiceSpec, String> startScript,
            BiFunction<Contract, ServiceSpec, String> probeScript,
            UnaryOperator<String> masker) {
        this.engine = engine;
        this.spec = spec;
        this.journal = journal;
        this.startScript = startScript;
        this.probeScript = probeScript;
        this.masker = masker;
    }

    /** One stage result over all advisory services; passed when each of them answered. */
    public StageResult run(Contract contract, LayerKey ready) {
        long started = System.nanoTime();
        journal.append(new RunEvent.StageStarted("probes"));
        List<String> notes = new ArrayList<>();
        boolean passed = true;
        for (ServiceSpec service : contract.services()) {
            if (service.advisory()) {
                Answer answer = probe(contract, service, ready);
                passed &= answer.up();
                if (!answer.up()) {
                    notes.add(answer.told().getFirst());
                }
                answer.told().forEach(note -> journal.append(new RunEvent.Notice(note)));
            }
        }
        Duration duration = Duration.ofNanos(System.nanoTime() - started);
        journal.append(new RunEvent.StageEnded("probes", passed, duration.toMillis()));
        return new StageResult("probes", passed, List.of(), null, false, duration, notes);
    }

    /** @param told one sentence, and where it did not answer also the last lines of both programs */
    private record Answer(boolean up, List<String> told) {}

    private Answer probe(Contract contract, ServiceSpec service, LayerKey ready) {
        String name = "run probe " + service.id();
        try (LogSink program = log(service, "start");
                LogSink query = log(service, "query")) {
            if (isUp(contract, service, ready, program, query)) {
                return new Answer(true, List.of(name + " answered"));
            }
            program.finish();
            query.finish();
            List<String> told = new ArrayList<>();
            told.add(name + " did not answer within " + service.readySeconds() + " s");
            last(program).forEach(line -> told.add(name + ": its program said: " + line));
            last(query).forEach(line -> told.add(name + ": its query said: " + line));
            return new Answer(false, told);
        }
    }

    private boolean isUp(Contract contract, ServiceSpec service, LayerKey ready, OutputSink program, OutputSink query) {
        try (Sandbox fork = engine.open(ready, spec);
                RunningService running = fork.start(request(startScript.apply(contract, service), program))) {
            long deadline = System.nanoTime()
                    + Duration.ofSeconds(service.readySeconds()).toNanos();
            while (System.nanoTime() < deadline && running.isAlive()) {
                ExecOutcome outcome = fork.exec(request(probeScript.apply(contract, service), query)
                        .withLimits(ResourceLimits.defaults().withWall(QUERY)));
                if (outcome.orEndOfRun("probes").succeeded()) {
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

    private LogSink log(ServiceSpec service, String part) {
        Path logs = journal.directory().resolve("logs");
        try {
            Files.createDirectories(logs);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return new LogSink(
                logs.resolve(service.id() + "-" + part + ".log"),
                ResourceLimits.defaults().outputBytes(),
                masker,
                line -> {});
    }

    private static List<String> last(LogSink log) {
        List<String> lines = log.tail();
        return lines.subList(Math.max(0, lines.size() - SHOWN_LINES), lines.size());
    }

    private static ExecRequest request(String script, OutputSink output) {
        return ExecRequest.of(
                        List.of("bash", "-euo", "pipefail", "-c", script),
                        StepRunner.TREE,
                        SandboxUser.DEVELOPER,
                        output)
                .withEnv(Map.of("TREE", StepRunner.TREE));
    }
}
