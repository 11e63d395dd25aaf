package dev.bootwright.testreport;

import dev.bootwright.base.TestId;
import dev.bootwright.sandbox.ExecOutcome;
import dev.bootwright.testreport.TestReport.CollectionError;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BinaryOperator;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Reads what {@code cargo test} prints: a headline and the lines of libtest for each test binary and each set of
 * doc-tests. Cases are counted by their own lines; libtest's totals only have to agree.
 */
public final class LibtestReader {
    private static final int MOST = 500_000;
    private static final Pattern COLOUR = Pattern.compile("\\x1b\\[[0-9;]*m");
    private static final Pattern BINARY =
            Pattern.compile("\\s*Running (?:unittests ?)?(.*?) ?\\(?((?:\\S*/)?([^/\\s()]+)-[0-9a-f]{16})\\)?");
    private static final Pattern DOCUMENTATION = Pattern.compile("\\s*Doc-tests (\\S+)");
    private static final Pattern BEGIN = Pattern.compile("running ([0-9]{1,9}) tests?");
    private static final Pattern TEST = Pattern.compile("test (.+?) \\.\\.\\. ?(.*)");
    private static final Pattern STATUS = Pattern.compile(
            "(?:.*\\S\\s*)?(?<!\\w)(ok|FAILED|ignored)(?:, .*|\\s*<[0-9.]+s>|\\s*\\([^)]*\\))?|(bench:) .*");
    private static final Pattern RESULT = Pattern.compile(
            "test result: (?:ok|FAILED)\\. ([0-9]{1,9}) passed; ([0-9]{1,9}) failed; ([0-9]{1,9}) ignored; ([0-9]{1,9}) measured.*");
    private static final Pattern LISTED = Pattern.compile("(.+): (?:test|benchmark)");
    private static final Pattern DETAIL = Pattern.compile("---- (.+) std(?:out|err) ----");
    private static final Pattern MODE = Pattern.compile(" - (?:should panic|compile fail|compile)$");
    private static final Pattern DOC_NAME = Pattern.compile("(\\S+\\.(?:rs|md)) - .*\\(line [0-9]+\\).*");
    private static final Pattern BROKEN =
            Pattern.compile("error(?:\\[E[0-9]+\\])?: could not compile `([^`]+)`(?: \\(([^)]*)\\))?.*");
    private static final Pattern PANIC = Pattern.compile("panicked at (?:.*, )?([^\\s:',]+\\.rs):([0-9]+)");
    private static final Pattern COMPILED = Pattern.compile("--> ([^\\s:]+\\.rs):([0-9]+)");

    private final String runner;
    private final String project;
    private final TreePaths paths;
    private final BinaryOperator<String> files;

    /** @param files from a crate's name and a file as cargo names it to the file's path in the tree */
    public LibtestReader(String runner, String project, TreePaths paths, BinaryOperator<String> files) {
        this.runner = runner;
        this.project = project;
        this.paths = paths;
        this.files = files;
    }

    /** Whether a name is that of a doc-test. */
    public static boolean isDocumentation(String name) {
        return DOC_NAME.matcher(name).matches();
    }

    /** What a file tells, compared with how the step ended. */
    public TestReport read(Path file, ExecOutcome outcome, boolean listing) {
        Stream stream = new Stream(listing);
        try {
            BoundedReading.lines(file, stream::line);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        stream.endSection();
        List<TestCase> cases = stream.cases();
        boolean exited = outcome instanceof ExecOutcome.Exited;
        boolean bad = !stream.errors.isEmpty() || cases.stream().anyMatch(c -> c.status() == TestStatus.FAILED);
        List<String> mismatches = new ArrayList<>(stream.mismatches);
        if (exited && !listing && stream.sections > 0 && outcome.succeeded() == bad) {
            mismatches.add("the step ended with " + outcome.describe() + ", its report shows "
                    + (bad ? "failures" : "none that failed"));
        }
        return new TestReport(
                runner,
                cases,
                stream.errors,
                exited && (stream.sections > 0 || outcome.succeeded()) && !stream.cut,
                mismatches);
    }

    private enum State {
        OUTSIDE,
        RUNNING,
        DETAILS,
        FAILURES
    }

    /** A test as it is read; what was printed of it comes later. */
    private record Seen(String file, String name, TestStatus status, String section) {}

    /** Folds lines. */
    private final class Stream {
        private final boolean listing;
        private final List<Seen> seen = new ArrayList<>();
        private final Map<String, StringBuilder> details = new HashMap<>();
        private final List<CollectionError> errors = new ArrayList<>();
        private final List<String> mismatches = new ArrayList<>();
        private final StringBuilder problem = new StringBuilder();
        private State state = State.OUTSIDE;
        private String crate = "";
        private String source = "";
        private String pending = "";
        private String detail = "";
        private int sections;
        private int planned;
        private int first;
        private boolean cut;

        Stream(boolean listing) {
            this.listing = listing;
        }

        void line(String raw) {
            String bounded = raw.length() > 4000 ? raw.substring(0, 4000) : raw;
            String line = COLOUR.matcher(bounded).replaceAll("").stripTrailing();
            switch (state) {
                case OUTSIDE -> outside(line);
                case RUNNING -> running(line);
                case DETAILS, FAILURES -> failures(line);
            }
        }

        private boolean headline(String line) {
            Matcher binary = BINARY.matcher(line);
            Matcher documentation = DOCUMENTATION.matcher(line);
            if (binary.matches()) {
                endSection();
                crate = binary.group(3);
                source = binary.group(1).isEmpty() ? crate : files.apply(crate, binary.group(1));
            } else if (documentation.matches()) {
                endSection();
                crate = documentation.group(1);
                source = "";
            } else {
                return false;
            }
            sections++;
            return true;
        }

        private void outside(String line) {
            Matcher begin = BEGIN.matcher(line);
            Matcher broken = BROKEN.matcher(line);
            Matcher listed = LISTED.matcher(line);
            if (headline(line)) {
                return;
            }
            if (!listing && begin.matches()) {
                state = State.RUNNING;
                planned = Integer.parseInt(begin.group(1));
                first = seen.size();
            } else if (broken.matches()) {
                String what =
                        broken.group(2) == null ? broken.group(1) : broken.group(1) + " (" + broken.group(2) + ")";
                Matcher place = COMPILED.matcher(problem);
                errors.add(CollectionError.of(
                        what, problem + line, place.find() ? place.group(1) + ":" + place.group(2) : ""));
                problem.setLength(0);
            } else if (listing && sections > 0 && listed.matches()) {
                add(listed.group(1), TestStatus.NOT_RUN);
            } else if (sections == 0 && (line.startsWith("error") || !problem.isEmpty()) && problem.length() < 8000) {
                problem.append(line).append('\n');
            }
        }

        private void running(String line) {
            Matcher result = RESULT.matcher(line);
            Matcher test = TEST.matcher(line);
            if (result.matches()) {
                result(result);
            } else if (line.equals("failures:")) {
                state = State.DETAILS;
            } else if (test.matches()) {
                pending = "";
                if (!status(test.group(1), test.group(2))) {
                    pending = test.group(1);
                }
            } else if (!pending.isEmpty() && status(pending, line)) {
                pending = "";
            } else if (headline(line)) {
                return;
            }
        }

        private boolean status(String name, String rest) {
            Matcher m = STATUS.matcher(rest);
            if (!m.matches()) {
                return false;
            }
            String word = m.group(1) == null ? "ok" : m.group(1);
            add(
                    name,
                    switch (word) {
                        case "ok" -> TestStatus.PASSED;
                        case "ignored" -> TestStatus.SKIPPED;
                        default -> TestStatus.FAILED;
                    });
            return true;
        }

        private void add(String printed, TestStatus status) {
            String name = MODE.matcher(printed).replaceFirst("");
            Matcher documentation = DOC_NAME.matcher(name);
            String file = documentation.matches() ? files.apply(crate, documentation.group(1)) : source;
            if (seen.size() < MOST) {
                seen.add(new Seen(file, name, status, sections + "\0" + name));
            }
        }

        /** What failing tests printed may look like anything, so only the list after it ends it. */
        private void failures(String line) {
            Matcher heading = DETAIL.matcher(line);
            Matcher result = RESULT.matcher(line);
            if (state == State.DETAILS && heading.matches()) {
                detail = sections + "\0" + heading.group(1);
            } else if (line.equals("failures:")) {
                state = State.FAILURES;
                detail = "";
            } else if (state == State.FAILURES && result.matches()) {
                result(result);
            } else if (state == State.FAILURES && !line.isEmpty() && !line.startsWith("    ")) {
                state = State.DETAILS;
            } else if (!detail.isEmpty()) {
                StringBuilder text = details.computeIfAbsent(detail, key -> new StringBuilder());
                if (text.length() < TestCase.DETAIL_LIMIT) {
                    text.append(line).append('\n');
                }
            }
        }

        private void result(Matcher m) {
            int[] counts = new int[2];
            int failed = 0;
            for (Seen test : seen.subList(first, seen.size())) {
                switch (test.status()) {
                    case PASSED -> counts[0]++;
                    case SKIPPED -> counts[1]++;
                    default -> failed++;
                }
            }
            int passed = Integer.parseInt(m.group(1)) + Integer.parseInt(m.group(4));
            if (passed != counts[0]
                    || Integer.parseInt(m.group(2)) != failed
                    || Integer.parseInt(m.group(3)) != counts[1]
                    || planned != seen.size() - first) {
                mismatches.add("the lines of " + named() + " show " + counts[0] + " passed, " + failed + " failed, "
                        + counts[1] + " ignored of " + planned + "; its result says otherwise");
            }
            state = State.OUTSIDE;
            pending = "";
            detail = "";
        }

        private String named() {
            return CleanText.line(source.isEmpty() ? "the doc-tests of " + crate : source, 200);
        }

        /** A binary that began and gave no result was ended by something. */
        void endSection() {
            if (state != State.OUTSIDE) {
                cut = true;
                errors.add(CollectionError.of(
                        named(),
                        "the test binary ended without a result"
                                + (pending.isEmpty() ? "" : ", while it ran " + pending),
                        ""));
                state = State.OUTSIDE;
                pending = "";
            }
        }

        List<TestCase> cases() {
            Map<String, Integer> occurrences = new HashMap<>();
            List<TestCase> cases = new ArrayList<>();
            for (Seen test : seen) {
                String name = CleanText.line(test.name(), 2000);
                String file = CleanText.line(paths.relative(test.file()), 1000);
                int occurrence = occurrences.merge(file + "\0" + name, 1, Integer::sum) - 1;
                String text = test.status() == TestStatus.FAILED
                        ? details.getOrDefault(test.section(), new StringBuilder())
                                .toString()
                        : "";
                Matcher panic = PANIC.matcher(text);
                cases.add(new TestCase(
                        new TestId(runner, project, file, name, occurrence),
                        test.status(),
                        0,
                        CleanText.detail(text),
                        panic.find() ? CleanText.line(panic.group(1) + ":" + panic.group(2), 300) : ""));
            }
            return cases;
        }
    }
}
