package dev.bootwright.event;

import static org.assertj.core.api.Assertions.assertThat;

import dev.bootwright.base.Digest;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RunJournalTest {
    private static final Clock CLOCK = Clock.fixed(Instant.parse("2026-01-02T03:04:05Z"), ZoneOffset.UTC);

    @TempDir
    Path directory;

    @Test
    void readsBackWhatWasWritten() {
        Digest digest = Digest.of("layer");
        List<RunEvent> events = List.of(
                new RunEvent.RunStarted("r1", "setup", "0.1", "/somewhere"),
                new RunEvent.StepEnded("system", 1, true, "exit status 0", 12, digest),
                new RunEvent.StepEnded("broken", 2, false, "exit status 7", 3, null),
                new RunEvent.RunEnded(0, 20));
        try (RunJournal journal = RunJournal.create(directory, CLOCK, s -> s)) {
            events.forEach(journal::append);
        }
        List<JournalEntry> read = RunJournal.read(directory);
        assertThat(read).extracting(JournalEntry::event).containsExactlyElementsOf(events);
        assertThat(read).extracting(JournalEntry::seq).containsExactly(0L, 1L, 2L, 3L);
        assertThat(read).extracting(JournalEntry::parent).containsExactly(null, 0L, 1L, 2L);
    }

    @Test
    void dropsAnUnterminatedLastLineAndUnknownEvents() throws IOException {
        try (RunJournal journal = RunJournal.create(directory, CLOCK, s -> s)) {
            journal.append(new RunEvent.Notice("one"));
        }
        Path file = directory.resolve(RunJournal.FILE_NAME);
        Files.writeString(file, "{\"seq\":1,\"event\":{\"type\":\"from-the-future\"}}\n", StandardOpenOption.APPEND);
        Files.writeString(file, "{\"schemaVersion\":1,\"seq\":2", StandardOpenOption.APPEND);
        assertThat(RunJournal.read(directory)).hasSize(1);
    }

    @Test
    void masksBeforeTheFirstByteAndTellsListeners() throws IOException {
        List<String> lines = new ArrayList<>();
        try (RunJournal journal = RunJournal.create(directory, CLOCK, s -> s.replace("hunter2", "***"))) {
            journal.listen(new RunListener() {
                @Override
                public void event(JournalEntry entry) {
                    lines.add(entry.event().getClass().getSimpleName());
                }

                @Override
                public void outputLine(String line) {
                    lines.add(line);
                }
            });
            journal.append(new RunEvent.Notice("password hunter2"));
            journal.outputLine("token hunter2");
            Digest blob = journal.blob("a document with hunter2");
            assertThat(directory.resolve("blobs").resolve(blob.hex())).hasContent("a document with ***");
        }
        assertThat(Files.readString(directory.resolve(RunJournal.FILE_NAME))).doesNotContain("hunter2");
        assertThat(lines).containsExactly("Notice", "token ***");
    }
}
