package dev.bootwright.acquire;

import dev.bootwright.failure.FailureCode;
import dev.bootwright.failure.ToolException;

/**
 * What a repository may hold at most.
 *
 * @param entries files, links and folders
 * @param bytes of all files together
 * @param depth folders above a file
 */
record TreeLimits(int entries, long bytes, int depth) {
    static final TreeLimits DEFAULT = new TreeLimits(1_000_000, 20L << 30, 200);

    void checkEntries(long count, String source) {
        if (count > entries) {
            throw refused(source, "has more than " + entries + " entries");
        }
    }

    void checkBytes(long total, String source) {
        if (total > bytes) {
            throw refused(source, "holds more than " + (bytes >> 20) + " MiB");
        }
    }

    void checkDepth(int folders, String source) {
        if (folders > depth) {
            throw refused(source, "has folders nested deeper than " + depth);
        }
    }

    private static ToolException refused(String source, String why) {
        return ToolException.of(
                FailureCode.SOURCE_REFUSED,
                "acquire",
                source + " " + why,
                "Name the part of it that is the repository, or remove what does not belong to it.");
    }
}
