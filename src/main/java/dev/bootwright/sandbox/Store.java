package dev.bootwright.sandbox;

import dev.bootwright.failure.Failure;
import dev.bootwright.failure.FailureCode;
import dev.bootwright.failure.StorageFailure;
import dev.bootwright.failure.ToolException;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.FileStore;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * The folder of one user that holds all that outlives a run: {@code bases}, {@code layers}, {@code runs},
 * {@code ready} and {@code tmp}, on one file system and closed to others.
 */
public final class Store {
    private static final int RESERVE_BYTES = 1 << 20;

    private final Path root;
    private final StoreOwner self = StoreOwner.current();
    /** Of the process, not of a store: two stores may stand on one folder. */
    private static final AtomicInteger NEXT_TEMPORARY = new AtomicInteger();

    private Store(Path root) {
        this.root = root;
    }

    /** The store that an environment names: BOOTWRIGHT_HOME, else below XDG_CACHE_HOME, else below HOME. */
    public static Store of(Map<String, String> env) {
        String home = env.getOrDefault("BOOTWRIGHT_HOME", "");
        if (!home.isEmpty()) {
            return at(Path.of(home));
        }
        String cache = env.getOrDefault("XDG_CACHE_HOME", "");
        Path parent = cache.isEmpty() ? Path.of(env.getOrDefault("HOME", "/root"), ".cache") : Path.of(cache);
        return at(parent.resolve("bootwright"));
    }

    /** Opens the store at a folder, which is created when it is not there yet. */
    public static Store at(Path folder) {
        Path root = folder.toAbsolutePath().normalize();
        Store store = new Store(root);
        try {
            for (Path part : List.of(root, store.bases(), store.layers(), store.runs(), store.ready(), store.tmp())) {
                if (!Files.isDirectory(part)) {
                    Files.createDirectories(part);
                    Files.setPosixFilePermissions(part, PosixFilePermissions.fromString("rwx------"));
                }
            }
        } catch (IOException e) {
            throw unusable("cannot create the store at " + root + ": " + StorageFailure.reason(e), e);
        }
        return store;
    }

    public Path root() {
        return root;
    }

    /** Which base environments have been built. */
    public Path bases() {
        return root.resolve("bases");
    }

    public Path layers() {
        return root.resolve("layers");
    }

    /** One folder a run: journal, blobs, logs. */
    public Path runs() {
        return root.resolve("runs");
    }

    /** Stored proofs, by digest. */
    public Path ready() {
        return root.resolve("ready");
    }

    public Path tmp() {
        return root.resolve("tmp");
    }

    /** A new private folder below {@link #tmp}, which the next start removes if this process dies. */
    public Path newTemporary(String kind) {
        Path folder = tmp().resolve(self.temporaryName(kind, NEXT_TEMPORARY.incrementAndGet()));
        try {
            Files.createDirectory(
                    folder, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------")));
            return folder;
        } catch (IOException e) {
            throw unusable("cannot create " + folder + ": " + StorageFailure.reason(e), e);
        }
    }

    /** The temporary folders that this process has made and that are still there. */
    public List<Path> ownTemporaries() {
        List<Path> own = new ArrayList<>();
        try (DirectoryStream<Path> folders = Files.newDirectoryStream(tmp())) {
            for (Path folder : folders) {
                if (StoreOwner.ofName(folder.getFileName().toString()).equals(Optional.of(self))) {
                    own.add(folder);
                }
            }
        } catch (IOException e) {
            throw unusable("cannot read " + tmp() + ": " + StorageFailure.reason(e), e);
        }
        return own;
    }

    /** Gives back a little space, kept for the day on which a full disk would keep even cleaning up from starting. */
    public void releaseReserve() {
        try {
            Files.deleteIfExists(reserve());
        } catch (IOException e) {
            throw unusable("cannot delete " + reserve() + ": " + StorageFailure.reason(e), e);
        }
    }

    /** Sets that space aside again, where there is some. */
    public void keepReserve() {
        if (Files.exists(reserve())) {
            return;
        }
        try {
            Files.write(reserve(), new byte[RESERVE_BYTES]);
        } catch (IOException e) {
            releaseReserve();
        }
    }

    private Path reserve() {
        return root.resolve("reserve");
    }

    public long usableBytes() {
        try {
            FileStore disk = Files.getFileStore(root);
            return disk.getUsableSpace();
        } catch (IOException e) {
            throw unusable("cannot read the free space below " + root + ": " + StorageFailure.reason(e), e);
        }
    }

    /** Fails with {@code disk-full} when less than the given space is free. */
    public void requireSpace(long bytes, String phase) {
        long usable = usableBytes();
        if (usable < bytes) {
            throw ToolException.of(
                    FailureCode.DISK_FULL,
                    phase,
                    "the store at " + root + " has " + (usable >> 20) + " MiB free, and " + (bytes >> 20)
                            + " MiB are needed",
                    "Free disk space, run 'bootwright gc', or set BOOTWRIGHT_HOME to a folder on a larger disk.");
        }
    }

    private static ToolException unusable(String summary, IOException cause) {
        boolean full = StorageFailure.isFull(summary);
        return new ToolException(
                new Failure(
                        full ? FailureCode.DISK_FULL : FailureCode.STORE_UNUSABLE,
                        "store",
                        summary,
                        List.of(),
                        full
                                ? "Free disk space, or set BOOTWRIGHT_HOME to a folder on a larger disk."
                                : "Check the permissions of the store, or set BOOTWRIGHT_HOME to a folder that you can"
                                        + " write, on a disk with free space."),
                cause);
    }
}
