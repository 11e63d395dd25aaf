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
import java.util.UUID;
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
        Progress progress = new Progress(reuse, UUID.randomUUID().toString());
        LayerKey base = engine.base(contract.route().base(), journal.activity()).key();
        Place place = new Place(base, base);
        boolean placed = false;
        for (Step step : contract.steps()) {
            if (!step.phase().isSetup()) {
                break;
            }
            if (step.phase().seesRepository() && !placed) {
                place = placeWorkspace(place, progress);
                placed = true;
            }
            Place next = next(keys.step(place.named, contract, step, locks), progress);
            if (progress.reuse && engine.find(next.layer).isPresent()) {
                journal.append(new RunEvent.LayerReused(step.id().value(), next.layer.digest()));
                progress.reused.add(step.id());
            } else if (!execute(place.layer, next, contract, step, progress, wreck)) {
                StepTrace failed = progress.traces.getLast();
                return new SetupOutcome.Broken(
                        failed, step.phase(), wreck, progress.traces, progress.reused, since(started));
            }
            place = next;
        }
        if (!placed) {
            place = placeWorkspace(place, progress);
        }
        boolean clean = progress.reused.isEmpty() && !progress.workspaceReused;
        return new SetupOutcome.Ready(place.layer, clean, progress.traces, progress.reused, since(started));
    }

    private boolean execute(
            LayerKey parent, Place next, Contract contract, Step step, Progress progress, String wreck) {
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
                    seal(sandbox, next);
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

    /** Where a layer that is due will lie. */
    private Place next(LayerKey named, Progress progress) {
        return new Place(progress.reuse ? named : keys.ofPass(named, progress.pass), named);
    }

    private void seal(Sandbox sandbox, Place place) {
        sandbox.seal(place.layer);
        if (!place.layer.equals(place.named)) {
            engine.alias(place.layer, place.named);
        }
    }

    private Place placeWorkspace(Place parent, Progress progress) {
        Place place = next(workspace.key(keys, parent.named), progress);
        if (progress.reuse && engine.find(place.layer).isPresent()) {
            journal.append(new RunEvent.LayerReused("workspace", place.layer.digest()));
            progress.workspaceReused = true;
            return place;
        }
        Sandbox sandbox = engine.open(parent.layer, spec);
        boolean sealed = false;
        try (InputStream tar = workspace.tar()) {
            ExecOutcome made = sandbox.exec(ExecRequest.of(
                    List.of("install", "-d", "-o", "developer", "-g", "developer", StepRunner.TREE),
                    "/",
                    SandboxUser.ROOT,
                    OutputSink.discard()));
            if (!made.orEndOfRun("workspace").succeeded()) {
                throw new IllegalStateException("the workspace folder could not be made: " + made.describe());
            }
            sandbox.copyIn(tar, StepRunner.TREE, SandboxUser.DEVELOPER);
            if (workspace.hasGit()) {
                try (InputStream git = workspace.git()) {
                    sandbox.copyIn(git, StepRunner.TREE, SandboxUser.DEVELOPER);
                }
            }
            seal(sandbox, place);
            sealed = true;
            return place;
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

    /**
     * A layer of a run.
     *
     * @param layer the key that it is opened by
     * @param named the key that tells its content, under which later runs find it
     */
    private record Place(LayerKey layer, LayerKey named) {}

    /** What a run of setup gathers. */
    private static final class Progress {
        private final boolean reuse;
        private final String pass;
        private final List<StepTrace> traces = new ArrayList<>();
        private final List<StepId> reused = new ArrayList<>();
        private boolean workspaceReused;

        private Progress(boolean reuse, String pass) {
            this.pass = pass;
            this.reuse = reuse;
        }
    }
}
