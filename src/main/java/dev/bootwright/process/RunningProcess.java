package dev.bootwright.process;

import dev.bootwright.failure.FailureCode;
import dev.bootwright.failure.ToolException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.time.Duration;
import java.util.List;
import java.util.function.Consumer;
import java.util.stream.Stream;

/** A started host process with open streams; closing it kills the process and everything it started. */
public final class RunningProcess implements AutoCloseable {
    private final Process process;
    private final boolean leadsGroup;
    private final Consumer<RunningProcess> onClose;
    private volatile boolean interrupted;

    RunningProcess(Process process, boolean leadsGroup, Consumer<RunningProcess> onClose) {
        this.process = process;
        this.leadsGroup = leadsGroup;
        this.onClose = onClose;
    }

    public long pid() {
        return process.pid();
    }

    public OutputStream stdin() {
        return process.getOutputStream();
    }

    public InputStream stdout() {
        return process.getInputStream();
    }

    public InputStream stderr() {
        return process.getErrorStream();
    }

    public boolean isAlive() {
        return process.isAlive();
    }

    /**
     * Waits for the end; false when the time passed first.
     *
     * @throws ToolException {@code interrupted} when the runner was told to end all
     */
    public boolean waitFor(Duration time) throws InterruptedException {
        boolean ended = ProcessRunner.await(process, time);
        if (interrupted) {
            throw interruption();
        }
        return ended;
    }

    /** Ends it; a program that holds the caller's terminal is asked to, so that it can hand the terminal back. */
    void interrupt() {
        interrupted = true;
        if (leadsGroup) {
            kill();
        } else {
            process.destroy();
        }
    }

    static ToolException interruption() {
        return ToolException.of(
                FailureCode.INTERRUPTED, "process", "the run was interrupted", "Run the same command again.");
    }

    /** The exit status, 128 + signal when a signal ended it. Throws {@link IllegalThreadStateException} while it runs. */
    public int exitCode() {
        return process.exitValue();
    }

    /** Processor time of all that is alive of the process and its descendants. */
    public long cpuNanosOfTree() {
        return Stream.concat(Stream.of(process.toHandle()), process.descendants())
                .mapToLong(handle ->
                        handle.info().totalCpuDuration().map(Duration::toNanos).orElse(0L))
                .sum();
    }

    /** Kills the process alone, which is known to have no children. */
    public void killAlone() {
        process.destroyForcibly();
        awaitEnd();
    }

    /** Kills the process, its group and all its descendants; returns once the process itself is gone. */
    public void kill() {
        List<ProcessHandle> descendants = process.descendants().toList();
        if (leadsGroup) {
            killGroup();
        }
        process.destroyForcibly();
        descendants.forEach(ProcessHandle::destroyForcibly);
        awaitEnd();
    }

    private void awaitEnd() {
        boolean interrupted = false;
        while (true) {
            try {
                process.waitFor();
                break;
            } catch (InterruptedException e) {
                interrupted = true;
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    @Override
    public void close() {
        onClose.accept(this);
        if (process.isAlive()) {
            kill();
        }
    }

    /** The group outlives its leader, so this also reaches what a process that ended by itself has left behind. */
    private void killGroup() {
        ProcessBuilder builder =
                new ProcessBuilder("/bin/sh", "-c", "kill -s KILL -- \"-$1\" 2>/dev/null", "sh", Long.toString(pid()));
        builder.environment().clear();
        try {
            builder.start().waitFor();
        } catch (IOException e) {
            // Without a shell the descendants are still killed one by one.
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
