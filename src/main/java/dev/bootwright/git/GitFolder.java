package dev.bootwright.git;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Where a repository's parts lie, found without running git.
 *
 * @param workTree the top folder of the checked-out files; null for a bare repository
 * @param gitDirectory holds {@code HEAD} and {@code index}
 * @param commonDirectory holds {@code objects} and {@code refs}; differs from the Git directory in a linked work tree
 */
public record GitFolder(@Nullable Path workTree, Path gitDirectory, Path commonDirectory) {
    private static final int SMALL_FILE = 4096;

    /** The repository whose work tree holds the folder: its own or one of a folder above. */
    public static Optional<GitFolder> around(Path folder) {
        for (Path top = folder; top != null; top = top.getParent()) {
            Optional<GitFolder> found = workTreeAt(top);
            if (found.isPresent()) {
                return found;
            }
        }
        return Optional.empty();
    }

    /** The repository whose work tree has exactly this top folder. */
    public static Optional<GitFolder> workTreeAt(Path top) {
        Path dotGit = top.resolve(".git");
        if (Files.isDirectory(dotGit)) {
            return of(top, dotGit);
        }
        if (!Files.isRegularFile(dotGit, LinkOption.NOFOLLOW_LINKS)) {
            return Optional.empty();
        }
        return firstLine(dotGit)
                .filter(line -> line.startsWith("gitdir: "))
                .flatMap(line -> resolve(top, line.substring("gitdir: ".length())))
                .flatMap(target -> of(top, target));
    }

    /** The bare repository that this folder is. */
    public static Optional<GitFolder> bareAt(Path folder) {
        return of(null, folder);
    }

    private static Optional<GitFolder> of(@Nullable Path top, Path gitDirectory) {
        if (!Files.isRegularFile(gitDirectory.resolve("HEAD"))) {
            return Optional.empty();
        }
        Path common = firstLine(gitDirectory.resolve("commondir"))
                .flatMap(line -> resolve(gitDirectory, line))
                .orElse(gitDirectory);
        boolean complete = Files.isDirectory(common.resolve("objects"))
                && (Files.isDirectory(common.resolve("refs")) || Files.isDirectory(common.resolve("reftable")));
        return complete ? Optional.of(new GitFolder(top, gitDirectory, common)) : Optional.empty();
    }

    private static Optional<Path> resolve(Path from, String text) {
        try {
            return Optional.of(from.resolve(text).normalize());
        } catch (InvalidPathException e) {
            return Optional.empty();
        }
    }

    private static Optional<String> firstLine(Path file) {
        if (!Files.isRegularFile(file)) {
            return Optional.empty();
        }
        try (InputStream in = Files.newInputStream(file)) {
            String text = new String(in.readNBytes(SMALL_FILE), StandardCharsets.UTF_8);
            return text.lines().findFirst().map(String::strip);
        } catch (IOException e) {
            return Optional.empty();
        }
    }
}
