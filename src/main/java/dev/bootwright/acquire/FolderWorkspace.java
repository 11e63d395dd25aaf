package dev.bootwright.acquire;

import dev.bootwright.base.RelativePath;
import dev.bootwright.failure.StorageFailure;
import dev.bootwright.failure.ToolException;
import dev.bootwright.step.RepositoryIdentity;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** A workspace whose files lie in a folder on the host: the user's own, or a temporary copy of a commit. */
final class FolderWorkspace implements Workspace {
    private static final int MOST_LISTED = 1_000;

    private final String source;
    private final Path directory;
    private final Path root;
    private final RepositoryIdentity identity;
    private final TreeListing listing;
    private final FolderTree tree;
    private final @Nullable GitExport git;
    private final boolean temporary;

    /**
     * @param root where the files lie
     * @param git the repository whose whole work tree this is; null when {@code .git} cannot be rebuilt
     * @param temporary whether the root is a copy of our own, deleted by {@link #close}
     */
    FolderWorkspace(
            String source,
            Path directory,
            Path root,
            RepositoryIdentity identity,
            TreeListing listing,
            @Nullable GitExport git,
            boolean temporary) {
        this.source = source;
        this.directory = directory;
        this.root = root;
        this.identity = identity;
        this.listing = listing;
        this.tree = new FolderTree(root, listing);
        this.git = git;
        this.temporary = temporary;
    }

    @Override
    public String source() {
        return source;
    }

    @Override
    public Path directory() {
        return directory;
    }

    @Override
    public RepositoryIdentity identity() {
        return identity;
    }

    @Override
    public SourceTree tree() {
        return tree;
    }

    @Override
    public List<Skipped> skipped() {
        return listing.skipped();
    }

    @Override
    public boolean isLeftBehind(String path) {
        RelativePath file = RelativePath.of(path);
        if (TreeRules.excluded(file.bytes()) || tree.find(path).isPresent()) {
            return false;
        }
        // A link to elsewhere must not tell what lies there.
        for (RelativePath above = file.parent(); !above.isRoot(); above = above.parent()) {
            if (!Files.isDirectory(HostPaths.resolve(directory, above), LinkOption.NOFOLLOW_LINKS)) {
                return false;
            }
        }
        return Files.isRegularFile(HostPaths.resolve(directory, file), LinkOption.NOFOLLOW_LINKS);
    }

    @Override
    public List<String> leftBehindIn(String folder) {
        String prefix = folder.equals(".") ? "" : folder + "/";
        boolean inTree = prefix.isEmpty()
                || tree.entries().stream().anyMatch(e -> e.path().toString().startsWith(prefix));
        if (!inTree) {
            return List.of();
        }
        try (Stream<Path> files = Files.list(directory.resolve(folder))) {
            return files.limit(MOST_LISTED)
                    .map(file -> prefix + file.getFileName())
                    .filter(this::isLeftBehind)
                    .sorted()
                    .toList();
        } catch (IOException | UncheckedIOException | InvalidPathException e) {
            return List.of();
        }
    }

    @Override
    public List<Submodule> submodules() {
        return listing.submodules();
    }

    @Override
    public boolean hasGit() {
        return git != null;
    }

    @Override
    public void writeTar(OutputStream out, boolean withGit) {
        try {
            TreeTar tar = new TreeTar(out, identity.commitTime());
            tar.entries(root, tree.entries());
            if (withGit && git != null) {
                git.write(identity, listing, GitHistory.SHALLOW, tar);
            }
            tar.end();
        } catch (IOException e) {
            throw unreadable(e);
        }
    }

    @Override
    public void writeGit(OutputStream out, GitHistory history) {
        try {
            TreeTar tar = new TreeTar(out, identity.commitTime());
            if (git != null) {
                git.write(identity, listing, history, tar);
            }
            tar.end();
        } catch (IOException e) {
            throw unreadable(e);
        }
    }

    @Override
    public void close() {
        if (temporary) {
            Materialisation.delete(root);
        }
    }

    private ToolException unreadable(IOException e) {
        return StorageFailure.of("read the files of " + directory, e);
    }
}
