package dev.bootwright.acquire;

import dev.bootwright.base.RelativePath;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** A tree that lives in memory, for tests. */
public final class MemoryTree implements SourceTree {
    private final Map<RelativePath, byte[]> files;
    private final Map<RelativePath, Entry> entries;

    private MemoryTree(Map<RelativePath, byte[]> files) {
        this.files = new TreeMap<>(files);
        this.entries = new LinkedHashMap<>();
        this.files.forEach((path, bytes) -> entries.put(path, new Entry(path, Kind.FILE, bytes.length)));
    }

    /** Path and content by turns. */
    public static MemoryTree of(String... pathsAndTexts) {
        Map<String, String> texts = new LinkedHashMap<>();
        for (int i = 0; i + 1 < pathsAndTexts.length; i += 2) {
            texts.put(pathsAndTexts[i], pathsAndTexts[i + 1]);
        }
        return of(texts);
    }

    public static MemoryTree of(Map<String, String> texts) {
        Map<String, byte[]> bytes = new LinkedHashMap<>();
        texts.forEach((path, text) -> bytes.put(path, text.getBytes(StandardCharsets.UTF_8)));
        return ofBytes(bytes);
    }

    public static MemoryTree ofBytes(Map<String, byte[]> files) {
        Map<RelativePath, byte[]> byPath = new TreeMap<>();
        files.forEach((path, bytes) -> byPath.put(RelativePath.of(path), bytes.clone()));
        return new MemoryTree(byPath);
    }

    @Override
    public List<Entry> entries() {
        return new ArrayList<>(entries.values());
    }

    @Override
    public Optional<Entry> find(String path) {
        return Optional.ofNullable(entries.get(RelativePath.of(path)));
    }

    @Override
    public Optional<String> read(Entry entry, int maxBytes) {
        byte[] bytes = files.get(entry.path());
        if (bytes == null) {
            return Optional.empty();
        }
        return Optional.of(new String(Arrays.copyOf(bytes, Math.min(bytes.length, maxBytes)), StandardCharsets.UTF_8));
    }
}
