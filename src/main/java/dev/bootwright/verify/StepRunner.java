package dev.bootwright.verify;

import dev.bootwright.event.RunEvent;
import dev.bootwright.event.RunJournal;
import dev.bootwright.failure.FailureCode;
import dev.bootwright.failure.ToolException;
import dev.bootwright.sandbox.ExecOutcome;
import dev.bootwright.sandbox.ExecRequest;
import dev.bootwright.sandbox.ResourceLimits;
import dev.bootwright.sandbox.Sandbox;
import dev.bootwright.sandbox.SandboxUser;
import dev.bootwright.step.Contract;
import dev.bootwright.step.Phase;
import dev.bootwright.step.Role;
import dev.bootwright.step.Step;
import dev.bootwright.step.StepUser;
import dev.bootwright.trace.LogSink;
import dev.bootwright.trace.StepTrace;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BiFunction;
import java.util.function.UnaryOperator;

/**
 * Runs single steps of a contract in a sandbox: exactly preamble and block, in a fresh process, as the step's user. Safe to
 * call from several threads, for steps of different ids.
 */
public final class StepRunner {
    /** Where the repository lies inside every sandbox; no step names it. */
    public static final String TREE = "/workspace";

    private static final String CONTRACT = TREE + "/.bootstrap";

    private final RunJournal journal;
    private final Path contractDirectory;
    private final Path logs;
    private final UnaryOperator<String> masker;
    private final BiFunction<Contract, Step, String> scripts;
    private final ResourceLimits limits;
    private final AtomicInteger sequence = new AtomicInteger();

    /**
     * @param contractDirectory host folder with the rendered contract, shown read-only as {@code .bootstrap}
     * @param scripts renders the script of one step, see {@code ScriptRenderer}
     */
    public StepRunner(
            RunJournal journal,
            Path contractDirectory,
            UnaryOperator<String> masker,
            BiFunction<Contract, Step, String> scripts,
            ResourceLimits limits) {
        this.journal = journal;
        this.contractDirectory = contractDirectory;
        this.logs = journal.directory().resolve("logs");
        this.masker = masker;
        this.scripts = scripts;
        this.limits = limits;
        try {
            Files.createDirectories(logs);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** The host folder shown as {@code .bootstrap}. */
    public Path contractDirectory() {
        return contractDirectory;
    }

    /**
     * @param env added to the contract's and the step's own variables, for verification only
     * @param wall overrides the step's own wall limit when it is shorter, for an execution of the whole suite also when
     *     it is longer
     */
    public StepTrace run(
            Sandbox sandbox,
            Contract contract,
            Step step,
            String stage,
            int attempt,
            Map<String, String> env,
            Duration wall) {
        String name = String.format("%02d-%s-%s-%d.log", sequence.incrementAndGet(), stage, step.id(), attempt);
        journal.append(new RunEvent.StepStarted(stage, step.id().value(), attempt, name));
        long started = System.nanoTime();
        Path log = logs.resolve(name);
        StepTrace trace;
        try (LogSink sink = new LogSink(log, limits.outputBytes(), masker, journal::outputLine)) {
            ExecOutcome outcome = sandbox.exec(request(contract, step, env, wall, sink));
            sink.finish();
            trace = new StepTrace(step.id(), stage, attempt, outcome, log, sink.tail());
        } catch (ToolException e) {
            throw e.failure().code() == FailureCode.INTERRUPTED ? interrupted(step, stage) : e;
        }
        journal.append(new RunEvent.StepEnded(
                step.id().value(),
                attempt,
                trace.succeeded(),
                trace.outcome().describe(),
                Duration.ofNanos(System.nanoTime() - started).toMillis(),
                null));
        if (trace.outcome() instanceof ExecOutcome.Cancelled) {
            throw interrupted(step, stage);
        }
        trace.outcome().orEndOfRun(step.id().value());
        return trace;
    }

    private static ToolException interrupted(Step step, String stage) {
        return ToolException.of(
                FailureCode.INTERRUPTED,
                step.id().value(),
                "the run was interrupted in step " + step.id() + " of stage " + stage,
                "Run the same command again; no contract was written.");
    }

    /** The user decides how long the whole suite may take, longer than its step says too. */
    static ResourceLimits limits(Step step, ResourceLimits machine, Duration wall) {
        Duration own = Duration.ofSeconds(step.limits().wallSeconds());
        Duration idle = Duration.ofSeconds(step.limits().idleSeconds());
        if (step.phase() == Phase.STRONGEST && step.role() == Role.EXECUTE) {
            return machine.withWall(wall).withIdle(idle.compareTo(own) < 0 ? idle : wall);
        }
        return machine.withWall(own.compareTo(wall) < 0 ? own : wall).withIdle(idle);
    }

    private ExecRequest request(Contract contract, Step step, Map<String, String> env, Duration wall, LogSink sink) {
        String script = ".step-" + step.id() + ".sh";
        try {
            Path file = contractDirectory.resolve(script);
            Files.writeString(file, scripts.apply(contract, step));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        ResourceLimits stepLimits = limits(step, limits, wall);
        Map<String, String> all = new TreeMap<>(env);
        all.put("TREE", TREE);
        SandboxUser user = step.user() == StepUser.ROOT ? SandboxUser.ROOT : SandboxUser.DEVELOPER;
        return ExecRequest.of(
                        List.of("bash", "-euo", "pipefail", CONTRACT + "/" + script),
                        step.phase().seesRepository() ? TREE : "/",
                        user,
                        sink)
                .withEnv(all)
                .withLimits(stepLimits);
    }
}
