package dev.bootwright.acquire;

import dev.bootwright.acquire.SourceTree.Kind;
import dev.bootwright.base.RelativePath;
import dev.bootwright.failure.FailureCode;
import dev.bootwright.failure.ToolException;
import dev.bootwright.git.ObjectFormat;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFileAttributes;
import java.util.ArrayList;
import java.util.List;

/** Lists a folder that is no Git work tree: all of it, following no link. */
final class FolderWalk {
    private final String source;
    private final TreeLimits limits;
    private final List<Found> found = new ArrayList<>();
    private final List<Skipped> skipped = new ArrayList<>();
    private long entries;
    private long bytes;

    private record Found(byte[] path, Path file, Kind kind, long size) {}

    private FolderWalk(String source, TreeLimits limits) {
        this.source = source;
        this.limits = limits;
    }

    static TreeListing list(Path root, TreeLimits limits) {
        FolderWalk walk = new FolderWalk(root.toString(), limits);
        walk.folder(root, new byte[0], 0);
        List<TreeFile> files = new Listing(walk.skipped).hash(walk.found);
        walk.skipped.sort((a, b) -> a.path().compareTo(b.path()));
        return new TreeListing(files, List.of(), walk.skipped, List.of());
    }

    private void folder(Path folder, byte[] prefix, int depth) {
        limits.checkDepth(depth, source);
        try (DirectoryStream<Path> children = Files.newDirectoryStream(folder)) {
            for (Path child : children) {
                limits.checkEntries(++entries, source);
                child(child, join(prefix, HostPaths.nameBytes(child)), depth);
            }
        } catch (IOException | DirectoryIteratorException e) {
            if (prefix.length == 0) {
                throw ToolException.of(
                        FailureCode.SOURCE_NOT_FOUND,
                        "acquire",
                        "cannot read the folder " + folder + " as this user",
                        "Check the permissions of the folder, or run the same command as a user who may read it.");
            }
            skipped.add(new Skipped(RelativePath.ofBytes(prefix), "this folder cannot be read"));
        }
    }

    private void child(Path child, byte[] path, int depth) {
        if (TreeRules.excluded(path)) {
            return;
        }
        PosixFileAttributes attributes;
        try {
            attributes = Files.readAttributes(child, PosixFileAttributes.class, LinkOption.NOFOLLOW_LINKS);
        } catch (IOException e) {
            skipped.add(new Skipped(RelativePath.ofBytes(path), "cannot be read"));
            return;
        }
        if (attributes.isDirectory()) {
            folder(child, path, depth + 1);
        } else if (attributes.isOther()) {
            skipped.add(new Skipped(RelativePath.ofBytes(path), TreeRules.SPECIAL));
        } else {
            bytes += attributes.size();
            limits.checkBytes(bytes, source);
            found.add(new Found(path, child, TreeRules.kind(attributes), attributes.size()));
        }
    }

    private static byte[] join(byte[] prefix, byte[] name) {
        if (prefix.length == 0) {
            return name;
        }
        ByteArrayOutputStream out = new ByteArrayOutputStream(prefix.length + 1 + name.length);
        out.writeBytes(prefix);
        out.write('/');
        out.writeBytes(name);
        return out.toByteArray();
    }

    /** Hashes what was found, on all processors. */
    private record Listing(List<Skipped> skipped) {
        List<TreeFile> hash(List<Found> found) {
            return found.parallelStream()
                    .map(this::hash)
                    .flatMap(List::stream)
                    .sorted()
                    .toList();
        }

        private List<TreeFile> hash(Found file) {
            RelativePath path = RelativePath.ofBytes(file.path());
            try {
                String id = TreeRules.contentId(file.file(), file.kind(), ObjectFormat.SHA256);
                return List.of(new TreeFile(path, file.kind(), file.size(), id));
            } catch (IOException e) {
                synchronized (skipped) {
                    skipped.add(new Skipped(path, "cannot be read"));
                }
                return List.of();
            }
        }
    }
}
