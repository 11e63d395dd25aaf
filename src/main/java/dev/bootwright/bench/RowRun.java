package dev.bootwright.bench;

import dev.bootwright.failure.FailureCode;
import dev.bootwright.failure.StorageFailure;
import dev.bootwright.failure.ToolException;
import dev.bootwright.process.ProcessRequest;
import dev.bootwright.process.ProcessRunner;
import dev.bootwright.process.ProcessRunner.Streams;
import dev.bootwright.process.RunningProcess;
import dev.bootwright.process.SelfCommand;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Runs the product once, as a process of its own, on one row. */
final class RowRun {
    /** How long the product may take to say how far it got, once it is told to end. */
    private static final Duration LAST_WORDS = Duration.ofSeconds(20);

    private static final Duration DRAIN = Duration.ofSeconds(5);
    private static final long DOCUMENT_LARGEST = 64L << 20;
    private static final int KILLED = 137;

    private final ProcessRunner processes;
    private final SelfCommand self;

    RowRun(ProcessRunner processes, SelfCommand self) {
        this.processes = processes;
        this.self = self;
    }

    /** @param arguments what the product is called with, beside how it reports */
    RowReading.Ended run(List<String> arguments, RowFiles files, Duration timeout) {
        ProcessRequest request =
                ProcessRequest.of(self.argv(arguments), self.env(), timeout).in(files.work());
        long started = System.nanoTime();
        try (RunningProcess process = processes.start(request, Streams.SEPARATE);
                MemoryWatch memory = new MemoryWatch(process.pid())) {
            process.stdin().close();
            Thread document = pump(process.stdout(), files.document());
            Thread errors = pump(process.stderr(), files.standardError());
            boolean ended = process.waitFor(timeout);
            if (!ended && !(askToEnd(process) && process.waitFor(LAST_WORDS))) {
                process.kill();
            }
            document.join(DRAIN);
            errors.join(DRAIN);
            @Nullable Duration limit = ended ? null : timeout;
            int code = process.isAlive() ? KILLED : process.exitCode();
            return new RowReading.Ended(code, limit, secondsSince(started), memory.peak());
        } catch (IOException e) {
            throw StorageFailure.of("bench", "write to the product", e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw ToolException.of(
                    FailureCode.INTERRUPTED, "bench", "the bench was interrupted", "Run the same command again.");
        }
    }

    private static double secondsSince(long started) {
        return Math.round((System.nanoTime() - started) / 1e8) / 10.0;
    }

    /** It then ends what runs in its sandboxes, removes what it has made, and answers. */
    private static boolean askToEnd(RunningProcess process) {
        return ProcessHandle.of(process.pid()).map(ProcessHandle::destroy).orElse(false);
    }

    private static Thread pump(InputStream stream, Path file) {
        return Thread.startVirtualThread(() -> {
            try (stream;
                    OutputStream out = Files.newOutputStream(file)) {
                byte[] buffer = new byte[65536];
                long written = 0;
                for (int count = stream.read(buffer); count >= 0; count = stream.read(buffer)) {
                    int kept = (int) Math.min(count, DOCUMENT_LARGEST - written);
                    out.write(buffer, 0, kept);
                    written += kept;
                }
            } catch (IOException e) {
                // The pipe was closed under us because the process was killed, or what is missing shows in the row.
            }
        });
    }
}
