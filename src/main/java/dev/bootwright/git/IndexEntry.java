package dev.bootwright.git;

/**
 * One line of the index or of a commit's tree.
 *
 * @param path the bytes of the path, below the listed folder
 * @param mode {@code 100644}, {@code 100755}, {@code 120000} (link) or {@code 160000} (submodule)
 * @param id the object's id
 * @param trusted false when the entry is unmerged, or marked so that git does not compare it with the file
 */
public record IndexEntry(byte[] path, String mode, String id, boolean trusted) {
    public boolean isSubmodule() {
        return mode.equals("160000");
    }

    public boolean isLink() {
        return mode.equals("120000");
    }

    public boolean isExecutable() {
        return mode.equals("100755");
    }
}
