package dev.bootwright.git;

import dev.bootwright.base.RelativePath;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * How a work tree differs from its commit.
 *
 * @param commit the id of the checked-out commit; null before the first one
 * @param branch the checked-out branch; null when detached
 * @param changed tracked paths that differ from the commit, in the index or in the file
 * @param unlike those of them whose file differs from the index
 * @param untracked paths that are neither tracked nor ignored; a nested repository ends in {@code /}
 */
public record GitStatus(
        @Nullable String commit,
        @Nullable String branch,
        List<RelativePath> changed,
        List<RelativePath> unlike,
        List<byte[]> untracked) {
    public GitStatus {
        changed = List.copyOf(changed);
        unlike = List.copyOf(unlike);
        untracked = List.copyOf(untracked);
    }

    public Optional<String> head() {
        return Optional.ofNullable(commit);
    }
}
