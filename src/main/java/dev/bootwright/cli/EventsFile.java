package dev.bootwright.cli;

import dev.bootwright.event.JournalEntry;
import dev.bootwright.event.RunJournal;
import dev.bootwright.event.RunListener;
import dev.bootwright.failure.FailureCode;
import dev.bootwright.failure.ToolException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;

/** Streams the journal to a file the user named, one JSON line an event, flushed at each. */
final class EventsFile implements RunListener, AutoCloseable {
    private final Path file;
    private final Writer writer;

    EventsFile(Path file) {
        this.file = file;
        try {
            this.writer = Files.newBufferedWriter(file, StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw ToolException.of(
                    FailureCode.USAGE,
                    "events",
                    "the events file " + file + " can't be written: " + e.getMessage(),
                    "name a file in a folder that exists and that you may write to");
        }
    }

    @Override
    public synchronized void event(JournalEntry entry) {
        try {
            writer.write(RunJournal.toJson(entry));
            writer.write('\n');
            writer.flush();
        } catch (IOException e) {
            throw new UncheckedIOException("cannot write the events file " + file, e);
        }
    }

    @Override
    public synchronized void close() {
        try {
            writer.close();
        } catch (IOException e) {
            throw new UncheckedIOException("cannot write the events file " + file, e);
        }
    }
}
