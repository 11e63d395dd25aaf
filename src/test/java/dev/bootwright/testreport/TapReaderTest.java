package dev.bootwright.testreport;

import static org.assertj.core.api.Assertions.assertThat;

import dev.bootwright.sandbox.ExecOutcome;
import dev.bootwright.sandbox.ExecUsage;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TapReaderTest {
    @TempDir
    Path folder;

    private TestReport read(String text, int status, boolean files) throws IOException {
        Path file = Files.writeString(folder.resolve("a.tap"), text);
        return new TapReader("tap", ".", files, "/tree", "/tree")
                .read(file, new ExecOutcome.Exited(status, new ExecUsage(Duration.ZERO, Duration.ZERO, 0, false)));
    }

    @Test
    void countsLeavesAndNamesThemByTheirFiles() throws IOException {
        TestReport report = read("""
                TAP version 14
                # Subtest: test/a.js
                    # Subtest: one
                        ok 1 - x
                        not ok 2 - y
                          ---
                          message: not this one
                          ...
                        1..2
                    not ok 1 - one # time=1ms
                    ok 2 - plain # SKIP why
                    1..2
                not ok 1 - test/a.js # time=3ms
                ok 2 - test/b.js {
                    ok 1 - z
                    1..1
                }
                1..2
                """, 1, true);
        assertThat(report.cases())
                .extracting(c -> c.id().file() + "|" + c.id().name() + "|" + c.status())
                .containsExactly(
                        "test/a.js|one x|passed",
                        "test/a.js|one y|failed",
                        "test/a.js|plain|skipped",
                        "test/b.js|z|passed");
        assertThat(report.cases().get(1).detail()).contains("not this one");
        assertThat(report.mismatches()).isEmpty();
        assertThat(report.complete()).isTrue();
    }

    @Test
    void aStatusThatDoesNotAgreeIsAMismatch() throws IOException {
        assertThat(read("ok 1 - a\n1..1\n", 1, false).mismatches()).hasSize(1);
        assertThat(read("not ok 1 - a\n1..1\n", 0, false).mismatches()).hasSize(1);
        assertThat(read("not ok 1 - a # TODO later\n1..1\n", 0, false).mismatches())
                .isEmpty();
    }

    @Test
    void aFailingSumWithoutAFailingPartIsOne() throws IOException {
        TestReport report = read("    ok 1 - part\n    1..1\nnot ok 1 - whole\n1..1\n", 1, false);
        assertThat(report.counts().failed()).isEqualTo(1);
        assertThat(report.counts().passed()).isEqualTo(1);
    }

    @Test
    void nothingIsNoReport() throws IOException {
        TestReport report = read("hello\n", 0, false);
        assertThat(report.cases()).isEmpty();
        assertThat(report.complete()).isFalse();
    }
}
