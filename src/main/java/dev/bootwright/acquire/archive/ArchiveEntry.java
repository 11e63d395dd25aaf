package dev.bootwright.acquire.archive;

import java.io.IOException;
import java.io.InputStream;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * One entry of an archive as it is met.
 *
 * @param path the bytes of its name, as they stand in the archive
 * @param target the bytes of a link's target; empty for others
 * @param content a file's content, valid until the next entry; empty for others
 */
public record ArchiveEntry(
        byte[] path,
        Type type,
        boolean executable,
        byte[] target,
        @Nullable Instant time,
        InputStream content) {
    public enum Type {
        FILE,
        FOLDER,
        LINK,
        HARD_LINK,
        SPECIAL
    }

    /** Receives the entries of an archive in their order. */
    @FunctionalInterface
    public interface Visitor {
        void visit(ArchiveEntry entry) throws IOException;
    }
}
