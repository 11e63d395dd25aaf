package dev.bootwright.testreport;

import dev.bootwright.base.TestId;
import dev.bootwright.testreport.TestReport.CollectionError;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** The events of one outermost session of a runner, folded line by line. */
final class EventSession {
    private static final JsonMapper JSON = JsonMapper.builder().build();
    private static final int MAX_TESTS = 1_000_000;

    /** A line's bytes, without its end. */
    record Line(byte[] bytes, int length) {
        static final int LIMIT = 256 << 10;

        private static final byte[] CHECK = ",\"check\":\"".getBytes(StandardCharsets.US_ASCII);
        private static final int CHECK_LENGTH = 32;
        private static final int TAIL = CHECK.length + CHECK_LENGTH + 2;

        /** Whether the line is as long as the reporter's lines are and ends in a check value. */
        boolean isFormed() {
            return length <= LIMIT
                    && length > TAIL
                    && bytes[length - 1] == '}'
                    && bytes[length - 2] == '"'
                    && Arrays.equals(bytes, length - TAIL, length - TAIL + CHECK.length, CHECK, 0, CHECK.length);
        }

        byte[] body() {
            return Arrays.copyOf(bytes, length - TAIL);
        }

        String check() {
            return new String(bytes, length - 2 - CHECK_LENGTH, CHECK_LENGTH, StandardCharsets.ISO_8859_1);
        }
    }

    /** One collected test on its way. */
    static final class Entry {
        final String file;
        final String name;
        boolean started;

        @Nullable
        TestStatus status;

        long millis;
        int failures;
        String detail = "";
        String failingLine = "";

        Entry(String file, String name) {
            this.file = file;
            this.name = name;
        }

        TestCase toCase(TestId id, TestStatus decided, String text) {
            return new TestCase(id, decided, millis, text, failingLine);
        }
    }

    private final byte[] key;
    private final int ordinal;
    private final TreePaths paths;
    private final String project;
    private final Map<String, List<Entry>> byId = new HashMap<>();
    private final Map<String, List<Entry>> byBareId = new HashMap<>();
    private final List<Entry> entries = new ArrayList<>();
    private final List<CollectionError> errors = new ArrayList<>();
    private final List<CollectionError> skipped = new ArrayList<>();
    private final List<String> mismatches = new ArrayList<>();
    private String previous = "";
    private int lines;
    private int foreignLines;
    private int firstForeign;
    private String runner = "";
    private String root = "/";
    private String directory = "/";
    private int starts;
    private @Nullable JsonNode end;

    EventSession(EventKey key, int ordinal, String project, TreePaths paths) {
        this.key = key.ofSession(ordinal);
        this.ordinal = ordinal;
        this.project = project;
        this.paths = paths;
    }

    void accept(Line line) {
        lines++;
        if (!line.isFormed()) {
            foreign();
            return;
        }
        byte[] body = line.body();
        String check = line.check();
        if (!EventKey.check(key, previous, body).equals(check)) {
            foreign();
            return;
        }
        previous = check;
        try {
            fold(JSON.readTree(new String(body, StandardCharsets.US_ASCII) + "}"));
        } catch (JacksonException e) {
            refuse("line " + lines + " of the test events is not JSON");
        }
    }

    void refuse(String mismatch) {
        if (mismatches.size() < 20) {
            mismatches.add(mismatch);
        }
    }

    private void foreign() {
        if (foreignLines++ == 0) {
            firstForeign = lines;
        }
    }

    private void fold(JsonNode event) {
        String kind = text(event, "event");
        if (runner.isEmpty() != kind.equals("session")) {
            refuse("line " + lines + " of the test events is out of order");
            return;
        }
        switch (kind) {
            case "session" -> session(event);
            case "collected" -> collected(event);
            case "started" -> started(event);
            case "finished" -> finished(event);
            case "end" -> end = event;
            default ->
                refuse("line " + lines + " of the test events has the unknown event '" + CleanText.line(kind, 40)
                        + "'");
        }
    }

    private void session(JsonNode event) {
        runner = text(event, "runner");
        root = text(event, "root");
        directory = text(event, "directory");
        if (event.path("format").asInt(0) != 1 || event.path("ordinal").asInt(-1) != ordinal) {
            refuse("the test events begin with a session record of another format or session");
        }
    }

    private void collected(JsonNode event) {
        String outcome = text(event, "outcome");
        if (outcome.isEmpty()) {
            add(event);
            return;
        }
        CollectionError error =
                new CollectionError(collectorFile(event), CleanText.detail(text(event, "detail")), failingLine(event));
        (outcome.equals("skipped") ? skipped : errors).add(error);
    }

    private Entry add(JsonNode event) {
        String id = text(event, "id");
        int split = id.indexOf("::");
        String file = text(event, "file");
        if (file.isEmpty() && runner.equals("pytest")) {
            file = TreePaths.resolve(root, split < 0 ? id : id.substring(0, split));
        }
        String relative =
                file.isEmpty() ? "" : CleanText.line(paths.relative(TreePaths.resolve(directory, file)), 1000);
        String name = CleanText.line(split < 0 ? id : id.substring(split + 2), 2000);
        Entry entry = new Entry(relative, name.isEmpty() ? "(unnamed)" : name);
        if (entries.size() >= MAX_TESTS) {
            refuse("more than " + MAX_TESTS + " tests in one session");
            return entry;
        }
        entries.add(entry);
        byId.computeIfAbsent(key(event), k -> new ArrayList<>(1)).add(entry);
        byBareId.computeIfAbsent(text(event, "id"), k -> new ArrayList<>(1)).add(entry);
        return entry;
    }

    private static String key(JsonNode event) {
        return text(event, "id") + "\0" + text(event, "file");
    }

    /** Tests of an id; where only one of two events tells the file, the id decides. */
    private List<Entry> ofId(JsonNode event) {
        List<Entry> known = byId.get(key(event));
        return known != null ? known : byBareId.getOrDefault(text(event, "id"), List.of());
    }

    private void started(JsonNode event) {
        starts++;
        for (Entry entry : ofId(event)) {
            if (!entry.started && entry.status == null) {
                entry.started = true;
                return;
            }
        }
        if (ofId(event).isEmpty()) {
            add(event).started = true;
        }
    }

    private void finished(JsonNode event) {
        Entry entry = null;
        for (Entry candidate : ofId(event)) {
            if (candidate.status == null && (candidate.started || entry == null)) {
                entry = candidate;
                if (candidate.started) {
                    break;
                }
            }
        }
        if (entry == null) {
            entry = ofId(event).isEmpty() ? add(event) : ofId(event).getLast();
        }
        entry.started = true;
        entry.status = status(text(event, "status"));
        entry.millis += Math.max(0, event.path("ms").asLong(0));
        entry.failures += Math.max(0, event.path("failures").asInt(0));
        int reruns = event.path("reruns").asInt(0);
        String detail = text(event, "detail");
        entry.detail = CleanText.detail(
                detail.isEmpty() && reruns > 0 ? "the runner ran it again " + reruns + " times" : detail);
        entry.failingLine = failingLine(event);
    }

    private TestStatus status(String text) {
        return switch (text) {
            case "passed" -> TestStatus.PASSED;
            case "expected-failure" -> TestStatus.EXPECTED_FAILURE;
            case "failed" -> TestStatus.FAILED;
            case "errored" -> TestStatus.ERRORED;
            case "skipped" -> TestStatus.SKIPPED;
            default -> {
                refuse("line " + lines + " of the test events has the unknown status '" + CleanText.line(text, 40)
                        + "'");
                yield TestStatus.ERRORED;
            }
        };
    }

    private String failingLine(JsonNode event) {
        List<String> places = new ArrayList<>();
        for (JsonNode frame : event.path("frames")) {
            places.add(frame.asString(""));
        }
        String own = paths.innermostOwnLine(directory, places);
        return own.isEmpty() ? paths.ownLine(directory, text(event, "crash")).orElse("") : own;
    }

    private String collectorFile(JsonNode event) {
        String id = text(event, "id");
        String file = text(event, "file");
        if (!file.isEmpty()) {
            return CleanText.line(paths.relative(TreePaths.resolve(directory, file)), 1000);
        }
        if (runner.equals("pytest")) {
            int split = id.indexOf("::");
            return CleanText.line(
                    paths.relative(TreePaths.resolve(root, split < 0 ? id : id.substring(0, split))), 1000);
        }
        return CleanText.line(id, 1000);
    }

    private static String text(JsonNode event, String field) {
        return event.path(field).asString("");
    }

    // What was read, for the summary.

    String runner() {
        return runner;
    }

    String project() {
        return project;
    }

    int ordinal() {
        return ordinal;
    }

    int starts() {
        return starts;
    }

    List<Entry> entries() {
        return entries;
    }

    List<CollectionError> errors() {
        return errors;
    }

    List<CollectionError> skippedFiles() {
        return skipped;
    }

    @Nullable
    JsonNode end() {
        return end;
    }

    /** Where the stream is not what the reporter alone would have written. */
    List<String> mismatches() {
        List<String> all = new ArrayList<>(mismatches);
        if (foreignLines > 0) {
            all.add("test events of session " + ordinal + " hold " + foreignLines
                    + (foreignLines == 1 ? " line that is" : " lines that are") + " not the reporter's, first at line "
                    + firstForeign + "; they are not counted");
        }
        return all;
    }
}
