package dev.bootwright.acquire;

import com.fasterxml.jackson.annotation.JsonProperty;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Instant;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.json.JsonMapper;

/**
 * Says in a folder that we made where it came from; outside of the tree, and never tracked.
 *
 * @param source what was asked for, without credentials
 * @param resolved what it turned out to be: a package URL with its version, or a commit
 * @param time when the source was made; null when nothing tells
 */
record SourceMarker(
        int schemaVersion,
        @JsonProperty(required = true) String source,
        @JsonProperty(required = true) String resolved,
        @Nullable Instant time) {
    /** At the top of what came from an archive or a registry; a clone keeps it below {@code .git}. */
    static final String FILE = ".bootwright-source.json";

    private static final int SCHEMA_VERSION = 1;
    private static final int LIMIT = 1 << 16;
    private static final JsonMapper JSON = JsonMapper.builder().build();

    static SourceMarker of(String source, String resolved, @Nullable Instant time) {
        return new SourceMarker(SCHEMA_VERSION, source, resolved, time);
    }

    static Optional<SourceMarker> read(Path folder) {
        Optional<SourceMarker> clone = readFile(folder.resolve(".git").resolve(FILE));
        return clone.isPresent() ? clone : readFile(folder.resolve(FILE));
    }

    private static Optional<SourceMarker> readFile(Path file) {
        if (!Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS)) {
            return Optional.empty();
        }
        try (InputStream in = Files.newInputStream(file, LinkOption.NOFOLLOW_LINKS)) {
            SourceMarker marker = JSON.readValue(in.readNBytes(LIMIT), SourceMarker.class);
            return marker.schemaVersion() == SCHEMA_VERSION ? Optional.of(marker) : Optional.empty();
        } catch (IOException | JacksonException e) {
            return Optional.empty();
        }
    }

    void write(Path folder) throws IOException {
        Path dotGit = folder.resolve(".git");
        Path file = Files.isDirectory(dotGit, LinkOption.NOFOLLOW_LINKS) ? dotGit.resolve(FILE) : folder.resolve(FILE);
        // Never through a link that came with the tree.
        Files.deleteIfExists(file);
        Files.write(
                file,
                JSON.writerWithDefaultPrettyPrinter().writeValueAsBytes(this),
                StandardOpenOption.CREATE_NEW,
                StandardOpenOption.WRITE);
    }
}
