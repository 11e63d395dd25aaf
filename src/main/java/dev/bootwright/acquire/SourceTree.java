package dev.bootwright.acquire;

import dev.bootwright.base.RelativePath;
import java.util.List;
import java.util.Optional;

/** A repository's files, listed once and read on demand. Nothing of {@code .git} or {@code .bootstrap} is in it. */
public interface SourceTree {
    /** All entries in byte order of their paths; folders are not listed. */
    List<Entry> entries();

    Optional<Entry> find(String path);

    /**
     * A regular file's first {@code maxBytes} bytes, decoded as UTF-8 with replacement; empty for links and for anything
     * that cannot be read. No link is followed.
     */
    Optional<String> read(Entry entry, int maxBytes);

    /** What is read of a manifest at most, in bytes. */
    int MANIFEST_LIMIT = 2 << 20;

    default Optional<String> read(String path) {
        return find(path).flatMap(e -> read(e, MANIFEST_LIMIT));
    }

    /**
     * @param size in bytes; of the target path for a link
     */
    record Entry(RelativePath path, Kind kind, long size) {}

    enum Kind {
        FILE,
        EXECUTABLE,
        LINK
    }
}
