package dev.bootwright.bench;

import java.util.List;

/**
 * One try, outside the product, whether a row's source can be had: one line of {@code probes.jsonl}.
 *
 * @param source the row's
 * @param target what was tried, for people
 * @param command the command that tried it
 * @param line the last line that it said
 */
public record Probe(
        int schemaVersion,
        String source,
        String target,
        List<String> command,
        int exitCode,
        boolean reachable,
        String line) {
    public static final int SCHEMA_VERSION = 1;

    public Probe {
        command = List.copyOf(command);
    }
}
