package dev.bootwright.sandbox.namespace;

import dev.bootwright.sandbox.ResourceLimits;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.TreeSet;
import java.util.concurrent.locks.LockSupport;

/** The control groups of one command, one folder in each tree. */
final class CommandGroup {
    private static final long KILL_TIME_NANOS = 20_000_000_000L;

    private final List<Member> members;

    CommandGroup(List<Member> members) {
        this.members = List.copyOf(members);
    }

    record Member(Path folder, Cgroups.Place place) {}

    List<Path> folders() {
        return members.stream().map(Member::folder).toList();
    }

    /** The files that a process writes its id into to join. */
    List<String> joinFiles() {
        return members.stream()
                .map(member -> member.folder().resolve("cgroup.procs").toString())
                .toList();
    }

    void limit(ResourceLimits limits) throws IOException {
        for (Member member : members) {
            Path folder = member.folder();
            if (member.place().has("pids")) {
                // Two of them are bubblewrap's own.
                Files.writeString(folder.resolve("pids.max"), Integer.toString(limits.processes() + 2));
            }
            if (!member.place().has("memory")) {
                continue;
            }
            String bytes = Long.toString(limits.memoryBytes());
            if (member.place().unified()) {
                Files.writeString(folder.resolve("memory.max"), bytes);
                writeIfThere(folder.resolve("memory.swap.max"), "0");
                writeIfThere(folder.resolve("memory.oom.group"), "1");
            } else {
                Files.writeString(folder.resolve("memory.limit_in_bytes"), bytes);
                writeIfThere(folder.resolve("memory.memsw.limit_in_bytes"), bytes);
            }
        }
    }

    /** Processes of the group, by host id; what has ended but was not yet waited for does not count. */
    List<Long> processes() {
        TreeSet<Long> pids = new TreeSet<>();
        for (Member member : members) {
            for (String line : lines(member.folder().resolve("cgroup.procs"))) {
                pids.add(Long.parseLong(line));
            }
        }
        return new ArrayList<>(pids);
    }

    /** Processor time used so far by all that were ever in the group. */
    Optional<Long> cpuNanos() {
        for (Member member : members) {
            if (member.place().unified()) {
                return field(member.folder().resolve("cpu.stat"), "usage_usec").map(usec -> usec * 1000);
            }
            if (member.place().has("cpuacct")) {
                return lines(member.folder().resolve("cpuacct.usage")).stream()
                        .findFirst()
                        .map(Long::parseLong);
            }
        }
        return Optional.empty();
    }

    long peakMemoryBytes() {
        for (Member member : members) {
            if (member.place().has("memory")) {
                String file = member.place().unified() ? "memory.peak" : "memory.max_usage_in_bytes";
                return lines(member.folder().resolve(file)).stream()
                        .findFirst()
                        .map(Long::parseLong)
                        .orElse(0L);
            }
        }
        return 0;
    }

    /** Whether the kernel killed a process of the group for want of memory. */
    boolean ranOutOfMemory() {
        for (Member member : members) {
            if (member.place().has("memory")) {
                String file = member.place().unified() ? "memory.events" : "memory.oom_control";
                return field(member.folder().resolve(file), "oom_kill").orElse(0L) > 0;
            }
        }
        return false;
    }

    /** Kills all processes and waits until they are gone. False when some would not go. */
    boolean kill() {
        return killAll(folders());
    }

    static boolean killAll(List<Path> folders) {
        long deadline = System.nanoTime() + KILL_TIME_NANOS;
        for (Path folder : folders) {
            writeIfThere(folder.resolve("pids.max"), "0");
        }
        while (true) {
            boolean alive = false;
            for (Path folder : folders) {
                List<String> pids = lines(folder.resolve("cgroup.procs"));
                alive |= !pids.isEmpty();
                if (!pids.isEmpty() && !writeIfThere(folder.resolve("cgroup.kill"), "1")) {
                    pids.forEach(
                            pid -> ProcessHandle.of(Long.parseLong(pid)).ifPresent(ProcessHandle::destroyForcibly));
                }
            }
            if (!alive) {
                return true;
            }
            if (System.nanoTime() > deadline) {
                return false;
            }
            LockSupport.parkNanos(1_000_000);
        }
    }

    /** Removes the groups; all processes must be gone. */
    void remove() {
        removeAll(folders());
    }

    static void removeAll(List<Path> folders) {
        for (Path folder : folders) {
            for (int i = 0; i < 100 && !Cgroups.removeGroup(folder); i++) {
                LockSupport.parkNanos(5_000_000);
            }
        }
    }

    private static Optional<Long> field(Path file, String name) {
        for (String line : lines(file)) {
            if (line.startsWith(name + " ")) {
                return Optional.of(
                        Long.parseLong(line.substring(name.length() + 1).strip()));
            }
        }
        return Optional.empty();
    }

    private static List<String> lines(Path file) {
        try {
            return Files.readString(file).lines().toList();
        } catch (IOException e) {
            return List.of();
        }
    }

    private static boolean writeIfThere(Path file, String text) {
        try {
            if (!Files.exists(file)) {
                return false;
            }
            Files.writeString(file, text);
            return true;
        } catch (IOException e) {
            return false;
        }
    }
}
