package dev.bootwright.bench;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Against values that can be worked out by hand or stand in textbooks. */
class PairedStatisticsTest {
    @Test
    void mcNemarIsABinomialTestOfTheChanges() {
        assertThat(PairedStatistics.mcNemar(0, 0)).isEqualTo(1);
        assertThat(PairedStatistics.mcNemar(5, 0)).isCloseTo(2 * Math.pow(0.5, 5), within(1e-12));
        // 2 × (1 + 10 + 45) / 2¹⁰
        assertThat(PairedStatistics.mcNemar(8, 2)).isCloseTo(112.0 / 1024, within(1e-12));
        assertThat(PairedStatistics.mcNemar(2, 8)).isEqualTo(PairedStatistics.mcNemar(8, 2));
        assertThat(PairedStatistics.mcNemar(4, 4)).isEqualTo(1);
    }

    @Test
    void wilcoxonOfHandfulsIsExact() {
        assertThat(PairedStatistics.wilcoxon(List.of(0.0, 0.0))).isEqualTo(1);
        // All six signs alike: 2 of the 2⁶ ways.
        assertThat(PairedStatistics.wilcoxon(List.of(1.0, 2.0, 3.0, 4.0, 5.0, 6.0)))
                .isCloseTo(2.0 / 64, within(1e-12));
        // Ranks of the negative ones sum to 3: five of 2⁵ ways give at most 3, on either side.
        assertThat(PairedStatistics.wilcoxon(List.of(1.1, -3.1, 2.1, 4.1, 5.1))).isCloseTo(10.0 / 32, within(1e-12));
    }

    @Test
    void bootstrapIsRepeatableAndNearTheStandardError() {
        List<Integer> values =
                IntStream.range(0, 100).map(i -> i < 50 ? 0 : 1).boxed().toList();
        PairedStatistics.Interval interval = PairedStatistics.bootstrap(
                values, sample -> sample.stream().mapToInt(v -> v).average().orElseThrow());
        assertThat(interval.low()).isCloseTo(0.5 - 1.96 * 0.05, within(0.015));
        assertThat(interval.high()).isCloseTo(0.5 + 1.96 * 0.05, within(0.015));
        assertThat(PairedStatistics.bootstrap(
                        values,
                        sample -> sample.stream().mapToInt(v -> v).average().orElseThrow()))
                .isEqualTo(interval);
        assertThat(PairedStatistics.bootstrap(List.of(3), sample -> sample.getFirst()))
                .isEqualTo(new PairedStatistics.Interval(3, 3));
    }

    @Test
    void quantilesAreInterpolated() {
        assertThat(Figures.quantile(List.of(1.0, 2.0, 3.0, 10.0), 0.5)).isEqualTo(2.5);
        assertThat(Figures.quantile(List.of(1.0, 2.0, 3.0, 10.0), 0.9)).isCloseTo(7.9, within(1e-9));
        assertThat(Figures.quantile(List.of(4.0), 0.9)).isEqualTo(4);
    }
}
