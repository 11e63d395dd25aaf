package dev.bootwright.event;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * One line of a journal.
 *
 * @param seq from 0, without gaps
 * @param branch the branch of the run it belongs to; {@code main} where nothing races
 * @param parent the sequence number it follows in its branch; null for the first
 */
public record JournalEntry(
        int schemaVersion,
        long seq,
        String branch,
        @Nullable Long parent,
        Instant at,
        RunEvent event) {
    public static final int SCHEMA_VERSION = 1;
}
