package dev.bootwright.cli;

import dev.bootwright.event.RunListener;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** How a run is shown. */
final class OutputOptions {
    @Option(names = "--events", paramLabel = "FILE", description = "Stream the run's journal to a file, as JSON lines.")
    @Nullable
    Path events;

    @Option(names = "--quiet", description = "No progress on standard error.")
    boolean quiet;

    /** The listeners of one run; closing ends the views. */
    Listeners listeners(Console console) {
        List<RunListener> all = new ArrayList<>();
        List<AutoCloseable> open = new ArrayList<>();
        Path file = events;
        if (file != null) {
            EventsFile stream = new EventsFile(file);
            all.add(stream);
            open.add(stream);
        }
        if (!quiet) {
            ProgressView view = new ProgressView(console);
            all.add(view);
            open.add(view);
        }
        return new Listeners(all, open);
    }

    /** Listeners that must be closed when the run is over. */
    record Listeners(List<RunListener> all, List<AutoCloseable> open) implements AutoCloseable {
        @Override
        public void close() {
            for (AutoCloseable each : open) {
                try {
                    each.close();
                } catch (RuntimeException e) {
                    throw e;
                } catch (Exception e) {
                    throw new IllegalStateException(e);
                }
            }
        }
    }
}
