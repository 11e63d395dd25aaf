package dev.bootwright.pipeline;

import dev.bootwright.acquire.AcquireOptions;
import dev.bootwright.acquire.SourceReference;
import dev.bootwright.acquire.Workspace;
import dev.bootwright.event.RunEvent;
import dev.bootwright.event.RunJournal;
import dev.bootwright.event.RunListener;
import dev.bootwright.failure.Failure;
import dev.bootwright.network.NetworkProfile;
import dev.bootwright.network.SandboxInjection;
import dev.bootwright.sandbox.ReadOnlyBind;
import dev.bootwright.sandbox.SandboxEngine;
import dev.bootwright.sandbox.SandboxSpec;
import dev.bootwright.sandbox.Store;
import dev.bootwright.step.RepositoryIdentity;
import dev.bootwright.verify.StepRunner;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Clock;
import java.time.Duration;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.UnaryOperator;

/** One run: its id, its folder in the store, its journal and what its sandboxes are shown. */
final class RunContext implements AutoCloseable {
    private static final DateTimeFormatter STAMP =
            DateTimeFormatter.ofPattern("yyyyMMdd-HHmmss").withZone(ZoneOffset.UTC);

    private final String id;
    private final RunJournal journal;
    private final NetworkProfile network;
    private final UnaryOperator<String> masker;
    private final RunSoFar soFar = new RunSoFar();
    private final long started = System.nanoTime();

    private RunContext(String id, RunJournal journal, NetworkProfile network, UnaryOperator<String> masker) {
        this.id = id;
        this.journal = journal;
        this.network = network;
        this.masker = masker;
    }

    static RunContext start(
            Store store,
            NetworkProfile network,
            Clock clock,
            List<RunListener> listeners,
            RunEvent.RunStarted started) {
        UnaryOperator<String> masker = masker(network.secrets());
        RunJournal journal = RunJournal.create(store.runs().resolve(started.run()), clock, masker);
        RunContext context = new RunContext(started.run(), journal, network, masker);
        journal.listen(context.soFar);
        listeners.forEach(journal::listen);
        journal.append(started);
        try {
            Files.createDirectories(context.contractDirectory());
            Files.createDirectories(context.networkDirectory());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return context;
    }

    /** A new run id: the time and four random digits. */
    static String newId(Clock clock) {
        byte[] random = new byte[2];
        new SecureRandom().nextBytes(random);
        return STAMP.format(clock.instant()) + "-" + HexFormat.of().formatHex(random);
    }

    static UnaryOperator<String> masker(List<String> secrets) {
        List<String> known = List.copyOf(secrets);
        return text -> {
            String masked = text;
            for (String secret : known) {
                masked = masked.replace(secret, "***");
            }
            return masked;
        };
    }

    String id() {
        return id;
    }

    RunJournal journal() {
        return journal;
    }

    RunSoFar soFar() {
        return soFar;
    }

    /** Brings the source of a request; the caller closes it. */
    Workspace acquire(Components components, SetupRequest request, SourceReference source) {
        journal.append(new RunEvent.StageStarted("acquire"));
        AcquireOptions options = request.acquireOptions(components.store().newTemporary("acquire"), journal.activity());
        Workspace workspace = components.acquirer().acquire(source, options);
        RepositoryIdentity identity = workspace.identity();
        soFar.acquired(identity);
        journal.append(new RunEvent.Acquired(
                identity.name(),
                identity.commit(),
                identity.digest(),
                identity.dirty().size()));
        return workspace;
    }

    /** Opens the engine and tells what it offers here. Each call tries it anew: one a run is enough. */
    SandboxEngine engine(Components components) {
        SandboxEngine engine = components.engine().get();
        RunResult.Engine offered = new RunResult.Engine(
                engine.name(), engine.network(), engine.report().enforcedLimits());
        soFar.offered(offered);
        journal.append(new RunEvent.EngineChosen(offered.name(), offered.network(), offered.limits()));
        return engine;
    }

    /** Ends the run with its failure, which says what was known by then. */
    RunResult failed(String source, Failure failure) {
        journal.append(new RunEvent.RunFailed(failure.code(), failure.phase(), failure.summary()));
        return Results.cutShort(this, source, failure);
    }

    UnaryOperator<String> masker() {
        return masker;
    }

    /** The rendered contract that steps see as {@code .bootstrap}. */
    Path contractDirectory() {
        return journal.directory().resolve("contract");
    }

    Path results() {
        return journal.directory().resolve("results");
    }

    private Path networkDirectory() {
        return journal.directory().resolve("network");
    }

    SandboxSpec setupSpec() {
        return spec(network.forSetup(networkDirectory()));
    }

    SandboxSpec verifySpec() {
        return spec(network.forVerify(networkDirectory()));
    }

    private SandboxSpec spec(SandboxInjection injection) {
        List<ReadOnlyBind> binds = new ArrayList<>();
        injection.binds().forEach(b -> binds.add(new ReadOnlyBind(b.source(), b.target())));
        binds.add(new ReadOnlyBind(contractDirectory(), StepRunner.TREE + "/.bootstrap"));
        Map<String, String> env = new TreeMap<>(injection.env());
        return new SandboxSpec(id, binds, env);
    }

    Duration elapsed() {
        return Duration.ofNanos(System.nanoTime() - started);
    }

    @Override
    public void close() {
        journal.close();
    }
}
