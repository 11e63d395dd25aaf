package dev.bootwright.cli;

import dev.bootwright.failure.FailureCode;
import dev.bootwright.failure.ToolException;
import dev.bootwright.pipeline.CleanUp;
import dev.bootwright.pipeline.RunResult;
import dev.bootwright.sandbox.GcPolicy;
import dev.bootwright.sandbox.GcReport;
import java.time.Duration;
import java.util.Locale;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Removes what is no longer needed from the store. */
@Command(
        name = "gc",
        description = "Removes layers, kept states and run folders that are old or too many; never one in use.",
        mixinStandardHelpOptions = true)
final class GcCommand implements Callable<Integer> {
    private static final int MOST = 100_000;

    private final Session session;
    private final Console console;

    @Option(
            names = "--max-age",
            paramLabel = "DAYS",
            defaultValue = "14",
            description = "What was not used for longer goes; 0 for all that is not in use. Default: ${DEFAULT-VALUE}.")
    private int days = 14;

    @Option(
            names = "--max-gb",
            paramLabel = "N",
            defaultValue = "40",
            description = "Of the rest the longest unused goes until the store fits. Default: ${DEFAULT-VALUE}.")
    private long gigabytes = 40;

    GcCommand(Session session, Console console) {
        this.session = session;
        this.console = console;
    }

    @Override
    public Integer call() {
        if (days < 0 || days > MOST || gigabytes < 0 || gigabytes > MOST) {
            throw ToolException.of(
                    FailureCode.USAGE,
                    "gc",
                    "--max-age and --max-gb take numbers from 0 to " + MOST,
                    "0 removes all that is not in use.");
        }
        GcReport report = new CleanUp(session.open()).clean(new GcPolicy(Duration.ofDays(days), gigabytes << 30));
        console.out().println(told(report));
        return 0;
    }

    /** After a run that used the engine: cleans up now and then, and says so where anything went. */
    static void afterRun(Session session, Console console, RunResult result) {
        RunResult.FailureItem failure = result.failure();
        if (result.engine() == null || (failure != null && failure.code() == FailureCode.INTERRUPTED)) {
            return;
        }
        new CleanUp(session.open())
                .whenDue()
                .filter(report -> report.removedLayers() > 0)
                .ifPresent(report -> console.err().println("store: " + told(report)));
    }

    private static String told(GcReport report) {
        return String.format(
                Locale.ROOT,
                "removed %d layers, %.1f MB; kept %d layers, %.1f MB",
                report.removedLayers(),
                report.removedBytes() / 1e6,
                report.keptLayers(),
                report.keptBytes() / 1e6);
    }
}
