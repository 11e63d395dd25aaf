package dev.bootwright.bench;

import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.function.ToDoubleFunction;
import org.apache.commons.statistics.inference.BinomialTest;
import org.apache.commons.statistics.inference.WilcoxonSignedRankTest;

/** Tests of paired values, and intervals by drawing pairs again with a fixed seed. */
final class PairedStatistics {
    static final long SEED = 20_260_101;
    static final int DRAWS = 10_000;
    private static final double TAIL = 0.025;

    private PairedStatistics() {}

    /** 95 % of what drawing again gave. */
    record Interval(double low, double high) {}

    /**
     * McNemar's exact test, two-sided: whether changes for the better and for the worse are as frequent.
     *
     * @return 1 where nothing changed
     */
    static double mcNemar(int better, int worse) {
        return better + worse == 0
                ? 1
                : BinomialTest.withDefaults().test(better + worse, better, 0.5).getPValue();
    }

    /**
     * Wilcoxon's signed rank test, two-sided, of paired differences; those of zero are ranked and then left out, as Pratt
     * has it.
     *
     * @return 1 where nothing differs
     */
    static double wilcoxon(List<Double> differences) {
        double[] values = differences.stream().mapToDouble(v -> v).toArray();
        return Arrays.stream(values).allMatch(v -> v == 0)
                ? 1
                : WilcoxonSignedRankTest.withDefaults().test(values).getPValue();
    }

    /** The interval of a statistic of pairs; the same pairs in the same order give the same one. */
    static <T> Interval bootstrap(List<T> pairs, ToDoubleFunction<List<T>> statistic) {
        Random random = new Random(SEED);
        double[] drawn = new double[DRAWS];
        Object[] again = new Object[pairs.size()];
        for (int i = 0; i < DRAWS; i++) {
            for (int j = 0; j < again.length; j++) {
                again[j] = pairs.get(random.nextInt(pairs.size()));
            }
            @SuppressWarnings("unchecked") // holds elements of the list alone
            List<T> sample = (List<T>) Arrays.asList(again);
            drawn[i] = statistic.applyAsDouble(sample);
        }
        List<Double> sorted = Arrays.stream(drawn).sorted().boxed().toList();
        return new Interval(Figures.quantile(sorted, TAIL), Figures.quantile(sorted, 1 - TAIL));
    }
}
