package dev.bootwright.bench;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.SequencedMap;
import java.util.TreeMap;
import java.util.function.Function;

/** What reports count and add up; the same rows give the same figures, in the same order. */
final class Figures {
    private Figures() {}

    /** Of some rows, by how they came out. */
    record Tally(int rows, int success, int partial, int byWholeSuite, int doable) {
        static Tally of(Measured measured, Collection<BenchRow> rows) {
            int success = 0;
            int partial = 0;
            int whole = 0;
            int doable = 0;
            for (BenchRow row : rows) {
                Outcome outcome = Outcome.of(row);
                success += outcome == Outcome.SUCCESS ? 1 : 0;
                partial += outcome == Outcome.PARTIAL ? 1 : 0;
                whole += Outcome.isByWholeSuite(row) ? 1 : 0;
                doable += measured.isDoable(row) ? 1 : 0;
            }
            return new Tally(rows.size(), success, partial, whole, doable);
        }

        int other() {
            return rows - success - partial;
        }
    }

    /** Rows by language, sorted; those of none come last as {@code (none)}. */
    static SequencedMap<String, List<BenchRow>> byLanguage(List<BenchRow> rows) {
        TreeMap<String, List<BenchRow>> named = new TreeMap<>();
        List<BenchRow> none = new ArrayList<>();
        for (BenchRow row : rows) {
            if (row.language().isEmpty()) {
                none.add(row);
            } else {
                named.computeIfAbsent(row.language(), l -> new ArrayList<>()).add(row);
            }
        }
        SequencedMap<String, List<BenchRow>> all = new LinkedHashMap<>(named);
        if (!none.isEmpty()) {
            all.put("(none)", none);
        }
        return all;
    }

    /** Rows without success by their first cause, most frequent first, then by name. */
    static SequencedMap<String, List<BenchRow>> byFirstCause(List<BenchRow> rows) {
        return grouped(
                rows.stream().filter(row -> Outcome.of(row) != Outcome.SUCCESS).toList(), Figures::cause);
    }

    private static String cause(BenchRow row) {
        if (!row.firstCause().isEmpty()) {
            return row.firstCause();
        }
        return "partial: fewer than half of the test files reached";
    }

    static SequencedMap<String, List<BenchRow>> grouped(List<BenchRow> rows, Function<BenchRow, String> key) {
        TreeMap<String, List<BenchRow>> groups = new TreeMap<>();
        rows.forEach(row ->
                groups.computeIfAbsent(key.apply(row), k -> new ArrayList<>()).add(row));
        SequencedMap<String, List<BenchRow>> ordered = new LinkedHashMap<>();
        groups.entrySet().stream()
                .sorted(Map.Entry.<String, List<BenchRow>>comparingByValue(Comparator.comparingInt(List::size))
                        .reversed()
                        .thenComparing(Map.Entry.comparingByKey()))
                .forEach(e -> ordered.put(e.getKey(), e.getValue()));
        return ordered;
    }

    /** Several rows' values, in order. */
    record Spread(double median, double ninetieth, double largest, double sum) {
        static Spread of(List<Double> values) {
            List<Double> sorted = values.stream().sorted().toList();
            if (sorted.isEmpty()) {
                return new Spread(0, 0, 0, 0);
            }
            double sum = sorted.stream().mapToDouble(v -> v).sum();
            return new Spread(quantile(sorted, 0.5), quantile(sorted, 0.9), sorted.getLast(), sum);
        }
    }

    /** Interpolated between the two nearest values. */
    static double quantile(List<Double> sorted, double share) {
        double at = share * (sorted.size() - 1);
        int below = (int) Math.floor(at);
        int above = Math.min(below + 1, sorted.size() - 1);
        return sorted.get(below) + (at - below) * (sorted.get(above) - sorted.get(below));
    }

    static String percent(int part, int whole) {
        return whole == 0 ? "–" : String.format(Locale.ROOT, "%.1f %%", 100.0 * part / whole);
    }

    static String number(double value) {
        return String.format(Locale.ROOT, "%.1f", value);
    }

    static String megabytes(long bytes) {
        return String.format(Locale.ROOT, "%.0f", bytes / 1e6);
    }
}
