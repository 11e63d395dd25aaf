package dev.bootwright.testreport;

import dev.bootwright.base.TestId;
import dev.bootwright.sandbox.ExecOutcome;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Reads the Test Anything Protocol, subtests included. Points that only sum up their subtests are no tests; a failing sum
 * without a failing part is one.
 */
public final class TapReader {
    private static final int DEPTH_LIMIT = 60;
    private static final int MOST = 500_000;
    private static final Pattern POINT = Pattern.compile(
            "( *)(not )?ok\\b(?: +([0-9]{1,9}))?(?: +-)?(?: +((?:[^#\\\\]|\\\\.)*?))?(?: +# *((?i:skip|todo|time)\\S*)(.*?))?( *\\{)?\\s*");
    private static final Pattern PLAN = Pattern.compile("( *)1\\.\\.([0-9]{1,9})(?: *#.*)?\\s*");
    private static final Pattern CLOSE = Pattern.compile("( *)}\\s*");

    private final String runner;
    private final String project;
    private final boolean namesFiles;
    private final TreePaths paths;
    private final String directory;

    /** One test point with what was read of it so far. */
    private static final class Point {
        String name;
        TestStatus status;
        String file = "";
        final StringBuilder detail = new StringBuilder();

        Point(String name, TestStatus status) {
            this.name = name;
            this.status = status;
        }
    }

    /**
     * @param namesFiles whether outermost points are test files
     * @param tree the tree's absolute path where the tests ran
     * @param directory where the runner ran, absolute
     */
    public TapReader(String runner, String project, boolean namesFiles, String tree, String directory) {
        this.runner = runner;
        this.project = project;
        this.namesFiles = namesFiles;
        this.paths = new TreePaths(tree);
        this.directory = directory;
    }

    /** What a file tells, compared with how the step ended; an empty report where it holds no point. */
    public TestReport read(Path file, ExecOutcome outcome) {
        Stream stream = new Stream();
        try {
            BoundedReading.lines(file, stream::line);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        List<Point> points = stream.finish();
        Map<String, Integer> seen = new HashMap<>();
        List<TestCase> cases = new ArrayList<>();
        boolean failed = false;
        for (Point point : points) {
            String name = CleanText.line(point.name.isBlank() ? "(unnamed)" : point.name, 2000);
            String path = point.file.isEmpty() ? "" : paths.relative(TreePaths.resolve(directory, point.file));
            int occurrence = seen.merge(path + "\0" + name, 1, Integer::sum) - 1;
            failed |= point.status == TestStatus.FAILED;
            cases.add(new TestCase(
                    new TestId(runner, project, CleanText.line(path, 1000), name, occurrence),
                    point.status,
                    0,
                    CleanText.detail(point.detail.toString()),
                    ""));
        }
        List<String> mismatches = new ArrayList<>();
        boolean exited = outcome instanceof ExecOutcome.Exited;
        if (exited && !cases.isEmpty() && outcome.succeeded() == failed) {
            mismatches.add("the step ended with " + outcome.describe() + ", its report shows "
                    + (failed ? "failures" : "none that failed"));
        }
        if (stream.bailed) {
            mismatches.add("the runner bailed out");
        }
        return new TestReport(runner, cases, List.of(), exited && !cases.isEmpty(), mismatches);
    }

    /** Folds lines; depth is told by indentation, four blanks a level. */
    private final class Stream {
        private final List<List<Point>> levels = new ArrayList<>();
        private final List<@Nullable Point> open = new ArrayList<>();
        private @Nullable Point last;
        private boolean inBlock;
        private boolean bailed;
        private int count;

        void line(String raw) {
            String line = raw.length() > 4000 ? raw.substring(0, 4000) : raw;
            String bare = line.strip();
            if (inBlock) {
                inBlock = !bare.equals("...");
                note(line);
                return;
            }
            if (bare.equals("---")) {
                inBlock = true;
                return;
            }
            if (bare.startsWith("Bail out!")) {
                bailed = true;
                return;
            }
            Matcher close = CLOSE.matcher(line);
            if (close.matches()) {
                closeBuffered(depth(close.group(1)));
                return;
            }
            Matcher plan = PLAN.matcher(line);
            if (plan.matches()) {
                level(depth(plan.group(1)));
                return;
            }
            Matcher point = POINT.matcher(line);
            if (point.matches() && count < MOST) {
                point(point);
            }
        }

        private void note(String line) {
            Point point = last;
            if (point != null && point.status == TestStatus.FAILED && point.detail.length() < TestCase.DETAIL_LIMIT) {
                point.detail.append(line.strip()).append('\n');
            }
        }

        private void point(Matcher m) {
            count++;
            String directive = m.group(5) == null ? "" : m.group(5).toLowerCase(java.util.Locale.ROOT);
            boolean skipped = directive.startsWith("skip") || directive.startsWith("todo");
            TestStatus status =
                    skipped ? TestStatus.SKIPPED : m.group(2) == null ? TestStatus.PASSED : TestStatus.FAILED;
            Point found = new Point(m.group(4) == null ? "" : m.group(4).strip(), status);
            last = found;
            int depth = depth(m.group(1));
            if (m.group(7) != null) {
                while (open.size() <= depth) {
                    open.add(null);
                }
                open.set(depth, found);
                level(depth);
                return;
            }
            settle(depth, found);
        }

        private void closeBuffered(int depth) {
            Point point = depth < open.size() ? open.get(depth) : null;
            if (point != null) {
                open.set(depth, null);
                settle(depth, point);
            }
        }

        /** A point at a level takes what lies deeper as its parts; without any it is a test itself. */
        private void settle(int depth, Point point) {
            List<Point> here = level(depth);
            List<Point> parts = new ArrayList<>();
            while (levels.size() > depth + 1) {
                parts.addAll(0, levels.removeLast());
            }
            if (parts.isEmpty()) {
                here.add(point);
                return;
            }
            boolean failing = parts.stream().anyMatch(p -> p.status == TestStatus.FAILED);
            for (Point part : parts) {
                within(point, part, depth);
                here.add(part);
            }
            if (point.status == TestStatus.FAILED && !failing) {
                here.add(point);
            }
        }

        private void within(Point whole, Point part, int depth) {
            if (depth == 0 && namesFiles) {
                part.file = whole.name;
            } else {
                part.name = (whole.name + " " + part.name).strip();
            }
        }

        private List<Point> level(int depth) {
            while (levels.size() <= depth) {
                levels.add(new ArrayList<>());
            }
            return levels.get(depth);
        }

        private static int depth(String blanks) {
            return Math.min(DEPTH_LIMIT, blanks.length() / 4);
        }

        List<Point> finish() {
            List<Point> all = new ArrayList<>();
            levels.forEach(all::addAll);
            return all;
        }
    }
}
