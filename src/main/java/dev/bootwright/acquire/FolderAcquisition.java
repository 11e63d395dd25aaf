package dev.bootwright.acquire;

import dev.bootwright.base.RelativePath;
import dev.bootwright.failure.FailureCode;
import dev.bootwright.failure.StorageFailure;
import dev.bootwright.failure.ToolException;
import dev.bootwright.git.GitCli;
import dev.bootwright.git.GitFolder;
import dev.bootwright.git.GitView;
import dev.bootwright.step.RepositoryIdentity;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Makes a workspace of a folder that lies on the host, as a Git work tree or as it is. */
final class FolderAcquisition {
    private final GitCli git;
    private final TreeLimits limits;
    private final Path scratch;
    private final Runnable deepen;

    FolderAcquisition(GitCli git, TreeLimits limits, Path scratch) {
        this(git, limits, scratch, () -> {});
    }

    private FolderAcquisition(GitCli git, TreeLimits limits, Path scratch, Runnable deepen) {
        this.git = git;
        this.limits = limits;
        this.scratch = scratch;
        this.deepen = deepen;
    }

    /** @param fetch brings the history that a shallow clone of ours lacks, called only when it is needed */
    FolderAcquisition deepenedBy(Runnable fetch) {
        return new FolderAcquisition(git, limits, scratch, fetch);
    }

    Workspace acquire(Path given, String source, String name, boolean committed) {
        Path folder = real(given);
        Optional<GitFolder> repository = isMade(folder) ? Optional.empty() : GitFolder.around(folder);
        if (repository.isEmpty()) {
            if (committed) {
                throw nothingCommitted(folder, "it is no Git repository");
            }
            return plain(folder, source, name);
        }
        GitFolder gitFolder = repository.get();
        Path top = Optional.ofNullable(gitFolder.workTree()).orElseThrow();
        RelativePath below = below(top, folder);
        try (GitView view = GitView.open(git, gitFolder, scratch)) {
            return committed
                    ? committed(view, below, folder, source, name)
                    : workTree(view, below, folder, source, name);
        }
    }

    /** What was unpacked here belongs to no repository that happens to lie around it. */
    private static boolean isMade(Path folder) {
        return Files.isRegularFile(folder.resolve(SourceMarker.FILE), LinkOption.NOFOLLOW_LINKS)
                && !Files.exists(folder.resolve(".git"), LinkOption.NOFOLLOW_LINKS);
    }

    private Workspace plain(Path folder, String source, String name) {
        TreeListing listing = FolderWalk.list(folder, limits);
        @Nullable
        Instant time = SourceMarker.read(folder).map(SourceMarker::time).orElse(null);
        RepositoryIdentity identity = new RepositoryIdentity(
                name, null, time, notEmpty(folder, listing).digest(), List.of());
        return new FolderWorkspace(source, folder, folder, identity, listing, null, false);
    }

    private Workspace workTree(GitView view, RelativePath below, Path folder, String source, String name) {
        GitListing.Result result = GitListing.list(git, view, below, scratch, limits, 0);
        if (!below.isRoot() && !result.tracked()) {
            // A folder that merely lies below somebody's repository, which ignores it or does not know it.
            return plain(folder, source, name);
        }
        TreeListing listing = notEmpty(folder, result.listing());
        @Nullable String commit = result.commit().map(GitView.Commit::id).orElse(null);
        @Nullable Instant time = result.commit().map(GitView.Commit::time).orElse(null);
        List<String> dirty =
                listing.dirty().stream().map(RelativePath::toString).toList();
        RepositoryIdentity identity = new RepositoryIdentity(name, commit, time, listing.digest(), dirty);
        @Nullable GitExport export = below.isRoot() && commit != null ? export(view) : null;
        return new FolderWorkspace(source, folder, folder, identity, listing, export, false);
    }

    private Workspace committed(GitView view, RelativePath below, Path folder, String source, String name) {
        GitView.Commit head = view.findCommit("HEAD").orElseThrow(() -> withoutCommit(view, folder));
        String commit = head.id();
        Path copy = temporary();
        boolean done = false;
        try {
            view.checkOut(commit, copy);
            Path root = HostPaths.resolve(copy, below);
            if (!Files.isDirectory(root)) {
                throw nothingCommitted(folder, "the last commit does not have this folder");
            }
            TreeListing listing = notEmpty(folder, GitListing.committed(view, commit, below, root, limits));
            RepositoryIdentity identity =
                    new RepositoryIdentity(name, commit, head.time(), listing.digest(), List.of());
            @Nullable GitExport export = below.isRoot() ? export(view) : null;
            Workspace workspace = new FolderWorkspace(source, folder, root, identity, listing, export, true);
            done = true;
            return workspace;
        } finally {
            if (!done) {
                Materialisation.delete(copy);
            }
        }
    }

    private GitExport export(GitView view) {
        return new GitExport(git, view.folder(), scratch, deepen);
    }

    private Path temporary() {
        try {
            return Files.createTempDirectory(scratch, "committed-");
        } catch (IOException e) {
            throw StorageFailure.of("make a folder in " + scratch, e);
        }
    }

    private static RelativePath below(Path top, Path folder) {
        return folder.equals(top) ? RelativePath.ROOT : HostPaths.relative(top, folder);
    }

    private static Path real(Path folder) {
        try {
            return folder.toRealPath();
        } catch (IOException e) {
            throw ToolException.of(
                    FailureCode.SOURCE_NOT_FOUND,
                    "acquire",
                    "cannot reach " + folder + ": " + e.getMessage(),
                    "Check that the path and the folders above it are accessible.");
        }
    }

    private static TreeListing notEmpty(Path folder, TreeListing listing) {
        if (listing.files().isEmpty()) {
            throw ToolException.of(
                    FailureCode.EMPTY_REPOSITORY,
                    "acquire",
                    folder + " holds no file that belongs to a repository",
                    "Name the folder that holds the project's files; ignored files do not count.");
        }
        return listing;
    }

    private static ToolException withoutCommit(GitView view, Path folder) {
        return view.isUnborn()
                ? nothingCommitted(folder, "it has no commit yet")
                : ToolException.of(
                        FailureCode.SOURCE_REFUSED,
                        "acquire",
                        "cannot read the last commit of " + folder + ": its repository is damaged",
                        "Check the repository with `git fsck`, or give a fresh clone of it.");
    }

    private static ToolException nothingCommitted(Path folder, String why) {
        return ToolException.of(
                FailureCode.SOURCE_NOT_FOUND,
                "acquire",
                "there is nothing committed in " + folder + ": " + why,
                "Leave out --committed to use the files as they lie there.");
    }
}
