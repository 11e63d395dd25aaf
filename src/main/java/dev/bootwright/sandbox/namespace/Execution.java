package dev.bootwright.sandbox.namespace;

import dev.bootwright.failure.Failure;
import dev.bootwright.failure.FailureCode;
import dev.bootwright.failure.ToolException;
import dev.bootwright.process.RunningProcess;
import dev.bootwright.sandbox.ExecOutcome;
import dev.bootwright.sandbox.ExecRequest;
import dev.bootwright.sandbox.ExecUsage;
import dev.bootwright.sandbox.OutputSink;
import dev.bootwright.sandbox.ResourceLimits;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.locks.LockSupport;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** One started command and the watch over its limits. */
final class Execution {
    private static final Duration TICK = Duration.ofMillis(100);
    private static final Duration DRAIN = Duration.ofSeconds(60);
    private static final long GRACE_NANOS = 100_000_000L;
    private static final int FILE_SIZE_SIGNAL = 128 + 25;
    private static final Pattern EXIT_CODE = Pattern.compile("\"exit-code\":\\s*(\\d+)");

    private final RunningProcess process;
    private final Optional<CommandGroup> group;
    private final ExecRequest request;
    private final Path options;
    private final Path status;
    private final DiskWatch disk;
    private final List<OutputPump> pumps;
    private final long startNanos;
    private long activeNanos;
    private long lastTickNanos;
    private long lastCpuNanos;
    private volatile boolean stopRequested;

    /** Why the watch ended a command before its own end. */
    private enum Stop {
        WALL,
        IDLE,
        DISK,
        FLOOD,
        REQUEST
    }

    /**
     * @param entrance the shell that has been told to become the command
     */
    Execution(Entrance entrance, ExecRequest request, DiskWatch disk, long startNanos) {
        this.process = entrance.process();
        this.group = entrance.group();
        this.request = request;
        this.options = entrance.options();
        this.status = entrance.status();
        this.disk = disk;
        this.startNanos = startNanos;
        this.activeNanos = startNanos;
        this.lastTickNanos = startNanos;
        long kept = request.limits().outputBytes();
        OutputPump output = new OutputPump(process.stdout(), request.output(), kept);
        OutputSink errors = request.errors();
        this.pumps = errors == null ? List.of(output) : List.of(output, new OutputPump(process.stderr(), errors, kept));
        InputStream stdin = request.stdin();
        if (stdin == null) {
            closeQuietly(process.stdin());
        } else {
            Thread.ofVirtual().name("sandbox-input").start(() -> feed(stdin, process.stdin()));
        }
    }

    boolean isAlive() {
        return process.isAlive();
    }

    /** Asks the thread in {@link #await} to end the command. */
    void requestStop() {
        stopRequested = true;
    }

    /** Watches the command to its end; no process of it is left when this returns. */
    ExecOutcome await() {
        @Nullable Stop stop = null;
        boolean interrupted = false;
        try {
            while (stop == null && !process.waitFor(TICK)) {
                stop = check();
            }
        } catch (InterruptedException e) {
            stop = Stop.REQUEST;
            interrupted = true;
        } catch (ToolException e) {
            if (e.failure().code() != FailureCode.INTERRUPTED) {
                end();
                throw e;
            }
            stop = Stop.REQUEST;
        }
        boolean left = stop == null && anyoneLeft();
        end();
        pumps.forEach(pump -> pump.finish(DRAIN));
        ExecOutcome outcome = outcome(stop, usage(left));
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
        return outcome;
    }

    private boolean isFlood() {
        return pumps.stream().anyMatch(OutputPump::isFlood);
    }

    private @Nullable Stop check() {
        ResourceLimits limits = request.limits();
        long now = System.nanoTime();
        if (stopRequested) {
            return Stop.REQUEST;
        }
        if (now - startNanos > limits.wall().toNanos()) {
            return Stop.WALL;
        }
        if (isFlood()) {
            return Stop.FLOOD;
        }
        if (disk.isExceeded(limits.diskBytes())) {
            return Stop.DISK;
        }
        noteActivity(now);
        return now - activeNanos > limits.idle().toNanos() ? Stop.IDLE : null;
    }

    /** A hundredth of one processor counts as rest: servers and runtimes that wait still wake up now and then. */
    private void noteActivity(long now) {
        long cpu = group.flatMap(CommandGroup::cpuNanos).orElseGet(process::cpuNanosOfTree);
        if (Math.abs(cpu - lastCpuNanos) > (now - lastTickNanos) / 100) {
            activeNanos = now;
        }
        for (OutputPump pump : pumps) {
            activeNanos = Math.max(activeNanos, pump.lastNanos());
        }
        lastCpuNanos = cpu;
        lastTickNanos = now;
    }

    /** Whether other processes outlive the command; bubblewrap's own ends a moment after it. */
    private boolean anyoneLeft() {
        if (group.isEmpty()) {
            return false;
        }
        long deadline = System.nanoTime() + GRACE_NANOS;
        long pause = 100_000;
        while (!group.get().processes().isEmpty()) {
            if (System.nanoTime() > deadline) {
                return true;
            }
            LockSupport.parkNanos(pause);
            pause = Math.min(pause * 2, 5_000_000);
        }
        return false;
    }

    private void end() {
        group.ifPresent(CommandGroup::kill);
        process.close();
        try {
            // It holds the command's variables, which may be secrets.
            Files.deleteIfExists(options);
        } catch (IOException e) {
            // Removed with the sandbox's folder.
        }
    }

    private ExecUsage usage(boolean left) {
        Duration wall = Duration.ofNanos(System.nanoTime() - startNanos);
        Duration cpu = Duration.ofNanos(group.flatMap(CommandGroup::cpuNanos).orElse(0L));
        return new ExecUsage(wall, cpu, group.map(CommandGroup::peakMemoryBytes).orElse(0L), left);
    }

    private ExecOutcome outcome(@Nullable Stop stop, ExecUsage usage) {
        ResourceLimits limits = request.limits();
        if (stop == null) {
            return ended(exitCode(), usage);
        }
        return switch (stop) {
            case WALL -> new ExecOutcome.TimedOut(limits.wall(), usage);
            case IDLE -> new ExecOutcome.Idle(limits.idle(), usage);
            case DISK -> diskFull(usage);
            case FLOOD -> new ExecOutcome.OutputFlood(limits.outputBytes(), usage);
            case REQUEST -> new ExecOutcome.Cancelled(usage);
        };
    }

    private ExecOutcome ended(int code, ExecUsage usage) {
        ResourceLimits limits = request.limits();
        if (code != 0 && group.isPresent() && group.get().ranOutOfMemory()) {
            return new ExecOutcome.OutOfMemory(limits.memoryBytes(), usage);
        }
        if (code == FILE_SIZE_SIGNAL || (code != 0 && disk.isFull())) {
            return diskFull(usage);
        }
        if (isFlood()) {
            return new ExecOutcome.OutputFlood(limits.outputBytes(), usage);
        }
        return new ExecOutcome.Exited(code, usage);
    }

    private ExecOutcome diskFull(ExecUsage usage) {
        return disk.isFull()
                ? new ExecOutcome.StoreFull(disk.freeBytes(), usage)
                : new ExecOutcome.DiskFull(request.limits().diskBytes(), usage);
    }

    /** What bubblewrap says; without its word the command was never started, unless it was killed together with it. */
    private int exitCode() {
        String told = "";
        try {
            told = Files.readString(status);
            Files.deleteIfExists(status);
        } catch (IOException e) {
            // Treated like an empty file.
        }
        Matcher matcher = EXIT_CODE.matcher(told);
        if (matcher.find()) {
            return Integer.parseInt(matcher.group(1));
        }
        if (told.contains("child-pid") || process.exitCode() > 128) {
            return process.exitCode() == 0 ? 1 : process.exitCode();
        }
        throw new ToolException(
                new Failure(
                        FailureCode.NO_ENGINE,
                        "sandbox",
                        "the sandbox for '" + String.join(" ", request.argv()) + "' could not be entered (status "
                                + process.exitCode() + "); its output tells why",
                        List.of(),
                        "Run 'bootwright doctor'; check that the working directory " + request.workingDirectory()
                                + " and all bound files exist."),
                null);
    }

    private static void feed(InputStream from, OutputStream to) {
        try (to) {
            from.transferTo(to);
        } catch (IOException e) {
            // The command ended without reading all of it.
        }
    }

    private static void closeQuietly(OutputStream stream) {
        try {
            stream.close();
        } catch (IOException e) {
            // There was nothing to flush.
        }
    }
}
