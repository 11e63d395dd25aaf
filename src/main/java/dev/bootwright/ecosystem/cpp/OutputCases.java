package dev.bootwright.ecosystem.cpp;

import dev.bootwright.testreport.TestStatus;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Reads test cases out of what a test program printed: GoogleTest's own lines, the Test Anything Protocol, automake's
 * words; else the totals of Catch2, doctest, Check and of programs that print "N tests passed"; else lines of one case
 * each. {@code count.awk} reads the same forms.
 */
final class OutputCases {
    private static final int MOST = 200_000;
    private static final int DETAIL_LINES = 40;
    private static final Pattern GTEST =
            Pattern.compile("\\[ *(RUN|OK|FAILED|SKIPPED) *\\] ([^\\s,(]+)(?:,.*)?(?:$|.*\\([0-9]+ ms\\)\\s*$)");
    private static final Pattern TIMED = Pattern.compile("\\([0-9]+ ms\\)\\s*$");
    private static final Pattern PLAN = Pattern.compile("1\\.\\.[0-9]+\\s*(#.*)?");
    private static final Pattern TAP = Pattern.compile("(not )?ok\\b *([0-9]*) *-? *([^#]*)(#.*)?");
    private static final Pattern WORD = Pattern.compile("(PASS|FAIL|XFAIL|XPASS|SKIP|ERROR): (\\S.*)");
    private static final Pattern LINE = Pattern.compile(
            "\\s*((?:test|check|case|run)?\\S.{0,150}?)\\s*(?:\\.{2,}|:|\\s{2,}|\\s-\\s|\\t)\\s*\\[?(OK|ok|Ok|PASS|PASSED|passed|Passed|FAIL|FAILED|failed|Failed|SKIP|SKIPPED|skipped|NOTRUN)\\b\\]?[.!]?(?:\\s*\\(.*\\)|,.*)?\\s*");

    private final List<Case> named = new ArrayList<>();
    private final List<Case> lines = new ArrayList<>();
    private final OutputTotals totals = new OutputTotals();
    private final Map<String, StringBuilder> running = new LinkedHashMap<>();
    private boolean planned;

    /** @param detail what was printed of it when it did not pass */
    record Case(String name, TestStatus status, String detail) {}

    private OutputCases() {}

    /** In the order of the output; empty where it tells of no case. */
    static List<Case> of(List<String> output) {
        OutputCases cases = new OutputCases();
        cases.planned = output.stream().anyMatch(l -> PLAN.matcher(l).matches());
        output.stream()
                .limit(1_000_000)
                .map(l -> l.replaceAll("\u001b\\[[0-9;]*m", ""))
                .forEach(cases::line);
        cases.running.forEach((name, text) ->
                cases.named.add(new Case(name, TestStatus.ERRORED, "it began and never ended\n" + text)));
        if (!cases.named.isEmpty()) {
            return List.copyOf(cases.named);
        }
        List<Case> total = cases.totals.cases();
        return total.isEmpty() ? List.copyOf(cases.lines) : total;
    }

    private void line(String line) {
        if (named.size() > MOST || lines.size() > MOST) {
            return;
        }
        if (googleTest(line)) {
            return;
        }
        running.values().forEach(text -> {
            if (text.chars().filter(c -> c == '\n').count() < DETAIL_LINES) {
                text.append(line).append('\n');
            }
        });
        Matcher tap = TAP.matcher(line);
        if (planned && tap.matches()) {
            point(tap);
            return;
        }
        Matcher word = WORD.matcher(line);
        if (word.matches()) {
            named.add(new Case(word.group(2).strip(), status(word.group(1)), ""));
            return;
        }
        totals.line(line);
        Matcher one = LINE.matcher(line);
        if (!line.startsWith("checking ") && one.matches()) {
            lines.add(new Case(one.group(1).strip(), status(one.group(2)), line.strip()));
        }
    }

    private boolean googleTest(String line) {
        if (line.indexOf('[') < 0) {
            return false;
        }
        Matcher matcher = GTEST.matcher(line);
        if (!matcher.find()) {
            return false;
        }
        String name = matcher.group(2);
        switch (matcher.group(1)) {
            case "RUN" -> running.put(name, new StringBuilder());
            case "OK" -> ended(name, TestStatus.PASSED);
            case "FAILED" -> {
                // the closing list of failures names each once more, without a time
                if (running.containsKey(name) || TIMED.matcher(line).find()) {
                    ended(name, TestStatus.FAILED);
                }
            }
            default -> {
                if (running.containsKey(name) || TIMED.matcher(line).find()) {
                    ended(name, TestStatus.SKIPPED);
                }
            }
        }
        return true;
    }

    private void ended(String name, TestStatus status) {
        StringBuilder text = running.remove(name);
        named.add(new Case(name, status, status == TestStatus.PASSED || text == null ? "" : text.toString()));
    }

    private void point(Matcher tap) {
        String directive = tap.group(4) == null ? "" : tap.group(4).toLowerCase(Locale.ROOT);
        String said = tap.group(3).strip();
        String name = said.isEmpty() ? tap.group(2).isEmpty() ? "point" : tap.group(2) : said;
        boolean skipped = directive.matches("# *(skip|todo).*");
        named.add(new Case(
                name,
                skipped ? TestStatus.SKIPPED : tap.group(1) != null ? TestStatus.FAILED : TestStatus.PASSED,
                directive));
    }

    /** What a word such as PASS, ok or XFAIL means. */
    static TestStatus status(String word) {
        return switch (word.toUpperCase(Locale.ROOT)) {
            case "XFAIL" -> TestStatus.EXPECTED_FAILURE;
            case "FAIL", "FAILED", "XPASS" -> TestStatus.FAILED;
            case "ERROR" -> TestStatus.ERRORED;
            case "SKIP", "SKIPPED", "NOTRUN" -> TestStatus.SKIPPED;
            default -> TestStatus.PASSED;
        };
    }
}
