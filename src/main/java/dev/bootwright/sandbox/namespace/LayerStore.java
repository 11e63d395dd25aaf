package dev.bootwright.sandbox.namespace;

import dev.bootwright.base.Digest;
import dev.bootwright.failure.Failure;
import dev.bootwright.failure.FailureCode;
import dev.bootwright.failure.StorageFailure;
import dev.bootwright.failure.ToolException;
import dev.bootwright.sandbox.Layer;
import dev.bootwright.sandbox.LayerKey;
import dev.bootwright.sandbox.Store;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileTime;
import java.security.SecureRandom;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.json.JsonMapper;

/**
 * The sealed layers on disk: {@code layers/d/ID/{fs,layer.json,used}} and one small file a key,
 * {@code layers/keys/HEX}, that names the id. All is written by renaming, so that a crash leaves nothing half done.
 */
final class LayerStore {
    private static final JsonMapper JSON = JsonMapper.builder().build();
    private static final String SYNCED = "synced";

    private final Store store;
    private final Path folders;
    private final Path keys;
    private final Path wrecks;
    private final String boot;
    private final SecureRandom random = new SecureRandom();
    private final Map<String, LayerRecord> known = new ConcurrentHashMap<>();

    LayerStore(Store store) {
        this.store = store;
        this.folders = store.layers().resolve("d");
        this.keys = store.layers().resolve("keys");
        this.wrecks = store.layers().resolve("wrecks");
        try {
            Files.createDirectories(folders);
            Files.createDirectories(keys);
            Files.createDirectories(wrecks);
            this.boot =
                    Files.readString(Path.of("/proc/sys/kernel/random/boot_id")).strip();
        } catch (IOException e) {
            throw unusable("cannot prepare the layers below " + store.root(), e);
        }
    }

    /** The folder that overlays are mounted from; layer paths in mount options are relative to it. */
    Path folders() {
        return folders;
    }

    Optional<LayerRecord> find(LayerKey key) {
        return read(keys.resolve(key.digest().hex())).flatMap(text -> record(text.strip()));
    }

    Optional<LayerRecord> record(String id) {
        LayerRecord cached = known.get(id);
        if (cached != null && Files.exists(folder(id).resolve("layer.json"))) {
            return Optional.of(cached);
        }
        Optional<LayerRecord> found = read(folder(id).resolve("layer.json")).flatMap(LayerStore::parse);
        if (found.isPresent() && !isTrusted(found.get())) {
            return Optional.empty();
        }
        found.ifPresent(r -> known.put(id, r));
        return found;
    }

    Layer layer(LayerRecord record) {
        String parent = record.parent();
        LayerKey parentKey =
                parent == null ? null : record(parent).map(LayerRecord::key).orElse(null);
        return new Layer(record.key(), parentKey);
    }

    /** The ids of a layer and all below it, top first. */
    List<String> chain(LayerRecord top) {
        List<String> chain = new ArrayList<>();
        @Nullable LayerRecord next = top;
        while (next != null) {
            chain.add(next.id());
            String parent = next.parent();
            next = parent == null
                    ? null
                    : record(parent)
                            .orElseThrow(() -> ToolException.of(
                                    FailureCode.STORE_UNUSABLE,
                                    "store",
                                    "layer " + parent + " is missing below " + top.key(),
                                    "Run the same command with --fresh; 'bootwright gc' removes what is broken."));
        }
        return chain;
    }

    /** Moves a finished upper directory in as a layer. An existing layer under the key wins, and the upper is left. */
    LayerRecord add(Path upper, LayerKey key, @Nullable String parent) {
        Optional<LayerRecord> existing = find(key);
        if (existing.isPresent()) {
            return existing.get();
        }
        LayerRecord record = new LayerRecord(LayerRecord.SCHEMA_VERSION, newId(), key, parent, boot);
        Path folder = folder(record.id());
        try {
            Files.createDirectory(folder);
            Files.move(upper, folder.resolve("fs"), StandardCopyOption.ATOMIC_MOVE);
            touch(record.id());
            replace(folder.resolve("layer.json"), JSON.writeValueAsString(record));
            known.put(record.id(), record);
            link(key, record.id());
        } catch (IOException e) {
            throw unusable("cannot seal the layer " + key, e);
        }
        return find(key).orElse(record);
    }

    void alias(LayerKey existing, LayerKey further) {
        LayerRecord record = find(existing)
                .orElseThrow(() -> new IllegalArgumentException("no layer " + existing + " to enter under " + further));
        try {
            link(further, record.id());
        } catch (IOException e) {
            throw unusable("cannot enter the layer " + further, e);
        }
    }

    /** Marks a layer as used now, for the clean-up by age. */
    void touch(String id) {
        Path used = folder(id).resolve("used");
        try {
            if (!Files.exists(used)) {
                Files.createFile(used);
            }
            Files.setLastModifiedTime(used, FileTime.from(Instant.now()));
        } catch (FileAlreadyExistsException e) {
            // Another process touched it in the same moment.
        } catch (IOException e) {
            throw unusable("cannot write below " + folder(id), e);
        }
    }

    /** Keeps a failed upper directory under a name; the newest one of a name stays. */
    void addWreck(Path upper, String name, @Nullable String parent) {
        Path folder = wreck(name);
        try {
            if (Files.exists(folder)) {
                Files.move(folder, store.newTemporary("trash").resolve("wreck"), StandardCopyOption.ATOMIC_MOVE);
            }
            Files.createDirectory(folder);
            Files.move(upper, folder.resolve("fs"), StandardCopyOption.ATOMIC_MOVE);
            replace(folder.resolve("parent"), parent == null ? "" : parent);
        } catch (IOException e) {
            throw unusable("cannot keep the failed state " + name, e);
        }
    }

    /** The folder of a wreck: {@code fs} and the id of its {@code parent}. */
    Path wreck(String name) {
        return wrecks.resolve(Digest.of(name).abbreviated());
    }

    Optional<LayerRecord> wreckParent(String name) {
        return read(wreck(name).resolve("parent")).flatMap(id -> record(id.strip()));
    }

    Path folder(String id) {
        return folders.resolve(id);
    }

    Path keys() {
        return keys;
    }

    Path wrecks() {
        return wrecks;
    }

    void forget(String id) {
        known.remove(id);
    }

    /** Layers of this boot that are not marked yet. */
    List<LayerRecord> unmarked() {
        try (DirectoryStream<Path> all = Files.newDirectoryStream(folders)) {
            List<LayerRecord> found = new ArrayList<>();
            for (Path folder : all) {
                if (!Files.exists(folder.resolve(SYNCED))) {
                    record(folder.getFileName().toString()).ifPresent(found::add);
                }
            }
            return found;
        } catch (IOException e) {
            throw unusable("cannot list the layers below " + folders, e);
        }
    }

    /** Notes that a layer's content is on the disk. */
    void mark(LayerRecord record) {
        try {
            Files.createFile(folder(record.id()).resolve(SYNCED));
        } catch (FileAlreadyExistsException e) {
            // Marked before.
        } catch (IOException e) {
            // Removed by a clean-up in the meantime; unmarked only means that it is not trusted after a restart.
        }
    }

    /** A layer sealed before the machine last started counts only if its content had reached the disk by then. */
    private boolean isTrusted(LayerRecord record) {
        return record.boot().equals(boot) || Files.exists(folder(record.id()).resolve(SYNCED));
    }

    /** Names a layer; one that had the name before is the first to go in a clean-up. */
    private void link(LayerKey key, String id) throws IOException {
        Path target = keys.resolve(key.digest().hex());
        Optional<LayerRecord> before = read(target).flatMap(text -> record(text.strip()));
        replace(target, id);
        if (before.isPresent() && !before.get().id().equals(id)) {
            Files.setLastModifiedTime(folder(before.get().id()).resolve("used"), FileTime.from(Instant.EPOCH));
        }
    }

    /**
     * Replaces a small file. It is not forced to the disk: that would take all of a fresh layer along, and after a power
     * failure only layers count that were marked when everything was there.
     */
    private void replace(Path target, String text) throws IOException {
        Path draft = target.resolveSibling("." + target.getFileName() + "." + newId());
        Files.writeString(draft, text, StandardOpenOption.CREATE_NEW);
        Files.move(draft, target, StandardCopyOption.ATOMIC_MOVE);
    }

    private String newId() {
        byte[] bytes = new byte[5];
        random.nextBytes(bytes);
        return HexFormat.of().formatHex(bytes);
    }

    private static Optional<LayerRecord> parse(String text) {
        try {
            return Optional.of(JSON.readValue(text, LayerRecord.class));
        } catch (JacksonException e) {
            return Optional.empty();
        }
    }

    private static Optional<String> read(Path file) {
        try {
            return Optional.of(Files.readString(file));
        } catch (NoSuchFileException e) {
            return Optional.empty();
        } catch (IOException e) {
            throw unusable("cannot read " + file, e);
        }
    }

    static ToolException unusable(String what, IOException e) {
        FailureCode code =
                StorageFailure.isFull(StorageFailure.reason(e)) ? FailureCode.DISK_FULL : FailureCode.STORE_UNUSABLE;
        return new ToolException(
                new Failure(
                        code,
                        "store",
                        what + ": " + StorageFailure.reason(e),
                        List.of(),
                        "Free disk space or run 'bootwright gc'; check the permissions of the store."),
                e);
    }
}
