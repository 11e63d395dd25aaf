package dev.bootwright.sandbox.namespace;

import dev.bootwright.process.ProcessResult;
import dev.bootwright.sandbox.Store;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;

/**
 * Tells when a sandbox has added more to the disk than it may. The free space is cheap to read and looked at often; the
 * sandbox's own share is measured only when the free space has shrunk by as much.
 */
final class DiskWatch {
    /** What is always left for everybody else. */
    static final long RESERVE_BYTES = 256L << 20;

    private static final long CHECK_NANOS = 500_000_000L;
    private static final long MEASURE_NANOS = 3_000_000_000L;

    private final Store store;
    private final HostTools tools;
    private final Path upper;
    private final long usableAtStart;
    private long checked = System.nanoTime();
    private long measured;
    private boolean everMeasured;

    DiskWatch(Store store, HostTools tools, Path upper) {
        this.store = store;
        this.tools = tools;
        this.upper = upper;
        this.usableAtStart = store.usableBytes();
    }

    /** Whether the command must end now. */
    synchronized boolean isExceeded(long limitBytes) {
        long now = System.nanoTime();
        if (now - checked < CHECK_NANOS) {
            return false;
        }
        checked = now;
        return isFull() || isOver(limitBytes, now);
    }

    boolean isFull() {
        return freeBytes() < RESERVE_BYTES;
    }

    long freeBytes() {
        return store.usableBytes();
    }

    private boolean isOver(long limitBytes, long now) {
        if (usableAtStart - store.usableBytes() < limitBytes || (everMeasured && now - measured < MEASURE_NANOS)) {
            return false;
        }
        everMeasured = true;
        measured = now;
        ProcessResult result = measure(tools, upper, Duration.ofSeconds(30));
        return result.timedOut() || bytes(result) > limitBytes;
    }

    /** Bytes that a tree takes on the disk. */
    static long size(HostTools tools, Path tree) {
        return bytes(measure(tools, tree, Duration.ofMinutes(5)));
    }

    private static ProcessResult measure(HostTools tools, Path tree, Duration time) {
        return tools.run(time, List.of("du", "-sxB1", "--", tree.toString()));
    }

    private static long bytes(ProcessResult result) {
        String number = result.out().split("\\s", 2)[0];
        return number.isEmpty() ? 0 : Long.parseLong(number);
    }
}
