package dev.bootwright.pipeline;

import dev.bootwright.base.Digest;
import dev.bootwright.base.WholeFile;
import dev.bootwright.sandbox.Store;
import dev.bootwright.verify.SetupOutcome;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.json.JsonMapper;

/** Remembers the newest run of each repository folder, so that {@code shell --failed} finds where it stopped. */
public final class LastRuns {
    private static final JsonMapper MAPPER = JsonMapper.builder().build();

    private final Store store;

    public LastRuns(Store store) {
        this.store = store;
    }

    /**
     * @param wreck the kept state of the failed step; null when no setup step failed
     * @param step where it stopped; null likewise
     */
    public record LastRun(
            String run, @Nullable String wreck, @Nullable String step) {
        static LastRun of(String run, @Nullable String wreck, ContractPass pass) {
            String step = pass.setup() instanceof SetupOutcome.Broken broken
                    ? broken.failed().step().value()
                    : null;
            return new LastRun(run, wreck, step);
        }
    }

    public Optional<LastRun> find(Path repository) {
        Path file = file(repository);
        try {
            return Files.exists(file)
                    ? Optional.of(MAPPER.readValue(Files.readAllBytes(file), LastRun.class))
                    : Optional.empty();
        } catch (JacksonException e) {
            return Optional.empty();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    public void save(Path repository, LastRun last) {
        Path file = file(repository);
        try {
            WholeFile.replace(file, MAPPER.writeValueAsBytes(last), store.newTemporary("last"));
        } catch (IOException e) {
            throw new UncheckedIOException("cannot write " + file, e);
        }
    }

    private Path file(Path repository) {
        return store.ready()
                .resolve("last-"
                        + Digest.of(repository.toAbsolutePath().normalize().toString())
                                .abbreviated());
    }
}
