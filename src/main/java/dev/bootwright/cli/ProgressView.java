package dev.bootwright.cli;

import dev.bootwright.event.JournalEntry;
import dev.bootwright.event.RunEvent;
import dev.bootwright.event.RunListener;
import java.io.PrintStream;
import java.time.Duration;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** Shows a run while it goes on: plain lines, and on a terminal one live line below them. */
final class ProgressView implements RunListener, AutoCloseable {
    private static final Duration TICK = Duration.ofMillis(200);

    private final PrintStream err;
    private final boolean live;
    private final int columns;
    private final Thread ticker;
    private String stage = "";
    private @Nullable String step;
    private long stepStarted = System.nanoTime();
    private String lastLine = "";
    private int reused;
    private boolean shown;
    private volatile boolean closed;

    ProgressView(Console console) {
        this.err = console.err();
        this.live = console.terminal();
        this.columns = console.columns();
        this.ticker = Thread.ofPlatform().daemon().name("progress").unstarted(this::tick);
        if (live) {
            ticker.start();
        }
    }

    @Override
    public synchronized void event(JournalEntry entry) {
        String line = describe(entry.event());
        if (line != null) {
            erase();
            err.println(line);
            draw();
        }
    }

    @Override
    public synchronized void outputLine(String line) {
        lastLine = line;
    }

    private @Nullable String describe(RunEvent event) {
        return switch (event) {
            case RunEvent.RunStarted e -> "bootwright " + e.command() + " " + e.source() + "  (run " + e.run() + ")";
            case RunEvent.EngineChosen e ->
                "engine    " + e.engine() + ", network " + e.network() + ", limits on " + String.join(", ", e.limits());
            case RunEvent.Acquired e ->
                "acquired  " + e.name()
                        + (e.commit() == null ? "" : " at " + e.commit().substring(0, 12))
                        + (e.dirty() == 0 ? "" : ", dirty: " + e.dirty() + " changed files");
            case RunEvent.Discovered e ->
                "found     " + e.findings() + " findings"
                        + (e.conflicts() == 0 ? "" : ", " + e.conflicts() + " conflicts");
            case RunEvent.Planned e -> "route     " + e.chosen() + "  (1 of " + e.routes() + ")";
            case RunEvent.ContractRevised e -> null;
            case RunEvent.StageStarted e -> {
                stage = e.stage();
                yield null;
            }
            case RunEvent.StageEnded e -> null;
            case RunEvent.StepStarted e -> {
                stage = e.stage();
                step = e.step();
                stepStarted = System.nanoTime();
                lastLine = "";
                yield null;
            }
            case RunEvent.StepEnded e -> {
                step = null;
                yield String.format(
                        Locale.ROOT,
                        "%-9s %s %s  %.1f s%s",
                        stage,
                        e.succeeded() ? "✓" : "✗",
                        e.step(),
                        e.millis() / 1000.0,
                        e.succeeded() ? "" : "  " + e.outcome());
            }
            case RunEvent.LayerReused e -> {
                reused++;
                yield "setup     = " + e.step() + "  layer reused";
            }
            case RunEvent.TestsCounted e ->
                String.format(
                        Locale.ROOT,
                        "%-9s   collected %d, executed %d: %d passed, %d failed, %d errored; %d skipped%s",
                        e.stage(),
                        e.collected(),
                        e.executed(),
                        e.passed(),
                        e.failed(),
                        e.errored(),
                        e.skipped(),
                        e.notRun() == 0 ? "" : ", " + e.notRun() + " not run");
            case RunEvent.Notice e -> "note      " + e.text();
            case RunEvent.VerdictReached e -> null;
            case RunEvent.RunFailed e -> null;
            case RunEvent.RunEnded e -> null;
        };
    }

    private void tick() {
        while (!closed) {
            synchronized (this) {
                erase();
                draw();
            }
            try {
                Thread.sleep(TICK);
            } catch (InterruptedException e) {
                return;
            }
        }
    }

    private void erase() {
        if (shown) {
            err.print("\r\u001b[K");
            shown = false;
        }
    }

    private void draw() {
        String current = step;
        if (!live || closed || current == null) {
            return;
        }
        long seconds = Duration.ofNanos(System.nanoTime() - stepStarted).toSeconds();
        String text = String.format(
                Locale.ROOT,
                "%-9s … %s  %d s%s  %s",
                stage,
                current,
                seconds,
                reused == 0 ? "" : "  (" + reused + " layers reused)",
                lastLine);
        err.print(text.length() >= columns ? text.substring(0, columns - 1) : text);
        err.flush();
        shown = true;
    }

    @Override
    public void close() {
        closed = true;
        ticker.interrupt();
        synchronized (this) {
            erase();
            err.flush();
        }
    }
}
