package dev.bootwright.testreport;

import dev.bootwright.sandbox.ExecOutcome;
import dev.bootwright.sandbox.ExecRequest;
import dev.bootwright.sandbox.Layer;
import dev.bootwright.sandbox.LayerKey;
import dev.bootwright.sandbox.RunningService;
import dev.bootwright.sandbox.Sandbox;
import dev.bootwright.sandbox.SandboxUser;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import org.apache.commons.compress.archivers.tar.TarArchiveEntry;
import org.apache.commons.compress.archivers.tar.TarArchiveInputStream;

/** Runs commands on this machine as they are; no isolation, for tests that own the files they name. */
public final class LocalSandbox implements Sandbox {
    @Override
    public ExecOutcome exec(ExecRequest request) {
        LocalCommand.Ended ended = LocalCommand.run(Path.of(request.workingDirectory()), request.env(), request.argv());
        byte[] output = ended.output().getBytes(StandardCharsets.UTF_8);
        request.output().accept(output, output.length);
        return ended.outcome();
    }

    @Override
    public void copyIn(InputStream tar, String target, SandboxUser owner) {
        try (TarArchiveInputStream in = new TarArchiveInputStream(tar)) {
            for (TarArchiveEntry entry = in.getNextEntry(); entry != null; entry = in.getNextEntry()) {
                Path file = Path.of(target, entry.getName());
                Files.createDirectories(file.getParent());
                Files.deleteIfExists(file);
                Files.copy(in, file);
                Files.setPosixFilePermissions(
                        file,
                        PosixFilePermissions.fromString(entry.getMode() % 01000 == 0600 ? "rw-------" : "rw-r--r--"));
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public boolean isPristine() {
        return false;
    }

    @Override
    public void close() {}

    @Override
    public RunningService start(ExecRequest request) {
        throw new UnsupportedOperationException();
    }

    @Override
    public int interact(ExecRequest request) {
        throw new UnsupportedOperationException();
    }

    @Override
    public void copyOut(String source, OutputStream tar, long maxBytes) {
        throw new UnsupportedOperationException();
    }

    @Override
    public Layer seal(LayerKey key) {
        throw new UnsupportedOperationException();
    }

    @Override
    public void keepWreck(String name) {
        throw new UnsupportedOperationException();
    }
}
