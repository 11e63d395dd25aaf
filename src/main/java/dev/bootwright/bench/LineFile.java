package dev.bootwright.bench;

import dev.bootwright.failure.FailureCode;
import dev.bootwright.failure.StorageFailure;
import dev.bootwright.failure.ToolException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;

/** A file of JSON lines that one writer appends to: a line is on the disk before the call returns. */
final class LineFile implements AutoCloseable {
    private final Path file;
    private final FileChannel channel;

    private LineFile(Path file, FileChannel channel) {
        this.file = file;
        this.channel = channel;
    }

    /** Opens it for appending; a last line that a killed writer left half-written is cut off. */
    static LineFile open(Path file) {
        try {
            Files.createDirectories(file.toAbsolutePath().getParent());
            FileChannel channel = FileChannel.open(
                    file, StandardOpenOption.CREATE, StandardOpenOption.READ, StandardOpenOption.WRITE);
            @Nullable FileLock lock = locked(channel);
            if (lock == null) {
                channel.close();
                throw ToolException.of(
                        FailureCode.USAGE,
                        "bench",
                        "another bench is writing " + file,
                        "Wait for it, or name another folder.");
            }
            byte[] content = Files.readAllBytes(file);
            channel.truncate(whole(content));
            channel.position(channel.size());
            return new LineFile(file, channel);
        } catch (IOException e) {
            throw StorageFailure.of("write " + file, e);
        }
    }

    private static @Nullable FileLock locked(FileChannel channel) throws IOException {
        try {
            return channel.tryLock();
        } catch (OverlappingFileLockException e) {
            return null;
        }
    }

    /** How many bytes there are up to and with the last line feed. */
    private static int whole(byte[] content) {
        int end = content.length;
        while (end > 0 && content[end - 1] != '\n') {
            end--;
        }
        return end;
    }

    synchronized void append(Object value) {
        byte[] line = (BenchJson.LINE.writeValueAsString(value) + "\n").getBytes(StandardCharsets.UTF_8);
        try {
            ByteBuffer bytes = ByteBuffer.wrap(line);
            while (bytes.hasRemaining()) {
                channel.write(bytes);
            }
            channel.force(true);
        } catch (IOException e) {
            throw StorageFailure.of("write " + file, e);
        }
    }

    /** The values of a file that may be absent; an unterminated last line is dropped. */
    static <T> List<T> read(Path file, Class<T> type, int schemaVersion) {
        if (!Files.exists(file)) {
            return List.of();
        }
        List<T> values = new ArrayList<>();
        try {
            byte[] content = Files.readAllBytes(file);
            int number = 0;
            for (String line : new String(content, 0, whole(content), StandardCharsets.UTF_8)
                    .lines()
                    .toList()) {
                number++;
                values.add(parse(file, number, line, type, schemaVersion));
            }
        } catch (IOException e) {
            throw StorageFailure.of("read " + file, e);
        }
        return values;
    }

    private static <T> T parse(Path file, int number, String line, Class<T> type, int schemaVersion) {
        try {
            JsonNode node = BenchJson.LINE.readTree(line);
            int version = node.path("schemaVersion").asInt(0);
            if (version != schemaVersion) {
                throw unreadable(
                        file, number, "has schema version " + version + ", and this program reads " + schemaVersion);
            }
            return BenchJson.LINE.treeToValue(node, type);
        } catch (JacksonException e) {
            throw unreadable(file, number, "cannot be read: " + e.getOriginalMessage());
        }
    }

    private static ToolException unreadable(Path file, int number, String why) {
        return ToolException.of(
                FailureCode.USAGE,
                "bench",
                "line " + number + " of " + file + " " + why,
                "Take the line away, or measure into another folder.");
    }

    @Override
    public synchronized void close() {
        try {
            channel.close();
        } catch (IOException e) {
            throw StorageFailure.of("write " + file, e);
        }
    }
}
