package dev.bootwright.base;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;

/** Replaces a file as a whole: whoever reads it finds the old content or the new one, and a crash leaves no part. */
public final class WholeFile {
    private WholeFile() {}

    /**
     * @param scratch a folder of the caller alone, on the same file system, that somebody empties after a crash; it is
     *     removed
     */
    public static void replace(Path file, byte[] content, Path scratch) throws IOException {
        Path draft = scratch.resolve("draft");
        try {
            Files.write(draft, content);
            Files.move(draft, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
        } finally {
            Files.deleteIfExists(draft);
            Files.delete(scratch);
        }
    }
}
