package dev.bootwright.pipeline;

import dev.bootwright.failure.ToolException;
import dev.bootwright.sandbox.GcPolicy;
import dev.bootwright.sandbox.GcReport;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/** Removes what is old from the store: layers by the engine, run folders here. */
public final class CleanUp {
    private static final Duration INTERVAL = Duration.ofHours(1);

    private final Components components;

    public CleanUp(Components components) {
        this.components = components;
    }

    public GcReport clean(GcPolicy policy) {
        Instant oldest = components.clock().instant().minus(policy.maxAge());
        try (var runs = Files.newDirectoryStream(components.store().runs())) {
            for (Path run : runs) {
                if (Files.getLastModifiedTime(run).toInstant().isBefore(oldest)) {
                    delete(run);
                }
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        // Opening the engine writes a little, which a full disk would refuse.
        components.store().releaseReserve();
        try {
            return components.engine().get().gc(policy);
        } finally {
            components.store().keepReserve();
        }
    }

    /**
     * Cleans up within the usual limits where nobody has for an hour; for the end of commands that fill the store.
     *
     * @return what went; empty where it was not due or nothing can be cleaned up here
     */
    public Optional<GcReport> whenDue() {
        Path mark = components.store().root().resolve("last-clean-up");
        Instant now = components.clock().instant();
        try {
            if (Files.exists(mark)
                    && Files.getLastModifiedTime(mark).toInstant().isAfter(now.minus(INTERVAL))) {
                return Optional.empty();
            }
            Files.writeString(mark, now + "\n");
            return Optional.of(clean(GcPolicy.defaults()));
        } catch (IOException | UncheckedIOException | ToolException e) {
            // The run has its answer already; what stands in the way is told by the next run that needs the store.
            return Optional.empty();
        }
    }

    private static void delete(Path folder) throws IOException {
        Files.walkFileTree(folder, new SimpleFileVisitor<>() {
            @Override
            public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) throws IOException {
                Files.delete(file);
                return FileVisitResult.CONTINUE;
            }

            @Override
            public FileVisitResult postVisitDirectory(
                    Path visited, java.io.@org.jspecify.annotations.Nullable IOException e) throws IOException {
                Files.delete(visited);
                return FileVisitResult.CONTINUE;
            }
        });
    }
}
