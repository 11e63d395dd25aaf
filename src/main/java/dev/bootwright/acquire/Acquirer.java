package dev.bootwright.acquire;

import dev.bootwright.acquire.SourceReference.ArchiveFile;
import dev.bootwright.acquire.SourceReference.GitSource;
import dev.bootwright.acquire.SourceReference.LocalFolder;
import dev.bootwright.acquire.SourceReference.RegistryPackage;
import dev.bootwright.base.RelativePath;
import dev.bootwright.failure.FailureCode;
import dev.bootwright.failure.StorageFailure;
import dev.bootwright.failure.ToolException;
import dev.bootwright.git.GitCli;
import dev.bootwright.git.GitClone;
import dev.bootwright.git.GitFolder;
import dev.bootwright.git.GitView;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Turns what the user named into a {@link Workspace}. */
public final class Acquirer {
    private final GitCli git;
    private final PackageFetcher packages;
    private final TreeLimits limits = TreeLimits.DEFAULT;

    public Acquirer(GitCli git, PackageFetcher packages) {
        this.git = git;
        this.packages = packages;
    }

    public Workspace acquire(SourceReference reference, AcquireOptions options) {
        try {
            Files.createDirectories(options.scratch());
        } catch (IOException e) {
            throw StorageFailure.of("make " + options.scratch(), e);
        }
        if (options.committed() && !(reference instanceof LocalFolder)) {
            throw ToolException.of(
                    FailureCode.USAGE,
                    "acquire",
                    "--committed is about a local folder, and " + reference.display() + " is none",
                    "Leave it out: what is cloned or unpacked is as committed or published.");
        }
        if (options.into() != null && reference instanceof LocalFolder) {
            throw ToolException.of(
                    FailureCode.USAGE,
                    "acquire",
                    "--into is for what is cloned, unpacked or fetched, and " + reference.display()
                            + " is a local folder, which is used where it lies",
                    "Leave it out.");
        }
        return switch (reference) {
            case LocalFolder folder -> folder(folder, options);
            case GitSource source -> clone(source, options);
            case ArchiveFile archive -> archive(archive, options);
            case RegistryPackage wanted -> registryPackage(wanted, options);
        };
    }

    private Workspace folder(LocalFolder folder, AcquireOptions options) {
        return new FolderAcquisition(git, limits, options.scratch())
                .acquire(folder.path(), folder.display(), folder.name(), options.committed());
    }

    private Workspace clone(GitSource source, AcquireOptions options) {
        Path target = Materialisation.target(source, options);
        GitClone.Wanted wanted =
                new GitClone.Wanted(source.location(), SourceNames.withoutCredentials(source.location()), source.ref());
        GitClone clone = new GitClone(git, options.scratch());
        if (Materialisation.existing(target, source.display()).isEmpty()) {
            try (Materialisation made = Materialisation.begin(target)) {
                Path tree = made.work("tree");
                String commit = clone.fetch(wanted, tree);
                limits.checkEntries(count(tree, commit, options), source.display());
                clone.checkOut(tree);
                if (options.submodules()) {
                    clone.fetchSubmodules(tree, source.display());
                }
                made.finish(tree, SourceMarker.of(source.display(), commit, null));
            }
        } else if (options.submodules()) {
            clone.fetchSubmodules(target, source.display());
        }
        return new FolderAcquisition(git, limits, options.scratch())
                .deepenedBy(() -> clone.deepen(target, wanted))
                .acquire(target, source.display(), source.name(), false);
    }

    private int count(Path tree, String commit, AcquireOptions options) {
        try (GitView view = GitView.open(git, GitFolder.workTreeAt(tree).orElseThrow(), options.scratch())) {
            return view.tree(commit, RelativePath.ROOT).size();
        }
    }

    private Workspace archive(ArchiveFile archive, AcquireOptions options) {
        Path target = Materialisation.target(archive, options);
        Optional<SourceMarker> existing = Materialisation.existing(target, archive.display());
        if (existing.isEmpty()) {
            try (Materialisation made = Materialisation.begin(target)) {
                unpack(made, archive.path(), null, archive.display(), archive.display(), null);
            }
        }
        return made(target, archive.display(), archive, options);
    }

    private Workspace registryPackage(RegistryPackage wanted, AcquireOptions options) {
        Path target = Materialisation.target(wanted, options);
        Optional<SourceMarker> existing = Materialisation.existing(target, wanted.display());
        if (existing.isEmpty()) {
            try (Materialisation made = Materialisation.begin(target)) {
                PackageFetcher.FetchedPackage fetched =
                        packages.fetch(wanted.url(), made.work("archive"), options.progress());
                PackageUrl url = fetched.url();
                @Nullable
                RelativePath prefix = url.type() == PackageUrl.Type.GOLANG
                        ? RelativePath.of(url.name() + "@" + url.wantedVersion().orElse(""))
                        : null;
                unpack(made, fetched.archive(), prefix, wanted.display(), url.toString(), fetched.published());
            }
        }
        String resolved = SourceMarker.read(target).map(SourceMarker::resolved).orElse(wanted.display());
        return made(target, resolved, wanted, options);
    }

    private void unpack(
            Materialisation made,
            Path archive,
            @Nullable RelativePath prefix,
            String source,
            String resolved,
            @Nullable Instant published) {
        ArchiveExtraction.Unpacked unpacked = ArchiveExtraction.unpack(archive, made.work("tree"), prefix, limits);
        Instant time = published != null ? published : unpacked.newest();
        made.finish(unpacked.root(), SourceMarker.of(source, resolved, time));
    }

    private Workspace made(Path target, String source, SourceReference reference, AcquireOptions options) {
        return new FolderAcquisition(git, limits, options.scratch()).acquire(target, source, reference.name(), false);
    }
}
