package dev.bootwright.verify;

import static dev.bootwright.testreport.JUnitXmlReader.WHOLE_CLASS;

import dev.bootwright.base.TestId;
import dev.bootwright.step.ExcludedTest;
import dev.bootwright.testreport.TestCase;
import dev.bootwright.testreport.TestReport;
import dev.bootwright.testreport.TestReport.CollectionError;
import dev.bootwright.testreport.TestStatus;
import dev.bootwright.testreport.WholeFile;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeSet;

/** Puts the reports of a stage's steps together. */
final class ReportMerger {
    private static final String IN_CLASS = "::";

    private ReportMerger() {}

    /** Several steps of one stage: each test once, its first outcome decides. */
    static TestReport merge(List<TestReport> reports) {
        if (reports.size() == 1) {
            return reports.getFirst();
        }
        Map<TestId, TestCase> cases = new LinkedHashMap<>();
        List<CollectionError> errors = new ArrayList<>();
        List<String> mismatches = new ArrayList<>();
        List<CollectionError> skippedFiles = new ArrayList<>();
        int deselected = 0;
        Set<String> runners = new TreeSet<>();
        boolean complete = !reports.isEmpty();
        for (TestReport report : reports) {
            runners.add(report.runner());
            report.cases().forEach(c -> cases.putIfAbsent(c.id(), c));
            errors.addAll(report.collectionErrors());
            mismatches.addAll(report.mismatches());
            skippedFiles.addAll(report.skippedFiles());
            deselected += report.deselected();
            complete &= report.complete();
        }
        return new TestReport(
                String.join("+", runners),
                List.copyOf(cases.values()),
                errors,
                complete,
                mismatches,
                skippedFiles,
                deselected);
    }

    /**
     * What was executed, completed by what the collection knew and the execution never reached: all left-out tests, and
     * those for which no sibling ran that the collection did not know, since some parameters differ from start to start. A
     * class that
     * skips itself, or that breaks before its first test, is one case to some runners; here that is the outcome of each
     * of its tests. What broke stays a case beside them, as the runner tells it.
     */
    static TestReport withUnreached(
            TestReport collected, TestReport executed, SortedMap<TestId, ExcludedTest> leftOut) {
        Set<TestId> known = new HashSet<>(executed.ids());
        Set<TestId> foreseen = new HashSet<>(collected.ids());
        Map<TestId, Integer> unforeseen = new HashMap<>();
        Set<String> files = new HashSet<>();
        known.forEach(id -> {
            files.add(file(id));
            if (!foreseen.contains(id)) {
                unforeseen.merge(function(id), 1, Integer::sum);
            }
        });
        List<TestCase> classes = executed.cases().stream()
                .filter(c -> isWhole(c.id()) && (c.status() == TestStatus.SKIPPED || isBarren(c, executed)))
                .toList();
        Set<TestCase> spelledOut = new HashSet<>();
        List<TestCase> unreached = new ArrayList<>();
        for (TestCase test : collected.cases()) {
            boolean reached = known.contains(test.id())
                    || leftOut.containsKey(test.id())
                    || (test.id().name().equals(WholeFile.NAME) && files.contains(file(test.id())))
                    || isStoodFor(test.id(), unforeseen);
            if (!reached) {
                Optional<TestCase> around =
                        classes.stream().filter(c -> isIn(test.id(), c.id())).findFirst();
                around.filter(c -> c.status() == TestStatus.SKIPPED).ifPresent(spelledOut::add);
                unreached.add(around.map(c -> new TestCase(test.id(), c.status(), 0, c.detail(), c.failingLine()))
                        .orElseGet(() -> test.withStatus(TestStatus.NOT_RUN)));
            }
        }
        List<TestCase> cases = new ArrayList<>(executed.cases());
        cases.removeAll(spelledOut);
        cases.addAll(unreached);
        leftOut.forEach((id, why) -> {
            if (!known.contains(id)) {
                cases.add(new TestCase(id, TestStatus.NOT_RUN, 0, "left out: " + why.reason(), ""));
            }
        });
        return with(executed, cases);
    }

    /** Each test that nobody foresaw stands for one of its function that did not run. */
    private static boolean isStoodFor(TestId missing, Map<TestId, Integer> unforeseen) {
        TestId function = function(missing);
        int left = unforeseen.getOrDefault(function, 0);
        unforeseen.put(function, left - 1);
        return left > 0;
    }

    private static boolean isWhole(TestId id) {
        return id.name().endsWith(IN_CLASS + WHOLE_CLASS);
    }

    /** Whether a class ended without any test of its own, so that what broke stood before them. */
    private static boolean isBarren(TestCase whole, TestReport executed) {
        return (whole.status() == TestStatus.ERRORED || whole.status() == TestStatus.FAILED)
                && executed.cases().stream().noneMatch(c -> !isWhole(c.id()) && isIn(c.id(), whole.id()));
    }

    /** Whether a test lies in the class for which a case stands as a whole, or in one within it. */
    private static boolean isIn(TestId test, TestId whole) {
        String name = whole.name().substring(0, whole.name().length() - (IN_CLASS + WHOLE_CLASS).length());
        return test.runner().equals(whole.runner())
                && test.project().equals(whole.project())
                && test.file().equals(whole.file())
                && (test.name().startsWith(name + IN_CLASS) || test.name().startsWith(name + "$"));
    }

    /** Runners write parameters in brackets; those of the JVM add the types of a method's arguments in others. */
    private static TestId function(TestId id) {
        String marks = id.runner().equals("surefire") ? "[({" : "[";
        int parameters = 0;
        while (parameters < id.name().length() && marks.indexOf(id.name().charAt(parameters)) < 0) {
            parameters++;
        }
        boolean plain = parameters == 0 || parameters == id.name().length();
        String name = plain ? id.name() : id.name().substring(0, parameters);
        return new TestId(id.runner(), id.project(), id.file(), name, plain ? id.occurrence() : 0);
    }

    /** The part of a report that belongs to tests of one project; what has no test stays out. */
    static TestReport ofProject(TestReport report, String project) {
        return with(
                new TestReport(report.runner(), List.of(), List.of(), report.complete(), List.of()),
                report.cases().stream()
                        .filter(c -> c.id().project().equals(project))
                        .toList());
    }

    private static TestReport with(TestReport report, List<TestCase> cases) {
        return new TestReport(
                report.runner(),
                cases,
                report.collectionErrors(),
                report.complete(),
                report.mismatches(),
                report.skippedFiles(),
                report.deselected());
    }

    private static String file(TestId id) {
        return id.runner() + "\0" + id.project() + "\0" + id.file();
    }
}
