package dev.bootwright.pipeline;

import dev.bootwright.base.Digest;
import dev.bootwright.base.WholeFile;
import dev.bootwright.contract.ScriptRenderer;
import dev.bootwright.sandbox.LayerKey;
import dev.bootwright.sandbox.Store;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.json.JsonMapper;

/** Remembers, for each input, its newest outcome and the layer that holds the ready environment. */
public final class ProofStore {
    /** Raised whenever equal input may yield another contract, so that older outcomes are not taken for current ones. */
    public static final int PRODUCT_SCHEMA = 3;

    /** Made on first use: commands that look up no outcome start without it. */
    private static final class Json {
        static final JsonMapper MAPPER = JsonMapper.builder().build();
    }

    private final Store store;
    private final Path folder;

    public ProofStore(Store store) {
        this.store = store;
        this.folder = store.ready();
    }

    /**
     * The newest outcome for one input.
     *
     * @param layer the ready environment; null when setup did not get so far
     * @param wreck name of the kept state of the step that failed; null when none failed
     * @param files the contract's files as text, by path below {@code .bootstrap}
     */
    public record Outcome(
            int schemaVersion,
            RunResult result,
            @Nullable LayerKey layer,
            @Nullable String wreck,
            Map<String, String> files) {
        public Outcome {
            files = Collections.unmodifiableMap(new TreeMap<>(files));
        }

        public boolean proven() {
            return result.failure() == null;
        }
    }

    /**
     * Names an input: the tree, and all that the user decided.
     *
     * @param decisions overrides and options that change the contract, sorted
     */
    public static Digest input(Digest repository, @Nullable String commit, Map<String, String> decisions) {
        List<String> fields = new java.util.ArrayList<>();
        fields.add(Integer.toString(PRODUCT_SCHEMA));
        fields.add(Integer.toString(ScriptRenderer.VERSION));
        fields.add(repository.toString());
        fields.add(String.valueOf(commit));
        new TreeMap<>(decisions).forEach((k, v) -> fields.add(k + "=" + v));
        return Digest.ofFields(fields);
    }

    public Optional<Outcome> find(Digest input) {
        Path file = file(input);
        try {
            if (!Files.exists(file)) {
                return Optional.empty();
            }
            Outcome outcome = Json.MAPPER.readValue(Files.readAllBytes(file), Outcome.class);
            return outcome.schemaVersion() == PRODUCT_SCHEMA ? Optional.of(outcome) : Optional.empty();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (JacksonException e) {
            return Optional.empty();
        }
    }

    public void save(Digest input, Outcome outcome) {
        Path file = file(input);
        try {
            WholeFile.replace(file, Json.MAPPER.writeValueAsBytes(outcome), store.newTemporary("proof"));
        } catch (IOException e) {
            throw new UncheckedIOException("cannot write the proof " + file, e);
        }
    }

    private Path file(Digest input) {
        return folder.resolve(input.hex() + ".json");
    }
}
