package dev.bootwright.acquire.archive;

import dev.bootwright.failure.FailureCode;
import dev.bootwright.failure.ToolException;
import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.zip.GZIPInputStream;
import org.apache.commons.compress.compressors.bzip2.BZip2CompressorInputStream;
import org.apache.commons.compress.compressors.xz.XZCompressorInputStream;

/** Opens an archive by what its first bytes say it is; its name only decided that it is one. */
public final class ArchiveFormat {
    private static final int XZ_MEMORY_KIB = 512 << 10;
    private static final int BUFFER = 1 << 16;

    private ArchiveFormat() {}

    public static void read(Path archive, ArchiveEntry.Visitor visitor) throws IOException {
        byte[] magic;
        try (InputStream in = Files.newInputStream(archive)) {
            magic = in.readNBytes(6);
        }
        if (startsWith(magic, 'P', 'K')) {
            ZipReader.read(archive, visitor);
            return;
        }
        if (startsWith(magic, 0x28, 0xb5, 0x2f, 0xfd)) {
            throw ToolException.of(
                    FailureCode.USAGE,
                    "acquire",
                    "archives compressed with zstd cannot be read: " + archive,
                    "Run `zstd -d` on it, then name the .tar file.");
        }
        try (InputStream in = new BufferedInputStream(Files.newInputStream(archive), BUFFER);
                InputStream plain = new BufferedInputStream(decompressed(in, magic), BUFFER)) {
            new TarReader(plain).read(visitor);
        }
    }

    private static InputStream decompressed(InputStream in, byte[] magic) throws IOException {
        if (startsWith(magic, 0x1f, 0x8b)) {
            return new GZIPInputStream(in, BUFFER);
        }
        if (startsWith(magic, 'B', 'Z', 'h')) {
            return new BZip2CompressorInputStream(in, true);
        }
        if (startsWith(magic, 0xfd, '7', 'z', 'X', 'Z', 0)) {
            return XZCompressorInputStream.builder()
                    .setInputStream(in)
                    .setDecompressConcatenated(true)
                    .setMemoryLimitKiB(XZ_MEMORY_KIB)
                    .get();
        }
        return in;
    }

    private static boolean startsWith(byte[] magic, int... wanted) {
        if (magic.length < wanted.length) {
            return false;
        }
        for (int i = 0; i < wanted.length; i++) {
            if ((magic[i] & 0xff) != wanted[i]) {
                return false;
            }
        }
        return true;
    }
}
