package dev.bootwright.step;

import dev.bootwright.base.Digest;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What was set up.
 *
 * @param name the repository's name, the last part of its source
 * @param commit 40 hexadecimal digits; null when the source is no Git repository
 * @param commitTime the commit's (or the archive's newest file's) time; null when nothing tells
 * @param digest of the file list with modes and contents, without {@code .git} and {@code .bootstrap}
 * @param dirty paths that differ from the commit; empty for a clean tree
 */
public record RepositoryIdentity(
        String name, @Nullable String commit, @Nullable Instant commitTime, Digest digest, List<String> dirty) {
    public RepositoryIdentity {
        dirty = List.copyOf(dirty);
    }
}
