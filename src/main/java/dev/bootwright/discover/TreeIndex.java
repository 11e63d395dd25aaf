package dev.bootwright.discover;

import dev.bootwright.acquire.SourceTree;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** A tree with its entries indexed by base name, its scopes, and what was read kept for other detectors; for any thread. */
public final class TreeIndex implements SourceTree {
    /** Characters that are kept at most. */
    private static final long CACHE_LIMIT = 32L << 20;

    private final SourceTree tree;
    private final List<Entry> entries;
    private final Map<String, List<Entry>> byName = new HashMap<>();
    private final Map<String, Entry> byPath = new HashMap<>();
    private final TreeScope scope;
    private final Map<String, Kept> texts = new ConcurrentHashMap<>();
    private final AtomicLong kept = new AtomicLong();

    private record Kept(Optional<String> text, int limit) {}

    private TreeIndex(SourceTree tree) {
        this.tree = tree;
        this.entries = tree.entries().stream()
                .sorted((a, b) -> a.path().compareTo(b.path()))
                .toList();
        for (Entry entry : entries) {
            byName.computeIfAbsent(entry.path().name(), name -> new ArrayList<>(1))
                    .add(entry);
            byPath.put(entry.path().toString(), entry);
        }
        this.scope = TreeScope.of(entries);
    }

    /** The tree itself if it is an index already. */
    public static TreeIndex of(SourceTree tree) {
        return tree instanceof TreeIndex index ? index : new TreeIndex(tree);
    }

    public TreeScope scope() {
        return scope;
    }

    @Override
    public List<Entry> entries() {
        return entries;
    }

    @Override
    public Optional<Entry> find(String path) {
        return Optional.ofNullable(byPath.get(path));
    }

    public boolean has(String path) {
        return byPath.containsKey(path);
    }

    /** All entries with one of these base names, in path order. */
    public List<Entry> named(String... names) {
        return Stream.of(names)
                .flatMap(name -> byName.getOrDefault(name, List.of()).stream())
                .sorted((a, b) -> a.path().compareTo(b.path()))
                .toList();
    }

    /** Entries with one of these base names whose folders vote, in path order. */
    public List<Entry> voting(String... names) {
        return named(names).stream()
                .filter(entry -> scope.votes(entry.path().toString()))
                .toList();
    }

    /** Entries whose base name is accepted; each distinct name is asked once. */
    public List<Entry> matching(Predicate<String> name) {
        Set<String> accepted = byName.keySet().stream().filter(name).collect(Collectors.toSet());
        return accepted.isEmpty()
                ? List.of()
                : entries.stream()
                        .filter(entry -> accepted.contains(entry.path().name()))
                        .toList();
    }

    /** Entries directly in a folder, {@code .} for the root. */
    public List<Entry> in(String folder) {
        return entries.stream()
                .filter(entry -> entry.path().parent().toString().equals(folder))
                .toList();
    }

    /** For a scan that is alone in reading these files: what it reads is not kept. */
    public Optional<String> readOnce(Entry entry, int maxBytes) {
        return tree.read(entry, maxBytes);
    }

    @Override
    public Optional<String> read(Entry entry, int maxBytes) {
        String path = entry.path().toString();
        Kept known = texts.get(path);
        if (known != null
                && (known.limit() == maxBytes || (entry.size() <= maxBytes && entry.size() <= known.limit()))) {
            return known.text();
        }
        Optional<String> text = tree.read(entry, maxBytes);
        long length = text.map(String::length).orElse(0);
        if (kept.get() + length <= CACHE_LIMIT) {
            kept.addAndGet(length);
            texts.put(path, new Kept(text, maxBytes));
        }
        return text;
    }
}
