package dev.bootwright.git;

import dev.bootwright.base.RelativePath;
import java.util.List;

/**
 * How a work tree differs from its commit.
 *
 * @param changed tracked paths that differ from the commit, in the index or in the file
 * @param unlike those of them whose file differs from the index
 * @param untracked paths that are neither tracked nor ignored; a nested repository ends in {@code /}
 */
public record GitStatus(List<RelativePath> changed, List<RelativePath> unlike, List<byte[]> untracked) {
    public GitStatus {
        changed = List.copyOf(changed);
        unlike = List.copyOf(unlike);
        untracked = List.copyOf(untracked);
    }
}
