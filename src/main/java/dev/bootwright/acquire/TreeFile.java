package dev.bootwright.acquire;

import dev.bootwright.base.RelativePath;

/**
 * One listed file.
 *
 * @param id the content's blob id in the listing's object format
 */
record TreeFile(RelativePath path, SourceTree.Kind kind, long size, String id) implements Comparable<TreeFile> {
    SourceTree.Entry entry() {
        return new SourceTree.Entry(path, kind, size);
    }

    @Override
    public int compareTo(TreeFile other) {
        return path.compareTo(other.path);
    }
}
