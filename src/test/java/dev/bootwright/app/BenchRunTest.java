package dev.bootwright.app;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.bootwright.base.Readiness;
import dev.bootwright.base.Verdict;
import dev.bootwright.bench.BenchOptions;
import dev.bootwright.bench.BenchRow;
import dev.bootwright.bench.BenchRun;
import dev.bootwright.bench.Measured;
import dev.bootwright.bench.Outcome;
import dev.bootwright.process.ProcessRequest;
import dev.bootwright.process.ProcessRunner;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A suite of small local repositories, run by real processes of the product. */
@Tag("sandbox")
class BenchRunTest {
    @TempDir
    Path folder;

    @Test
    void rowsAreMeasuredOnceEachAndATornLineIsRunAgain() throws IOException {
        try (SetupHarness harness = new SetupHarness(folder)) {
            Path good = harness.repository("acme/good", Map.of("setup.py", """
                    from setuptools import setup
                    setup(name="good", py_modules=["good"])
                    """, "good.py", "", "test_good.py", """
                    import unittest

                    class TestGood(unittest.TestCase):
                        def test_one(self):
                            self.assertEqual(1, 1)
                    """));
            commit(good);
            harness.repository("bare", Map.of("NOTES", "no software"));
            Path suite = folder.resolve("suite.tsv");
            Files.writeString(
                    suite,
                    "repo\tcommit\tsource\tlanguage\tkind\n"
                            + "acme/good\tmain\t\tPython\tsmall\nacme/bare\t\tbare\tnone\t\nacme/gone\t\t\tnone\t\n");
            Path out = folder.resolve("out");
            List<String> told = new ArrayList<>();
            BenchRun.Summary first =
                    new BenchRun(harness.wiring().components(), options(suite, out, null), told::add).run();
            assertThat(first).isEqualTo(new BenchRun.Summary(3, 0, 3, 0));
            assertThat(told).hasSize(3).anySatisfy(line -> assertThat(line).contains("acme/good: success"));

            Measured measured = Measured.read(out);
            assertGood(measured.rows().get(0));
            BenchRow bare = measured.rows().get(1);
            assertThat(bare.verdict()).isEqualTo(Verdict.UNSUPPORTED);
            assertThat(bare.exitCode()).isEqualTo(3);
            assertThat(bare.firstCause()).isEqualTo("unsupported-ecosystem: plan");
            assertThat(folder.resolve("bare/.bootstrap")).doesNotExist();
            BenchRow gone = measured.rows().get(2);
            assertThat(gone.failure()).isNotNull();
            assertThat(measured.isDoable(bare)).isTrue();
            assertThat(measured.isDoable(gone)).isFalse();
            assertThat(Files.readString(out.resolve("results.jsonl"))).doesNotContain(folder.toString());

            tearLastLine(out.resolve("results.jsonl"));
            BenchRun.Summary second =
                    new BenchRun(harness.wiring().components(), options(suite, out, null), told::add).run();
            assertThat(second).isEqualTo(new BenchRun.Summary(3, 2, 1, 0));
            assertThat(Measured.read(out).rows())
                    .extracting(BenchRow::source)
                    .containsExactly("acme/good@main", "bare", "acme/gone");
        }
    }

    @Test
    void aRowThatTakesTooLongIsEnded() throws IOException {
        try (SetupHarness harness = new SetupHarness(folder)) {
            harness.repository("slow", Map.of("test_slow.py", """
                    import time, unittest

                    class TestSlow(unittest.TestCase):
                        def test_one(self):
                            time.sleep(600)
                    """));
            Path suite = folder.resolve("suite.tsv");
            Files.writeString(suite, "source\nslow\n");
            Path out = folder.resolve("out");
            BenchOptions quick = new BenchOptions(
                    suite, out, 1, List.of(), 0, null, Duration.ofSeconds(2), false, null, List.of(), null, 40L << 30);
            new BenchRun(harness.wiring().components(), quick, line -> {}).run();
            BenchRow row = Measured.read(out).rows().getFirst();
            assertThat(row.timedOut()).isTrue();
            assertThat(row.verdict()).isEqualTo(Verdict.INCOMPLETE);
            assertThat(row.firstCause()).startsWith("budget-spent: ");
            assertThat(row.seconds()).isLessThan(60);
        }
    }

    @Test
    void whatTheProductDoesNotHaveIsRefusedByName() throws IOException {
        try (SetupHarness harness = new SetupHarness(folder)) {
            Path suite = folder.resolve("suite.tsv");
            Files.writeString(suite, "source\nslow\n");
            assertThatThrownBy(() -> new BenchRun(
                                    harness.wiring().components(),
                                    options(suite, folder.resolve("out"), "warp"),
                                    line -> {})
                            .run())
                    .hasMessageContaining("no engine warp");
        }
    }

    private static void assertGood(BenchRow row) {
        assertThat(row.verdict()).isEqualTo(Verdict.BOOTSTRAPPED);
        assertThat(row.readiness()).isEqualTo(Readiness.GREEN);
        assertThat(Outcome.of(row)).isEqualTo(Outcome.SUCCESS);
        assertThat(row.commit()).hasSize(40);
        assertThat(row.notes()).containsEntry("kind", "small");
        assertThat(row.reach()).isEqualTo(new BenchRow.Reach(1, 1, 0));
        assertThat(row.stageSeconds()).containsKeys("acquire", "plan");
        assertThat(row.stages()).extracting(BenchRow.Stage::name).contains("setup", "strongest");
        assertThat(row.toolVersions()).isNotEmpty();
        assertThat(row.peakMemoryBytes()).isPositive();
        assertThat(row.diskBytes()).isGreaterThan(1 << 20);
        assertThat(row.journal()).isNotNull();
        assertThat(row.tree()).isEqualTo(new BenchRow.Tree(3, 0, 0, 0, 0));
        assertThat(row.failure()).isNull();
    }

    private BenchOptions options(Path suite, Path out, @Nullable String engine) {
        return new BenchOptions(
                suite,
                out,
                1,
                List.of(),
                0,
                null,
                Duration.ofMinutes(20),
                false,
                engine,
                List.of(),
                folder + "/{owner}/{name}",
                40L << 30);
    }

    private static void tearLastLine(Path results) throws IOException {
        byte[] content = Files.readAllBytes(results);
        Files.write(
                results, java.util.Arrays.copyOf(content, content.length - 20), StandardOpenOption.TRUNCATE_EXISTING);
    }

    private static void commit(Path repository) {
        try (ProcessRunner processes = new ProcessRunner()) {
            for (List<String> command : List.of(
                    List.of("git", "init", "-q", "-b", "main"),
                    List.of("git", "add", "-A"),
                    List.of("git", "-c", "user.name=a", "-c", "user.email=a@b.c", "commit", "-q", "-m", "x"))) {
                assertThat(processes
                                .captured(ProcessRequest.of(
                                                command, Map.of("HOME", "/nonexistent"), Duration.ofMinutes(1))
                                        .in(repository))
                                .succeeded())
                        .isTrue();
            }
        }
    }
}
