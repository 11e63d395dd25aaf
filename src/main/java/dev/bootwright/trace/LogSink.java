package dev.bootwright.trace;

import dev.bootwright.sandbox.OutputSink;
import java.io.BufferedOutputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;

/** Writes a step's output to its log, line by line, secrets masked before the first byte, and keeps the last lines. */
public final class LogSink implements OutputSink, AutoCloseable {
    private static final int TAIL_LINES = 60;
    private static final int LINE_LIMIT = 64 << 10;
    private static final int SHOWN_LIMIT = 400;

    private final OutputStream log;
    private final long limit;
    private final UnaryOperator<String> masker;
    private final Consumer<String> onLine;
    private final ByteArrayOutputStream pending = new ByteArrayOutputStream();
    private final Deque<String> tail = new ArrayDeque<>();
    private long written;
    private boolean full;

    /**
     * @param limit bytes of log kept; what comes after is dropped, the tail goes on
     * @param onLine gets each line as shown to people
     */
    public LogSink(Path file, long limit, UnaryOperator<String> masker, Consumer<String> onLine) {
        try {
            this.log = new BufferedOutputStream(Files.newOutputStream(file), 1 << 16);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        this.limit = limit;
        this.masker = masker;
        this.onLine = onLine;
    }

    @Override
    public synchronized void accept(byte[] buffer, int length) {
        int start = 0;
        for (int i = 0; i < length; i++) {
            if (buffer[i] == '\n') {
                pending.write(buffer, start, i + 1 - start);
                start = i + 1;
                endLine();
            } else if (pending.size() + i - start >= LINE_LIMIT) {
                pending.write(buffer, start, i - start);
                start = i;
                endLine();
            }
        }
        pending.write(buffer, start, length - start);
    }

    private void endLine() {
        String line = masker.apply(pending.toString(StandardCharsets.UTF_8));
        pending.reset();
        write(line);
        String shown = OutputText.plain(line);
        if (!shown.isBlank()) {
            if (shown.length() > SHOWN_LIMIT) {
                shown = shown.substring(0, SHOWN_LIMIT) + " …";
            }
            if (tail.size() == TAIL_LINES) {
                tail.removeFirst();
            }
            tail.addLast(shown);
            onLine.accept(shown);
        }
    }

    private void write(String line) {
        if (full) {
            return;
        }
        byte[] bytes = line.getBytes(StandardCharsets.UTF_8);
        try {
            if (written + bytes.length > limit) {
                full = true;
                log.write("\n[output past the limit was dropped]\n".getBytes(StandardCharsets.UTF_8));
            } else {
                log.write(bytes);
                written += bytes.length;
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Ends a last line that has no end of its own. */
    public synchronized void finish() {
        if (pending.size() > 0) {
            endLine();
        }
    }

    public synchronized List<String> tail() {
        return List.copyOf(tail);
    }

    @Override
    public synchronized void close() {
        finish();
        try {
            log.close();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
