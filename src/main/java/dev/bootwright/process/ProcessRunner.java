package dev.bootwright.process;

import dev.bootwright.failure.Failure;
import dev.bootwright.failure.FailureCode;
import dev.bootwright.failure.ToolException;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Starts every host process of the product, all from one platform thread that never ends: the kernel's parent-death
 * signal follows the thread that started a process, not the program.
 *
 * <p>A process leads a session of its own, so that its whole group can be killed and the terminal's Ctrl-C does not
 * reach it, and it is killed when this program dies.
 */
public final class ProcessRunner implements AutoCloseable {
    /** Searched where a request's environment names no PATH. */
    public static final String DEFAULT_PATH = "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin";

    private static final Duration DRAIN = Duration.ofSeconds(2);

    private final BlockingQueue<Runnable> launches = new LinkedBlockingQueue<>();
    private final Thread launcher;
    private final List<String> leader;
    private final Set<RunningProcess> interruptible = ConcurrentHashMap.newKeySet();
    private volatile boolean interrupted;

    public ProcessRunner() {
        leader = sessionLeader();
        launcher = Thread.ofPlatform().name("process-launcher").daemon(true).start(this::launchForever);
    }

    /** How the three standard streams of a started process are connected. */
    public enum Streams {
        /** Three pipes. */
        SEPARATE,
        /** Standard error is written into standard output. */
        MERGED,
        /** As merged, but the process is left alive when this program dies; it must watch its standard input. */
        DETACHED,
        /** As detached, with three pipes. */
        DETACHED_SEPARATE,
        /** The caller's own terminal; the process stays in the caller's session. */
        TERMINAL
    }

    /**
     * Runs a process to its end or its timeout and captures what it wrote. Blocks; an interrupt kills the process.
     *
     * @throws ToolException when the program does not exist or cannot be started
     */
    public ProcessResult captured(ProcessRequest request) {
        return captured(request, false);
    }

    /** Like {@link #captured(ProcessRequest)}, but goes on after {@link #interrupt}: for what must not be left behind. */
    public ProcessResult cleaningUp(ProcessRequest request) {
        return captured(request, true);
    }

    private ProcessResult captured(ProcessRequest request, boolean cleanUp) {
        try (RunningProcess process = start(request, Streams.SEPARATE, cleanUp)) {
            Capture out = new Capture(process.stdout(), request.outputLimit());
            Capture err = new Capture(process.stderr(), request.outputLimit());
            Thread writer = Thread.startVirtualThread(() -> write(process.stdin(), request.stdin()));
            boolean ended = process.waitFor(request.timeout());
            if (!ended) {
                process.kill();
            }
            if (!(out.join(DRAIN) && err.join(DRAIN))) {
                process.kill();
            }
            out.join(DRAIN);
            err.join(DRAIN);
            writer.join(DRAIN);
            int code = ended ? process.exitCode() : 137;
            return new ProcessResult(code, out.bytes(), err.bytes(), out.truncated() || err.truncated(), !ended);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw ToolException.of(
                    FailureCode.INTERRUPTED,
                    "process",
                    request.argv().getFirst() + " was interrupted",
                    "Run it again.");
        }
    }

    /**
     * Starts a process whose streams the caller handles. The request's timeout, output limit and standard input are
     * left to the caller too; closing the result kills the whole process group.
     */
    public RunningProcess start(ProcessRequest request, Streams streams) {
        return start(request, streams, streams == Streams.DETACHED || streams == Streams.DETACHED_SEPARATE);
    }

    /**
     * Ends what runs, because the user wants this program to end. Waiting for it tells {@code interrupted}, and nothing
     * new is started but clean-ups and detached processes.
     */
    public void interrupt() {
        interrupted = true;
        interruptible.forEach(RunningProcess::interrupt);
    }

    private RunningProcess start(ProcessRequest request, Streams streams, boolean goesOn) {
        if (interrupted && !goesOn) {
            throw RunningProcess.interruption();
        }
        String program = locate(request.argv().getFirst(), request.env())
                .orElseThrow(() -> missing(request.argv().getFirst()));
        List<String> argv = new ArrayList<>();
        switch (streams) {
            case SEPARATE, MERGED -> argv.addAll(leader);
            case DETACHED, DETACHED_SEPARATE -> argv.addAll(leader.subList(0, Math.min(1, leader.size())));
            case TERMINAL -> {}
        }
        argv.add(program);
        argv.addAll(request.argv().subList(1, request.argv().size()));
        ProcessBuilder builder = new ProcessBuilder(argv);
        builder.environment().clear();
        builder.environment().putAll(request.env());
        @Nullable Path directory = request.directory();
        if (directory != null) {
            builder.directory(directory.toFile());
        }
        switch (streams) {
            case SEPARATE, DETACHED_SEPARATE -> {}
            case MERGED, DETACHED -> builder.redirectErrorStream(true);
            case TERMINAL -> builder.inheritIO();
        }
        RunningProcess process = new RunningProcess(
                launch(builder), streams != Streams.TERMINAL && !leader.isEmpty(), interruptible::remove);
        if (!goesOn) {
            interruptible.add(process);
            if (interrupted) {
                process.interrupt();
            }
        }
        return process;
    }

    /** The absolute path of a program, looked up in the PATH of the given environment. */
    public static Optional<String> locate(String program, Map<String, String> env) {
        if (program.contains("/")) {
            return Files.isExecutable(Path.of(program)) ? Optional.of(program) : Optional.empty();
        }
        for (String folder : env.getOrDefault("PATH", DEFAULT_PATH).split(":")) {
            Path candidate = Path.of(folder.isEmpty() ? "." : folder, program);
            if (Files.isExecutable(candidate) && !Files.isDirectory(candidate)) {
                return Optional.of(candidate.toString());
            }
        }
        return Optional.empty();
    }

    /** Ends the launcher; processes that are still running are killed with it. */
    @Override
    public void close() {
        launcher.interrupt();
    }

    private Process launch(ProcessBuilder builder) {
        CompletableFuture<Process> started = new CompletableFuture<>();
        launches.add(() -> {
            try {
                started.complete(builder.start());
            } catch (IOException | RuntimeException e) {
                started.completeExceptionally(e);
            }
        });
        boolean interrupted = false;
        try {
            while (true) {
                try {
                    return started.get();
                } catch (InterruptedException e) {
                    interrupted = true;
                } catch (ExecutionException e) {
                    throw cannotStart(builder.command().getFirst(), e);
                }
            }
        } finally {
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }

    private void launchForever() {
        try {
            while (true) {
                launches.take().run();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private static List<String> sessionLeader() {
        Map<String, String> none = Map.of();
        List<String> prefix = new ArrayList<>();
        locate("setsid", none).ifPresent(prefix::add);
        if (prefix.isEmpty()) {
            return List.of();
        }
        locate("setpriv", none).ifPresent(setpriv -> prefix.addAll(List.of(setpriv, "--pdeathsig", "KILL", "--")));
        return List.copyOf(prefix);
    }

    private static ToolException missing(String program) {
        return ToolException.of(
                FailureCode.NEEDS_SOMETHING,
                "process",
                "the program " + program + " is not installed on this machine",
                "Install " + program + " with the system's package manager, then run the same command again.");
    }

    private static ToolException cannotStart(String program, ExecutionException e) {
        Throwable cause = e.getCause() == null ? e : e.getCause();
        return new ToolException(
                new Failure(
                        FailureCode.NEEDS_SOMETHING,
                        "process",
                        "cannot start " + program + ": " + cause.getMessage(),
                        List.of(),
                        "Check that the program and the folder it is started in are accessible."),
                cause);
    }

    private static void write(OutputStream stdin, byte[] content) {
        try (stdin) {
            stdin.write(content);
        } catch (IOException e) {
            // The process ended without reading all of it, which its exit status tells better.
        }
    }

    /** Reads one stream to its end in the background, keeping only the first bytes. */
    private static final class Capture {
        private final ByteArrayOutputStream kept = new ByteArrayOutputStream();
        private final int limit;
        private final Thread reader;
        private boolean truncated;

        Capture(InputStream stream, int limit) {
            this.limit = limit;
            this.reader = Thread.startVirtualThread(() -> read(stream));
        }

        private void read(InputStream stream) {
            byte[] buffer = new byte[65536];
            try (stream) {
                int count = stream.read(buffer);
                while (count >= 0) {
                    keep(buffer, count);
                    count = stream.read(buffer);
                }
            } catch (IOException e) {
                // The pipe was closed under us because the process was killed.
            }
        }

        private synchronized void keep(byte[] buffer, int count) {
            int room = Math.min(count, limit - kept.size());
            kept.write(buffer, 0, room);
            truncated |= room < count;
        }

        boolean join(Duration time) throws InterruptedException {
            return reader.join(time);
        }

        synchronized byte[] bytes() {
            return kept.toByteArray();
        }

        synchronized boolean truncated() {
            return truncated;
        }
    }

    static boolean await(Process process, Duration time) throws InterruptedException {
        return process.waitFor(Math.max(0, time.toMillis()), TimeUnit.MILLISECONDS);
    }
}
