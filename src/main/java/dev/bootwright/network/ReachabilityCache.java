package dev.bootwright.network;

import dev.bootwright.base.WholeFile;
import dev.bootwright.format.Node;
import dev.bootwright.format.json.JsonReader;
import dev.bootwright.process.Tasks;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.ThreadFactory;
import java.util.function.Predicate;
import java.util.function.Supplier;
import java.util.stream.Stream;
import tools.jackson.databind.json.JsonMapper;

/**
 * What the probes found, kept in the store for a day: {@code reachability.json}. An answer counts only for the network
 * profile it was got with.
 */
public final class ReachabilityCache {
    private static final Duration VALID = Duration.ofDays(1);
    private static final int SCHEMA_VERSION = 1;

    /** More would keep a small machine busy with unpacking the clients. */
    private static final int AT_ONCE = 4;

    /** A hiccup must not close a route for a day. */
    private static final int TRIES = 2;

    private final Path file;
    private final Supplier<NetworkProfile> profile;
    private final InstantSource clock;
    private final Supplier<Path> scratch;

    /**
     * @param store an existing folder
     * @param scratch makes a folder for one file, on the same file system, that is emptied after a crash
     */
    public ReachabilityCache(
            Path store, Supplier<NetworkProfile> profile, InstantSource clock, Supplier<Path> scratch) {
        this.scratch = scratch;
        this.file = store.resolve("reachability.json");
        this.profile = profile;
        this.clock = clock;
    }

    /** What is known and not older than a day; starts nothing and writes nothing. */
    public Reachability read() {
        Map<String, Reachability.State> roles = new TreeMap<>();
        valid().forEach((role, answer) -> roles.put(role, answer.state()));
        return new Reachability(roles);
    }

    /**
     * Tries those of the probes of which no valid answer is known, several at once since most of their time is waiting,
     * and keeps what each says as soon as it is known.
     *
     * @param answers whether a probe's block ended with 0; one that fails is tried once more; called from several threads
     */
    public Reachability refresh(List<Probe> probes, Predicate<Probe> answers) {
        Map<String, Answer> known = new TreeMap<>(valid());
        List<Probe> untried =
                probes.stream().filter(p -> !known.containsKey(p.role())).toList();
        ThreadFactory threads = Thread.ofVirtual().factory();
        try (ExecutorService pool = Executors.newFixedThreadPool(AT_ONCE, threads)) {
            List<Future<?>> running = untried.stream()
                    .<Future<?>>map(probe -> pool.submit(() -> {
                        boolean reached = Stream.generate(() -> answers.test(probe))
                                .limit(TRIES)
                                .anyMatch(answered -> answered);
                        keep(known, probe.role(), reached);
                    }))
                    .toList();
            running.forEach(task -> Tasks.join(task, "network"));
        }
        return read();
    }

    private void keep(Map<String, Answer> known, String role, boolean reached) {
        synchronized (known) {
            known.put(
                    role,
                    new Answer(
                            reached ? Reachability.State.REACHABLE : Reachability.State.UNREACHABLE, clock.instant()));
            write(known);
        }
    }

    /** Forgets every answer, so that the next {@link #refresh} tries all. */
    public void forget() {
        try {
            Files.deleteIfExists(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private Map<String, Answer> valid() {
        Instant now = clock.instant();
        Map<String, Answer> valid = new TreeMap<>();
        load().forEach((role, answer) -> {
            Duration age = Duration.between(answer.at(), now);
            if (!age.isNegative() && age.compareTo(VALID) < 0) {
                valid.put(role, answer);
            }
        });
        return valid;
    }

    /**
     * What the file holds; one that is missing, damaged, of another schema or of another profile tells nothing. Every
     * command reads it, so it is read without binding it to types, which costs several times as much.
     */
    private Map<String, Answer> load() {
        Map<String, Answer> answers = new TreeMap<>();
        try {
            Optional<Node> document =
                    Files.exists(file) ? JsonReader.read(Files.readString(file)).toOptional() : Optional.empty();
            boolean ours = document.flatMap(d -> d.text("schemaVersion"))
                            .filter(Integer.toString(SCHEMA_VERSION)::equals)
                            .isPresent()
                    && document.flatMap(d -> d.text("profile"))
                            .filter(profile.get().digest().value()::equals)
                            .isPresent();
            if (ours) {
                document.flatMap(d -> d.get("roles"))
                        .map(Node::entries)
                        .orElse(Map.of())
                        .forEach((role, answer) -> {
                            String state = answer.text("state").orElse("");
                            answers.put(
                                    role,
                                    new Answer(
                                            Reachability.State.valueOf(state),
                                            Instant.parse(answer.text("at").orElse(""))));
                        });
            }
            return answers;
        } catch (IOException | IllegalArgumentException | DateTimeException e) {
            return Map.of();
        }
    }

    private void write(Map<String, Answer> roles) {
        try {
            String text = JsonMapper.builder()
                            .build()
                            .writerWithDefaultPrettyPrinter()
                            .writeValueAsString(new Document(
                                    SCHEMA_VERSION, profile.get().digest().value(), roles))
                    + "\n";
            WholeFile.replace(file, text.getBytes(StandardCharsets.UTF_8), scratch.get());
        } catch (IOException e) {
            throw new UncheckedIOException("cannot write " + file, e);
        }
    }

    record Answer(Reachability.State state, Instant at) {}

    record Document(int schemaVersion, String profile, Map<String, Answer> roles) {
        Document {
            roles = Collections.unmodifiableMap(new TreeMap<>(roles));
        }
    }
}
