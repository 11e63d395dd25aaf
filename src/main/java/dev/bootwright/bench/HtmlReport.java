package dev.bootwright.bench;

import dev.bootwright.format.Scrubber;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** The report as one page that needs nothing else: no script, no style sheet, no picture from elsewhere. */
public final class HtmlReport {
    private static final String STYLE = """
            body { font: 15px/1.45 system-ui, sans-serif; max-width: 960px; margin: 2em auto; padding: 0 1em; color: #1b1b1b }
            table { border-collapse: collapse; font-size: 13px; width: 100% }
            th, td { padding: 3px 8px; border-bottom: 1px solid #ddd; text-align: left; vertical-align: top }
            td.n, th.n { text-align: right; font-variant-numeric: tabular-nums }
            svg { display: block; max-width: 100%; height: auto } svg text { font: 12px system-ui, sans-serif }
            svg text.name { text-anchor: end }
            .success { fill: #2a7f4f } .partial { fill: #d9a21b } .other { fill: #b9b9b9 } .cause { fill: #b5533c }
            .time { fill: #3f6fa8 }
            .key span { display: inline-block; width: 12px; height: 12px; margin: 0 5px 0 16px; vertical-align: -1px }
            """;

    private final Measured measured;
    private final List<BenchRow> rows;
    private final StringBuilder out = new StringBuilder();

    private HtmlReport(Measured measured) {
        this.measured = measured;
        this.rows = measured.rows();
    }

    public static String of(Measured measured) {
        HtmlReport page = new HtmlReport(measured);
        page.head();
        page.languages();
        page.rules();
        page.causes();
        page.times();
        page.table();
        return page.out.append("</body>\n</html>\n").toString();
    }

    static String escaped(String text) {
        return Scrubber.text(text)
                .replace("&", "&amp;")
                .replace("<", "&lt;")
                .replace(">", "&gt;")
                .replace("\"", "&quot;");
    }

    private void head() {
        Figures.Tally tally = Figures.Tally.of(measured, rows);
        out.append(
                "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n<title>Bench report</title>\n");
        out.append("<style>\n").append(STYLE).append("</style>\n</head>\n<body>\n<h1>Bench report</h1>\n<p>");
        out.append(tally.rows()).append(" rows, product ").append(escaped(MarkdownReport.products(rows)));
        out.append(". <strong>").append(tally.success()).append(" successful</strong>: ");
        out.append(Figures.percent(tally.success(), tally.rows())).append(" of all, ");
        out.append(Figures.percent(tally.success(), tally.doable()))
                .append(" of the ")
                .append(tally.doable());
        out.append(" doable. ").append(tally.partial()).append(" partial.</p>\n<p>Success: ");
        out.append(escaped(PublishedRule.OURS.meaning()));
        out.append(
                ". Partial: bootstrapped, fewer reached. Doable: all rows less those whose source a probe outside the");
        out.append(" product could not get.</p>\n");
    }

    private void languages() {
        SvgChart chart = new SvgChart();
        Figures.byLanguage(rows).forEach((language, group) -> chart.bar(language, parts(group), shown(group)));
        chart.bar("all", parts(rows), shown(rows));
        out.append("<h2>By language</h2>\n<p class=\"key\">").append(key("#2a7f4f", "success"));
        out.append(key("#d9a21b", "partial")).append(key("#b9b9b9", "other")).append("</p>\n");
        out.append(chart.svg("Rows by language: success, partial, other"));
    }

    private static String key(String colour, String name) {
        return "<span style=\"background:" + colour + "\"></span>" + name;
    }

    private List<SvgChart.Part> parts(List<BenchRow> group) {
        Figures.Tally tally = Figures.Tally.of(measured, group);
        return List.of(
                new SvgChart.Part("success", tally.success()),
                new SvgChart.Part("partial", tally.partial()),
                new SvgChart.Part("other", tally.other()));
    }

    private String shown(List<BenchRow> group) {
        Figures.Tally tally = Figures.Tally.of(measured, group);
        return tally.success() + " of " + tally.rows() + " (" + tally.doable() + " doable)";
    }

    private void rules() {
        int doable = (int) rows.stream().filter(measured::isDoable).count();
        SvgChart chart = new SvgChart();
        for (PublishedRule rule : PublishedRule.values()) {
            int holds = (int) rows.stream().filter(rule::holds).count();
            chart.bar(
                    rule.title(),
                    List.of(new SvgChart.Part("success", holds), new SvgChart.Part("other", rows.size() - holds)),
                    holds + " (" + Figures.percent(holds, doable) + ")");
        }
        out.append("<h2>By published rules</h2>\n<p>Computed from the same rows; shares are of doable rows.</p>\n");
        out.append(chart.svg("Rows that each rule counts")).append("<ul>\n");
        for (PublishedRule rule : PublishedRule.values()) {
            out.append("<li>").append(escaped(rule.title())).append(": ").append(escaped(rule.meaning()));
            out.append("</li>\n");
        }
        out.append("</ul>\n");
    }

    private void causes() {
        SvgChart chart = new SvgChart();
        Map<String, List<BenchRow>> causes = Figures.byFirstCause(rows);
        causes.forEach((cause, group) ->
                chart.bar(cause, List.of(new SvgChart.Part("cause", group.size())), String.valueOf(group.size())));
        out.append("<h2>By first cause</h2>\n");
        out.append(causes.isEmpty() ? "<p>Every row is successful.</p>\n" : chart.svg("Rows by first cause"));
    }

    private void times() {
        SvgChart stages = new SvgChart();
        TreeMap<String, Double> sums = new TreeMap<>();
        rows.forEach(row -> row.stageSeconds().forEach((stage, time) -> sums.merge(stage, time, Double::sum)));
        sums.entrySet().stream()
                .sorted(Map.Entry.<String, Double>comparingByValue()
                        .reversed()
                        .thenComparing(Map.Entry.comparingByKey()))
                .forEach(e -> stages.bar(
                        e.getKey(),
                        List.of(new SvgChart.Part("time", e.getValue())),
                        Figures.number(e.getValue()) + " s"));
        SvgChart each = new SvgChart();
        rows.stream()
                .sorted(Comparator.comparingDouble(BenchRow::seconds).reversed().thenComparing(BenchRow::source))
                .forEach(row -> each.bar(
                        row.display(),
                        List.of(new SvgChart.Part(Outcome.of(row).title(), row.seconds())),
                        Figures.number(row.seconds()) + " s"));
        out.append("<h2>Times</h2>\n<h3>All rows, by stage</h3>\n").append(stages.svg("Seconds by stage"));
        out.append("<h3>Each row</h3>\n").append(each.svg("Seconds of each row"));
    }

    private void table() {
        out.append("<h2>Rows</h2>\n<table>\n<tr><th>repository</th><th>language</th><th>outcome</th><th>verdict</th>");
        out.append("<th>readiness</th><th class=\"n\">passed</th><th class=\"n\">collected</th>");
        out.append("<th class=\"n\">test files</th><th>first cause</th></tr>\n");
        for (BenchRow row : rows) {
            Integer reached = row.reach().reached();
            out.append("<tr>");
            cell("", row.display());
            cell("", row.language());
            cell("", measured.isDoable(row) ? Outcome.of(row).title() : "not doable");
            cell("", row.verdict().toString());
            cell("", row.readiness().toString());
            cell("n", String.valueOf(row.tests().passed()));
            cell("n", String.valueOf(row.tests().collected()));
            cell("n", (reached == null ? "?" : reached) + " of " + row.reach().testFiles());
            cell("", row.firstCause());
            out.append("</tr>\n");
        }
        out.append("</table>\n");
    }

    private void cell(String kind, String text) {
        out.append(kind.isEmpty() ? "<td>" : "<td class=\"" + kind + "\">");
        out.append(escaped(text)).append("</td>");
    }
}
