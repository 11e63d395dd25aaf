package dev.bootwright.acquire;

import dev.bootwright.acquire.archive.ArchiveEntry;
import dev.bootwright.acquire.archive.ArchiveFormat;
import dev.bootwright.base.RelativePath;
import dev.bootwright.failure.Failure;
import dev.bootwright.failure.FailureCode;
import dev.bootwright.failure.StorageFailure;
import dev.bootwright.failure.ToolException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * Unpacks an archive from anyone into an empty folder. Links are made last, so that nothing is ever written through one,
 * and only where they stay inside the tree.
 */
final class ArchiveExtraction {
    /** An archive that grows beyond both is taken for a bomb. */
    private static final long BOMB_RATIO = 250;

    private static final long BOMB_BYTES = 64L << 20;
    private static final Instant OLDEST = Instant.parse("1990-01-01T00:00:00Z");

    private final Path archive;
    private final Path target;
    private final TreeLimits limits;
    private final long archiveBytes;
    private final TreeMap<RelativePath, byte[]> links = new TreeMap<>();
    private final TreeSet<RelativePath> top = new TreeSet<>();
    private boolean fileAtTop;
    private @Nullable Instant newest;
    private long bytes;
    private long entries;

    private ArchiveExtraction(Path archive, Path target, TreeLimits limits) throws IOException {
        this.archive = archive;
        this.target = target;
        this.limits = limits;
        this.archiveBytes = Files.size(archive);
    }

    /**
     * @param root the unpacked tree's top, inside the given folder
     * @param newest the newest believable file time; null when there is none
     */
    record Unpacked(Path root, @Nullable Instant newest) {}

    /**
     * @param target an existing empty folder
     * @param prefix the folder of the archive that is the tree's top; null for the only top folder, if there is one
     */
    static Unpacked unpack(Path archive, Path target, @Nullable RelativePath prefix, TreeLimits limits) {
        try {
            ArchiveExtraction extraction = new ArchiveExtraction(archive, target, limits);
            ArchiveFormat.read(archive, extraction::entry);
            return extraction.finish(prefix);
        } catch (IOException | UncheckedIOException e) {
            String reason = e.getMessage() == null ? e.getClass().getSimpleName() : e.getMessage();
            boolean full = StorageFailure.isFull(reason);
            throw new ToolException(
                    new Failure(
                            full ? FailureCode.DISK_FULL : FailureCode.SOURCE_REFUSED,
                            "acquire",
                            "cannot unpack " + archive + ": " + reason,
                            List.of(),
                            full ? "Free some space, then run it again." : "Check the archive, or get it again."),
                    e);
        }
    }

    private void entry(ArchiveEntry entry) throws IOException {
        limits.checkEntries(++entries, archive.toString());
        Optional<RelativePath> path = path(entry.path());
        if (path.isEmpty() || isGit(path.get())) {
            return;
        }
        RelativePath at = path.get();
        limits.checkDepth(at.depth(), archive.toString());
        remember(at, entry);
        Path file = HostPaths.resolve(target, at);
        switch (entry.type()) {
            case FOLDER -> {
                links.remove(at);
                Files.createDirectories(file);
            }
            case FILE -> {
                links.remove(at);
                file(entry, file);
            }
            case LINK -> {
                Files.deleteIfExists(file);
                links.put(at, entry.target());
            }
            case HARD_LINK -> hardLink(entry, at, file);
            case SPECIAL -> throw refused("holds " + at + ", a device, a pipe or another special file");
        }
    }

    private void remember(RelativePath at, ArchiveEntry entry) {
        RelativePath first = at;
        while (first.depth() > 0) {
            first = first.parent();
        }
        top.add(first);
        fileAtTop |= at.depth() == 0 && entry.type() != ArchiveEntry.Type.FOLDER;
        @Nullable Instant time = entry.time();
        boolean believable = time != null
                && time.isAfter(OLDEST)
                && time.isBefore(Instant.now().plus(Duration.ofDays(1)));
        if (believable && (newest == null || newest.isBefore(time))) {
            newest = time;
        }
    }

    private void file(ArchiveEntry entry, Path file) throws IOException {
        Files.createDirectories(file.getParent());
        try (OutputStream out = create(file)) {
            copy(entry.content(), out);
        }
        if (entry.executable()) {
            Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwxr-xr-x"));
        }
    }

    private void hardLink(ArchiveEntry entry, RelativePath at, Path file) throws IOException {
        RelativePath original = path(entry.target()).orElseThrow(() -> refused("holds " + at + ", a link to nothing"));
        byte @Nullable [] link = links.get(original);
        if (link != null) {
            links.put(at, link);
            return;
        }
        Path source = HostPaths.resolve(target, original);
        if (!Files.isRegularFile(source, LinkOption.NOFOLLOW_LINKS)) {
            throw refused("holds " + at + ", a hard link to " + original + ", which is not in it");
        }
        addBytes(Files.size(source));
        Files.createDirectories(file.getParent());
        if (!source.equals(file)) {
            Files.copy(source, file, StandardCopyOption.REPLACE_EXISTING, StandardCopyOption.COPY_ATTRIBUTES);
        }
    }

    private static OutputStream create(Path file) throws IOException {
        return Files.newOutputStream(
                file,
                StandardOpenOption.CREATE,
                StandardOpenOption.TRUNCATE_EXISTING,
                StandardOpenOption.WRITE,
                LinkOption.NOFOLLOW_LINKS);
    }

    private void copy(InputStream in, OutputStream out) throws IOException {
        byte[] buffer = new byte[1 << 16];
        int count = in.read(buffer);
        while (count >= 0) {
            addBytes(count);
            out.write(buffer, 0, count);
            count = in.read(buffer);
        }
    }

    private void addBytes(long count) {
        bytes += count;
        limits.checkBytes(bytes, archive.toString());
        if (bytes > BOMB_BYTES && bytes / BOMB_RATIO > archiveBytes) {
            throw refused("grows to more than " + BOMB_RATIO + " times its size");
        }
    }

    private Unpacked finish(@Nullable RelativePath prefix) throws IOException {
        RelativePath root = RelativePath.ROOT;
        if (prefix != null) {
            root = prefix;
        } else if (top.size() == 1 && !fileAtTop) {
            root = top.first();
        }
        Path rootFolder = HostPaths.resolve(target, root);
        if (!Files.isDirectory(rootFolder, LinkOption.NOFOLLOW_LINKS)) {
            if (prefix != null || links.isEmpty()) {
                throw prefix == null ? refused("holds no file") : refused("has no folder " + prefix);
            }
            Files.createDirectories(rootFolder);
        }
        TreeMap<RelativePath, byte[]> inside = new TreeMap<>();
        for (Map.Entry<RelativePath, byte[]> link : links.entrySet()) {
            below(root, link.getKey()).ifPresent(path -> inside.put(path, link.getValue()));
        }
        LinkTargets targets = new LinkTargets(inside);
        for (Map.Entry<RelativePath, byte[]> link : inside.entrySet()) {
            if (targets.leavesTree(link.getKey())) {
                throw refused("holds " + link.getKey() + ", a link that leads out of it");
            }
            Path file = HostPaths.resolve(rootFolder, link.getKey());
            Files.createDirectories(file.getParent());
            Files.createSymbolicLink(file, HostPaths.linkTarget(link.getValue()));
        }
        return new Unpacked(rootFolder, newest);
    }

    private static Optional<RelativePath> below(RelativePath root, RelativePath path) {
        if (root.isRoot()) {
            return Optional.of(path);
        }
        byte[] prefix = root.bytes();
        byte[] bytes = path.bytes();
        boolean inside = bytes.length > prefix.length + 1
                && bytes[prefix.length] == '/'
                && Arrays.equals(prefix, 0, prefix.length, bytes, 0, prefix.length);
        return inside
                ? Optional.of(RelativePath.ofBytes(Arrays.copyOfRange(bytes, prefix.length + 1, bytes.length)))
                : Optional.empty();
    }

    /** Cleans {@code ./a//b/} to {@code a/b}; empty for the top itself. */
    private Optional<RelativePath> path(byte[] name) {
        byte[] clean = new byte[name.length];
        int length = 0;
        int start = 0;
        if (name.length > 0 && name[0] == '/') {
            throw refused("holds an absolute path");
        }
        for (int i = 0; i <= name.length; i++) {
            if (i == name.length || name[i] == '/') {
                boolean dot = i - start == 1 && name[start] == '.';
                if (i > start && !dot) {
                    if (length > 0) {
                        clean[length++] = '/';
                    }
                    System.arraycopy(name, start, clean, length, i - start);
                    length += i - start;
                }
                start = i + 1;
            }
        }
        if (length == 0) {
            return Optional.empty();
        }
        try {
            return Optional.of(RelativePath.ofBytes(Arrays.copyOf(clean, length)));
        } catch (IllegalArgumentException e) {
            throw refused("holds a path that leads out of it");
        }
    }

    /** A Git directory would bring configuration and hooks that run on this machine; it is not unpacked. */
    private static boolean isGit(RelativePath path) {
        return TreeRules.isGit(path.bytes()) || path.toString().equals(SourceMarker.FILE);
    }

    private ToolException refused(String why) {
        return ToolException.of(
                FailureCode.SOURCE_REFUSED,
                "acquire",
                "the archive " + archive + " " + why,
                "Nothing was written. If you trust it, unpack it yourself and name the folder.");
    }
}
