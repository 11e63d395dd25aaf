package dev.bootwright.verify;

import dev.bootwright.base.StepId;
import dev.bootwright.event.RunEvent;
import dev.bootwright.event.RunJournal;
import dev.bootwright.sandbox.ExecOutcome;
import dev.bootwright.sandbox.ExecRequest;
import dev.bootwright.sandbox.LayerKey;
import dev.bootwright.sandbox.OutputSink;
import dev.bootwright.sandbox.Sandbox;
import dev.bootwright.sandbox.SandboxEngine;
import dev.bootwright.sandbox.SandboxSpec;
import dev.bootwright.sandbox.SandboxUser;
import dev.bootwright.step.Contract;
import dev.bootwright.step.Role;
import dev.bootwright.step.Step;
import dev.bootwright.trace.StepTrace;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;

/** Runs a contract's setup steps from the bare base, one sealed layer a step. */
public final class SetupRunner {
    private static final int ATTEMPTS = 3;

    private final SandboxEngine engine;
    private final SandboxSpec spec;
    private final LayerKeys keys;
    private final StepRunner steps;
    private final RunJournal journal;
    private final WorkspaceSource workspace;
    private final Predicate<StepTrace> isTransient;
    private final Duration backOff;

    /** Where the repository's files come from, and what names them in a layer key. */
    public interface WorkspaceSource {
        /** A new tar stream of the tree. */
        InputStream tar();

        /** Whether a rebuilt {@code .git} goes with the tree. */
        boolean hasGit();

        /** A new tar stream of the rebuilt {@code .git}. */
        InputStream git();

        LayerKey key(LayerKeys keys, LayerKey parent);
    }

    /** @param isTransient whether a failed step may well succeed when it is tried again */
    public SetupRunner(
            SandboxEngine engine,
            SandboxSpec spec,
            LayerKeys keys,
            StepRunner steps,
            RunJournal journal,
            WorkspaceSource workspace,
            Predicate<StepTrace> isTransient,
            Duration backOff) {
        this.engine = engine;
        this.spec = spec;
        this.keys = keys;
        this.steps = steps;
        this.journal = journal;
        this.workspace = workspace;
        this.isTransient = isTransient;
        this.backOff = backOff;
    }

    /**
     * @param locks contents of the lock files, by name
     * @param reuse whether layers that exist already are taken
     * @param wreck name under which the state of a failed step is kept
     */
    public SetupOutcome run(Contract contract, Map<String, String> locks, boolean reuse, String wreck) {
        long started = System.nanoTime();
        Progress progress = new Progress(reuse);
        LayerKey layer =
                engine.base(contract.route().base(), journal.activity()).key();
        boolean placed = false;
        for (Step step : contract.steps()) {
            if (!step.phase().isSetup()) {
                break;
            }
            if (step.phase().seesRepository() && !placed) {
                layer = placeWorkspace(layer, progress);
                placed = true;
            }
            LayerKey next = keys.step(layer, contract, step, locks);
            if (progress.reuse && engine.find(next).isPresent()) {
                journal.append(new RunEvent.LayerReused(step.id().value(), next.digest()));
                progress.reused.add(step.id());
            } else if (!execute(layer, next, contract, step, progress, wreck)) {
                StepTrace failed = progress.traces.getLast();
                return new SetupOutcome.Broken(
                        failed, step.phase(), wreck, progress.traces, progress.reused, since(started));
            }
            layer = next;
        }
        if (!placed) {
            layer = placeWorkspace(layer, progress);
        }
        boolean clean = progress.reused.isEmpty() && !progress.workspaceReused;
        return new SetupOutcome.Ready(layer, clean, progress.traces, progress.reused, since(started));
    }

    private boolean execute(
            LayerKey parent, LayerKey next, Contract contract, Step step, Progress progress, String wreck) {
        int attempts = step.role() == Role.INSTALL ? ATTEMPTS : 1;
        for (int attempt = 1; ; attempt++) {
            Sandbox sandbox = engine.open(parent, spec);
            boolean settled = false;
            try {
                StepTrace trace = steps.run(
                        sandbox,
                        contract,
                        step,
                        "setup",
                        attempt,
                        Map.of(),
                        Duration.ofSeconds(step.limits().wallSeconds()));
                progress.traces.add(trace);
                if (trace.succeeded()) {
                    sandbox.seal(next);
                    settled = true;
                    return true;
                }
                if (attempt == attempts || !isTransient.test(trace)) {
                    sandbox.keepWreck(wreck);
                    settled = true;
                    return false;
                }
            } finally {
                if (!settled) {
                    sandbox.close();
                }
            }
            pause(attempt);
        }
    }

    private LayerKey placeWorkspace(LayerKey parent, Progress progress) {
        LayerKey key = workspace.key(keys, parent);
        if (progress.reuse && engine.find(key).isPresent()) {
            journal.append(new RunEvent.LayerReused("workspace", key.digest()));
            progress.workspaceReused = true;
            return key;
        }
        Sandbox sandbox = engine.open(parent, spec);
        boolean sealed = false;
        try (InputStream tar = workspace.tar()) {
            ExecOutcome made = sandbox.exec(ExecRequest.of(
                    List.of("install", "-d", "-o", "developer", "-g", "developer", StepRunner.TREE),
                    "/",
                    SandboxUser.ROOT,
                    OutputSink.discard()));
            if (!made.orInterrupted("workspace").succeeded()) {
                throw new IllegalStateException("the workspace folder could not be made: " + made.describe());
            }
            sandbox.copyIn(tar, StepRunner.TREE, SandboxUser.DEVELOPER);
            if (workspace.hasGit()) {
                try (InputStream git = workspace.git()) {
                    sandbox.copyIn(git, StepRunner.TREE, SandboxUser.DEVELOPER);
                }
            }
            sandbox.seal(key);
            sealed = true;
            return key;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } finally {
            if (!sealed) {
                sandbox.close();
            }
        }
    }

    private void pause(int attempt) {
        try {
            Thread.sleep(backOff.multipliedBy(attempt));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private static Duration since(long nanos) {
        return Duration.ofNanos(System.nanoTime() - nanos);
    }

    /** What a run of setup gathers. */
    private static final class Progress {
        private final boolean reuse;
        private final List<StepTrace> traces = new ArrayList<>();
        private final List<StepId> reused = new ArrayList<>();
        private boolean workspaceReused;

        private Progress(boolean reuse) {
            this.reuse = reuse;
        }
    }
}
