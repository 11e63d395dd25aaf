package dev.bootwright.bench;

import dev.bootwright.base.Readiness;
import dev.bootwright.base.Verdict;
import dev.bootwright.step.TestCounts;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;

/** What a folder of results comes to, as a Markdown page. */
public final class MarkdownReport {
    private final Measured measured;
    private final List<BenchRow> rows;
    private final StringBuilder out = new StringBuilder();

    private MarkdownReport(Measured measured) {
        this.measured = measured;
        this.rows = measured.rows();
    }

    public static String of(Measured measured) {
        MarkdownReport report = new MarkdownReport(measured);
        report.head();
        report.success();
        report.rules();
        report.verdicts();
        report.causes();
        report.tests();
        report.seconds();
        report.resources();
        report.table();
        report.probes();
        return report.out.toString();
    }

    /** The builds that made the rows. */
    static String products(List<BenchRow> rows) {
        Map<String, Long> builds = rows.stream()
                .collect(Collectors.groupingBy(
                        row -> row.product().version() + " ("
                                + row.product().build().replaceFirst("^sha256:(.{12}).*", "$1") + ")",
                        TreeMap::new,
                        Collectors.counting()));
        return builds.size() == 1
                ? builds.keySet().iterator().next()
                : builds.entrySet().stream()
                        .map(e -> e.getKey() + ": " + e.getValue() + " rows")
                        .collect(Collectors.joining(", ", "several builds: ", ""));
    }

    private void head() {
        String engines = rows.stream()
                .map(row -> row.engine() == null ? "none" : row.engine())
                .distinct()
                .sorted()
                .collect(Collectors.joining(", "));
        out.append("# Bench report\n\n");
        out.append(rows.size()).append(" rows. Product: ").append(products(rows));
        out.append(". Engine: ").append(engines).append(". Model calls: ");
        out.append(rows.stream().mapToInt(BenchRow::modelCalls).sum());
        out.append(", tokens: ")
                .append(rows.stream().mapToLong(BenchRow::tokens).sum());
        out.append(".\n");
    }

    private void success() {
        out.append("\n## Success\n\n");
        out.append("**Success**: ").append(PublishedRule.OURS.meaning()).append(". **Partial**: bootstrapped, fewer");
        out.append(" reached. **Doable**: all rows less those whose source a probe outside the product could not get.");
        out.append(" **By whole suite**: successes whose runner does not tell its tests' files; there the whole suite");
        out.append(" had to run.\n\n");
        MarkdownTable table = new MarkdownTable(
                "language",
                "rows:",
                "success:",
                "partial:",
                "other:",
                "doable:",
                "success of all:",
                "success of doable:",
                "by whole suite:");
        Figures.byLanguage(rows).forEach((language, group) -> row(table, language, group));
        row(table, "all", rows);
        out.append(table);
    }

    private void row(MarkdownTable table, String name, List<BenchRow> group) {
        Figures.Tally tally = Figures.Tally.of(measured, group);
        table.row(
                name,
                tally.rows(),
                tally.success(),
                tally.partial(),
                tally.other(),
                tally.doable(),
                Figures.percent(tally.success(), tally.rows()),
                Figures.percent(tally.success(), tally.doable()),
                tally.byWholeSuite());
    }

    private void rules() {
        out.append("\n## By published rules\n\nEach computed from the same rows.\n\n");
        MarkdownTable table = new MarkdownTable("rule", "rows:", "of all:", "of doable:", "what it asks");
        int doable = (int) rows.stream().filter(measured::isDoable).count();
        for (PublishedRule rule : PublishedRule.values()) {
            int holds = (int) rows.stream().filter(rule::holds).count();
            table.row(
                    rule.title(),
                    holds,
                    Figures.percent(holds, rows.size()),
                    Figures.percent(holds, doable),
                    rule.meaning());
        }
        out.append(table);
    }

    private void verdicts() {
        List<String> columns = new ArrayList<>(List.of("verdict", "rows:"));
        for (Readiness readiness : Readiness.values()) {
            columns.add(readiness + ":");
        }
        MarkdownTable table = new MarkdownTable(columns.toArray(String[]::new));
        for (Verdict verdict : Verdict.values()) {
            List<BenchRow> group =
                    rows.stream().filter(row -> row.verdict() == verdict).toList();
            List<Object> cells = new ArrayList<>(List.of(verdict, group.size()));
            for (Readiness readiness : Readiness.values()) {
                cells.add(group.stream()
                        .filter(row -> row.readiness() == readiness)
                        .count());
            }
            table.row(cells.toArray());
        }
        out.append("\n## Verdicts and readiness\n\n").append(table);
    }

    private void causes() {
        out.append("\n## First causes\n\nOf rows without success.\n\n");
        MarkdownTable table = new MarkdownTable("first cause", "rows:", "which");
        Figures.byFirstCause(rows)
                .forEach((cause, group) -> table.row(
                        cause,
                        group.size(),
                        group.stream().map(BenchRow::display).collect(Collectors.joining(", "))));
        out.append(table);
    }

    private void tests() {
        MarkdownTable table = new MarkdownTable(
                "language",
                "collected:",
                "executed:",
                "passed:",
                "failed:",
                "errored:",
                "skipped:",
                "not run:",
                "causes");
        Figures.byLanguage(rows).forEach((language, group) -> counts(table, language, group));
        counts(table, "all", rows);
        out.append("\n## Tests\n\nOf the stage that decides.\n\n").append(table);
    }

    private static void counts(MarkdownTable table, String name, List<BenchRow> group) {
        TestCounts sum = group.stream().map(BenchRow::tests).reduce(TestCounts.NONE, TestCounts::plus);
        TreeMap<String, Integer> causes = new TreeMap<>();
        group.forEach(row -> row.causes().forEach((cause, count) -> causes.merge(cause, count, Integer::sum)));
        table.row(
                name,
                sum.collected(),
                sum.executed(),
                sum.passed(),
                sum.failed(),
                sum.errored(),
                sum.skipped(),
                sum.notRun(),
                causes.entrySet().stream()
                        .filter(e -> e.getValue() > 0)
                        .map(e -> e.getKey() + " " + e.getValue())
                        .collect(Collectors.joining(", ")));
    }

    private void seconds() {
        out.append("\n## Seconds\n\n");
        MarkdownTable table = new MarkdownTable("language", "rows:", "median:", "90 %:", "largest:", "sum:");
        Figures.byLanguage(rows)
                .forEach((language, group) -> spread(
                        table, language, group.stream().map(BenchRow::seconds).toList()));
        spread(table, "all", rows.stream().map(BenchRow::seconds).toList());
        out.append(table).append("\nBy stage, of the rows that came to it:\n\n");
        MarkdownTable stages = new MarkdownTable("stage", "rows:", "median:", "90 %:", "largest:", "sum:");
        TreeMap<String, List<Double>> byStage = new TreeMap<>();
        rows.forEach(row -> row.stageSeconds()
                .forEach((stage, time) ->
                        byStage.computeIfAbsent(stage, s -> new ArrayList<>()).add(time)));
        byStage.forEach((stage, times) -> spread(stages, stage, times));
        out.append(stages);
    }

    private static void spread(MarkdownTable table, String name, List<Double> values) {
        Figures.Spread spread = Figures.Spread.of(values);
        table.row(
                name,
                values.size(),
                Figures.number(spread.median()),
                Figures.number(spread.ninetieth()),
                Figures.number(spread.largest()),
                Figures.number(spread.sum()));
    }

    private void resources() {
        MarkdownTable table = new MarkdownTable("resource", "median:", "90 %:", "largest:");
        resource(
                table,
                "disk, MB",
                rows.stream().map(row -> row.diskBytes() / 1e6).toList());
        resource(
                table,
                "peak memory, MB",
                rows.stream().map(row -> row.peakMemoryBytes() / 1e6).toList());
        out.append("\n## Resources\n\n").append(table);
    }

    private static void resource(MarkdownTable table, String name, List<Double> values) {
        Figures.Spread spread = Figures.Spread.of(values);
        table.row(
                name,
                Figures.number(spread.median()),
                Figures.number(spread.ninetieth()),
                Figures.number(spread.largest()));
    }

    private void table() {
        MarkdownTable table = new MarkdownTable(
                "repository",
                "language",
                "outcome",
                "verdict",
                "readiness",
                "collected:",
                "passed:",
                "failed:",
                "errored:",
                "skipped:",
                "test files:",
                "seconds:",
                "first cause");
        for (BenchRow row : rows) {
            Integer reached = row.reach().reached();
            table.row(
                    row.display(),
                    row.language(),
                    measured.isDoable(row) ? Outcome.of(row).title() : "not doable",
                    row.verdict(),
                    row.readiness(),
                    row.tests().collected(),
                    row.tests().passed(),
                    row.tests().failed(),
                    row.tests().errored(),
                    row.tests().skipped(),
                    (reached == null ? "?" : reached) + " of " + row.reach().testFiles(),
                    Figures.number(row.seconds()),
                    row.firstCause());
        }
        out.append("\n## Rows\n\nTest files: reached of those in the tree; `?` where the runner does not tell.\n\n");
        out.append(table);
    }

    private void probes() {
        MarkdownTable table = new MarkdownTable("source", "tried", "exit status:", "said");
        int count = 0;
        for (BenchRow row : rows) {
            if (measured.against(row).isPresent()) {
                Probe probe = measured.against(row).get();
                table.row(probe.source(), String.join(" ", probe.command()), probe.exitCode(), probe.line());
                count++;
            }
        }
        if (count > 0) {
            out.append("\n## Not doable\n\nA probe outside the product could not get the source.\n\n")
                    .append(table);
        }
    }
}
