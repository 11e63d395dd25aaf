package dev.bootwright.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.bootwright.event.JournalEntry;
import dev.bootwright.event.RunEvent;
import dev.bootwright.pipeline.ReadyEnvironment;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;

class ProgressViewTest {
    private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    private final PrintStream err = new PrintStream(bytes, true, StandardCharsets.UTF_8);

    private static JournalEntry entry(RunEvent event) {
        return new JournalEntry(1, 0, "main", null, Instant.EPOCH, event);
    }

    private String shown() {
        return bytes.toString(StandardCharsets.UTF_8);
    }

    @Test
    void theLiveLineTellsWhatGoesOnOutsideOfSteps() throws Exception {
        try (ProgressView view = new ProgressView(new Console(err, err, true, 60))) {
            view.event(entry(new RunEvent.StageStarted("acquire")));
            view.event(entry(new RunEvent.Notice("building the base environment, once")));
            view.outputLine("trixie: installing packages");
            Thread.sleep(500);
        }
        assertThat(shown()).contains("acquire   … 0 s  trixie: installing packages");
        assertThat(shown()).as("nothing of it stays").endsWith("\r\u001b[K");
    }

    @Test
    void theLiveLineHoldsStageStepReusedLayersAndTheLastLineWithinTheTerminal() throws Exception {
        try (ProgressView view = new ProgressView(new Console(err, err, true, 60))) {
            view.event(entry(new RunEvent.LayerReused("system", dev.bootwright.base.Digest.of("x"))));
            view.event(entry(new RunEvent.StepStarted("setup", "python-dependencies", 1, "log")));
            view.outputLine("x".repeat(200));
            Thread.sleep(500);
        }
        String live = "setup     … python-dependencies  0 s  (1 layer reused)  xxxx";
        assertThat(shown()).contains("\u001b[?7l" + live.substring(0, 59) + "\u001b[?7h");
    }

    @Test
    void stepsThatGoOnSideBySideEndInTheirOwnStage() throws Exception {
        try (ProgressView view = new ProgressView(new Console(err, err, true, 60))) {
            view.event(entry(new RunEvent.StepStarted("commands", "command-build", 1, "log")));
            view.event(entry(new RunEvent.StepStarted("freeze", "version-uv", 1, "log")));
            view.event(entry(new RunEvent.StepEnded("command-build", 1, true, "exit status 0", 1200, null)));
            Thread.sleep(500);
            view.event(entry(new RunEvent.StepEnded("version-uv", 1, true, "exit status 0", 300, null)));
        }
        assertThat(shown())
                .contains("commands  ✓ command-build  1.2 s")
                .contains("freeze    … version-uv  0 s")
                .contains("freeze    ✓ version-uv  0.3 s");
    }

    @Test
    void linesBreakBetweenWordsOnANarrowTerminalAndAreLeftWholeElsewhere() {
        String line = "engine    namespace, network shared, limits on wall time, idle time, output";
        assertThat(ProgressView.wrapped(line, 60).lines())
                .containsExactly(
                        "engine    namespace, network shared, limits on wall time,", "          idle time, output");
        RunEvent chosen = new RunEvent.EngineChosen("namespace", "shared", List.of("wall time", "idle time", "output"));
        try (ProgressView view = new ProgressView(new Console(err, err, false, 60))) {
            view.event(entry(chosen));
        }
        assertThat(shown()).isEqualTo(line + System.lineSeparator());
    }

    @Test
    void theTerminalBelongsToTheUsersCommandOnceItRuns() throws Exception {
        try (ProgressView view = new ProgressView(new Console(err, err, true, 60))) {
            view.event(entry(new RunEvent.StageStarted("setup")));
            Thread.sleep(300);
            view.event(entry(new RunEvent.StageStarted(ReadyEnvironment.STAGE)));
            int before = bytes.size();
            Thread.sleep(500);
            assertThat(bytes.size()).isEqualTo(before);
        }
        assertThat(shown()).endsWith("\r\u001b[K");
    }
}
