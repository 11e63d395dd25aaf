package dev.bootwright.sandbox.namespace;

import dev.bootwright.sandbox.OutputSink;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;

/** Carries a command's output to its sink from one thread, up to a limit, and knows when it last wrote. */
final class OutputPump {
    private static final int FLOOD_FACTOR = 10;

    private final InputStream source;
    private final OutputSink sink;
    private final long limit;
    private final Thread thread;
    private volatile long seen;
    private volatile long lastNanos = System.nanoTime();
    private volatile boolean closed;

    OutputPump(InputStream source, OutputSink sink, long limit) {
        this.source = source;
        this.sink = sink;
        this.limit = limit;
        this.thread = Thread.ofVirtual().name("sandbox-output").start(this::run);
    }

    private void run() {
        byte[] buffer = new byte[65536];
        try (source) {
            int count = source.read(buffer);
            while (count >= 0) {
                lastNanos = System.nanoTime();
                pass(buffer, count);
                count = source.read(buffer);
            }
        } catch (IOException e) {
            // The pipe was closed under us because the command was killed.
        }
    }

    private void pass(byte[] buffer, int count) {
        long before = seen;
        seen = before + count;
        if (closed || before > limit) {
            return;
        }
        int kept = (int) Math.min(count, limit - before);
        if (kept > 0) {
            sink.accept(buffer, kept);
        }
        if (before + count > limit) {
            byte[] marker =
                    ("\n[bootwright: output past " + limit + " bytes is not kept]\n").getBytes(StandardCharsets.UTF_8);
            sink.accept(marker, marker.length);
        }
    }

    long lastNanos() {
        return lastNanos;
    }

    boolean isFlood() {
        return seen / FLOOD_FACTOR > limit;
    }

    /** Waits until all output has been passed on; nothing is passed on afterwards. */
    void finish(Duration time) {
        boolean interrupted = Thread.interrupted();
        try {
            thread.join(time);
        } catch (InterruptedException e) {
            interrupted = true;
        }
        closed = true;
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }
}
