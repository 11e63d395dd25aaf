package dev.bootwright.sandbox.namespace;

import dev.bootwright.sandbox.OutputSink;
import java.io.IOException;
import java.io.OutputStream;

/** Passes a command's output on to a stream, up to a number of bytes. */
final class BoundedOutput implements OutputSink {
    private final OutputStream target;
    private final long limit;
    private long passed;
    private boolean over;
    private boolean failed;

    BoundedOutput(OutputStream target, long limit) {
        this.target = target;
        this.limit = limit;
    }

    @Override
    public void accept(byte[] buffer, int length) {
        if (passed + length > limit) {
            over = true;
        }
        if (over || failed) {
            return;
        }
        try {
            target.write(buffer, 0, length);
            passed += length;
        } catch (IOException e) {
            failed = true;
        }
    }

    boolean isOver() {
        return over;
    }

    boolean hasFailed() {
        return failed;
    }
}
