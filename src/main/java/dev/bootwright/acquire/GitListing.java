package dev.bootwright.acquire;

import dev.bootwright.acquire.SourceTree.Kind;
import dev.bootwright.base.RelativePath;
import dev.bootwright.failure.FailureCode;
import dev.bootwright.failure.ToolException;
import dev.bootwright.git.GitCli;
import dev.bootwright.git.GitFolder;
import dev.bootwright.git.GitStatus;
import dev.bootwright.git.GitView;
import dev.bootwright.git.IndexEntry;
import dev.bootwright.git.ObjectFormat;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFileAttributes;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Stream;

/**
 * Lists a Git work tree: tracked files as they lie there, and untracked ones that are not ignored. Contents are hashed
 * only where git does not vouch that the file is the one in the index.
 */
final class GitListing {
    private static final int SUBMODULE_DEPTH = 8;

    private final GitCli git;
    private final Path scratch;
    private final TreeLimits limits;
    private final Path root;
    private final GitStatus status;
    private final List<IndexEntry> index;
    private final ObjectFormat format;
    private final Set<RelativePath> unlike;
    private final Set<RelativePath> dirty = new TreeSet<>();
    private final List<Skipped> skipped = new ArrayList<>();
    private final List<Submodule> submodules = new ArrayList<>();
    private final List<TreeFile> files = new ArrayList<>();
    /** Folders that were checked to be real folders, or not to be. */
    private final ConcurrentHashMap<RelativePath, Boolean> folders = new ConcurrentHashMap<>();

    private GitListing(
            GitCli git,
            Path scratch,
            TreeLimits limits,
            Path root,
            GitStatus status,
            List<IndexEntry> index,
            GitView view) {
        this.git = git;
        this.scratch = scratch;
        this.limits = limits;
        this.root = root;
        this.status = status;
        this.index = index;
        this.format = view.format();
        this.unlike = new HashSet<>(status.unlike());
    }

    /**
     * @param commit the one that is checked out; empty before the first
     * @param tracked whether any file of the folder is in the index
     */
    record Result(TreeListing listing, Optional<GitView.Commit> commit, boolean tracked) {}

    /** @param below the folder to list, relative to the work tree's top; paths are relative to it */
    static Result list(GitCli git, GitView view, RelativePath below, Path scratch, TreeLimits limits, int depth) {
        GitView.Look look = view.look(below);
        GitStatus status = look.status();
        List<IndexEntry> index = look.index();
        Path top = Optional.ofNullable(view.folder().workTree()).orElseThrow();
        Path root = HostPaths.resolve(top, below);
        limits.checkEntries((long) index.size() + status.untracked().size(), root.toString());
        GitListing listing = new GitListing(git, scratch, limits, root, status, index, view);
        return new Result(listing.list(depth), look.commit(), !index.isEmpty());
    }

    /** A commit's files, checked out below a root of our own; contents are named by their ids in the commit. */
    static TreeListing committed(GitView view, String commit, RelativePath below, Path root, TreeLimits limits) {
        List<TreeFile> files = new ArrayList<>();
        List<Submodule> submodules = new ArrayList<>();
        for (IndexEntry entry : view.tree(commit, below)) {
            if (TreeRules.excluded(entry.path())) {
                continue;
            }
            RelativePath path = checked(entry.path(), root);
            if (entry.isSubmodule()) {
                submodules.add(new Submodule(path, entry.id(), false));
                continue;
            }
            Kind kind = entry.isLink() ? Kind.LINK : entry.isExecutable() ? Kind.EXECUTABLE : Kind.FILE;
            try {
                long size = Files.readAttributes(
                                HostPaths.resolve(root, path), PosixFileAttributes.class, LinkOption.NOFOLLOW_LINKS)
                        .size();
                files.add(new TreeFile(path, kind, size, entry.id()));
            } catch (IOException e) {
                throw new UncheckedIOException("git did not check out " + path, e);
            }
        }
        limits.checkEntries(files.size(), root.toString());
        limits.checkBytes(files.stream().mapToLong(TreeFile::size).sum(), root.toString());
        files.sort(null);
        return new TreeListing(files, List.of(), List.of(), submodules);
    }

    private TreeListing list(int depth) {
        status.changed().stream().filter(p -> !TreeRules.excluded(p.bytes())).forEach(dirty::add);
        List<IndexEntry> regular = new ArrayList<>();
        for (IndexEntry entry : index) {
            if (TreeRules.excluded(entry.path())) {
                continue;
            }
            if (entry.isSubmodule()) {
                submodule(entry, depth);
            } else {
                regular.add(entry);
            }
        }
        Set<RelativePath> seen = new HashSet<>();
        for (TreeFile file : Stream.concat(
                        regular.parallelStream().map(this::tracked),
                        status.untracked().parallelStream().map(this::untracked))
                .flatMap(Optional::stream)
                .toList()) {
            if (seen.add(file.path())) {
                files.add(file);
            }
        }
        files.sort(null);
        limits.checkEntries(files.size(), root.toString());
        limits.checkBytes(files.stream().mapToLong(TreeFile::size).sum(), root.toString());
        skipped.sort((a, b) -> a.path().compareTo(b.path()));
        return new TreeListing(files, List.copyOf(dirty), skipped, submodules);
    }

    private Optional<TreeFile> tracked(IndexEntry entry) {
        RelativePath path = checked(entry.path());
        Optional<TreeFile> file = present(path, entry);
        if (file.isPresent() && !entry.trusted() && !file.get().id().equals(entry.id())) {
            addDirty(path);
        }
        return file;
    }

    private Optional<TreeFile> present(RelativePath path, IndexEntry entry) {
        if (!isFolder(path.parent())) {
            return Optional.empty();
        }
        Path file = HostPaths.resolve(root, path);
        PosixFileAttributes attributes;
        try {
            attributes = Files.readAttributes(file, PosixFileAttributes.class, LinkOption.NOFOLLOW_LINKS);
        } catch (IOException e) {
            return Optional.empty();
        }
        if (attributes.isDirectory()) {
            return Optional.empty();
        }
        if (attributes.isOther()) {
            return skip(path, TreeRules.SPECIAL);
        }
        boolean same = entry.trusted() && !unlike.contains(path) && entry.isLink() == attributes.isSymbolicLink();
        if (same) {
            Kind kind = entry.isLink() ? Kind.LINK : entry.isExecutable() ? Kind.EXECUTABLE : Kind.FILE;
            return Optional.of(new TreeFile(path, kind, attributes.size(), entry.id()));
        }
        return hashed(path, file, attributes);
    }

    private Optional<TreeFile> untracked(byte[] bytes) {
        if (TreeRules.excluded(bytes)) {
            return Optional.empty();
        }
        if (bytes[bytes.length - 1] == '/') {
            RelativePath nested = checked(Arrays.copyOf(bytes, bytes.length - 1));
            return skip(nested, "it is a repository of its own and neither tracked nor a submodule");
        }
        RelativePath path = checked(bytes);
        addDirty(path);
        if (!isFolder(path.parent())) {
            return Optional.empty();
        }
        Path file = HostPaths.resolve(root, path);
        try {
            PosixFileAttributes attributes =
                    Files.readAttributes(file, PosixFileAttributes.class, LinkOption.NOFOLLOW_LINKS);
            return attributes.isOther() ? skip(path, TreeRules.SPECIAL) : hashed(path, file, attributes);
        } catch (IOException e) {
            return skip(path, "cannot be read");
        }
    }

    private Optional<TreeFile> hashed(RelativePath path, Path file, PosixFileAttributes attributes) {
        Kind kind = TreeRules.kind(attributes);
        try {
            return Optional.of(new TreeFile(path, kind, attributes.size(), TreeRules.contentId(file, kind, format)));
        } catch (IOException e) {
            return skip(path, "cannot be read");
        }
    }

    private void submodule(IndexEntry entry, int depth) {
        RelativePath path = checked(entry.path());
        Path folder = HostPaths.resolve(root, path);
        Optional<GitFolder> own =
                isFolder(path.parent()) && isFolder(path) ? GitFolder.workTreeAt(folder) : Optional.empty();
        submodules.add(new Submodule(path, entry.id(), own.isPresent()));
        if (own.isEmpty() || depth >= SUBMODULE_DEPTH) {
            return;
        }
        try (GitView view = GitView.open(git, own.get(), scratch)) {
            Result inner = list(git, view, RelativePath.ROOT, scratch, limits, depth + 1);
            TreeListing listing = inner.listing();
            listing.files().forEach(f -> files.add(new TreeFile(below(path, f.path()), f.kind(), f.size(), f.id())));
            listing.dirty().forEach(p -> dirty.add(below(path, p)));
            listing.skipped().forEach(s -> skipped.add(new Skipped(below(path, s.path()), s.reason())));
            listing.submodules()
                    .forEach(s -> submodules.add(new Submodule(below(path, s.path()), s.commit(), s.present())));
            if (inner.commit().filter(c -> c.id().equals(entry.id())).isEmpty()) {
                dirty.add(path);
            }
        }
    }

    /** Whether a path and all folders above it, up to the root, are real folders and no links. */
    private boolean isFolder(RelativePath path) {
        if (path.isRoot()) {
            return true;
        }
        Boolean known = folders.get(path);
        if (known == null) {
            known = isFolder(path.parent())
                    && Files.isDirectory(HostPaths.resolve(root, path), LinkOption.NOFOLLOW_LINKS);
            folders.put(path, known);
        }
        return known;
    }

    private Optional<TreeFile> skip(RelativePath path, String reason) {
        synchronized (skipped) {
            skipped.add(new Skipped(path, reason));
        }
        return Optional.empty();
    }

    private void addDirty(RelativePath path) {
        synchronized (dirty) {
            dirty.add(path);
        }
    }

    private RelativePath checked(byte[] path) {
        return checked(path, root);
    }

    private static RelativePath checked(byte[] path, Path root) {
        try {
            return RelativePath.ofBytes(path);
        } catch (IllegalArgumentException e) {
            throw ToolException.of(
                    FailureCode.SOURCE_REFUSED,
                    "acquire",
                    "the Git index of " + root + " names a path outside of the repository",
                    "Give a fresh clone of the repository.");
        }
    }

    private static RelativePath below(RelativePath folder, RelativePath path) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        out.writeBytes(folder.bytes());
        out.write('/');
        out.writeBytes(path.bytes());
        return RelativePath.ofBytes(out.toByteArray());
    }
}
