package dev.bootwright.bench;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Predicate;
import java.util.function.ToDoubleFunction;

/** Two folders of results held against each other, source by source. */
public final class Comparison {
    private final Measured before;
    private final Measured after;
    private final List<Pair> pairs = new ArrayList<>();
    private final List<BenchRow> onlyBefore = new ArrayList<>();
    private final List<BenchRow> onlyAfter = new ArrayList<>();

    /** One source in both. */
    private record Pair(BenchRow before, BenchRow after) {}

    private Comparison(Measured before, Measured after) {
        this.before = before;
        this.after = after;
        Map<String, BenchRow> later = new HashMap<>();
        after.rows().forEach(row -> later.put(row.source(), row));
        for (BenchRow row : before.rows()) {
            BenchRow other = later.remove(row.source());
            if (other == null) {
                onlyBefore.add(row);
            } else {
                pairs.add(new Pair(row, other));
            }
        }
        after.rows().stream().filter(row -> later.containsKey(row.source())).forEach(onlyAfter::add);
    }

    /** A Markdown page about A ({@code before}) and B ({@code after}). */
    public static String of(Measured before, Measured after) {
        return new Comparison(before, after).page();
    }

    private String page() {
        StringBuilder out = new StringBuilder("# Bench comparison\n\n");
        out.append("A: ").append(MarkdownReport.products(before.rows())).append(", ");
        out.append(before.rows().size()).append(" rows. B: ").append(MarkdownReport.products(after.rows()));
        out.append(", ").append(after.rows().size()).append(" rows. ").append(pairs.size());
        out.append(" sources are in both; what follows is about those.\n");
        if (!pairs.isEmpty()) {
            out.append(success()).append(changes()).append(seconds());
        }
        unpaired(out, "A", onlyBefore);
        unpaired(out, "B", onlyAfter);
        out.append("\nIntervals hold 95 % of ").append(PairedStatistics.DRAWS);
        out.append(" bootstrap draws of pairs, seed ")
                .append(PairedStatistics.SEED)
                .append(".\n");
        return out.toString();
    }

    private String success() {
        MarkdownTable table = new MarkdownTable(
                "rule", "A:", "B:", "only A:", "only B:", "difference", "interval", "McNemar, exact, p:");
        for (PublishedRule rule : PublishedRule.values()) {
            add(table, rule.title(), pairs, rule::holds);
        }
        List<Pair> doable = pairs.stream()
                .filter(p -> before.isDoable(p.before()) && after.isDoable(p.after()))
                .toList();
        if (!doable.isEmpty()) {
            add(
                    table,
                    PublishedRule.OURS.title() + ", the " + doable.size() + " doable in both",
                    doable,
                    PublishedRule.OURS::holds);
        }
        return "\n## Success\n\n" + table;
    }

    private static void add(MarkdownTable table, String name, List<Pair> pairs, Predicate<BenchRow> rule) {
        int first = (int) pairs.stream().filter(p -> rule.test(p.before())).count();
        int second = (int) pairs.stream().filter(p -> rule.test(p.after())).count();
        int lost = (int) pairs.stream()
                .filter(p -> rule.test(p.before()) && !rule.test(p.after()))
                .count();
        int won = second - (first - lost);
        ToDoubleFunction<List<Pair>> difference = sample -> sample.stream()
                        .mapToInt(p -> (rule.test(p.after()) ? 1 : 0) - (rule.test(p.before()) ? 1 : 0))
                        .sum()
                * 100.0
                / sample.size();
        PairedStatistics.Interval interval = PairedStatistics.bootstrap(pairs, difference);
        table.row(
                name,
                first,
                second,
                lost,
                won,
                signed(difference.applyAsDouble(pairs)) + " points",
                signed(interval.low()) + " to " + signed(interval.high()),
                probability(PairedStatistics.mcNemar(won, lost)));
    }

    private String changes() {
        MarkdownTable table = new MarkdownTable("source", "A", "B", "first cause in A", "first cause in B");
        boolean any = false;
        for (Pair pair : pairs) {
            Outcome first = Outcome.of(pair.before());
            Outcome second = Outcome.of(pair.after());
            if (first != second) {
                any = true;
                table.row(
                        pair.before().display(),
                        first.title(),
                        second.title(),
                        pair.before().firstCause(),
                        pair.after().firstCause());
            }
        }
        return any ? "\n## What changed\n\n" + table : "\nNo source's outcome changed.\n";
    }

    private String seconds() {
        List<Pair> both = pairs.stream()
                .filter(p -> Outcome.of(p.before()) == Outcome.SUCCESS && Outcome.of(p.after()) == Outcome.SUCCESS)
                .toList();
        MarkdownTable table = new MarkdownTable(
                "pairs", "count:", "median A, s:", "median B, s:", "median B/A:", "interval", "Wilcoxon, p:");
        time(table, "all", pairs);
        time(table, "success in both", both);
        return "\n## Seconds\n\n" + table;
    }

    private static void time(MarkdownTable table, String name, List<Pair> pairs) {
        if (pairs.isEmpty()) {
            table.row(name, 0, "–", "–", "–", "–", "–");
            return;
        }
        ToDoubleFunction<List<Pair>> ratio = sample -> median(
                sample, p -> p.after().seconds() / Math.max(0.1, p.before().seconds()));
        PairedStatistics.Interval interval = PairedStatistics.bootstrap(pairs, ratio);
        table.row(
                name,
                pairs.size(),
                Figures.number(median(pairs, p -> p.before().seconds())),
                Figures.number(median(pairs, p -> p.after().seconds())),
                ratioText(ratio.applyAsDouble(pairs)),
                ratioText(interval.low()) + " to " + ratioText(interval.high()),
                probability(PairedStatistics.wilcoxon(pairs.stream()
                        .map(p -> p.after().seconds() - p.before().seconds())
                        .toList())));
    }

    private static double median(List<Pair> pairs, ToDoubleFunction<Pair> value) {
        return Figures.quantile(
                pairs.stream().mapToDouble(value).sorted().boxed().toList(), 0.5);
    }

    private static void unpaired(StringBuilder out, String name, List<BenchRow> rows) {
        if (!rows.isEmpty()) {
            out.append("\nOnly in ").append(name).append(": ");
            out.append(String.join(
                    ", ",
                    rows.stream()
                            .map(row -> MarkdownTable.escaped(row.display()))
                            .toList()));
            out.append(".\n");
        }
    }

    private static String signed(double points) {
        return String.format(Locale.ROOT, "%+.1f", points);
    }

    private static String ratioText(double ratio) {
        return String.format(Locale.ROOT, "%.3f", ratio);
    }

    private static String probability(double p) {
        return String.format(Locale.ROOT, "%.4f", p);
    }
}
