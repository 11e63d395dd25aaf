package dev.bootwright.verify;

import dev.bootwright.base.TestId;
import dev.bootwright.testreport.TestCase;
import dev.bootwright.testreport.TestReport;
import dev.bootwright.testreport.TestReport.CollectionError;
import dev.bootwright.testreport.TestStatus;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/** Puts the reports of a stage's steps together. */
final class ReportMerger {
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

    /** What was executed, completed by what the collection knew and the execution never reached. */
    static TestReport withUnreached(TestReport collected, TestReport executed) {
        Set<TestId> known = new HashSet<>(executed.ids());
        List<TestCase> cases = new ArrayList<>(executed.cases());
        for (TestCase test : collected.cases()) {
            if (!known.contains(test.id())) {
                cases.add(test.withStatus(TestStatus.NOT_RUN));
            }
        }
        return new TestReport(
                executed.runner(),
                cases,
                executed.collectionErrors(),
                executed.complete(),
                executed.mismatches(),
                executed.skippedFiles(),
                executed.deselected());
    }
}
