package dev.bootwright.sandbox;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.bootwright.failure.ToolException;
import dev.bootwright.sandbox.ExecOutcome.Exited;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.apache.commons.compress.archivers.tar.TarArchiveEntry;
import org.apache.commons.compress.archivers.tar.TarArchiveInputStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What every engine must do. An engine's own test extends it and says which of the optional things it can. */
@Tag("sandbox")
public abstract class SandboxConformanceTest extends SandboxSuite {
    // ── running commands ──

    @Test
    void reportsStatusAndOutput() {
        try (Sandbox sandbox = open()) {
            RecordedOutput output = new RecordedOutput();
            ExecOutcome outcome = sandbox.exec(developer("echo out; echo err >&2; exit 7", output));

            assertThat(outcome)
                    .isInstanceOfSatisfying(
                            Exited.class, e -> assertThat(e.code()).isEqualTo(7));
            assertThat(output.text()).isEqualTo("out\nerr\n");
            assertThat(outcome.usage().leftProcesses()).isFalse();
        }
    }

    @Test
    void keepsStandardErrorApartWhereThatIsAskedFor() {
        try (Sandbox sandbox = open()) {
            RecordedOutput output = new RecordedOutput();
            RecordedOutput errors = new RecordedOutput();
            ExecOutcome outcome = sandbox.exec(developer("echo out; echo err >&2; cat >&2; exit 7", output)
                    .withErrors(errors)
                    .withStdin(new ByteArrayInputStream("in\n".getBytes(StandardCharsets.UTF_8))));

            assertThat(outcome)
                    .isInstanceOfSatisfying(
                            Exited.class, e -> assertThat(e.code()).isEqualTo(7));
            assertThat(output.text()).isEqualTo("out\n");
            assertThat(errors.text()).isEqualTo("err\nin\n");
        }
    }

    @Test
    void anErrorFloodEndsTheCommandToo() {
        try (Sandbox sandbox = open()) {
            ResourceLimits limits = ResourceLimits.defaults().withOutput(1000);
            ExecOutcome outcome = sandbox.exec(developer("yes >&2", OutputSink.discard())
                    .withErrors(OutputSink.discard())
                    .withLimits(limits));

            assertThat(outcome).isInstanceOf(ExecOutcome.OutputFlood.class);
        }
    }

    @Test
    void reportsASignalAsStatus() {
        try (Sandbox sandbox = open()) {
            assertThat(sandbox.exec(developer("kill -SEGV $$", OutputSink.discard())))
                    .isInstanceOfSatisfying(
                            Exited.class, e -> assertThat(e.code()).isEqualTo(139));
        }
    }

    @Test
    void feedsStandardInput() {
        try (Sandbox sandbox = open()) {
            RecordedOutput output = new RecordedOutput();
            byte[] input = "x".repeat(1_000_000).getBytes(StandardCharsets.UTF_8);
            sandbox.exec(developer("wc -c", output).withStdin(new ByteArrayInputStream(input)));

            assertThat(output.text().strip()).isEqualTo("1000000");
        }
    }

    @Test
    void givesAnEmptyInputWhereNoneIsNamed() {
        assertThat(run("cat; echo ended")).isEqualTo("ended\n");
    }

    @Test
    void runsInTheWorkingDirectoryAsTheUser() {
        try (Sandbox sandbox = open()) {
            RecordedOutput output = new RecordedOutput();
            sandbox.exec(ExecRequest.of(
                    List.of("sh", "-c", "pwd; id -un; id -u; id -g; id -G"),
                    "/usr/share",
                    SandboxUser.DEVELOPER,
                    output));
            assertThat(output.text()).isEqualTo("/usr/share\ndeveloper\n1000\n1000\n1000\n");

            RecordedOutput root = new RecordedOutput();
            sandbox.exec(ExecRequest.of(List.of("sh", "-c", "id -u; echo $HOME"), "/", SandboxUser.ROOT, root));
            assertThat(root.text()).isEqualTo("0\n/root\n");
        }
    }

    // ── an ordinary machine ──

    @Test
    void looksLikeAnOrdinaryMachine() {
        String script = """
                getent ahostsv4 localhost | head -1 | cut -d' ' -f1
                getent ahostsv6 localhost | head -1 | cut -d' ' -f1
                [ -n "$(hostname)" ] && getent hosts "$(hostname)" > /dev/null && echo resolves
                date +%Z
                locale 2>/dev/null | grep -c UTF-8 > /dev/null && echo utf8
                echo x > /dev/shm/a && cat /dev/shm/a
                touch ~/a /tmp/a /var/tmp/a && echo writable
                [ "$(stat -c %a /tmp)" = 1777 ] && echo sticky
                head -c 4 /dev/urandom | wc -c
                : > /dev/null && [ -e /dev/fd/0 ] && [ -e /dev/ptmx ] && echo devices
                perl -e 'my $p = fork; exit 0 if !$p; waitpid $p, 0; print "forks\\n"'
                ps 2>/dev/null | head -0; ls /proc/self > /dev/null && echo proc
                ulimit -c
                """;
        assertThat(run(script))
                .isEqualTo("127.0.0.1\n::1\nresolves\nUTC\nutf8\nx\nwritable\nsticky\n4\ndevices\nforks\nproc\n0\n");
    }

    @Test
    void listensOnLocalhost() {
        String script = """
                perl -MIO::Socket::INET -e '
                  my $s = IO::Socket::INET->new(Listen => 1, LocalAddr => "127.0.0.1") or die;
                  my $port = $s->sockport;
                  if (!fork) { my $c = IO::Socket::INET->new("localhost:$port") or die; print $c "hello\\n"; exit }
                  print $s->accept->getline; wait'
                """;
        assertThat(run(script)).isEqualTo("hello\n");
    }

    // ── layers ──

    @Test
    void keepsFilesBetweenCommandsAndDropsThemAtClose() {
        try (Sandbox sandbox = open()) {
            run(sandbox, "echo kept > ~/f; echo t > /tmp/t");
            assertThat(run(sandbox, "cat ~/f /tmp/t")).isEqualTo("kept\nt\n");
        }
        assertThat(run("cat ~/f 2>/dev/null; echo none")).isEqualTo("none\n");
    }

    @Test
    void sealsAndForks() {
        LayerKey first = key();
        LayerKey second = key();
        try (Sandbox sandbox = open()) {
            run(sandbox, "mkdir ~/d; echo 1 > ~/d/f; echo gone > ~/g; ln ~/g ~/h");
            assertThat(sandbox.seal(first)).isEqualTo(new Layer(first, base()));
        }
        try (Sandbox sandbox = engine().open(first, SPEC)) {
            run(sandbox, "echo 2 >> ~/d/f; rm ~/g; mv ~/d ~/e; cat ~/h");
            assertThat(sandbox.seal(second)).isEqualTo(new Layer(second, first));
        }
        try (Sandbox one = engine().open(first, SPEC);
                Sandbox two = engine().open(second, SPEC);
                Sandbox other = engine().open(second, SPEC)) {
            assertThat(run(one, "cat ~/d/f; ls ~")).isEqualTo("1\nd\ng\nh\n");
            run(two, "echo fork > ~/fork");
            assertThat(run(other, "cat ~/e/f; ls ~")).isEqualTo("1\n2\ne\nh\n");
        }
        assertThat(engine().find(first)).contains(new Layer(first, base()));
    }

    @Test
    void findsNothingThatWasNotSealedAndAliases() {
        LayerKey sealed = key();
        LayerKey further = key();
        assertThat(engine().find(sealed)).isEmpty();
        try (Sandbox sandbox = open()) {
            run(sandbox, "echo a > ~/a");
            sandbox.seal(sealed);
        }
        engine().alias(sealed, further);
        assertThat(engine().find(further)).isPresent();
        try (Sandbox sandbox = engine().open(further, SPEC)) {
            assertThat(run(sandbox, "cat ~/a")).isEqualTo("a\n");
        }
    }

    @Test
    void anAliasTakesTheNameOver() {
        LayerKey name = key();
        for (String text : List.of("first", "second")) {
            LayerKey own = key();
            try (Sandbox sandbox = open()) {
                run(sandbox, "echo " + text + " > ~/a");
                sandbox.seal(own);
            }
            engine().alias(own, name);
            try (Sandbox sandbox = engine().open(name, SPEC)) {
                assertThat(run(sandbox, "cat ~/a")).isEqualTo(text + "\n");
            }
        }
    }

    @Test
    void theFirstSealOfAKeyWins() {
        LayerKey sealed = key();
        for (String text : List.of("first", "second")) {
            try (Sandbox sandbox = open()) {
                run(sandbox, "echo " + text + " > ~/a");
                sandbox.seal(sealed);
            }
        }
        try (Sandbox sandbox = engine().open(sealed, SPEC)) {
            assertThat(run(sandbox, "cat ~/a")).isEqualTo("first\n");
        }
    }

    @Test
    void refusesToWorkOnAfterSeal() {
        Sandbox sandbox = open();
        sandbox.seal(key());
        assertThatThrownBy(() -> run(sandbox, "true")).isInstanceOf(IllegalStateException.class);
        sandbox.close();
    }

    @Test
    void stacksManyLayers() {
        LayerKey top = base();
        for (int i = 0; i < 40; i++) {
            LayerKey next = key();
            try (Sandbox sandbox = engine().open(top, SPEC)) {
                run(sandbox, "echo " + i + " >> ~/all");
                sandbox.seal(next);
            }
            top = next;
        }
        try (Sandbox sandbox = engine().open(top, SPEC)) {
            assertThat(run(sandbox, "wc -l < ~/all")).isEqualTo("40\n");
        }
    }

    @Test
    void knowsWhetherItIsPristine() {
        try (Sandbox sandbox = open()) {
            assertThat(sandbox.isPristine()).isTrue();
            run(sandbox, "ls -R /etc > /tmp/list; echo a > /var/tmp/b; mkdir /tmp/d; cat /etc/passwd > /dev/null");
            assertThat(sandbox.isPristine()).isTrue();
            run(sandbox, "touch ~/new; rm ~/new; mkdir ~/.cache");
            assertThat(sandbox.isPristine()).isFalse();
        }
        try (Sandbox sandbox = open()) {
            sandbox.exec(root("rm /etc/hostname", OutputSink.discard()));
            assertThat(sandbox.isPristine()).isFalse();
        }
        try (Sandbox sandbox = open()) {
            sandbox.exec(root("chmod 700 /opt", OutputSink.discard()));
            assertThat(sandbox.isPristine()).isFalse();
        }
    }

    @Test
    void keepsAWreckToLookAt() {
        assumeTrue(capabilities().contains(Capability.WRECKS), "the engine keeps no failed state");
        String name = "run-" + UUID.randomUUID();
        assertThat(engine().openWreck(name, SPEC)).isEmpty();
        try (Sandbox sandbox = open()) {
            run(sandbox, "echo broken > ~/state");
            sandbox.keepWreck(name);
        }
        for (int i = 0; i < 2; i++) {
            try (Sandbox wreck = engine().openWreck(name, SPEC).orElseThrow()) {
                assertThat(run(wreck, "cat ~/state; echo more >> ~/state")).isEqualTo("broken\n");
                assertThatThrownBy(() -> wreck.seal(key())).isInstanceOf(IllegalStateException.class);
            }
        }
    }

    // ── binds and copies ──

    @Test
    void bindsFilesReadOnlyAndKeepsThemOutOfLayers(@TempDir Path folder) throws IOException {
        Path file = Files.writeString(folder.resolve("f"), "from the host\n");
        Path directory = Files.createDirectory(folder.resolve("d"));
        Files.writeString(directory.resolve("inner"), "inner\n");
        Files.setPosixFilePermissions(folder, java.nio.file.attribute.PosixFilePermissions.fromString("rwx------"));
        SandboxSpec spec = new SandboxSpec("binds", List.of(new ReadOnlyBind(file, "/opt/own/file.txt")), Map.of());
        LayerKey sealed = key();
        try (Sandbox sandbox = engine().open(base(), spec)) {
            RecordedOutput output = new RecordedOutput();
            ExecRequest request = developer(
                            "cat /opt/own/file.txt ~/proj/.b/inner; echo x > /opt/own/file.txt"
                                    + " || echo refused; touch ~/proj/.b/new || echo refused",
                            output)
                    .withBinds(List.of(new ReadOnlyBind(directory, "/home/developer/proj/.b")));
            sandbox.exec(request);

            assertThat(output.text()).startsWith("from the host\ninner\n");
            assertThat(output.text().lines().filter("refused"::equals)).hasSize(2);
            assertThat(sandbox.isPristine()).isTrue();
            sandbox.seal(sealed);
        }
        assertThat(Files.readString(file)).isEqualTo("from the host\n");
        try (Sandbox sandbox = engine().open(sealed, SPEC)) {
            assertThat(run(sandbox, "ls -A /opt ~")).doesNotContain("own", "proj");
        }
    }

    @Test
    void copiesInAndOut() throws IOException {
        try (Sandbox sandbox = open()) {
            sandbox.copyIn(
                    new ByteArrayInputStream(tar(Map.of("a.txt", "one", "d/b.txt", "two"))),
                    "/workspace",
                    SandboxUser.DEVELOPER);
            assertThat(run(sandbox, "cd /workspace; cat a.txt d/b.txt; stat -c '%u %g' . a.txt d/b.txt; touch new"))
                    .isEqualTo("onetwo1000 1000\n1000 1000\n1000 1000\n");

            ByteArrayOutputStream out = new ByteArrayOutputStream();
            sandbox.copyOut("/workspace", out, 1 << 20);
            Map<String, String> entries = untar(out.toByteArray());
            assertThat(entries).containsEntry("workspace/a.txt", "one").containsEntry("workspace/d/b.txt", "two");

            ByteArrayOutputStream single = new ByteArrayOutputStream();
            sandbox.copyOut("/workspace/d/b.txt", single, 1 << 20);
            assertThat(untar(single.toByteArray())).containsExactly(Map.entry("b.txt", "two"));
        }
    }

    @Test
    void boundsWhatIsCopiedOutAndNamesWhatIsMissing() {
        try (Sandbox sandbox = open()) {
            run(sandbox, "head -c 3000000 /dev/zero > ~/big");
            assertThatThrownBy(() -> sandbox.copyOut("/home/developer/big", new ByteArrayOutputStream(), 1_000_000))
                    .isInstanceOf(ToolException.class)
                    .hasMessageContaining("larger than");
            assertThatThrownBy(() -> sandbox.copyOut("/nowhere/at/all", new ByteArrayOutputStream(), 1_000_000))
                    .isInstanceOf(ToolException.class)
                    .hasMessageContaining("/nowhere/at/all");
        }
    }

    @Test
    void copiesALinkAsALink() throws IOException {
        try (Sandbox sandbox = open()) {
            run(sandbox, "ln -s /etc/shadow ~/link");
            ByteArrayOutputStream out = new ByteArrayOutputStream();
            sandbox.copyOut("/home/developer/link", out, 1 << 20);
            try (TarArchiveInputStream in = new TarArchiveInputStream(new ByteArrayInputStream(out.toByteArray()))) {
                TarArchiveEntry entry = in.getNextEntry();
                assertThat(entry.isSymbolicLink()).isTrue();
                assertThat(entry.getLinkName()).isEqualTo("/etc/shadow");
            }
        }
    }

    @Test
    void aSourceThatFailsIsNoSmallerSource() throws IOException {
        byte[] whole = tar(Map.of("a.txt", "one"));
        RuntimeException cause = new IllegalStateException("the source broke off");
        InputStream breaking = new FilterInputStream(new ByteArrayInputStream(whole, 0, 1024)) {
            @Override
            public int read(byte[] buffer, int offset, int length) throws IOException {
                int count = super.read(buffer, offset, length);
                if (count < 0) {
                    throw cause;
                }
                return count;
            }
        };
        try (Sandbox sandbox = open()) {
            assertThatThrownBy(() -> sandbox.copyIn(breaking, "/workspace", SandboxUser.DEVELOPER))
                    .isSameAs(cause);
        }
    }

    @Test
    void copiesTenThousandFilesFast() throws IOException {
        Map<String, String> files = new LinkedHashMap<>();
        for (int i = 0; i < 10_000; i++) {
            files.put("d" + (i / 100) + "/f" + i, "content " + i);
        }
        byte[] archive = tar(files);
        try (Sandbox sandbox = open()) {
            long start = System.nanoTime();
            sandbox.copyIn(new ByteArrayInputStream(archive), "/workspace", SandboxUser.DEVELOPER);
            ByteArrayOutputStream out = new ByteArrayOutputStream();
            sandbox.copyOut("/workspace", out, 1 << 30);
            assertThat(Duration.ofNanos(System.nanoTime() - start)).isLessThan(Duration.ofSeconds(20));
            assertThat(untar(out.toByteArray())).hasSize(10_000);
        }
    }

    // ── services ──

    @Test
    void runsAServiceBesideCommands() throws InterruptedException {
        try (Sandbox sandbox = open()) {
            RecordedOutput output = new RecordedOutput();
            RunningService service =
                    sandbox.start(developer("while :; do date > ~/next; mv ~/next ~/tick; sleep 0.05; done", output));
            for (int i = 0; i < 100 && run(sandbox, "cat ~/tick 2>/dev/null").isEmpty(); i++) {
                Thread.sleep(20);
            }
            assertThat(run(sandbox, "cat ~/tick")).isNotEmpty();
            assertThat(service.isAlive()).isTrue();
            assertThat(service.stop()).isInstanceOf(ExecOutcome.Cancelled.class);
            assertThat(service.isAlive()).isFalse();
        }
    }

    @Test
    void stopsServicesAtSeal() {
        LayerKey sealed = key();
        RunningService service;
        try (Sandbox sandbox = open()) {
            service = sandbox.start(developer("sleep 600", OutputSink.discard()));
            sandbox.seal(sealed);
            assertThat(service.isAlive()).isFalse();
        }
    }

    @Test
    void tellsHowAServiceEndedByItself() throws InterruptedException {
        try (Sandbox sandbox = open()) {
            RunningService service = sandbox.start(developer("exit 4", OutputSink.discard()));
            for (int i = 0; i < 200 && service.isAlive(); i++) {
                Thread.sleep(20);
            }
            assertThat(service.stop())
                    .isInstanceOfSatisfying(
                            Exited.class, e -> assertThat(e.code()).isEqualTo(4));
        }
    }

    // ── many at once ──

    @Test
    void opensSeveralAtOnce() throws Exception {
        List<Thread> threads = new ArrayList<>();
        List<String> results = java.util.Collections.synchronizedList(new ArrayList<>());
        for (int i = 0; i < 6; i++) {
            String mine = "n" + i;
            threads.add(Thread.ofVirtual().start(() -> {
                try (Sandbox sandbox = open()) {
                    run(sandbox, "echo " + mine + " > ~/mine");
                    results.add(run(sandbox, "cat ~/mine").strip());
                }
            }));
        }
        for (Thread thread : threads) {
            thread.join();
        }
        assertThat(results).containsExactlyInAnyOrder("n0", "n1", "n2", "n3", "n4", "n5");
    }
}
