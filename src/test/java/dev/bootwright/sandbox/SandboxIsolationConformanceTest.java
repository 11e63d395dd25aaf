package dev.bootwright.sandbox;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.bootwright.failure.ToolException;
import dev.bootwright.sandbox.ExecOutcome.Cancelled;
import dev.bootwright.sandbox.ExecOutcome.DiskFull;
import dev.bootwright.sandbox.ExecOutcome.Exited;
import dev.bootwright.sandbox.ExecOutcome.Idle;
import dev.bootwright.sandbox.ExecOutcome.OutOfMemory;
import dev.bootwright.sandbox.ExecOutcome.OutputFlood;
import dev.bootwright.sandbox.ExecOutcome.TimedOut;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** That hostile commands stay inside, and inside their limits, whatever the engine. */
@Tag("sandbox")
public abstract class SandboxIsolationConformanceTest extends SandboxSuite {
    /** Seconds that nobody else sleeps, so that a survivor is found among all processes of the machine. */
    private static final String NAP =
            Long.toString(100_000 + ProcessHandle.current().pid());

    // ── staying inside ──

    @Test
    void passesNothingButTheNamedEnvironment() {
        try (Sandbox sandbox = engine().open(base(), new SandboxSpec("env", List.of(), Map.of("FROM_SPEC", "a b")))) {
            RecordedOutput output = new RecordedOutput();
            Map<String, String> env = new LinkedHashMap<>();
            env.put("MINE", "it's \"quoted\" $HOME\nsecond line");
            sandbox.exec(ExecRequest.of(List.of("env", "-0"), "/", SandboxUser.DEVELOPER, output)
                    .withEnv(env));

            Map<String, String> seen = new LinkedHashMap<>();
            for (String entry : output.text().split("\0")) {
                seen.put(entry.substring(0, entry.indexOf('=')), entry.substring(entry.indexOf('=') + 1));
            }
            assertThat(seen).containsEntry("MINE", "it's \"quoted\" $HOME\nsecond line");
            assertThat(seen).containsEntry("FROM_SPEC", "a b").containsEntry("TZ", "UTC");
            assertThat(seen).containsEntry("HOME", "/home/developer").containsEntry("USER", "developer");
            assertThat(seen.keySet())
                    .isSubsetOf(
                            "MINE",
                            "FROM_SPEC",
                            "HOME",
                            "USER",
                            "LOGNAME",
                            "SHELL",
                            "PATH",
                            "LANG",
                            "LC_ALL",
                            "TZ",
                            "TERM",
                            "COLUMNS",
                            "LINES",
                            "PWD");
            assertThat(seen.get("PATH")).doesNotContain("sbin");
        }
    }

    @Test
    void cannotChangeTheHostsKernelSettings() throws IOException {
        Path pattern = Path.of("/proc/sys/kernel/core_pattern");
        String before = Files.readString(pattern);
        try (Sandbox sandbox = open()) {
            RecordedOutput output = new RecordedOutput();
            ExecOutcome outcome = sandbox.exec(root("""
                    echo '|/tmp/escape' > /proc/sys/kernel/core_pattern && echo escaped
                    mount -o remount,rw /proc/sys && echo remounted
                    mkdir -p /tmp/p && mount -t proc proc /tmp/p && echo mounted
                    umount -l /proc/sys && echo unmounted
                    echo b > /proc/sysrq-trigger && echo rebooted
                    echo 1 > /proc/sys/user/max_user_namespaces && echo set
                    exit 0
                    """, output));
            assertThat(outcome.succeeded()).isTrue();
            assertThat(output.text()).doesNotContain("escaped\n", "remounted\n", "mounted\n", "rebooted\n", "set\n");
        }
        assertThat(Files.readString(pattern)).isEqualTo(before);
    }

    @Test
    void cannotSeeTheHostsFiles(@TempDir Path folder) throws IOException {
        Files.setPosixFilePermissions(folder, java.nio.file.attribute.PosixFilePermissions.fromString("rwxr-xr-x"));
        Path secret = Files.writeString(folder.resolve("secret"), "secret of the host");
        String script = """
                cat %1$s
                for p in /proc/[0-9]* /proc/self; do
                  cat $p/root$secret $p/cwd$secret
                  for f in $p/fd/*; do cat "$f/..$secret" < /dev/null; done
                done
                ls /oldroot /newroot
                find / -xdev -name secret
                exit 0
                """.formatted(secret);
        for (SandboxUser user : SandboxUser.values()) {
            try (Sandbox sandbox = open()) {
                RecordedOutput output = new RecordedOutput();
                sandbox.exec(
                        ExecRequest.of(List.of("bash", "-c", script, "look", secret.toString()), "/", user, output));
                assertThat(output.text()).doesNotContain("secret of the host");
            }
        }
    }

    @Test
    void cannotSeeOrSignalTheHostsProcesses() {
        long self = ProcessHandle.current().pid();
        String script = "ls -d /proc/[0-9]* | wc -l; kill -9 " + self + "; kill -0 " + self + " && echo alive; exit 0";
        try (Sandbox sandbox = open()) {
            RecordedOutput output = new RecordedOutput();
            sandbox.exec(root(script, output));
            List<String> lines = output.text().lines().toList();
            assertThat(Integer.parseInt(lines.getFirst().strip())).isLessThan(10);
            assertThat(lines).doesNotContain("alive");
        }
    }

    @Test
    void inheritsNoFileOfTheHost() {
        String script = "ls -l /proc/self/fd | grep -v -E 'pipe:|/proc/|/dev/null|total' ; exit 0";
        assertThat(run(script)).isEmpty();
    }

    @Test
    void cannotMakeOrUseDevices() {
        try (Sandbox sandbox = open()) {
            RecordedOutput output = new RecordedOutput();
            sandbox.exec(root("""
                    mknod /tmp/disk b 254 0 && echo made
                    mknod /dev/disk b 254 0 && echo made
                    mknod /tmp/mem c 1 1 && cat /tmp/mem && echo read
                    ls /dev/vda /dev/sda /dev/mem /dev/kmsg /dev/kvm /dev/fuse
                    exit 0
                    """, output));
            assertThat(output.text().lines()).doesNotContain("made", "read");
            assertThat(output.text().lines().filter(line -> line.startsWith("/dev/")))
                    .isEmpty();
        }
    }

    @Test
    void gainsNothingBySetuid() {
        try (Sandbox sandbox = open()) {
            sandbox.exec(
                    root("cp /bin/dash /usr/local/bin/up; chmod 6755 /usr/local/bin/up; exit 0", OutputSink.discard()));
            assertThat(run(sandbox, "/usr/local/bin/up -p -c 'id -u'; grep NoNewPrivs /proc/self/status"))
                    .isEqualTo("1000\nNoNewPrivs:\t1\n");
        }
    }

    @Test
    void givesTheDeveloperNoCapabilityAndRootOnlyAFew() {
        assertThat(run("grep -E 'Cap(Inh|Prm|Eff|Bnd|Amb)' /proc/self/status | cut -f2 | sort -u"))
                .isEqualTo("0000000000000000\n");
        try (Sandbox sandbox = open()) {
            RecordedOutput output = new RecordedOutput();
            sandbox.exec(root("grep CapPrm /proc/self/status | cut -f2", output));
            long permitted = Long.parseLong(output.text().strip(), 16);
            long allowed = 1L << 0 | 1L << 1 | 1L << 3 | 1L << 4 | 1L << 5 | 1L << 6 | 1L << 7 | 1L << 31;
            assertThat(permitted & ~allowed).isZero();
        }
    }

    @Test
    void cannotMakeNamespaces() {
        String script = "unshare --user --map-root-user true 2>/dev/null && echo made; "
                + "unshare --mount true 2>/dev/null && echo made; exit 0";
        assertThat(run(script)).isEmpty();
    }

    @Test
    void rootInsideIsNobodyOutside() throws IOException {
        assumeTrue(capabilities().contains(Capability.SHIFTED_USERS), "the engine does not shift users");
        String map = run("cat /proc/self/uid_map").strip().replaceAll("\\s+", " ");
        assertThat(map).isEqualTo("0 100000 65536");
    }

    @Test
    void followsNoLinkOutOfTheTargetWhenCopying(@TempDir Path folder) throws IOException {
        try (Sandbox sandbox = open()) {
            run(sandbox, "mkdir -p ~/w; ln -s %s ~/w/out; ln -s /etc ~/w/etc".formatted(folder));
            try {
                byte[] archive = tar(Map.of("out/file", "x", "etc/mine", "x"));
                sandbox.copyIn(new ByteArrayInputStream(archive), "/home/developer/w", SandboxUser.DEVELOPER);
            } catch (ToolException e) {
                assertThat(e).hasMessageContaining("/home/developer/w");
            }
            assertThat(folder).isEmptyDirectory();
            assertThat(run(sandbox, "ls /etc/mine 2>/dev/null")).isEmpty();
        }
    }

    // ── ending ──

    @Test
    void endsAtTheWallTime() {
        try (Sandbox sandbox = open()) {
            long start = System.nanoTime();
            ExecOutcome outcome = sandbox.exec(
                    developer("trap '' TERM INT; while :; do sleep 0.1; done & wait; sleep 99", OutputSink.discard())
                            .withLimits(ResourceLimits.defaults().withWall(Duration.ofMillis(800))));
            assertThat(outcome).isInstanceOf(TimedOut.class);
            assertThat(Duration.ofNanos(System.nanoTime() - start)).isLessThan(Duration.ofSeconds(15));
            assertNothingRuns(sandbox);
        }
    }

    @Test
    void endsWhatNeitherWritesNorComputes() {
        try (Sandbox sandbox = open()) {
            ExecOutcome outcome = sandbox.exec(developer("echo 'Password: '; sleep " + NAP, OutputSink.discard())
                    .withLimits(ResourceLimits.defaults().withIdle(Duration.ofSeconds(1))));
            assertThat(outcome).isInstanceOf(Idle.class);
        }
    }

    @Test
    void letsASilentComputationGoOn() {
        try (Sandbox sandbox = open()) {
            ExecOutcome outcome =
                    sandbox.exec(developer("perl -e '$e = time + 4; 1 while time < $e'", OutputSink.discard())
                            .withLimits(ResourceLimits.defaults().withIdle(Duration.ofSeconds(1))));
            assertThat(outcome.succeeded()).as(outcome.describe()).isTrue();
            assertThat(outcome.usage().cpu()).isGreaterThan(Duration.ofMillis(300));
        }
    }

    @Test
    void killsAndReportsADaemon() {
        assumeTrue(capabilities().contains(Capability.LEFT_PROCESSES), "the engine can't tell");
        try (Sandbox sandbox = open()) {
            RecordedOutput output = new RecordedOutput();
            ExecOutcome outcome = sandbox.exec(
                    developer("setsid nohup sleep " + NAP + " > /dev/null 2>&1 & sleep 0.2; echo done", output));
            assertThat(outcome).isInstanceOf(Exited.class);
            assertThat(outcome.succeeded()).isTrue();
            assertThat(outcome.usage().leftProcesses()).isTrue();
            assertThat(output.text()).isEqualTo("done\n");
            assertNothingRuns(sandbox);
        }
    }

    @Test
    void doesNotWaitForADaemonThatHoldsTheOutput() {
        try (Sandbox sandbox = open()) {
            long start = System.nanoTime();
            assertThat(sandbox.exec(developer("sleep " + NAP + " & echo done", OutputSink.discard()))
                            .succeeded())
                    .isTrue();
            assertThat(Duration.ofNanos(System.nanoTime() - start)).isLessThan(Duration.ofSeconds(10));
        }
    }

    @Test
    void isCancelledByAnInterrupt() throws Exception {
        try (Sandbox sandbox = open()) {
            CompletableFuture<ExecOutcome> result = new CompletableFuture<>();
            Thread thread = Thread.ofVirtual()
                    .start(() -> result.complete(sandbox.exec(developer("sleep " + NAP, OutputSink.discard()))));
            Thread.sleep(500);
            thread.interrupt();
            assertThat(result.get(15, java.util.concurrent.TimeUnit.SECONDS)).isInstanceOf(Cancelled.class);
            assertNothingRuns(sandbox);
        }
    }

    // ── limits ──

    @Test
    void boundsMemory() {
        assumeTrue(capabilities().contains(Capability.MEMORY_LIMIT), "this machine has no memory limit");
        try (Sandbox sandbox = open()) {
            ExecOutcome outcome =
                    sandbox.exec(developer("perl -e '$x = \"x\" x (1 << 30); sleep 1'", OutputSink.discard())
                            .withLimits(ResourceLimits.defaults().withMemory(100 << 20)));
            assertThat(outcome).isInstanceOf(OutOfMemory.class);
            assertThat(outcome.usage().peakMemoryBytes()).isBetween(50L << 20, 110L << 20);
        }
    }

    @Test
    void boundsSharedMemoryToo() {
        assumeTrue(capabilities().contains(Capability.MEMORY_LIMIT), "this machine has no memory limit");
        try (Sandbox sandbox = open()) {
            ExecOutcome outcome = sandbox.exec(developer("head -c 1G /dev/zero > /dev/shm/x", OutputSink.discard())
                    .withLimits(ResourceLimits.defaults().withMemory(100 << 20)));
            assertThat(outcome.succeeded()).isFalse();
        }
    }

    @Test
    void boundsAForkBomb() {
        assumeTrue(capabilities().contains(Capability.PROCESS_LIMIT), "this machine has no process limit");
        try (Sandbox sandbox = open()) {
            ExecOutcome outcome = sandbox.exec(developer(
                            "b() { b | b & }; b; sleep 2; ls /proc | grep -c '^[0-9]'", OutputSink.discard())
                    .withLimits(ResourceLimits.defaults().withProcesses(64).withWall(Duration.ofSeconds(5))));
            assertThat(outcome).isInstanceOfAny(Exited.class, TimedOut.class);
            assertNothingRuns(sandbox);
        }
    }

    @Test
    void boundsTheDisk() {
        assumeTrue(capabilities().contains(Capability.DISK_LIMIT), "this engine does not watch the disk");
        ResourceLimits limits = ResourceLimits.defaults().withDisk(100 << 20).withWall(Duration.ofMinutes(2));
        try (Sandbox sandbox = open()) {
            ExecOutcome one = sandbox.exec(developer("exec head -c 300M /dev/zero > ~/one", OutputSink.discard())
                    .withLimits(limits));
            assertThat(one).isInstanceOf(DiskFull.class);
        }
        try (Sandbox sandbox = open()) {
            ExecOutcome many = sandbox.exec(developer(
                            "for i in $(seq 400); do head -c 10M /dev/zero > ~/f$i; sleep 0.05; done",
                            OutputSink.discard())
                    .withLimits(limits));
            assertThat(many).isInstanceOf(DiskFull.class);
        }
    }

    @Test
    void endsAFloodOfOutputAndKeepsItsBeginning() {
        try (Sandbox sandbox = open()) {
            RecordedOutput output = new RecordedOutput();
            ExecOutcome outcome = sandbox.exec(developer("yes", output)
                    .withLimits(ResourceLimits.defaults().withOutput(100_000)));
            assertThat(outcome).isInstanceOf(OutputFlood.class);
            assertThat(output.text().getBytes(StandardCharsets.UTF_8).length).isBetween(100_000, 101_000);
            assertThat(output.text()).contains("is not kept");
        }
    }

    @Test
    void dropsALittleTooMuchOutputWithoutEndingTheCommand() {
        try (Sandbox sandbox = open()) {
            RecordedOutput output = new RecordedOutput();
            ExecOutcome outcome = sandbox.exec(developer("head -c 200000 /dev/zero | tr '\\0' a", output)
                    .withLimits(ResourceLimits.defaults().withOutput(100_000)));
            assertThat(outcome.succeeded()).isTrue();
            assertThat(output.text()).startsWith("a".repeat(100_000)).contains("is not kept");
        }
    }

    private static void assertNothingRuns(Sandbox sandbox) {
        assertThat(run(sandbox, "ls -d /proc/[0-9]* | wc -l").strip())
                .as("processes in a new command's view")
                .isIn("3", "4", "5", "6");
        try (Stream<ProcessHandle> all = ProcessHandle.allProcesses()) {
            assertThat(all.filter(p -> p.info()
                                    .arguments()
                                    .map(a -> List.of(a).contains(NAP))
                                    .orElse(false))
                            .map(ProcessHandle::pid))
                    .isEmpty();
        }
    }
}
