package dev.bootwright.bench;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Samples the resident memory of a process and all its descendants until it is closed. */
final class MemoryWatch implements AutoCloseable {
    private static final Path PROC = Path.of("/proc");
    private static final long INTERVAL_MILLIS = 500;
    private static final int PAGE = 4096;
    /** Fields of {@code stat} behind the command's name: state, parent … resident pages. */
    private static final int PARENT = 1;

    private static final int RESIDENT = 21;

    private final long root;
    private final Thread sampler;
    private volatile long peak;

    MemoryWatch(long pid) {
        this.root = pid;
        this.sampler = Thread.ofPlatform().daemon(true).name("memory-watch").start(this::sampleUntilInterrupted);
    }

    /** Bytes; 0 where nothing could be read. */
    long peak() {
        return peak;
    }

    private void sampleUntilInterrupted() {
        try {
            while (true) {
                peak = Math.max(peak, sample(root));
                Thread.sleep(INTERVAL_MILLIS);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private record Seen(long parent, long bytes) {}

    static long sample(long root) {
        Map<Long, Seen> all = new HashMap<>();
        Map<Long, List<Long>> children = new HashMap<>();
        try (DirectoryStream<Path> processes = Files.newDirectoryStream(PROC, "[0-9]*")) {
            for (Path process : processes) {
                long pid = Long.parseLong(process.getFileName().toString());
                Seen seen = read(process);
                all.put(pid, seen);
                children.computeIfAbsent(seen.parent(), p -> new ArrayList<>()).add(pid);
            }
        } catch (IOException | RuntimeException e) {
            return 0;
        }
        long sum = 0;
        Deque<Long> left = new ArrayDeque<>(List.of(root));
        while (!left.isEmpty()) {
            long pid = left.pop();
            sum += all.getOrDefault(pid, new Seen(-1, 0)).bytes();
            left.addAll(children.getOrDefault(pid, List.of()));
        }
        return sum;
    }

    private static Seen read(Path process) {
        try {
            String stat = Files.readString(process.resolve("stat"), StandardCharsets.ISO_8859_1);
            String[] fields = stat.substring(stat.lastIndexOf(')') + 2).strip().split(" ");
            return new Seen(Long.parseLong(fields[PARENT]), Long.parseLong(fields[RESIDENT]) * PAGE);
        } catch (IOException | RuntimeException e) {
            // It ended while it was read.
            return new Seen(-1, 0);
        }
    }

    @Override
    public void close() {
        sampler.interrupt();
    }
}
