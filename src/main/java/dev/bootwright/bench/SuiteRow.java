package dev.bootwright.bench;

import java.util.Collections;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * One repository of a suite; empty where the suite says nothing.
 *
 * @param line where it stands in the suite's file
 * @param repo a name for people, usually {@code owner/name}
 * @param commit a commit, tag or branch
 * @param source a folder, a Git URL or path, an archive or a package URL
 * @param notes what other columns say, by column
 */
public record SuiteRow(
        int line, String repo, String commit, String source, String language, SortedMap<String, String> notes) {
    public SuiteRow {
        notes = Collections.unmodifiableSortedMap(new TreeMap<>(notes));
    }

    /** What rows of two runs are paired by: the source with its commit, or the name where the suite gives no source. */
    public String key() {
        String named = source.isEmpty() ? repo : source;
        boolean says = commit.isEmpty() || named.startsWith("pkg:") || named.endsWith("@" + commit);
        return says ? named : named + "@" + commit;
    }
}
