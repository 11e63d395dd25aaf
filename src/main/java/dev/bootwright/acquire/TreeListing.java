package dev.bootwright.acquire;

import dev.bootwright.base.Digest;
import dev.bootwright.base.RelativePath;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.List;

/**
 * A folder's files, once listed.
 *
 * @param files in byte order of their paths
 * @param dirty paths that differ from the commit
 * @param skipped what lies in the folder and does not belong to the tree
 * @param submodules recorded ones, with the commit that the repository wants
 */
record TreeListing(List<TreeFile> files, List<RelativePath> dirty, List<Skipped> skipped, List<Submodule> submodules) {
    TreeListing {
        files = List.copyOf(files);
        dirty = List.copyOf(dirty);
        skipped = List.copyOf(skipped);
        submodules = List.copyOf(submodules);
    }

    /** Of all paths, kinds and contents, and of submodules that are not there. */
    Digest digest() {
        MessageDigest hasher = Digest.hasher();
        for (TreeFile file : files) {
            add(hasher, file.path(), file.kind().name() + " " + file.id());
        }
        for (Submodule submodule : submodules) {
            add(hasher, submodule.path(), "SUBMODULE " + submodule.commit());
        }
        return Digest.finish(hasher.digest());
    }

    private static void add(MessageDigest hasher, RelativePath path, String content) {
        hasher.update(path.bytes());
        hasher.update((byte) 0);
        hasher.update(content.getBytes(StandardCharsets.US_ASCII));
        hasher.update((byte) '\n');
    }
}
