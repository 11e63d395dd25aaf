package dev.bootwright.git;

import dev.bootwright.base.RelativePath;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Instant;
import java.util.Arrays;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Predicate;

/**
 * Fills file times and sizes into an index file of version 2 or 3, so that git need not read every file again to see
 * that it is unchanged.
 */
final class IndexStat {
    private static final int HEADER = 12;
    private static final int STAT = 40;
    private static final int MTIME_AT = 8;
    private static final int SIZE_AT = 36;
    private static final int ASSUME_VALID = 0x8000;
    private static final int EXTENDED = 0x4000;

    private IndexStat() {}

    /**
     * @param size the size of a file that is unchanged; empty leaves the entry to be compared by content
     * @param unchecked entries that git is told not to compare at all
     */
    static byte[] patch(
            byte[] index,
            ObjectFormat format,
            Function<RelativePath, Optional<Long>> size,
            Predicate<RelativePath> unchecked,
            Instant time)
            throws IOException {
        ByteBuffer buffer = ByteBuffer.wrap(index);
        int version = buffer.getInt(4);
        if (buffer.getInt(0) != 0x44495243 || version < 2 || version > 3) {
            throw new IOException("git wrote an index of an unknown form");
        }
        int idBytes = format.digits() / 2;
        int at = HEADER;
        for (int i = 0; i < buffer.getInt(8); i++) {
            int flagsAt = at + STAT + idBytes;
            int flags = buffer.getShort(flagsAt) & 0xffff;
            int nameAt = flagsAt + ((flags & EXTENDED) != 0 ? 4 : 2);
            int end = nameAt;
            while (index[end] != 0) {
                end++;
            }
            RelativePath path = RelativePath.ofBytes(Arrays.copyOfRange(index, nameAt, end));
            Optional<Long> known = size.apply(path);
            if (known.isPresent()) {
                buffer.putInt(at + MTIME_AT, (int) time.getEpochSecond());
                buffer.putInt(at + SIZE_AT, known.get().intValue());
            }
            if (unchecked.test(path)) {
                buffer.putShort(flagsAt, (short) (flags | ASSUME_VALID));
            }
            // Entries are padded with one to eight NUL bytes to a multiple of eight.
            at += (end - at + 8) / 8 * 8;
        }
        byte[] sum = sum(format, index, index.length - idBytes);
        System.arraycopy(sum, 0, index, index.length - idBytes, idBytes);
        return index;
    }

    private static byte[] sum(ObjectFormat format, byte[] content, int length) {
        try {
            MessageDigest digest = MessageDigest.getInstance(format.algorithm());
            digest.update(content, 0, length);
            return digest.digest();
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java platform has " + format.algorithm(), e);
        }
    }
}
