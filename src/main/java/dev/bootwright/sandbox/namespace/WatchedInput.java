package dev.bootwright.sandbox.namespace;

import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import org.jspecify.annotations.Nullable;

/** A command's input that remembers why it could not be read to its end: the command only sees that it ended. */
final class WatchedInput extends FilterInputStream {
    private volatile @Nullable RuntimeException failure;

    WatchedInput(InputStream in) {
        super(in);
    }

    @Override
    public int read() throws IOException {
        byte[] one = new byte[1];
        int count = read(one, 0, 1);
        return count < 0 ? -1 : one[0] & 0xff;
    }

    @Override
    public int read(byte[] buffer, int offset, int length) throws IOException {
        try {
            return in.read(buffer, offset, length);
        } catch (RuntimeException e) {
            failure = e;
            throw new IOException(e);
        } catch (IOException e) {
            failure = new UncheckedIOException("cannot read what is to be copied in", e);
            throw e;
        }
    }

    /** Throws what kept the input from being read, if anything did. */
    void check() {
        RuntimeException thrown = failure;
        if (thrown != null) {
            throw thrown;
        }
    }
}
