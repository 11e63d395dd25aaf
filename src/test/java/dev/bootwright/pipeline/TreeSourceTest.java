package dev.bootwright.pipeline;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.bootwright.acquire.GitHistory;
import dev.bootwright.acquire.SourceTree;
import dev.bootwright.acquire.Workspace;
import dev.bootwright.step.RepositoryIdentity;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

class TreeSourceTest {
    @Test
    void aTreeThatCannotBeReadToItsEndIsNoSmallerTree() throws IOException {
        RuntimeException cause = new IllegalStateException("a file has gone");
        try (InputStream tar = new TreeSource(writing(cause), GitHistory.NONE).tar()) {
            assertThat(tar.readNBytes(3)).containsExactly(1, 2, 3);
            assertThatThrownBy(tar::read).isSameAs(cause);
            assertThatThrownBy(() -> tar.read(new byte[9])).isSameAs(cause);
        }
        try (InputStream tar = new TreeSource(writing(null), GitHistory.NONE).tar()) {
            assertThat(tar.readAllBytes()).containsExactly(1, 2, 3);
        }
    }

    private static Workspace writing(@org.jspecify.annotations.Nullable RuntimeException cause) {
        return new Workspace() {
            @Override
            public String source() {
                return "test";
            }

            @Override
            public Path directory() {
                return Path.of("/");
            }

            @Override
            public RepositoryIdentity identity() {
                throw new UnsupportedOperationException();
            }

            @Override
            public SourceTree tree() {
                throw new UnsupportedOperationException();
            }

            @Override
            public void writeTar(OutputStream out, boolean withGit) {
                try {
                    out.write(new byte[] {1, 2, 3});
                } catch (IOException e) {
                    throw new UncheckedIOException(e);
                }
                if (cause != null) {
                    throw cause;
                }
            }
        };
    }
}
