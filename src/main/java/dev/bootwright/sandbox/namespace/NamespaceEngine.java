package dev.bootwright.sandbox.namespace;

import dev.bootwright.failure.FailureCode;
import dev.bootwright.failure.ToolException;
import dev.bootwright.process.ProcessRunner;
import dev.bootwright.sandbox.BaseIdentity;
import dev.bootwright.sandbox.EngineReport;
import dev.bootwright.sandbox.ExecOutcome;
import dev.bootwright.sandbox.GcPolicy;
import dev.bootwright.sandbox.GcReport;
import dev.bootwright.sandbox.Layer;
import dev.bootwright.sandbox.LayerKey;
import dev.bootwright.sandbox.Sandbox;
import dev.bootwright.sandbox.SandboxEngine;
import dev.bootwright.sandbox.SandboxSpec;
import dev.bootwright.sandbox.Store;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.Consumer;
import java.util.function.Supplier;

/** The engine that needs no daemon: overlay mounts and bubblewrap, run by root, in a shifted user namespace. */
public final class NamespaceEngine implements SandboxEngine {
    static final long SPACE_TO_OPEN = 2 * DiskWatch.RESERVE_BYTES;

    private final Store store;
    private final HostTools tools;
    private final LayerStore layers;
    private final Path folder;
    private final Cgroups cgroups;
    private final UserNamespace userNamespace;
    private final LayerSync sync;
    private final Set<Execution> executions = ConcurrentHashMap.newKeySet();
    private final Set<String> noted = new HashSet<>();
    private volatile boolean interrupted;
    private final ExecutorService background = Executors.newVirtualThreadPerTaskExecutor();

    private NamespaceEngine(
            Store store,
            HostTools tools,
            LayerStore layers,
            Path folder,
            Cgroups cgroups,
            UserNamespace userNamespace) {
        this.store = store;
        this.tools = tools;
        this.layers = layers;
        this.folder = folder;
        this.cgroups = cgroups;
        this.userNamespace = userNamespace;
        this.sync = new LayerSync(tools, layers);
    }

    /**
     * Opens the engine on a store, first removing what runs that were killed have left there.
     *
     * @throws ToolException {@code no-engine} with the command that helps, when this machine can't carry it
     */
    public static NamespaceEngine open(Store store, ProcessRunner runner) {
        HostTools tools = new HostTools(runner);
        tools.requireAll();
        new Leftovers(store, tools).clean();
        Path folder = store.newTemporary("engine");
        return open(store, tools, folder, Cgroups.detect("bootwright-" + folder.getFileName()));
    }

    /** Ends and removes what programs that were killed have left in a store; looks at one folder when there is nothing. */
    public static void recover(Store store, ProcessRunner runner) {
        new Leftovers(store, new HostTools(runner)).clean();
    }

    static NamespaceEngine open(Store store, HostTools tools, Path folder, Cgroups cgroups) {
        cgroups.note(folder);
        NamespaceEngine engine =
                new NamespaceEngine(store, tools, new LayerStore(store), folder, cgroups, UserNamespace.open(tools));
        engine.sync.start();
        return engine;
    }

    /** What this machine can do, even where the engine can't be opened. */
    public static EngineReport probe(Store store, ProcessRunner runner) {
        return new EngineProbe(store, new HostTools(runner)).report();
    }

    @Override
    public String name() {
        return "namespace";
    }

    @Override
    public String network() {
        return "shared";
    }

    @Override
    public EngineReport report() {
        return new EngineProbe(store, tools).report();
    }

    @Override
    public Layer base(BaseIdentity base, Consumer<String> progress) {
        return layers.layer(new BaseStore(store, tools, layers, userNamespace, sync).base(base, progress));
    }

    @Override
    public BaseIdentity importBase(Path source, Consumer<String> progress) {
        return new BaseStore(store, tools, layers, userNamespace, sync).importBase(source, progress);
    }

    @Override
    public Optional<Layer> find(LayerKey key) {
        Optional<LayerRecord> found = layers.find(key);
        found.ifPresent(record -> note(List.of(record.id())));
        return found.map(layers::layer);
    }

    @Override
    public void alias(LayerKey existing, LayerKey further) {
        layers.alias(existing, further);
    }

    @Override
    public Sandbox open(LayerKey parent, SandboxSpec spec) {
        LayerRecord record = layers.find(parent)
                .orElseThrow(() -> ToolException.of(
                        FailureCode.STORE_UNUSABLE,
                        "sandbox",
                        "the layer " + parent + " is not in the store",
                        "Run the same command again; what is missing is built anew."));
        return open(record, Optional.empty(), spec);
    }

    @Override
    public Optional<Sandbox> openWreck(String name, SandboxSpec spec) {
        return layers.wreckParent(name).map(parent -> open(parent, Optional.of(layers.wreck(name)), spec));
    }

    private Sandbox open(LayerRecord record, Optional<Path> wreck, SandboxSpec spec) {
        store.requireSpace(SPACE_TO_OPEN, "sandbox");
        List<String> chain = layers.chain(record);
        Path folder = store.newTemporary("s");
        try {
            Files.writeString(folder.resolve("uses"), String.join("\n", chain));
            note(chain);
            requireAll(chain);
            List<String> lower = new ArrayList<>();
            wreck.ifPresent(path -> lower.add("../wrecks/" + path.getFileName() + "/fs"));
            chain.forEach(id -> lower.add(id + "/fs"));
            List<Path> roots =
                    lower.stream().map(name -> layers.folders().resolve(name)).toList();
            UpperDirectory upper = UpperDirectory.create(folder.resolve("upper"), roots);
            Files.createDirectory(folder.resolve("work"));
            MountKeeper keeper = MountKeeper.open(tools, layers.folders(), lower, folder);
            layers.touch(record.id());
            return new NamespaceSandbox(this, spec, record, wreck.isPresent(), folder, upper, keeper);
        } catch (IOException e) {
            discard(folder);
            throw LayerStore.unusable("cannot open a sandbox below " + folder, e);
        } catch (RuntimeException e) {
            discard(folder);
            throw e;
        }
    }

    /** Writes down what this run has found or made, which no clean-up takes away before the run ends. */
    synchronized void note(List<String> ids) {
        List<String> fresh = ids.stream().filter(noted::add).toList();
        if (fresh.isEmpty()) {
            return;
        }
        try {
            Files.write(folder.resolve("uses"), fresh, StandardOpenOption.CREATE, StandardOpenOption.APPEND);
        } catch (IOException e) {
            throw LayerStore.unusable("cannot write below " + folder, e);
        }
    }

    /** A clean-up that ran at the same time either saw our note of what we use, or has already taken a layer away. */
    private void requireAll(List<String> chain) {
        for (String id : chain) {
            if (!Files.isDirectory(layers.folder(id).resolve("fs"))) {
                layers.forget(id);
                throw ToolException.of(
                        FailureCode.STORE_UNUSABLE,
                        "sandbox",
                        "the layer " + id + " was removed while a sandbox was opened on it",
                        "Run the same command again; what is missing is built anew.");
            }
        }
    }

    @Override
    public GcReport gc(GcPolicy policy) {
        return new LayerSweep(store, tools, layers).sweep(policy);
    }

    @Override
    public void interrupt() {
        interrupted = true;
        executions.forEach(Execution::requestStop);
    }

    boolean isInterrupted() {
        return interrupted;
    }

    /** Follows a command until it has ended, so that {@link #interrupt} reaches it. */
    ExecOutcome await(Execution execution) {
        executions.add(execution);
        try {
            if (interrupted) {
                execution.requestStop();
            }
            return execution.await();
        } finally {
            executions.remove(execution);
        }
    }

    @Override
    public void close() {
        background.close();
        sync.close();
        userNamespace.close();
        cgroups.close();
        tools.remove(List.of(folder));
    }

    Store store() {
        return store;
    }

    HostTools tools() {
        return tools;
    }

    ProcessRunner runner() {
        return tools.runner();
    }

    LayerStore layers() {
        return layers;
    }

    Cgroups cgroups() {
        return cgroups;
    }

    UserNamespace userNamespace() {
        return userNamespace;
    }

    /** Ends what is left in a command's control groups and removes them, without making the caller wait. */
    void discard(CommandGroup group) {
        background.execute(() -> {
            group.kill();
            group.remove();
        });
    }

    <T> CompletableFuture<T> inBackground(Supplier<T> work) {
        return CompletableFuture.supplyAsync(work, background);
    }

    /** Runs what nobody waits for; the engine's end does. */
    void later(Runnable work) {
        background.execute(work);
    }

    /** Removes a temporary folder without making the caller wait. */
    private void discard(Path folder) {
        background.execute(() -> tools.remove(List.of(folder)));
    }
}
