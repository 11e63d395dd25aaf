package dev.bootwright.app;

import static org.assertj.core.api.Assertions.assertThat;

import dev.bootwright.base.Verdict;
import dev.bootwright.event.JournalEntry;
import dev.bootwright.event.RunEvent;
import dev.bootwright.event.RunListener;
import dev.bootwright.pipeline.BootstrapPipeline;
import dev.bootwright.pipeline.RunResult;
import dev.bootwright.plan.Overrides;
import dev.bootwright.verify.VerifyLimits;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Run probes are tried and told, and leave the verdict alone. */
@Tag("sandbox")
class RunProbeTest {
    private static final String SERVER = """
            from http.server import BaseHTTPRequestHandler, HTTPServer


            class Hello(BaseHTTPRequestHandler):
                def do_GET(self):
                    self.send_response(200)
                    self.end_headers()
                    self.wfile.write(b"hello")


            def main(port):
                HTTPServer(("127.0.0.1", port), Hello).serve_forever()
            """;
    private static final String CONFIGURATION = """
            [[probe]]
            name = "answers"
            start = "python -c 'import server; server.main(48731)'"
            query = "python -c 'import urllib.request as u; assert u.urlopen(\\"http://127.0.0.1:48731/\\").read() == b\\"hello\\"'"

            [[probe]]
            name = "silent"
            start = "sleep 60"
            query = "python -c 'import urllib.request as u; u.urlopen(\\"http://127.0.0.1:48732/\\")'"
            ready-seconds = 2
            """;

    @TempDir
    Path folder;

    @Test
    void aProbeThatFailsWithoutAWordHasNotPassed() throws IOException {
        try (SetupHarness harness = new SetupHarness(folder)) {
            Path repository = harness.repository(
                    "mute",
                    Map.of(
                            "requirements.txt",
                            "pytest\n",
                            "test_it.py",
                            "def test_it():\n    pass\n",
                            "bootwright.toml",
                            "[[probe]]\nname = \"mute\"\nstart = \"sleep 60\"\nquery = \"false\"\nready-seconds = 1\n"));
            RunResult result = harness.setup(repository);
            assertThat(result.verdict()).isEqualTo(Verdict.BOOTSTRAPPED);
            assertThat(result.stages())
                    .filteredOn(s -> s.name().equals("probes"))
                    .singleElement()
                    .matches(s -> !s.passed());
        }
    }

    @Test
    void oneAnswersAndOneDoesNot() throws IOException {
        List<String> notices = new ArrayList<>();
        RunListener listener = new RunListener() {
            @Override
            public void event(JournalEntry entry) {
                if (entry.event() instanceof RunEvent.Notice notice) {
                    notices.add(notice.text());
                }
            }
        };
        try (SetupHarness harness = new SetupHarness(folder)) {
            Path repository = harness.repository(
                    "web",
                    Map.of(
                            "requirements.txt",
                            "pytest\n",
                            "server.py",
                            SERVER,
                            "test_server.py",
                            "import server\n\ndef test_it():\n    assert server.Hello\n",
                            "bootwright.toml",
                            CONFIGURATION));
            RunResult result = new BootstrapPipeline(harness.wiring().components())
                    .setup(
                            SetupHarness.request(repository, Overrides.NONE, VerifyLimits.DEFAULT, true),
                            List.of(listener));
            assertThat(result.failure()).isNull();
            assertThat(result.verdict()).isEqualTo(Verdict.BOOTSTRAPPED);
            assertThat(result.stages())
                    .filteredOn(s -> s.name().equals("probes"))
                    .singleElement()
                    .matches(s -> !s.passed());
            assertThat(notices)
                    .anyMatch(n -> n.startsWith("run probe probe-silent: its query said: ") && n.contains("refused"))
                    .contains("run probe probe-answers answered", "run probe probe-silent did not answer within 2 s");
            assertThat(result.notCovered()).contains("run probe probe-silent did not answer within 2 s");
        }
    }
}
