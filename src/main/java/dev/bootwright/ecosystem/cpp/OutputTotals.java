package dev.bootwright.ecosystem.cpp;

import dev.bootwright.testreport.TestStatus;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;

/** The closing lines of test programs that tell how many cases ran; programs that follow each other are summed up. */
final class OutputTotals {
    private static final int MOST = 200_000;
    private static final String CASE = "case";

    private int passed;
    private int failed;
    private int skipped;

    private record Counts(int passed, int failed, int skipped) {}

    /** One form, in the order in which they are tried. */
    private record Form(Pattern pattern, Function<MatchResult, Counts> counts) {}

    private static final List<Form> FORMS = List.of(
            // Catch2
            new Form(
                    Pattern.compile("All tests passed \\([0-9]+ assertions? in ([0-9]+) test cases?\\)"),
                    m -> new Counts(number(m, 1), 0, 0)),
            // doctest, and Catch2 where some failed
            new Form(
                    Pattern.compile(
                            "test cases: *([0-9]+) *\\| *([0-9]+) passed(?: *\\| *([0-9]+) failed)?(?: as expected)?(?: *\\| *([0-9]+) skipped)?"),
                    m -> new Counts(number(m, 2), Math.max(0, number(m, 1) - number(m, 2)), 0)),
            new Form(
                    Pattern.compile("test cases: *([0-9]+) *\\| *([0-9]+) failed"),
                    m -> new Counts(number(m, 1) - number(m, 2), number(m, 2), 0)),
            // Check
            new Form(
                    Pattern.compile("[0-9]+%: Checks: ([0-9]+), Failures: ([0-9]+), Errors: ([0-9]+)"),
                    m -> new Counts(number(m, 1) - number(m, 2) - number(m, 3), number(m, 2) + number(m, 3), 0)),
            new Form(
                    Pattern.compile("([0-9]+) out of ([0-9]+) (?:tests?|test cases?|checks?) failed"),
                    m -> new Counts(number(m, 2) - number(m, 1), number(m, 1), 0)),
            new Form(
                    Pattern.compile(
                            "([0-9]+)/([0-9]+) (?:tests?|test cases?|cases?|checks?)?,? ?(?:passed|PASSED|succeeded|ok)\\b"),
                    m -> new Counts(number(m, 1), number(m, 2) - number(m, 1), 0)),
            new Form(
                    Pattern.compile("([0-9]+) (?:tests?|test cases?|cases?) passed(?:, ([0-9]+) failed)?"),
                    m -> new Counts(number(m, 1), number(m, 2), 0)),
            new Form(
                    Pattern.compile("[Pp]assed:? ([0-9]+)[,;/ ]+[Ff]ailed:? ([0-9]+)"),
                    m -> new Counts(number(m, 1), number(m, 2), 0)));

    void line(String line) {
        for (Form form : FORMS) {
            var matcher = form.pattern().matcher(line);
            if (matcher.find()) {
                Counts counts = form.counts().apply(matcher.toMatchResult());
                passed = bounded(passed + Math.max(0, counts.passed()));
                failed = bounded(failed + Math.max(0, counts.failed()));
                skipped = bounded(skipped + Math.max(0, counts.skipped()));
                return;
            }
        }
    }

    private static int bounded(int count) {
        return Math.min(count, MOST);
    }

    private static int number(MatchResult match, int group) {
        String text = match.group(group);
        return text == null || text.length() > 7 ? 0 : Integer.parseInt(text);
    }

    /** One nameless case for each that was counted. */
    List<OutputCases.Case> cases() {
        List<OutputCases.Case> cases = new ArrayList<>();
        add(cases, passed, TestStatus.PASSED);
        add(cases, failed, TestStatus.FAILED);
        add(cases, skipped, TestStatus.SKIPPED);
        return cases;
    }

    private static void add(List<OutputCases.Case> cases, int count, TestStatus status) {
        for (int i = 0; i < count; i++) {
            cases.add(new OutputCases.Case(
                    CASE, status, status == TestStatus.FAILED ? "its program counted a failure" : ""));
        }
    }
}
