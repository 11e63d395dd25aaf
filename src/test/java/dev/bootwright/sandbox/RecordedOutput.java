package dev.bootwright.sandbox;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;

/** Keeps a command's output for assertions. */
public final class RecordedOutput implements OutputSink {
    private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();

    @Override
    public synchronized void accept(byte[] buffer, int length) {
        bytes.write(buffer, 0, length);
    }

    public synchronized String text() {
        return bytes.toString(StandardCharsets.UTF_8);
    }
}
