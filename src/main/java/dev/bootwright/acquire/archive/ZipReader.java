package dev.bootwright.acquire.archive;

import dev.bootwright.acquire.archive.ArchiveEntry.Type;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Path;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.Collections;
import org.apache.commons.compress.archivers.zip.X5455_ExtendedTimestamp;
import org.apache.commons.compress.archivers.zip.ZipArchiveEntry;
import org.apache.commons.compress.archivers.zip.ZipFile;
import org.jspecify.annotations.Nullable;

/** Reads zip files by their central directory, with names as bytes. */
final class ZipReader {
    private static final int TYPE_MASK = 0170000;
    private static final int LINK_LIMIT = 4096;

    private ZipReader() {}

    static void read(Path archive, ArchiveEntry.Visitor visitor) throws IOException {
        try (ZipFile zip = ZipFile.builder().setPath(archive).get()) {
            for (ZipArchiveEntry entry : Collections.list(zip.getEntriesInPhysicalOrder())) {
                if (entry.getGeneralPurposeBit().usesEncryption()) {
                    throw new IOException("it is encrypted");
                }
                entry(zip, entry, visitor);
            }
        }
    }

    private static void entry(ZipFile zip, ZipArchiveEntry entry, ArchiveEntry.Visitor visitor) throws IOException {
        byte[] path = path(entry);
        int mode = entry.getUnixMode();
        boolean folder = path.length > 0 && path[path.length - 1] == '/';
        Type type = switch (mode & TYPE_MASK) {
            case 0120000 -> Type.LINK;
            case 0, 0100000, 0040000 -> folder ? Type.FOLDER : Type.FILE;
            default -> Type.SPECIAL;
        };
        if (!zip.canReadEntryData(entry)) {
            throw new IOException("it uses a compression method that is not understood");
        }
        try (InputStream content = zip.getInputStream(entry)) {
            byte[] target = type == Type.LINK ? content.readNBytes(LINK_LIMIT) : new byte[0];
            visitor.visit(new ArchiveEntry(path, type, (mode & 0111) != 0, target, time(entry), content));
        }
    }

    private static byte[] path(ZipArchiveEntry entry) {
        byte[] path = entry.getRawName();
        boolean backslashes = entry.getPlatform() == ZipArchiveEntry.PLATFORM_FAT;
        for (byte b : path) {
            backslashes &= b != '/';
        }
        for (int i = 0; backslashes && i < path.length; i++) {
            path[i] = path[i] == '\\' ? (byte) '/' : path[i];
        }
        return path;
    }

    private static @Nullable Instant time(ZipArchiveEntry entry) {
        if (entry.getExtraField(X5455_ExtendedTimestamp.HEADER_ID) instanceof X5455_ExtendedTimestamp exact
                && exact.getModifyFileTime() != null) {
            return exact.getModifyFileTime().toInstant();
        }
        long time = entry.getTime();
        // The format holds a wall clock's time, which the library reads in this machine's zone.
        return time <= 0
                ? null
                : LocalDateTime.ofInstant(Instant.ofEpochMilli(time), ZoneId.systemDefault())
                        .toInstant(ZoneOffset.UTC);
    }
}
