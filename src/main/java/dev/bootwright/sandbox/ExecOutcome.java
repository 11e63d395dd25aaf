package dev.bootwright.sandbox;

import dev.bootwright.failure.FailureCode;
import dev.bootwright.failure.ToolException;
import java.time.Duration;

/** How a command in a sandbox ended. All of these mean that it was started; else a failure is thrown. */
public sealed interface ExecOutcome {
    ExecUsage usage();

    /** It ended by itself, with a status; 128 + signal when a signal ended it. */
    record Exited(int code, ExecUsage usage) implements ExecOutcome {}

    /** It passed its wall time and was killed with all its children. */
    record TimedOut(Duration limit, ExecUsage usage) implements ExecOutcome {}

    /** It neither wrote nor computed for the idle limit: a prompt, a server in the foreground, a dead lock. */
    record Idle(Duration limit, ExecUsage usage) implements ExecOutcome {}

    record OutOfMemory(long limitBytes, ExecUsage usage) implements ExecOutcome {}

    record DiskFull(long limitBytes, ExecUsage usage) implements ExecOutcome {}

    /** The disk that holds the store has no room left, whoever filled it; that is no fault of the command. */
    record StoreFull(long freeBytes, ExecUsage usage) implements ExecOutcome {}

    /** It wrote far more than the output limit. */
    record OutputFlood(long limitBytes, ExecUsage usage) implements ExecOutcome {}

    /** The user or a shutdown ended it. */
    record Cancelled(ExecUsage usage) implements ExecOutcome {}

    /**
     * Itself, unless the whole run can't go on.
     *
     * @throws ToolException {@code interrupted} or {@code disk-full}, with the phase
     */
    default ExecOutcome orEndOfRun(String phase) {
        if (this instanceof Cancelled) {
            throw ToolException.of(
                    FailureCode.INTERRUPTED, phase, "the run was interrupted", "Run the same command again.");
        }
        if (this instanceof StoreFull) {
            throw ToolException.of(
                    FailureCode.DISK_FULL,
                    phase,
                    "the run was " + describe(),
                    "Free disk space, run 'bootwright gc', or set BOOTWRIGHT_HOME to a folder on a larger disk.");
        }
        return this;
    }

    default boolean succeeded() {
        return this instanceof Exited exited && exited.code() == 0;
    }

    /** For people: {@code exit status 2}, {@code ended after its limit of PT15M}. */
    default String describe() {
        return switch (this) {
            case Exited e -> "exit status " + e.code();
            case TimedOut t -> "stopped at its time limit of " + t.limit().toSeconds() + " s";
            case Idle i -> "stopped after " + i.limit().toSeconds() + " s without output or processor use";
            case OutOfMemory m -> "stopped at its memory limit of " + (m.limitBytes() >> 20) + " MiB";
            case DiskFull d -> "stopped at its disk limit of " + (d.limitBytes() >> 20) + " MiB";
            case StoreFull s -> "stopped because the store's disk has only " + (s.freeBytes() >> 20) + " MiB free";
            case OutputFlood o -> "stopped for writing far more than " + (o.limitBytes() >> 20) + " MiB of output";
            case Cancelled c -> "cancelled";
        };
    }
}
