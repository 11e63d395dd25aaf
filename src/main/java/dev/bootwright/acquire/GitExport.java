package dev.bootwright.acquire;

import dev.bootwright.base.RelativePath;
import dev.bootwright.git.GitCli;
import dev.bootwright.git.GitFolder;
import dev.bootwright.git.GitView;
import dev.bootwright.git.RebuiltGit;
import dev.bootwright.git.RebuiltGit.CleanFiles;
import dev.bootwright.step.RepositoryIdentity;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Writes the {@code .git} that a workspace gets in the sandbox.
 *
 * @param deepen fetches missing history, where the folder is a clone of ours
 */
record GitExport(GitCli git, GitFolder folder, Path scratch, Runnable deepen) {
    private static final RelativePath DOT_GIT = RelativePath.of(".git");
    /** Git trusts an index entry only when the index is newer than the file. */
    private static final int INDEX_LATER_SECONDS = 10;

    void write(RepositoryIdentity identity, TreeListing listing, GitHistory history, TreeTar tar) throws IOException {
        @Nullable String commit = identity.commit();
        if (history == GitHistory.NONE || commit == null) {
            return;
        }
        boolean full = history == GitHistory.FULL;
        if (full && isShallow()) {
            deepen.run();
        }
        Path target = Files.createTempDirectory(scratch, "git-");
        try (GitView view = GitView.open(git, folder, scratch)) {
            CleanFiles clean = new CleanFiles(cleanSizes(listing), TreeTar.uniform(identity.commitTime()));
            RebuiltGit.build(view, commit, full, clean, target);
            add(target, tar);
        } finally {
            Materialisation.delete(target);
        }
    }

    private boolean isShallow() {
        return Files.exists(folder.commonDirectory().resolve("shallow"));
    }

    private static Map<RelativePath, Long> cleanSizes(TreeListing listing) {
        Set<RelativePath> dirty = new HashSet<>(listing.dirty());
        Map<RelativePath, Long> sizes = new HashMap<>();
        for (TreeFile file : listing.files()) {
            if (!dirty.contains(file.path())) {
                sizes.put(file.path(), file.size());
            }
        }
        return sizes;
    }

    private static void add(Path target, TreeTar tar) throws IOException {
        List<Path> paths;
        try (Stream<Path> walk = Files.walk(target)) {
            paths = walk.filter(p -> !p.equals(target)).sorted().toList();
        }
        tar.folder(DOT_GIT);
        for (Path path : paths) {
            RelativePath inside = DOT_GIT.resolve(target.relativize(path).toString());
            if (Files.isDirectory(path, LinkOption.NOFOLLOW_LINKS)) {
                tar.folder(inside);
            } else {
                boolean index = inside.name().equals("index");
                tar.add(path, inside, SourceTree.Kind.FILE, index ? INDEX_LATER_SECONDS : 0);
            }
        }
    }
}
