package dev.bootwright.acquire;

import dev.bootwright.failure.Failure;
import dev.bootwright.failure.FailureCode;
import dev.bootwright.failure.StorageFailure;
import dev.bootwright.failure.ToolException;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The making of one folder for a source that does not lie on this machine as one: beside its place first, then moved
 * there as a whole, so that a failure or a crash leaves nothing under its name.
 */
final class Materialisation implements AutoCloseable {
    private static final String MIDDLE = ".bootwright-";

    private final Path target;
    private final Path beside;

    private Materialisation(Path target, Path beside) {
        this.target = target;
        this.beside = beside;
    }

    /** Where a source is to be made; refuses names that would lie elsewhere. */
    static Path target(SourceReference reference, AcquireOptions options) {
        @Nullable Path into = options.into();
        if (into != null) {
            return into;
        }
        String name = reference.name();
        if (name.isEmpty() || name.startsWith(".") || name.contains("/")) {
            throw ToolException.of(
                    FailureCode.USAGE,
                    "acquire",
                    "no folder name follows from " + reference.display(),
                    "Name the folder to make with --into DIR.");
        }
        return options.cwd().resolve(name);
    }

    /** The marker of a folder that was made from the same source before; empty when there is room to make it now. */
    static Optional<SourceMarker> existing(Path target, String source) {
        if (!Files.exists(target, LinkOption.NOFOLLOW_LINKS) || isEmptyFolder(target)) {
            return Optional.empty();
        }
        Optional<SourceMarker> marker = Files.isDirectory(target) ? SourceMarker.read(target) : Optional.empty();
        if (marker.isPresent() && marker.get().source().equals(source)) {
            return marker;
        }
        String what =
                marker.map(m -> "it was made from " + m.source()).orElse("it is not empty and not made by this tool");
        throw ToolException.of(
                FailureCode.TARGET_OCCUPIED,
                "acquire",
                "cannot put " + source + " into " + target + ": " + what,
                "Name another folder with --into DIR, or remove " + target + ".");
    }

    static Materialisation begin(Path target) {
        Path parent = target.toAbsolutePath().getParent();
        if (parent == null) {
            parent = Path.of("/");
        }
        String prefix = "." + target.getFileName() + MIDDLE;
        try {
            Files.createDirectories(parent);
            removeAbandoned(parent, prefix);
            Path beside = Files.createTempDirectory(
                    parent, prefix + ProcessHandle.current().pid() + "-");
            return new Materialisation(target, beside);
        } catch (IOException e) {
            throw failed(target, e);
        }
    }

    /** An empty folder to work in. */
    Path work(String name) {
        try {
            return Files.createDirectory(beside.resolve(name));
        } catch (IOException e) {
            throw failed(target, e);
        }
    }

    /** Marks a finished tree and moves it to its place. */
    void finish(Path tree, SourceMarker marker) {
        try {
            marker.write(tree);
            if (!Files.exists(target, LinkOption.NOFOLLOW_LINKS)) {
                Files.move(tree, target, StandardCopyOption.ATOMIC_MOVE);
                return;
            }
            // An empty folder that was there already is somebody's choice of owner and mode, or their working
            // directory.
            try (DirectoryStream<Path> children = Files.newDirectoryStream(tree)) {
                for (Path child : children) {
                    Files.move(child, target.resolve(tree.relativize(child)), StandardCopyOption.ATOMIC_MOVE);
                }
            }
        } catch (IOException e) {
            throw failed(target, e);
        }
    }

    @Override
    public void close() {
        delete(beside);
    }

    static void delete(Path folder) {
        try {
            Files.walkFileTree(folder, new SimpleFileVisitor<>() {
                @Override
                public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) throws IOException {
                    Files.deleteIfExists(file);
                    return FileVisitResult.CONTINUE;
                }

                @Override
                public FileVisitResult postVisitDirectory(Path dir, @Nullable IOException failure) throws IOException {
                    Files.deleteIfExists(dir);
                    return FileVisitResult.CONTINUE;
                }
            });
        } catch (IOException e) {
            // What is left has a name that the next start recognises and removes.
        }
    }

    private static void removeAbandoned(Path parent, String prefix) throws IOException {
        try (DirectoryStream<Path> siblings =
                Files.newDirectoryStream(parent, p -> p.getFileName().toString().startsWith(prefix))) {
            for (Path sibling : siblings) {
                String rest = sibling.getFileName().toString().substring(prefix.length());
                if (rest.matches("[0-9]{1,10}-[0-9]+")
                        && ProcessHandle.of(Long.parseLong(rest.substring(0, rest.indexOf('-'))))
                                .isEmpty()) {
                    delete(sibling);
                }
            }
        }
    }

    private static boolean isEmptyFolder(Path folder) {
        if (!Files.isDirectory(folder)) {
            return false;
        }
        try (DirectoryStream<Path> children = Files.newDirectoryStream(folder)) {
            return !children.iterator().hasNext();
        } catch (IOException e) {
            return false;
        }
    }

    private static ToolException failed(Path target, IOException e) {
        boolean full = StorageFailure.isFull(String.valueOf(e.getMessage()));
        return new ToolException(
                new Failure(
                        full ? FailureCode.DISK_FULL : FailureCode.TARGET_OCCUPIED,
                        "acquire",
                        "cannot make " + target + ": " + e,
                        List.of(),
                        full
                                ? "Free some space, then run it again."
                                : "Name a folder that can be made with --into DIR."),
                e);
    }
}
