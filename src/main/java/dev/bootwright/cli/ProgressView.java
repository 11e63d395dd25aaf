package dev.bootwright.cli;

import dev.bootwright.event.JournalEntry;
import dev.bootwright.event.RunEvent;
import dev.bootwright.event.RunListener;
import dev.bootwright.pipeline.ReadyEnvironment;
import java.io.PrintStream;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.SequencedMap;
import org.jspecify.annotations.Nullable;

/**
 * Shows a run while it goes on: plain lines, and on a terminal one live line below them. Where there is no terminal, a
 * line now and then says what takes long.
 */
final class ProgressView implements RunListener, AutoCloseable {
    private static final Duration TICK = Duration.ofMillis(200);
    private static final Duration FIRST_SIGN = Duration.ofSeconds(20);
    private static final Duration NEXT_SIGN = Duration.ofSeconds(60);
    private static final String INDENT = " ".repeat(10);

    private final PrintStream err;
    private final boolean live;
    private final int columns;
    private final Thread ticker;
    private String stage = "acquire";
    private final SequencedMap<String, Running> running = new LinkedHashMap<>();
    private long started = System.nanoTime();
    private long nextSign = started + FIRST_SIGN.toNanos();
    private String lastLine = "";
    private int reused;
    private boolean shown;
    private volatile boolean closed;

    ProgressView(Console console) {
        this.err = console.err();
        this.live = console.terminal();
        this.columns = console.columns();
        this.ticker = Thread.ofPlatform().daemon().name("progress").unstarted(this::tick);
        ticker.start();
    }

    @Override
    public synchronized void event(JournalEntry entry) {
        String line = describe(entry.event());
        if (closed) {
            erase();
        }
        if (line != null) {
            erase();
            err.println(live ? wrapped(line, columns) : line);
            draw();
        }
    }

    @Override
    public synchronized void outputLine(String line) {
        lastLine = line;
    }

    /** A step that was begun and has not ended; several may go on side by side. */
    private record Running(String stage, long started) {}

    private void begin() {
        started = System.nanoTime();
        nextSign = started + FIRST_SIGN.toNanos();
        lastLine = "";
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
            case RunEvent.Planned e ->
                e.routes() == 0 ? "route     none" : "route     " + e.chosen() + "  (1 of " + e.routes() + ")";
            case RunEvent.ContractRevised e -> null;
            case RunEvent.StageStarted e -> {
                stage = e.stage();
                begin();
                if (e.stage().equals(ReadyEnvironment.STAGE)) {
                    closed = true;
                }
                yield null;
            }
            case RunEvent.StageEnded e -> null;
            case RunEvent.StepStarted e -> {
                begin();
                running.putLast(e.step(), new Running(e.stage(), started));
                yield null;
            }
            case RunEvent.StepEnded e -> {
                begin();
                yield ended(e);
            }
            case RunEvent.LayerReused e -> {
                reused++;
                yield "setup     = " + e.step() + "  layer reused";
            }
            case RunEvent.TestsCounted e -> counted(e);
            case RunEvent.Notice e -> {
                begin();
                yield "note      " + e.text();
            }
            case RunEvent.VerdictReached e -> null;
            case RunEvent.RunFailed e -> null;
            case RunEvent.RunEnded e -> null;
        };
    }

    private String ended(RunEvent.StepEnded step) {
        Running was = running.remove(step.step());
        stage = was == null ? stage : was.stage();
        return String.format(
                Locale.ROOT,
                "%-9s %s %s  %.1f s%s",
                stage,
                step.succeeded() ? "✓" : "✗",
                step.step(),
                step.millis() / 1000.0,
                step.succeeded() ? "" : "  " + step.outcome());
    }

    private static String counted(RunEvent.TestsCounted tests) {
        return String.format(
                Locale.ROOT,
                "%-9s   collected %d, executed %d: %d passed, %d failed, %d errored; %d skipped%s",
                tests.stage(),
                tests.collected(),
                tests.executed(),
                tests.passed(),
                tests.failed(),
                tests.errored(),
                tests.skipped(),
                tests.notRun() == 0 ? "" : ", " + tests.notRun() + " not run");
    }

    private void tick() {
        while (!closed) {
            synchronized (this) {
                if (live) {
                    erase();
                    draw();
                } else {
                    sign();
                }
            }
            try {
                Thread.sleep(TICK);
            } catch (InterruptedException e) {
                return;
            }
        }
    }

    private void sign() {
        if (!closed && System.nanoTime() >= nextSign) {
            nextSign = System.nanoTime() + NEXT_SIGN.toNanos();
            err.println(now());
        }
    }

    private void erase() {
        if (shown) {
            err.print("\r\u001b[K");
            shown = false;
        }
    }

    private void draw() {
        if (!live || closed) {
            return;
        }
        String text = now();
        String cut = text.length() >= columns ? text.substring(0, columns - 1) : text;
        // The terminal may have become narrower since we asked: then it cuts the rest instead of wrapping it.
        err.print("\u001b[?7l" + cut + "\u001b[?7h");
        err.flush();
        shown = true;
    }

    /** What goes on: stage, step, for how long, layers reused, the newest line of output. */
    private String now() {
        Map.Entry<String, Running> step = running.lastEntry();
        long since = step == null ? started : step.getValue().started();
        long seconds = Duration.ofNanos(System.nanoTime() - since).toSeconds();
        return String.format(
                        Locale.ROOT,
                        "%-9s … %s%d s%s  %s",
                        step == null ? stage : step.getValue().stage(),
                        step == null ? "" : step.getKey() + "  ",
                        seconds,
                        reused == 0 ? "" : "  (" + reused + (reused == 1 ? " layer" : " layers") + " reused)",
                        lastLine)
                .stripTrailing();
    }

    /** Breaks a line between words, so that a narrow terminal does not break it within them. */
    static String wrapped(String line, int columns) {
        if (line.length() < columns || columns < 2 * INDENT.length()) {
            return line;
        }
        int end = line.lastIndexOf(' ', columns - 1);
        if (end <= INDENT.length()) {
            return line;
        }
        return line.substring(0, end).stripTrailing() + "\n"
                + wrapped(INDENT + line.substring(end + 1).stripLeading(), columns);
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
