package dev.bootwright.verify;

import java.io.BufferedInputStream;
import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import org.apache.commons.compress.archivers.tar.TarArchiveEntry;
import org.apache.commons.compress.archivers.tar.TarArchiveInputStream;

/** Unpacks the regular files of a small tar stream below a host folder; links and odd names are left out. */
final class TarFolder implements AutoCloseable {
    private final Path target;
    private final long maxBytes;
    private final Path stream;
    private final OutputStream sink;

    private TarFolder(Path target, long maxBytes) throws IOException {
        this.target = target;
        this.maxBytes = maxBytes;
        this.stream = target.resolve("stream.tar");
        this.sink = new BufferedOutputStream(Files.newOutputStream(stream));
    }

    static TarFolder into(Path target, long maxBytes) throws IOException {
        return new TarFolder(target, maxBytes);
    }

    OutputStream sink() {
        return sink;
    }

    @Override
    public void close() throws IOException {
        sink.close();
        try (InputStream in = new BufferedInputStream(Files.newInputStream(stream));
                TarArchiveInputStream tar = new TarArchiveInputStream(in)) {
            long total = 0;
            for (TarArchiveEntry entry = tar.getNextEntry(); entry != null; entry = tar.getNextEntry()) {
                if (!entry.isFile() || !isPlain(entry.getName())) {
                    continue;
                }
                total += entry.getSize();
                if (total > maxBytes) {
                    throw new IOException("more than " + maxBytes + " bytes of reports");
                }
                Path file = target.resolve(withoutTop(entry.getName()));
                Files.createDirectories(file.getParent());
                Files.copy(tar, file);
                Files.setLastModifiedTime(file, entry.getLastModifiedTime());
            }
        } finally {
            Files.deleteIfExists(stream);
        }
    }

    private static boolean isPlain(String name) {
        return !name.startsWith("/") && !("/" + name + "/").contains("/../") && name.indexOf('\0') < 0;
    }

    /** The stream's names begin with the copied folder's own name or with {@code ./}. */
    private static String withoutTop(String name) {
        int events = name.indexOf("events/");
        int reports = name.indexOf("reports/");
        int cut = events < 0 ? reports : reports < 0 ? events : Math.min(events, reports);
        return cut < 0 ? name : name.substring(cut);
    }
}
