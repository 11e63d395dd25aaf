package dev.bootwright.discover;

import static org.assertj.core.api.Assertions.assertThat;

import dev.bootwright.acquire.MemoryTree;
import dev.bootwright.discover.general.GeneralDetectors;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Time of discovery alone, without the start of a JVM; the packaged command is measured elsewhere. */
@Tag("bench")
class DiscoveryBenchTest {
    @Test
    void aLargeTreeIsReadInOneSecond() {
        Map<String, String> texts = LargeTree.texts();
        assertThat(texts).hasSize(10_000);
        assertThat(texts.values().stream().mapToLong(String::length).sum()).isBetween(18L << 20, 21L << 20);
        MemoryTree tree = MemoryTree.of(texts);
        long start = System.nanoTime();
        DiscoveryReport report = new Discoverer().discover(tree, GeneralDetectors.all());
        Duration first = Duration.ofNanos(System.nanoTime() - start);
        assertThat(report.ciCommands()).hasSize(600);
        assertThat(report.unknowns()).isEmpty();
        assertThat(first).isLessThan(Duration.ofSeconds(1));
    }
}
