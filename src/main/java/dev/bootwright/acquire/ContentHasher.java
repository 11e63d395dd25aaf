package dev.bootwright.acquire;

import dev.bootwright.git.ObjectFormat;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SeekableByteChannel;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.security.MessageDigest;
import java.util.Set;

/** Computes blob ids of files and links on the host, streaming, without following links. */
final class ContentHasher {
    private static final ThreadLocal<ByteBuffer> BUFFER = ThreadLocal.withInitial(() -> ByteBuffer.allocate(1 << 16));

    private ContentHasher() {}

    static String file(Path file, ObjectFormat format) throws IOException {
        try (SeekableByteChannel channel = open(file)) {
            MessageDigest hasher = format.blobHasher(channel.size());
            ByteBuffer buffer = BUFFER.get();
            buffer.clear();
            while (channel.read(buffer) >= 0) {
                buffer.flip();
                hasher.update(buffer);
                buffer.clear();
            }
            return ObjectFormat.id(hasher);
        }
    }

    static String link(Path link, ObjectFormat format) throws IOException {
        byte[] target = HostPaths.targetBytes(Files.readSymbolicLink(link));
        MessageDigest hasher = format.blobHasher(target.length);
        hasher.update(target);
        return ObjectFormat.id(hasher);
    }

    /** Opens a regular file for reading; fails on a link. */
    static SeekableByteChannel open(Path file) throws IOException {
        return Files.newByteChannel(file, Set.of(StandardOpenOption.READ, LinkOption.NOFOLLOW_LINKS));
    }
}
