package dev.bootwright.pipeline;

import dev.bootwright.acquire.GitHistory;
import dev.bootwright.acquire.Workspace;
import dev.bootwright.sandbox.LayerKey;
import dev.bootwright.verify.LayerKeys;
import dev.bootwright.verify.SetupRunner.WorkspaceSource;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.PipedInputStream;
import java.io.PipedOutputStream;
import java.io.UncheckedIOException;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** The workspace's files as tar streams for the workspace layers: the tree, and a rebuilt {@code .git} beside it. */
final class TreeSource implements WorkspaceSource {
    private static final int PIPE = 1 << 20;

    private final Workspace workspace;
    private final GitHistory history;

    TreeSource(Workspace workspace, GitHistory history) {
        this.workspace = workspace;
        this.history = workspace.hasGit() ? history : GitHistory.NONE;
    }

    @FunctionalInterface
    private interface Writing {
        void to(OutputStream out) throws IOException;
    }

    @Override
    public InputStream tar() {
        return stream(out -> workspace.writeTar(out, false));
    }

    @Override
    public boolean hasGit() {
        return history != GitHistory.NONE;
    }

    @Override
    public InputStream git() {
        return stream(out -> workspace.writeGit(out, history));
    }

    @Override
    public LayerKey key(LayerKeys keys, LayerKey parent) {
        return keys.workspace(parent, workspace.identity(), history.name().toLowerCase(Locale.ROOT));
    }

    /** Writes from a thread of its own, so that nothing is held in memory. */
    private static InputStream stream(Writing writing) {
        try {
            Written in = new Written();
            PipedOutputStream out = new PipedOutputStream(in);
            Thread.ofPlatform().daemon().name("workspace-tar").start(() -> in.fill(writing, out));
            return in;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** The reading end. Where the writer fails it fails too, instead of ending early like a smaller tree. */
    private static final class Written extends PipedInputStream {
        private volatile @Nullable RuntimeException failure;

        private Written() {
            super(PIPE);
        }

        private void fill(Writing writing, OutputStream out) {
            try (out) {
                try {
                    writing.to(out);
                } catch (RuntimeException e) {
                    failure = e;
                }
            } catch (IOException e) {
                // The reader has gone: its own failure is the one that counts.
                Thread.currentThread().interrupt();
            }
        }

        @Override
        public synchronized int read() throws IOException {
            int one = super.read();
            return one < 0 ? end() : one;
        }

        @Override
        public synchronized int read(byte[] buffer, int offset, int length) throws IOException {
            int count = super.read(buffer, offset, length);
            return count < 0 ? end() : count;
        }

        private int end() {
            RuntimeException thrown = failure;
            if (thrown != null) {
                throw thrown;
            }
            return -1;
        }
    }
}
