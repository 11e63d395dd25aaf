package dev.bootwright.sandbox.namespace;

import dev.bootwright.failure.Failure;
import dev.bootwright.failure.FailureCode;
import dev.bootwright.failure.ToolException;
import dev.bootwright.process.ProcessRequest;
import dev.bootwright.process.ProcessRunner;
import dev.bootwright.process.RunningProcess;
import dev.bootwright.sandbox.ExecOutcome;
import dev.bootwright.sandbox.ExecRequest;
import dev.bootwright.sandbox.ExecUsage;
import dev.bootwright.sandbox.Layer;
import dev.bootwright.sandbox.LayerKey;
import dev.bootwright.sandbox.RunningService;
import dev.bootwright.sandbox.Sandbox;
import dev.bootwright.sandbox.SandboxSpec;
import dev.bootwright.sandbox.SandboxUser;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;

/** A sandbox whose files are an overlay held by a {@link MountKeeper}; each command is a fresh bubblewrap on it. */
final class NamespaceSandbox implements Sandbox {
    private final NamespaceEngine engine;
    private final SandboxSpec spec;
    private final LayerRecord parent;
    private final boolean onWreck;
    private final Path folder;
    private final UpperDirectory upper;
    private final MountKeeper keeper;
    private final DiskWatch disk;
    private final BubblewrapCommand bubblewrap;
    private final AtomicInteger commands = new AtomicInteger();
    private final CopyOnWriteArrayList<NamespaceService> services = new CopyOnWriteArrayList<>();
    private CompletableFuture<Optional<Entrance>> next;
    private boolean closed;

    NamespaceSandbox(
            NamespaceEngine engine,
            SandboxSpec spec,
            LayerRecord parent,
            boolean onWreck,
            Path folder,
            UpperDirectory upper,
            MountKeeper keeper) {
        this.engine = engine;
        this.spec = spec;
        this.parent = parent;
        this.onWreck = onWreck;
        this.folder = folder;
        this.upper = upper;
        this.keeper = keeper;
        this.disk = new DiskWatch(engine.store(), engine.tools(), upper.path());
        this.bubblewrap = new BubblewrapCommand(
                engine.tools(), keeper, upper, engine.userNamespace().file());
        this.next = engine.inBackground(this::tryOpenEntrance);
    }

    @Override
    public ExecOutcome exec(ExecRequest request) {
        if (engine.isInterrupted() || Thread.currentThread().isInterrupted()) {
            return new ExecOutcome.Cancelled(new ExecUsage(Duration.ZERO, Duration.ZERO, 0, false));
        }
        try (Launched launched = launch(request)) {
            return engine.await(launched.execution());
        }
    }

    @Override
    public RunningService start(ExecRequest request) {
        NamespaceService service = new NamespaceService(launch(request));
        services.add(service);
        return service;
    }

    @Override
    public int interact(ExecRequest request) {
        requireOpen();
        int number = commands.incrementAndGet();
        Path options = folder.resolve("options-" + number);
        try {
            Optional<CommandGroup> group = group(number);
            if (group.isPresent()) {
                group.get().limit(request.limits());
            }
            bubblewrap.writeOptions(options, request, spec, true, group.isPresent());
            List<String> inside =
                    bubblewrap.entrance(Entrance.joinFiles(group), options, folder.resolve("status-" + number));
            inside.addAll(bubblewrap.direct(request, group.isPresent()));
            try (RunningProcess process = terminal(request, inside)) {
                boolean ended = process.waitFor(request.limits().wall());
                return ended ? process.exitCode() : 124;
            } finally {
                group.ifPresent(engine::discard);
                Files.deleteIfExists(options);
            }
        } catch (IOException e) {
            throw LayerStore.unusable("cannot start a command in a sandbox", e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return 130;
        }
    }

    /** A terminal of its own, so that nothing inside can type into the caller's. */
    private RunningProcess terminal(ExecRequest request, List<String> inside) {
        List<String> argv = List.of(engine.tools().path("script"), "-qec", ShellQuote.join(inside), "/dev/null");
        Map<String, String> env = new LinkedHashMap<>(HostTools.ENV);
        env.put("SHELL", "/bin/sh");
        env.put("TERM", request.env().getOrDefault("TERM", "xterm"));
        return engine.runner()
                .start(ProcessRequest.of(argv, env, request.limits().wall()), ProcessRunner.Streams.TERMINAL);
    }

    /** A started command; closing it hands its control groups back. */
    record Launched(NamespaceEngine engine, Execution execution, Optional<CommandGroup> group)
            implements AutoCloseable {
        @Override
        public void close() {
            group.ifPresent(engine::discard);
        }
    }

    private Launched launch(ExecRequest request) {
        requireOpen();
        long start = System.nanoTime();
        try {
            Entrance entrance =
                    request.errors() == null ? takeEntrance() : openEntrance(ProcessRunner.Streams.DETACHED_SEPARATE);
            entrance.enter(request, spec);
            return new Launched(engine, new Execution(entrance, request, disk, start), entrance.group());
        } catch (IOException e) {
            throw LayerStore.unusable("cannot start a command in a sandbox", e);
        }
    }

    /** The shell that waits for us, and has the next one made. One that was killed in the meantime is replaced. */
    private synchronized Entrance takeEntrance() throws IOException {
        Optional<Entrance> ready = next.join();
        next = engine.inBackground(this::tryOpenEntrance);
        if (ready.isPresent() && ready.get().isUsable()) {
            return ready.get();
        }
        ready.ifPresent(Entrance::abandon);
        return openEntrance(ProcessRunner.Streams.DETACHED);
    }

    private Optional<Entrance> tryOpenEntrance() {
        try {
            return Optional.of(openEntrance(ProcessRunner.Streams.DETACHED));
        } catch (IOException | ToolException e) {
            return Optional.empty();
        }
    }

    private Entrance openEntrance(ProcessRunner.Streams streams) throws IOException {
        int number = commands.incrementAndGet();
        Path options = folder.resolve("options-" + number);
        return Entrance.open(
                engine.runner(), streams, bubblewrap, group(number), options, folder.resolve("status-" + number));
    }

    private Optional<CommandGroup> group(int number) throws IOException {
        Cgroups cgroups = engine.cgroups();
        if (cgroups.isEmpty()) {
            return Optional.empty();
        }
        String name = folder.getFileName() + "-" + number;
        List<String> lines = cgroups.folders(name).stream().map(Path::toString).toList();
        Files.write(folder.resolve("cgroups"), lines, StandardOpenOption.CREATE, StandardOpenOption.APPEND);
        return Optional.of(cgroups.create(name));
    }

    @Override
    public void copyIn(InputStream tar, String target, SandboxUser owner) {
        String script = """
                mkdir -p -- "$1" && chown "$2:$2" "$1" && cd -- "$1" || exit
                shift 2
                exec "$@" tar --extract --file=- --no-same-owner --preserve-permissions --delay-directory-restore
                """;
        List<String> argv = new ArrayList<>(List.of("sh", "-c", script, "copy-in", target, owner.uid() + ""));
        if (owner == SandboxUser.DEVELOPER) {
            argv.addAll(List.of("setpriv", "--reuid=" + owner.uid(), "--regid=" + owner.uid(), "--clear-groups", "--"));
        }
        StringBuilder output = new StringBuilder();
        WatchedInput input = new WatchedInput(tar);
        ExecOutcome outcome = exec(copyRequest(argv)
                .withOutput((buffer, length) -> Text.append(output, buffer, length))
                .withStdin(input));
        input.check();
        if (!outcome.orEndOfRun("copy").succeeded()) {
            throw copyFailed("cannot unpack files to " + target + " in the sandbox: " + outcome.describe(), output);
        }
    }

    @Override
    public void copyOut(String source, OutputStream tar, long maxBytes) {
        Path path = Path.of(source).normalize();
        Path name = path.getFileName();
        Path parentFolder = path.getParent();
        if (name == null || parentFolder == null) {
            throw new IllegalArgumentException("not an absolute path below the root: " + source);
        }
        String script = """
                cd -- "$1" 2>/dev/null && { [ -e "$2" ] || [ -L "$2" ]; } || exit 44
                exec tar --create --file=- --numeric-owner --sort=name -- "$2" 2>/dev/null
                """;
        BoundedOutput bounded = new BoundedOutput(tar, maxBytes);
        ExecRequest request =
                copyRequest(List.of("sh", "-c", script, "copy-out", parentFolder.toString(), name.toString()));
        ExecOutcome outcome = exec(request.withOutput(bounded)
                        .withLimits(request.limits().withOutput(maxBytes + 1)))
                .orEndOfRun("copy");
        if (bounded.isOver()) {
            throw copyFailed(source + " in the sandbox is larger than " + maxBytes + " bytes", "");
        }
        if (outcome instanceof ExecOutcome.Exited exited && exited.code() == 44) {
            throw copyFailed("there is no " + source + " in the sandbox", "");
        }
        // Status 1 says that a file changed while it was read, which a running service may do.
        if (!(outcome instanceof ExecOutcome.Exited exited && exited.code() <= 1) || bounded.hasFailed()) {
            throw copyFailed("cannot read " + source + " from the sandbox: " + outcome.describe(), "");
        }
    }

    private static ExecRequest copyRequest(List<String> argv) {
        return ExecRequest.of(argv, "/", SandboxUser.ROOT, (buffer, length) -> {});
    }

    private static ToolException copyFailed(String summary, CharSequence output) {
        List<String> evidence = output.toString().lines().limit(5).toList();
        return new ToolException(
                new Failure(
                        FailureCode.STEP_FAILED,
                        "copy",
                        summary,
                        evidence,
                        "Check that the files are there, are readable, and fit on the disk."),
                null);
    }

    @Override
    public boolean isPristine() {
        requireOpen();
        return upper.isPristine();
    }

    @Override
    public Layer seal(LayerKey key) {
        requireStorable();
        release();
        try {
            keeper.unmount();
            upper.dropMountPoints();
            LayerRecord record = engine.layers().add(upper.path(), key, parent.id());
            engine.note(List.of(record.id()));
            return engine.layers().layer(record);
        } catch (IOException e) {
            throw LayerStore.unusable("cannot seal the layer " + key, e);
        } finally {
            discard();
        }
    }

    @Override
    public void keepWreck(String name) {
        requireStorable();
        release();
        try {
            keeper.unmount();
            upper.dropMountPoints();
            engine.layers().addWreck(upper.path(), name, parent.id());
        } catch (IOException e) {
            throw LayerStore.unusable("cannot keep the failed state " + name, e);
        } finally {
            discard();
        }
    }

    @Override
    public void close() {
        if (closed) {
            return;
        }
        stopAll();
        discard();
    }

    private void stopAll() {
        services.forEach(NamespaceService::stop);
    }

    /** Nothing may hold the mounts when they are taken away. */
    private void release() {
        stopAll();
        next.join().ifPresent(Entrance::abandon);
        next = CompletableFuture.completedFuture(Optional.empty());
    }

    private void discard() {
        closed = true;
        CompletableFuture<Optional<Entrance>> unused = next;
        engine.later(() -> {
            unused.join().ifPresent(Entrance::abandon);
            keeper.close();
            removeFolder();
        });
    }

    /** Most sandboxes end with little in their folder, and starting a program for that costs more than all else. */
    private void removeFolder() {
        try {
            Files.deleteIfExists(upper.path());
            for (String name : List.of("work/work", "work/index", "work")) {
                Files.deleteIfExists(folder.resolve(name));
            }
            try (DirectoryStream<Path> files = Files.newDirectoryStream(folder)) {
                for (Path file : files) {
                    Files.delete(file);
                }
            }
            Files.delete(folder);
        } catch (IOException e) {
            engine.tools().remove(List.of(folder));
        }
    }

    private void requireStorable() {
        requireOpen();
        if (onWreck) {
            throw new IllegalStateException("what was opened on a failed state can't become a layer");
        }
    }

    private void requireOpen() {
        if (closed) {
            throw new IllegalStateException("this sandbox was sealed or closed");
        }
        if (!keeper.isAlive()) {
            throw ToolException.of(
                    FailureCode.NO_ENGINE,
                    "sandbox",
                    "the process that holds the sandbox's mounts was killed",
                    "Run the same command again.");
        }
    }
}
