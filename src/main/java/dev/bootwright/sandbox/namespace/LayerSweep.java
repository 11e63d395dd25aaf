package dev.bootwright.sandbox.namespace;

import dev.bootwright.sandbox.GcPolicy;
import dev.bootwright.sandbox.GcReport;
import dev.bootwright.sandbox.Store;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Removes layers by age and size. A layer that a sandbox uses, or that a kept layer stands on, stays.
 *
 * <p>No lock is shared with sandboxes that open: each notes what it uses and then looks whether all of it is there; the
 * sweep moves a layer away and then looks at the notes once more. One of the two always sees the other.
 */
final class LayerSweep {
    private final Store store;
    private final HostTools tools;
    private final LayerStore layers;

    LayerSweep(Store store, HostTools tools, LayerStore layers) {
        this.store = store;
        this.tools = tools;
        this.layers = layers;
    }

    /** A stored layer as the sweep sees it. */
    private record Candidate(String id, Optional<LayerRecord> record, Instant used, long bytes) {}

    GcReport sweep(GcPolicy policy) {
        try (FileChannel channel = FileChannel.open(
                        store.layers().resolve("gc.lock"), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
                FileLock lock = lock(channel)) {
            assert lock.isValid();
            return sweepLocked(policy);
        } catch (IOException e) {
            throw LayerStore.unusable("cannot clean up the layers", e);
        }
    }

    private GcReport sweepLocked(GcPolicy policy) throws IOException {
        Set<String> protectedIds = inUse();
        Map<String, Candidate> all = candidates();
        List<Candidate> oldestFirst = all.values().stream()
                .sorted(Comparator.comparing(Candidate::used).thenComparing(Candidate::id))
                .toList();
        long total = all.values().stream().mapToLong(Candidate::bytes).sum();
        Instant oldest = Instant.now().minus(policy.maxAge());
        Map<String, Integer> children = children(all);
        int removed = 0;
        long removedBytes = 0;
        boolean progress = true;
        while (progress) {
            progress = false;
            for (Candidate candidate : oldestFirst) {
                boolean wanted = candidate.record().isEmpty()
                        || candidate.used().isBefore(oldest)
                        || total - removedBytes > policy.maxBytes();
                if (!wanted
                        || !all.containsKey(candidate.id())
                        || protectedIds.contains(candidate.id())
                        || children.getOrDefault(candidate.id(), 0) > 0
                        || !remove(candidate)) {
                    continue;
                }
                all.remove(candidate.id());
                candidate
                        .record()
                        .map(LayerRecord::parent)
                        .ifPresent(parent -> children.merge(parent, -1, Integer::sum));
                removed++;
                removedBytes += candidate.bytes();
                progress = true;
            }
        }
        removeWrecks(oldest);
        removeDeadKeys();
        return new GcReport(removed, removedBytes, all.size(), total - removedBytes);
    }

    private static FileLock lock(FileChannel channel) throws IOException {
        while (true) {
            try {
                return channel.lock();
            } catch (OverlappingFileLockException e) {
                pause();
            }
        }
    }

    private static void pause() throws IOException {
        try {
            Thread.sleep(20);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException("interrupted while another clean-up runs", e);
        }
    }

    /** Layers that open sandboxes stand on, and those that runs which are still going on have found or made. */
    private Set<String> inUse() throws IOException {
        Set<String> used = new HashSet<>();
        try (DirectoryStream<Path> folders = Files.newDirectoryStream(store.tmp(), "{s,engine}-*")) {
            for (Path folder : folders) {
                Path uses = folder.resolve("uses");
                if (Files.exists(uses)) {
                    used.addAll(Files.readAllLines(uses));
                }
            }
        }
        return used;
    }

    private Map<String, Candidate> candidates() throws IOException {
        Map<String, Candidate> found = new LinkedHashMap<>();
        try (DirectoryStream<Path> folders = Files.newDirectoryStream(layers.folders())) {
            for (Path folder : folders) {
                String id = folder.getFileName().toString();
                Path used = folder.resolve("used");
                Instant time = Files.getLastModifiedTime(Files.exists(used) ? used : folder)
                        .toInstant();
                Optional<LayerRecord> record = layers.record(id);
                boolean beingSealed =
                        record.isEmpty() && time.isAfter(Instant.now().minusSeconds(600));
                if (!beingSealed) {
                    found.put(id, new Candidate(id, record, time, size(folder)));
                }
            }
        }
        return found;
    }

    private long size(Path folder) throws IOException {
        Path known = folder.resolve("bytes");
        if (Files.exists(known)) {
            return Long.parseLong(Files.readString(known));
        }
        long bytes = DiskWatch.size(tools, folder);
        Files.writeString(known, Long.toString(bytes));
        return bytes;
    }

    private static Map<String, Integer> children(Map<String, Candidate> all) {
        Map<String, Integer> children = new LinkedHashMap<>();
        for (Candidate candidate : all.values()) {
            candidate.record().map(LayerRecord::parent).ifPresent(parent -> children.merge(parent, 1, Integer::sum));
        }
        return children;
    }

    /** Moves the layer out of sight, and back if somebody has begun to use it in the meantime. */
    private boolean remove(Candidate candidate) throws IOException {
        Path folder = layers.folder(candidate.id());
        Path trash = store.newTemporary("trash");
        Path away = trash.resolve("layer");
        Files.move(folder, away, StandardCopyOption.ATOMIC_MOVE);
        if (inUse().contains(candidate.id()) || hasNewChild(candidate.id())) {
            Files.move(away, folder, StandardCopyOption.ATOMIC_MOVE);
            Files.delete(trash);
            return false;
        }
        layers.forget(candidate.id());
        tools.remove(List.of(trash));
        return true;
    }

    private boolean hasNewChild(String id) throws IOException {
        try (DirectoryStream<Path> folders = Files.newDirectoryStream(layers.folders())) {
            for (Path folder : folders) {
                Optional<LayerRecord> record =
                        layers.record(folder.getFileName().toString());
                if (record.map(LayerRecord::parent).filter(id::equals).isPresent()) {
                    return true;
                }
            }
        }
        return false;
    }

    private void removeWrecks(Instant oldest) throws IOException {
        List<Path> old = new ArrayList<>();
        try (DirectoryStream<Path> folders = Files.newDirectoryStream(layers.wrecks())) {
            for (Path folder : folders) {
                if (Files.getLastModifiedTime(folder).toInstant().isBefore(oldest)) {
                    old.add(folder);
                }
            }
        }
        if (!old.isEmpty()) {
            tools.remove(old);
        }
    }

    private void removeDeadKeys() throws IOException {
        try (DirectoryStream<Path> files = Files.newDirectoryStream(layers.keys(), "[!.]*")) {
            for (Path file : files) {
                if (!Files.isDirectory(layers.folder(Files.readString(file).strip()))) {
                    Files.deleteIfExists(file);
                }
            }
        }
    }
}
