package dev.bootwright.sandbox.namespace;

import static org.assertj.core.api.Assertions.assertThat;

import dev.bootwright.sandbox.ResourceLimits;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CgroupHierarchyTest {
    private static final String HYBRID_GROUPS = """
            9:name=systemd:/
            8:pids:/
            4:memory:/jobs/one
            1:cpu,cpuacct:/
            0::/
            """;
    private static final String HYBRID_MOUNTS = """
            21 20 0:20 / /sys/fs/cgroup rw - tmpfs tmpfs rw,mode=755
            22 21 0:21 / /sys/fs/cgroup/cpu,cpuacct rw - cgroup cgroup rw,cpu,cpuacct
            23 21 0:22 / /sys/fs/cgroup/memory rw,relatime shared:9 - cgroup cgroup rw,memory
            24 21 0:23 / /sys/fs/cgroup/pids rw - cgroup cgroup rw,pids
            25 21 0:24 / /sys/fs/cgroup/unified rw - cgroup2 cgroup2 rw
            """;

    @Test
    void readsAHybridMachine() {
        assertThat(CgroupHierarchy.parse(HYBRID_GROUPS, HYBRID_MOUNTS))
                .containsExactly(
                        new CgroupHierarchy(
                                List.of("cpu", "cpuacct"),
                                Path.of("/sys/fs/cgroup/cpu,cpuacct"),
                                Path.of("/sys/fs/cgroup/cpu,cpuacct")),
                        new CgroupHierarchy(
                                List.of("memory"),
                                Path.of("/sys/fs/cgroup/memory"),
                                Path.of("/sys/fs/cgroup/memory/jobs/one")),
                        new CgroupHierarchy(
                                List.of("pids"), Path.of("/sys/fs/cgroup/pids"), Path.of("/sys/fs/cgroup/pids")),
                        new CgroupHierarchy(
                                List.of(), Path.of("/sys/fs/cgroup/unified"), Path.of("/sys/fs/cgroup/unified")));
    }

    @Test
    void readsAUnifiedMachineSeenFromAContainer() {
        String groups = "0::/docker/abc/inner\n";
        String mounts = "31 20 0:27 /docker/abc /sys/fs/cgroup ro,nosuid - cgroup2 cgroup rw\n";

        assertThat(CgroupHierarchy.parse(groups, mounts))
                .containsExactly(
                        new CgroupHierarchy(List.of(), Path.of("/sys/fs/cgroup"), Path.of("/sys/fs/cgroup/inner")));
    }

    @Test
    void readsAMachineWithoutAny() {
        assertThat(CgroupHierarchy.parse("", "21 20 0:20 / /proc rw - proc proc rw\n"))
                .isEmpty();
    }

    @Test
    void usesTheOwnGroupOfAUnifiedTreeWhenItCanBeDivided(@TempDir Path mount) throws IOException {
        Path own = unifiedGroup(Files.createDirectories(mount.resolve("session")), "cpu memory pids", "memory pids");
        // A real tree fills new groups by itself.
        unifiedGroup(Files.createDirectories(own.resolve("mine")), "memory pids", "memory pids");

        Cgroups cgroups = Cgroups.of(List.of(new CgroupHierarchy(List.of(), mount, own)), "mine");

        assertThat(cgroups.limits("memory")).isTrue();
        assertThat(cgroups.limits("pids")).isTrue();
        CommandGroup group = cgroups.create("command");
        assertThat(group.folders()).containsExactly(own.resolve("mine/command"));
        group.limit(ResourceLimits.defaults().withMemory(123 << 20).withProcesses(7));
        assertThat(own.resolve("mine/command/memory.max")).hasContent(Long.toString(123L << 20));
        assertThat(own.resolve("mine/command/pids.max")).hasContent("9");
    }

    @Test
    void takesTheRootOfAUnifiedTreeWhenTheOwnGroupHoldsProcesses(@TempDir Path mount) throws IOException {
        Path own = unifiedGroup(Files.createDirectories(mount.resolve("session")), "memory pids", "");
        Files.createDirectories(own.resolve("mine"));
        unifiedGroup(mount, "memory pids", "memory pids");
        unifiedGroup(Files.createDirectories(mount.resolve("mine")), "memory pids", "memory pids");

        Cgroups cgroups = Cgroups.of(List.of(new CgroupHierarchy(List.of(), mount, own)), "mine");

        assertThat(cgroups.folders("x")).containsExactly(mount.resolve("mine/x"));
    }

    @Test
    void claimsNoLimitWhereNothingCanBeWritten() {
        Path nowhere = Path.of("/proc/no-such-tree");
        Cgroups cgroups = Cgroups.of(List.of(new CgroupHierarchy(List.of("memory"), nowhere, nowhere)), "mine");

        assertThat(cgroups.isEmpty()).isTrue();
        assertThat(cgroups.limits("memory")).isFalse();
    }

    private static Path unifiedGroup(Path folder, String controllers, String subtree) throws IOException {
        Files.writeString(folder.resolve("cgroup.controllers"), controllers + "\n");
        Files.writeString(folder.resolve("cgroup.subtree_control"), subtree + "\n");
        return folder;
    }
}
