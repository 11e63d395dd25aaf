package dev.bootwright.testreport;

import dev.bootwright.sandbox.ExecOutcome;
import dev.bootwright.testreport.EventSession.Line;
import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * Reads the folder that a streaming reporter wrote to, see {@code docs/streamed-events.md}. Only lines whose check value
 * holds are counted; all others, and whatever else lies in the folder, are named as mismatches.
 */
public final class StreamedEventsReader {
    private static final Pattern FILE_NAME = Pattern.compile("[a-z]{1,20}-(0|[1-9][0-9]{0,3})\\.jsonl");
    private static final int MAX_FILES = 10_000;
    private static final long MAX_BYTES = 1L << 30;

    private final EventKey key;
    private final String project;
    private final TreePaths paths;

    /**
     * @param key the key that the step's reporter was given
     * @param project the project that the tests belong to, relative to the tree
     * @param tree the tree's absolute path where the tests ran
     */
    public StreamedEventsReader(EventKey key, String project, String tree) {
        this.key = key;
        this.project = project;
        this.paths = new TreePaths(tree);
    }

    /** What the sessions of one step reported; an empty report when there was none. */
    public TestReport read(String runner, Path folder, ExecOutcome outcome) {
        List<String> mismatches = new ArrayList<>();
        SortedMap<Integer, Path> files = files(folder, mismatches);
        List<EventSession> sessions = new ArrayList<>();
        int expected = 0;
        for (var entry : files.entrySet()) {
            while (expected < entry.getKey()) {
                mismatches.add("the events of test session " + expected + " are missing");
                expected++;
            }
            expected++;
            EventSession session = new EventSession(key, entry.getKey(), project, paths);
            try {
                readLines(entry.getValue(), session);
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
            sessions.add(session);
        }
        return new SessionSummary(runner, sessions, outcome, mismatches).report();
    }

    private static SortedMap<Integer, Path> files(Path folder, List<String> mismatches) {
        SortedMap<Integer, Path> found = new TreeMap<>();
        if (!Files.isDirectory(folder, LinkOption.NOFOLLOW_LINKS)) {
            return found;
        }
        List<Path> names;
        try (Stream<Path> list = Files.list(folder)) {
            names = list.limit(MAX_FILES).sorted().toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        for (Path file : names) {
            String name = String.valueOf(file.getFileName());
            if (name.startsWith(EventKey.FILE_NAME)) {
                continue;
            }
            Matcher matcher = FILE_NAME.matcher(name);
            boolean good = matcher.matches() && Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS);
            if (!good || found.putIfAbsent(Integer.parseInt(matcher.group(1)), file) != null) {
                mismatches.add(
                        "the file " + CleanText.line(name, 100) + " among the test events is not the reporter's");
            }
        }
        return found;
    }

    /** Feeds every terminated line; a last line without an end was cut by a kill and is dropped. */
    private static void readLines(Path file, EventSession session) throws IOException {
        byte[] line = new byte[4096];
        int length = 0;
        long total = 0;
        byte[] buffer = new byte[1 << 16];
        try (InputStream in = new BufferedInputStream(Files.newInputStream(file))) {
            for (int n = in.read(buffer); n > 0; n = in.read(buffer)) {
                total += n;
                if (total > MAX_BYTES) {
                    session.refuse("the test events are larger than " + (MAX_BYTES >> 20) + " MiB");
                    return;
                }
                for (int i = 0; i < n; i++) {
                    if (buffer[i] == '\n') {
                        session.accept(new Line(line, Math.min(length, Line.LIMIT + 1)));
                        length = 0;
                    } else {
                        if (length == line.length && length <= Line.LIMIT) {
                            line = java.util.Arrays.copyOf(line, line.length * 2);
                        }
                        if (length < line.length) {
                            line[length] = buffer[i];
                        }
                        length++;
                    }
                }
            }
        }
    }
}
