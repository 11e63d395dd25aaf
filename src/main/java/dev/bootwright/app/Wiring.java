package dev.bootwright.app;

import dev.bootwright.acquire.Acquirer;
import dev.bootwright.acquire.PackageFetcher;
import dev.bootwright.acquire.registry.SandboxFileIndex;
import dev.bootwright.acquire.registry.SandboxPackageFetcher;
import dev.bootwright.discover.general.GeneralDetectors;
import dev.bootwright.ecosystem.Ecosystem;
import dev.bootwright.ecosystem.cpp.CppEcosystem;
import dev.bootwright.ecosystem.golang.GoEcosystem;
import dev.bootwright.ecosystem.javascript.JavascriptEcosystem;
import dev.bootwright.ecosystem.maven.MavenEcosystem;
import dev.bootwright.ecosystem.python.PytestSupport;
import dev.bootwright.ecosystem.python.PythonEcosystem;
import dev.bootwright.ecosystem.python.UnittestSupport;
import dev.bootwright.ecosystem.rust.RustEcosystem;
import dev.bootwright.failure.FailureCode;
import dev.bootwright.failure.ToolException;
import dev.bootwright.git.GitCli;
import dev.bootwright.network.NetworkProfile;
import dev.bootwright.network.ReachabilityCache;
import dev.bootwright.network.SandboxInjection;
import dev.bootwright.pipeline.Components;
import dev.bootwright.pipeline.Preparation;
import dev.bootwright.pipeline.ProofStore;
import dev.bootwright.process.ProcessRequest;
import dev.bootwright.process.ProcessRunner;
import dev.bootwright.process.SelfCommand;
import dev.bootwright.sandbox.BaseIdentity;
import dev.bootwright.sandbox.ReadOnlyBind;
import dev.bootwright.sandbox.SandboxEngine;
import dev.bootwright.sandbox.SandboxSpec;
import dev.bootwright.sandbox.Store;
import dev.bootwright.sandbox.namespace.NamespaceEngine;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Constructs the product's parts; the only place that names implementations. */
final class Wiring implements AutoCloseable {
    private final ProcessRunner processes = new ProcessRunner();

    private final Map<String, String> env;
    private @Nullable Store store;
    private @Nullable SandboxEngine engine;
    private @Nullable NetworkProfile network;
    private boolean closed;

    /** @param env the process's environment: where the store is, and what Git needs of it */
    Wiring(Map<String, String> env) {
        this.env = Map.copyOf(env);
    }

    Components components() {
        Store opened = store();
        Clock clock = Clock.systemUTC();
        List<Ecosystem> ecosystems = List.of(
                new PythonEcosystem(List.of(new PytestSupport(), new UnittestSupport())),
                new GoEcosystem(),
                new JavascriptEcosystem(),
                new MavenEcosystem(),
                new CppEcosystem(new SandboxFileIndex(
                        this::engine,
                        () -> clientSpec(network(), opened),
                        opened.root().resolve("index"))),
                new RustEcosystem());
        Preparation preparation = new Preparation(ecosystems, GeneralDetectors.all(), BaseIdentity.architectureHere());
        PackageFetcher packages = (url, folder, progress) -> new SandboxPackageFetcher(
                        engine(),
                        BaseIdentity.debian(BaseIdentity.CURRENT_SUITE, preparation.architecture()),
                        clientSpec(network(), opened))
                .fetch(url, folder, progress);
        return new Components(
                opened,
                this::network,
                new ReachabilityCache(opened.root(), this::network, clock, () -> opened.newTemporary("reach")),
                this::engine,
                new Acquirer(new GitCli(processes, env), packages),
                preparation,
                new ProofStore(opened),
                clock,
                version(),
                processes,
                this::self);
    }

    /** Without the ahead-of-time cache, which belongs to one place of the jar. */
    private SelfCommand self() {
        List<String> java = new ArrayList<>();
        java.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        ManagementFactory.getRuntimeMXBean().getInputArguments().stream()
                .filter(option -> option.startsWith("-X") && !option.startsWith("-XX:AOT"))
                .forEach(java::add);
        List<Path> classPath = Stream.of(System.getProperty("java.class.path").split(":"))
                .map(entry -> Path.of(entry).toAbsolutePath())
                .toList();
        return new SelfCommand(java, classPath, Main.class.getName(), env);
    }

    /** Opens the store on first use, and removes what programs that were killed have left there. */
    private synchronized Store store() {
        Store known = store;
        if (known == null) {
            known = Store.of(env);
            store = known;
            known.keepReserve();
            try {
                NamespaceEngine.recover(known, processes);
            } catch (ToolException e) {
                // Not every command needs what can't be removed; opening the engine tries again, and says why.
            }
        }
        return known;
    }

    /** Reads the profile on first use: certificates and settings take time that some commands have no use for. */
    private synchronized NetworkProfile network() {
        NetworkProfile known = network;
        if (known == null) {
            known = NetworkProfile.ofHost();
            network = known;
        }
        return known;
    }

    /** Opens the engine on first use. */
    private synchronized SandboxEngine engine() {
        if (closed) {
            throw ToolException.of(
                    FailureCode.INTERRUPTED, "engine", "the run was interrupted", "Run the same command again.");
        }
        SandboxEngine known = engine;
        Store opened = store;
        if (known == null && opened != null) {
            known = NamespaceEngine.open(opened, processes);
            engine = known;
        }
        if (known == null) {
            throw new IllegalStateException("the store is opened first");
        }
        return known;
    }

    /** Ends what runs in sandboxes and beside them; whoever waits for it is told. */
    void interrupt() {
        SandboxEngine open;
        synchronized (this) {
            closed = true;
            open = engine;
        }
        if (open != null) {
            open.interrupt();
        }
        processes.interrupt();
    }

    @Override
    public void close() {
        SandboxEngine open;
        synchronized (this) {
            closed = true;
            open = engine;
        }
        if (open != null) {
            open.close();
        }
        Store opened = store;
        if (opened != null) {
            removeTemporaries(opened);
        }
    }

    /** What is left here the next start would remove; most of it is empty, which needs no program. */
    private void removeTemporaries(Store opened) {
        List<String> argv = new ArrayList<>(List.of("rm", "-rf", "--one-file-system", "--"));
        for (Path folder : opened.ownTemporaries()) {
            try {
                Files.delete(folder);
            } catch (IOException e) {
                argv.add(folder.toString());
            }
        }
        if (argv.getLast().startsWith("/")) {
            processes.cleaningUp(ProcessRequest.of(argv, Map.of(), Duration.ofMinutes(1)));
        }
    }

    private static SandboxSpec clientSpec(NetworkProfile network, Store store) {
        SandboxInjection injection = network.forSetup(store.newTemporary("network"));
        return new SandboxSpec(
                "registry client",
                injection.binds().stream()
                        .map(b -> new ReadOnlyBind(b.source(), b.target()))
                        .toList(),
                injection.env());
    }

    private static String version() {
        String version = Wiring.class.getPackage().getImplementationVersion();
        return version == null ? "development" : version;
    }
}
