package dev.bootwright.acquire;

import dev.bootwright.acquire.SourceTree.Entry;
import dev.bootwright.acquire.archive.TarWriter;
import dev.bootwright.base.RelativePath;
import dev.bootwright.failure.FailureCode;
import dev.bootwright.failure.ToolException;
import dev.bootwright.sandbox.SandboxUser;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.channels.SeekableByteChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Writes files of the host as a tar stream: uniform time, owner and modes, so that equal trees give equal bytes. */
final class TreeTar {
    /** Used where nothing tells a time; late enough for every archive format. */
    private static final Instant FALLBACK = Instant.parse("2000-01-01T00:00:00Z");

    private static final Instant EARLIEST = Instant.parse("1980-01-02T00:00:00Z");
    private static final Instant LATEST = Instant.parse("2100-01-01T00:00:00Z");

    private final TarWriter tar;
    private final long time;
    private final Set<RelativePath> folders = new HashSet<>();
    private final byte[] array = new byte[1 << 16];
    private final ByteBuffer buffer = ByteBuffer.wrap(array);

    TreeTar(OutputStream out, @Nullable Instant time) {
        this.tar = new TarWriter(out, SandboxUser.DEVELOPER_UID, SandboxUser.DEVELOPER.userName());
        this.time = uniform(time).getEpochSecond();
    }

    static Instant uniform(@Nullable Instant time) {
        if (time == null) {
            return FALLBACK;
        }
        if (time.isBefore(EARLIEST)) {
            return EARLIEST;
        }
        return time.isAfter(LATEST) ? LATEST : time;
    }

    void entries(Path root, List<Entry> entries) throws IOException {
        for (Entry entry : entries) {
            add(HostPaths.resolve(root, entry.path()), entry.path(), entry.kind(), 0);
        }
    }

    /** @param later seconds after the uniform time */
    void add(Path file, RelativePath path, SourceTree.Kind kind, long later) throws IOException {
        folder(path.parent());
        if (kind == SourceTree.Kind.LINK) {
            tar.link(path.bytes(), HostPaths.targetBytes(Files.readSymbolicLink(file)), time + later);
            return;
        }
        try (SeekableByteChannel channel = ContentHasher.open(file)) {
            long size = channel.size();
            tar.file(path.bytes(), kind == SourceTree.Kind.EXECUTABLE, size, time + later);
            long left = size;
            while (left > 0) {
                buffer.clear().limit((int) Math.min(left, array.length));
                int count = channel.read(buffer);
                if (count < 0) {
                    throw changed(path);
                }
                tar.content(array, count);
                left -= count;
            }
            tar.padding(size);
        }
    }

    void folder(RelativePath path) throws IOException {
        if (!path.isRoot() && folders.add(path)) {
            folder(path.parent());
            tar.folder(path.bytes(), time);
        }
    }

    void end() throws IOException {
        tar.end();
    }

    private static ToolException changed(RelativePath path) {
        return ToolException.of(
                FailureCode.SOURCE_REFUSED,
                "acquire",
                "the file " + path + " became shorter while it was read",
                "Let whatever writes to the repository end, then run it again.");
    }
}
