package dev.bootwright.event;

import dev.bootwright.base.Digest;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.SerializationFeature;
import tools.jackson.databind.json.JsonMapper;

/** The append-only journal of one run, with its blobs beside it. One writer; safe to call from several threads. */
public final class RunJournal implements AutoCloseable {
    public static final String FILE_NAME = "journal.jsonl";
    private static final String BRANCH = "main";
    private static final JsonMapper MAPPER = JsonMapper.builder()
            .disable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
            .disable(SerializationFeature.INDENT_OUTPUT)
            .build();

    private final Path directory;
    private final FileChannel channel;
    private final Clock clock;
    private final UnaryOperator<String> masker;
    private final List<RunListener> listeners = new ArrayList<>();
    private long next;

    private RunJournal(Path directory, FileChannel channel, Clock clock, UnaryOperator<String> masker) {
        this.directory = directory;
        this.channel = channel;
        this.clock = clock;
        this.masker = masker;
    }

    /**
     * Starts a journal in a new run folder.
     *
     * @param masker replaces secrets in a text; applied before anything is written
     */
    public static RunJournal create(Path directory, Clock clock, UnaryOperator<String> masker) {
        try {
            Files.createDirectories(directory.resolve("blobs"));
            FileChannel channel = FileChannel.open(
                    directory.resolve(FILE_NAME), StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE);
            return new RunJournal(directory, channel, clock, masker);
        } catch (IOException e) {
            throw new UncheckedIOException("cannot write the run's journal in " + directory, e);
        }
    }

    public Path directory() {
        return directory;
    }

    public synchronized void listen(RunListener listener) {
        listeners.add(listener);
    }

    public synchronized void append(RunEvent event) {
        Long parent = next == 0 ? null : next - 1;
        JournalEntry entry =
                new JournalEntry(JournalEntry.SCHEMA_VERSION, next, BRANCH, parent, clock.instant(), event);
        next++;
        String line = masker.apply(toJson(entry)) + "\n";
        try {
            ByteBuffer bytes = ByteBuffer.wrap(line.getBytes(StandardCharsets.UTF_8));
            while (bytes.hasRemaining()) {
                channel.write(bytes);
            }
            if (event.isCheckpoint()) {
                channel.force(false);
            }
        } catch (IOException e) {
            throw new UncheckedIOException("cannot write the run's journal in " + directory, e);
        }
        for (RunListener listener : listeners) {
            listener.event(entry);
        }
    }

    /** Tells listeners of a line of output. */
    public void outputLine(String line) {
        List<RunListener> all;
        synchronized (this) {
            all = List.copyOf(listeners);
        }
        String masked = masker.apply(line);
        for (RunListener listener : all) {
            listener.outputLine(masked);
        }
    }

    /** Tells of long work that is no step: its first line as a notice, all lines as output. */
    public Consumer<String> activity() {
        AtomicBoolean told = new AtomicBoolean();
        return line -> {
            if (told.compareAndSet(false, true)) {
                append(new RunEvent.Notice(line));
            } else {
                outputLine(line);
            }
        };
    }

    /** Stores a document by its digest and returns that; equal content is stored once. */
    public synchronized Digest blob(String content) {
        byte[] bytes = masker.apply(content).getBytes(StandardCharsets.UTF_8);
        Digest digest = Digest.of(bytes);
        Path file = directory.resolve("blobs").resolve(digest.hex());
        try {
            if (!Files.exists(file)) {
                Path temporary = directory.resolve("blobs").resolve(digest.hex() + ".part");
                Files.write(temporary, bytes);
                Files.move(temporary, file, StandardCopyOption.ATOMIC_MOVE);
            }
        } catch (IOException e) {
            throw new UncheckedIOException("cannot write the run's journal in " + directory, e);
        }
        return digest;
    }

    /** One journal entry as a line of JSON, without its end. */
    public static String toJson(JournalEntry entry) {
        return MAPPER.writeValueAsString(entry);
    }

    /** Reads a journal; an unterminated last line is dropped. */
    public static List<JournalEntry> read(Path directory) {
        Path file = directory.resolve(FILE_NAME);
        try {
            String text = Files.readString(file);
            List<JournalEntry> entries = new ArrayList<>();
            int start = 0;
            for (int end = text.indexOf('\n'); end >= 0; end = text.indexOf('\n', start)) {
                JournalEntry entry = parse(text.substring(start, end));
                if (entry != null) {
                    entries.add(entry);
                }
                start = end + 1;
            }
            return entries;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Null for a line of a later product version that this one does not know. */
    private static @Nullable JournalEntry parse(String line) {
        try {
            return MAPPER.readValue(line, JournalEntry.class);
        } catch (JacksonException e) {
            return null;
        }
    }

    @Override
    public synchronized void close() {
        try {
            channel.force(true);
            channel.close();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
