package dev.bootwright.verify;

import dev.bootwright.sandbox.Sandbox;
import dev.bootwright.sandbox.SandboxUser;
import dev.bootwright.step.Step;
import dev.bootwright.testreport.EventKey;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.commons.compress.archivers.tar.TarArchiveEntry;
import org.apache.commons.compress.archivers.tar.TarArchiveOutputStream;

/** The files of one of our listeners, and the key with which it signs; only ever copied into throw-away forks. */
public final class ReporterFiles {
    private final byte[] tar;

    private ReporterFiles(byte[] tar) {
        this.tar = tar;
    }

    /** @param folder name of the folder below {@code /reporters} among the product's own files */
    public static ReporterFiles of(String folder, List<String> names) {
        Map<String, byte[]> files = new LinkedHashMap<>();
        names.forEach(name -> files.put(name, resource("/reporters/" + folder + "/" + name)));
        return new ReporterFiles(tar(files, 0644));
    }

    public void copyTo(Sandbox fork, String folder, SandboxUser user) {
        fork.copyIn(new ByteArrayInputStream(tar), folder, user);
    }

    /** Lays the key of a step where its listener looks for it. */
    public static void key(Sandbox fork, Step step, String events, SandboxUser user) {
        byte[] key = EventKey.of(step.id()).fileContent().getBytes(StandardCharsets.US_ASCII);
        fork.copyIn(new ByteArrayInputStream(tar(Map.of(EventKey.FILE_NAME, key), 0600)), events, user);
    }

    private static byte[] resource(String path) {
        try (InputStream in = ReporterFiles.class.getResourceAsStream(path)) {
            if (in == null) {
                throw new IllegalStateException("the product lacks its own file " + path);
            }
            return in.readAllBytes();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static byte[] tar(Map<String, byte[]> files, int mode) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (TarArchiveOutputStream tar = new TarArchiveOutputStream(bytes)) {
            for (Map.Entry<String, byte[]> file : files.entrySet()) {
                TarArchiveEntry entry = new TarArchiveEntry(file.getKey());
                entry.setSize(file.getValue().length);
                entry.setMode(mode);
                tar.putArchiveEntry(entry);
                tar.write(file.getValue());
                tar.closeArchiveEntry();
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return bytes.toByteArray();
    }
}
