package dev.bootwright.testreport;

import dev.bootwright.base.TestId;
import dev.bootwright.sandbox.ExecOutcome;
import dev.bootwright.testreport.GoPackageRun.GoTest;
import dev.bootwright.testreport.TestReport.CollectionError;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Reads what {@code go test -json} wrote, also where it was cut short. Every event with a test name counts, subtests too;
 * before Go 1.20 a printed line can forge an event, so names are compared with the sources.
 */
public final class GoTestJsonReader {
    public static final String RUNNER = "go";

    private static final Pattern PLAIN_FAILURE = Pattern.compile("FAIL\\s+(\\S+) \\[(build|setup) failed]");
    private static final Pattern PLAIN_LIST_END = Pattern.compile("(?:ok|FAIL|\\?)\\s+(\\S+)(?:\\s.*)?");
    private static final Pattern LISTED = Pattern.compile("(?:Test|Fuzz|Example)[\\p{L}\\p{N}_]*");
    private static final Pattern BUILD_BLOCK = Pattern.compile("# ([^\\[\\s]\\S*)(?: \\[.*])?");

    private final String project;
    private final Sources sources;
    private final Map<String, GoPackageRun> packages = new LinkedHashMap<>();
    private final Map<String, BoundedLines> builds = new HashMap<>();
    private final List<String> mismatches = new ArrayList<>();
    private final List<CollectionError> errors = new ArrayList<>();
    private final List<TestCase> cases = new ArrayList<>();
    private boolean complete;

    /**
     * What is known of the repository's files.
     *
     * @param tree the tree's absolute path where the tests ran
     * @param directory the directory that the compiler's file names are relative to, absolute
     * @param directoryOf the directory of a package relative to the tree; empty when unknown
     * @param declared the names of test functions in a package's files; empty when unknown
     */
    public record Sources(
            String tree,
            String directory,
            Function<String, Optional<String>> directoryOf,
            Function<String, Optional<Set<String>>> declared) {}

    public GoTestJsonReader(String project, Sources sources) {
        this.project = project;
        this.sources = sources;
    }

    /**
     * @param json what the command wrote to its standard output
     * @param console the step's log, where older versions write compiler messages
     */
    public TestReport read(Path json, Path console, ExecOutcome outcome) {
        readEvents(json);
        readBuildBlocks(console);
        complete = outcome instanceof ExecOutcome.Exited;
        for (GoPackageRun run : packages.values()) {
            conclude(run, outcome);
        }
        if (packages.isEmpty() && outcome instanceof ExecOutcome.Exited exited && exited.code() != 0) {
            complete = false;
            errors.add(new CollectionError(".", CleanText.detail(String.join("\n", tail(console))), ""));
        }
        compareExit(outcome);
        return new TestReport(RUNNER, cases, errors, complete && !packages.isEmpty(), mismatches);
    }

    /** Reads {@code go test -list}, with or without {@code -json}: top-level tests, none of them run. */
    public TestReport readList(Path listing, Path console, ExecOutcome outcome) {
        Map<String, List<String>> names = new TreeMap<>();
        List<String> open = new ArrayList<>();
        lines(listing, line -> {
            Optional<GoTestEvent> event = GoTestEvent.tryParse(line);
            if (event.isPresent()) {
                GoTestEvent e = event.get();
                accept(e);
                String name = e.output().strip();
                if (e.action().equals("output") && LISTED.matcher(name).matches()) {
                    names.computeIfAbsent(e.subject(), p -> new ArrayList<>()).add(name);
                }
                return;
            }
            plain(line);
            Matcher end = PLAIN_LIST_END.matcher(line);
            if (LISTED.matcher(line).matches()) {
                open.add(line);
            } else if (end.matches()) {
                names.computeIfAbsent(end.group(1), p -> new ArrayList<>()).addAll(open);
                open.clear();
            }
        });
        readBuildBlocks(console);
        complete = outcome instanceof ExecOutcome.Exited && open.isEmpty();
        packages.values().stream().filter(p -> "fail".equals(p.end)).forEach(this::addCollectionError);
        if (names.isEmpty() && errors.isEmpty() && !outcome.succeeded()) {
            complete = false;
            errors.add(new CollectionError(".", CleanText.detail(String.join("\n", tail(console))), ""));
        }
        if (outcome.succeeded() && !errors.isEmpty()) {
            mismatches.add("the step ended with exit status 0 although packages could not be built");
        }
        names.forEach((path, listed) -> {
            Map<String, Integer> seen = new HashMap<>();
            for (String name : listed) {
                addCase(new GoTest(name), path, seen, TestStatus.NOT_RUN, "", "");
            }
        });
        return new TestReport(RUNNER, cases, errors, complete, mismatches);
    }

    private void readEvents(Path json) {
        lines(json, line -> GoTestEvent.tryParse(line).ifPresentOrElse(this::accept, () -> plain(line)));
    }

    private static void lines(Path file, java.util.function.Consumer<String> consumer) {
        try {
            BoundedReading.lines(file, consumer);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private void accept(GoTestEvent event) {
        if (event.action().startsWith("build-")) {
            builds.computeIfAbsent(event.subject(), p -> new BoundedLines()).append(event.output());
        } else if (!event.subject().isEmpty()) {
            packages.computeIfAbsent(event.subject(), GoPackageRun::new).accept(event);
        }
    }

    private void plain(String line) {
        Matcher failure = PLAIN_FAILURE.matcher(line);
        if (failure.matches()) {
            GoPackageRun run = packages.computeIfAbsent(failure.group(1), GoPackageRun::new);
            run.end = "fail";
            run.couldNotStart = true;
        }
    }

    /** Compiler and vet messages in the log stand in blocks that begin with {@code # package}. */
    private void readBuildBlocks(Path console) {
        StringBuilder block = new StringBuilder();
        lines(console, line -> {
            Matcher start = BUILD_BLOCK.matcher(line);
            if (start.matches()) {
                block.replace(0, block.length(), start.group(1));
            } else if (line.startsWith("FAIL") || line.startsWith("ok ") || line.startsWith("go: ")) {
                block.setLength(0);
            }
            if (!block.isEmpty()) {
                builds.computeIfAbsent(block.toString(), p -> new BoundedLines())
                        .append(line + "\n");
            }
        });
    }

    private static List<String> tail(Path console) {
        BoundedLines text = new BoundedLines();
        lines(console, line -> text.append(line + "\n"));
        return text.lines();
    }

    private void conclude(GoPackageRun run, ExecOutcome outcome) {
        String end = run.end;
        if (run.cached) {
            mismatches.add("the results of package " + shown(run.importPath) + " came from Go's cache, not from a run");
        }
        if (run.eventsAfterEnd) {
            mismatches.add("package " + shown(run.importPath) + " has events after its end");
        }
        boolean failed = "fail".equals(end);
        if (end == null) {
            complete = false;
            if (outcome instanceof ExecOutcome.Exited) {
                mismatches.add("package " + shown(run.importPath) + " never ended although the step did");
            }
        } else if (failed && (run.couldNotStart || run.tests.isEmpty())) {
            addCollectionError(run);
        } else if (failed && (run.crashed || run.hasUnfinished())) {
            complete = false;
        } else if (failed && !run.hasFailures()) {
            mismatches.add("package " + shown(run.importPath) + " failed although none of its tests did: "
                    + CleanText.line(lastSaying(run.output.lines()), 300));
        } else if (!failed && (run.hasFailures() || run.hasUnfinished())) {
            complete = false;
            mismatches.add("package " + shown(run.importPath) + " passed although not all of its tests did");
        }
        addCases(run, outcome);
    }

    private void addCases(GoPackageRun run, ExecOutcome outcome) {
        Optional<Set<String>> declared = sources.declared().apply(run.importPath);
        Map<String, Integer> seen = new HashMap<>();
        int forged = 0;
        for (GoTest test : run.tests) {
            boolean foreign =
                    !test.ran || (declared.isPresent() && !declared.get().contains(test.topLevelName()));
            if (foreign) {
                if (forged++ == 0) {
                    mismatches.add("package " + shown(run.importPath) + " reports "
                            + CleanText.line(test.name, 200)
                            + ", which is not one of its tests; it is not counted");
                }
                continue;
            }
            GoTestText text = new GoTestText(sources, run, test);
            TestStatus status = test.status;
            if (status == null) {
                boolean running = !test.paused;
                addCase(
                        test,
                        run.importPath,
                        seen,
                        running ? TestStatus.ERRORED : TestStatus.NOT_RUN,
                        running ? text.unfinished(outcome) : "",
                        running ? text.failingLine() : "");
            } else if (status == TestStatus.FAILED) {
                addCase(test, run.importPath, seen, status, text.failure(), text.failingLine());
            } else {
                addCase(test, run.importPath, seen, status, status == TestStatus.SKIPPED ? text.reason() : "", "");
            }
        }
    }

    private void addCase(
            GoTest test, String path, Map<String, Integer> seen, TestStatus status, String detail, String line) {
        int occurrence = seen.merge(test.name, 1, Integer::sum) - 1;
        TestId id = new TestId(RUNNER, project, shown(path), CleanText.line(test.name, 2000), occurrence);
        cases.add(new TestCase(id, status, test.millis, detail, line));
    }

    private void addCollectionError(GoPackageRun run) {
        List<String> said = new ArrayList<>();
        for (String key : List.of(run.failedBuild, run.importPath, run.importPath + "_test")) {
            if (said.isEmpty() && builds.containsKey(key)) {
                said.addAll(builds.get(key).lines());
            }
        }
        if (said.isEmpty()) {
            said.addAll(run.output.lines());
        }
        errors.add(new CollectionError(
                shown(run.importPath),
                CleanText.detail(String.join("\n", said)),
                GoTestText.firstOwnLine(sources, sources.directory(), said)));
    }

    private void compareExit(ExecOutcome outcome) {
        if (!(outcome instanceof ExecOutcome.Exited exited) || packages.isEmpty()) {
            return;
        }
        boolean anyFailed = packages.values().stream().anyMatch(p -> "fail".equals(p.end));
        if (exited.code() == 0 && anyFailed) {
            mismatches.add("the step ended with exit status 0 although packages failed");
        } else if (exited.code() != 0 && !anyFailed) {
            mismatches.add("the step ended with exit status " + exited.code() + " although every package passed");
        }
    }

    private static String lastSaying(List<String> lines) {
        for (String line : lines.reversed()) {
            if (!line.isBlank() && !line.equals("FAIL") && !line.startsWith("FAIL\t")) {
                return line;
            }
        }
        return "no message";
    }

    private static String shown(String importPath) {
        return CleanText.line(importPath, 500);
    }
}
