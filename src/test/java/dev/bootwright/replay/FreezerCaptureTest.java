package dev.bootwright.replay;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;

class FreezerCaptureTest {
    private record Ran(int status, String output) {}

    /** As steps are run: both streams go to one log. */
    private static Ran run(String block) throws Exception {
        Process process = new ProcessBuilder(List.of("bash", "-euo", "pipefail", "-c", Freezer.captured(block)))
                .redirectErrorStream(true)
                .start();
        String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        return new Ran(process.waitFor(), output);
    }

    @Test
    void aCaptureThatSucceedsKeepsWhatItPrintedAlone() throws Exception {
        assertThat(run("echo 'a==1'\necho warning >&2\n")).isEqualTo(new Ran(0, "a==1\n"));
    }

    @Test
    void aCaptureThatFailsSaysWhy() throws Exception {
        assertThat(run("echo 'a==1'\n{ echo 'no such tool' >&2; exit 3; } | cat\necho never"))
                .isEqualTo(new Ran(3, "a==1\nno such tool\n"));
        assertThat(run("echo x >&2\nfalse\necho never")).isEqualTo(new Ran(1, "x\n"));
    }
}
