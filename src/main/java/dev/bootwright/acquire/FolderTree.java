package dev.bootwright.acquire;

import dev.bootwright.base.RelativePath;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SeekableByteChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/** A listed folder on the host. */
final class FolderTree implements SourceTree {
    private static final ThreadLocal<byte[]> BUFFER = ThreadLocal.withInitial(() -> new byte[1 << 16]);

    private final Path root;
    private final List<Entry> entries;

    FolderTree(Path root, TreeListing listing) {
        this.root = root;
        this.entries = listing.files().stream().map(TreeFile::entry).toList();
    }

    @Override
    public List<Entry> entries() {
        return entries;
    }

    @Override
    public Optional<Entry> find(String path) {
        RelativePath wanted;
        try {
            wanted = RelativePath.of(path);
        } catch (IllegalArgumentException e) {
            return Optional.empty();
        }
        Entry key = new Entry(wanted, Kind.FILE, 0);
        int at = Collections.binarySearch(entries, key, Comparator.comparing(Entry::path));
        return at < 0 ? Optional.empty() : Optional.of(entries.get(at));
    }

    @Override
    public Optional<String> read(Entry entry, int maxBytes) {
        if (entry.kind() == Kind.LINK) {
            return Optional.empty();
        }
        try (SeekableByteChannel channel = ContentHasher.open(HostPaths.resolve(root, entry.path()))) {
            int size = (int) Math.min(channel.size(), maxBytes);
            byte[] bytes = bytes(size);
            ByteBuffer buffer = ByteBuffer.wrap(bytes, 0, size);
            while (buffer.hasRemaining() && channel.read(buffer) >= 0) {
                // Until it is full or the file ends.
            }
            return Optional.of(new String(bytes, 0, buffer.position(), StandardCharsets.UTF_8));
        } catch (IOException e) {
            return Optional.empty();
        }
    }

    /** Most files are small and are read by the thousand: they share one buffer. */
    private static byte[] bytes(int size) {
        byte[] shared = BUFFER.get();
        return size > shared.length ? new byte[size] : shared;
    }
}
