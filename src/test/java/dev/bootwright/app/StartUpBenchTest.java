package dev.bootwright.app;

import static org.assertj.core.api.Assertions.assertThat;

import dev.bootwright.discover.LargeTree;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Times the packaged command from its start to its end; {@code docs/bench/start-up.md} has the figures. */
@Tag("bench")
class StartUpBenchTest {
    private static final Path LAUNCHER = Path.of("bin/bootwright").toAbsolutePath();

    @TempDir
    Path folder;

    @Test
    void theCommandAnswersInSeconds() throws IOException, InterruptedException {
        Path tree = folder.resolve("tree");
        LargeTree.write(tree);
        run(List.of("git", "-C", tree.toString(), "init", "-q"));
        run(List.of("git", "-C", tree.toString(), "add", "-A"));
        run(List.of("git", "-C", tree.toString(), "-c", "user.name=b", "-c", "user.email=b@b", "commit", "-qm", "b"));
        // The first call builds what is missing.
        run(List.of(LAUNCHER.toString(), "--version"));

        assertThat(median("--help", 20, List.of(LAUNCHER.toString(), "--help"))).isLessThan(Duration.ofMillis(250));
        assertThat(median("inspect", 10, List.of(LAUNCHER.toString(), "inspect", tree.toString())))
                .isLessThan(Duration.ofSeconds(1));
    }

    private Duration median(String name, int runs, List<String> command) throws IOException, InterruptedException {
        run(command);
        List<Duration> times = new ArrayList<>();
        for (int i = 0; i < runs; i++) {
            long start = System.nanoTime();
            run(command);
            times.add(Duration.ofNanos(System.nanoTime() - start));
        }
        Collections.sort(times);
        Duration median = times.get(runs / 2 - 1).plus(times.get(runs / 2)).dividedBy(2);
        System.out.printf(
                Locale.ROOT,
                "%s: median of %d %d ms, least %d, most %d%n",
                name,
                runs,
                median.toMillis(),
                times.getFirst().toMillis(),
                times.getLast().toMillis());
        return median;
    }

    private void run(List<String> command) throws IOException, InterruptedException {
        ProcessBuilder builder = new ProcessBuilder(command)
                .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                .redirectError(ProcessBuilder.Redirect.DISCARD);
        builder.environment().put("BOOTWRIGHT_HOME", folder.resolve("store").toString());
        Process process = builder.start();
        assertThat(process.waitFor(10, TimeUnit.MINUTES)).isTrue();
        assertThat(process.exitValue()).as(command.toString()).isZero();
    }
}
