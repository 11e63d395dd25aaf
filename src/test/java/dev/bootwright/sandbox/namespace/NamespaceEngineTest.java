package dev.bootwright.sandbox.namespace;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.bootwright.base.Digest;
import dev.bootwright.failure.FailureCode;
import dev.bootwright.failure.ToolException;
import dev.bootwright.process.ProcessRequest;
import dev.bootwright.process.ProcessResult;
import dev.bootwright.process.ProcessRunner;
import dev.bootwright.sandbox.BaseIdentity;
import dev.bootwright.sandbox.EngineReport;
import dev.bootwright.sandbox.ExecOutcome;
import dev.bootwright.sandbox.ExecRequest;
import dev.bootwright.sandbox.LayerKey;
import dev.bootwright.sandbox.OutputSink;
import dev.bootwright.sandbox.RecordedOutput;
import dev.bootwright.sandbox.Sandbox;
import dev.bootwright.sandbox.SandboxSpec;
import dev.bootwright.sandbox.SandboxUser;
import dev.bootwright.sandbox.Store;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What is particular to the namespace engine: bases, several programs on one store, terminals, what is missing. */
@Tag("sandbox")
class NamespaceEngineTest {
    private static final SandboxSpec SPEC = new SandboxSpec("engine", List.of(), Map.of());

    private static ProcessRunner runner;
    private static Store store;
    private static NamespaceEngine engine;
    private static LayerKey base;

    @BeforeAll
    static void openEngine() {
        runner = new ProcessRunner();
        store = TestEngines.store();
        engine = NamespaceEngine.open(store, runner);
        base = TestEngines.base(engine);
    }

    @AfterAll
    static void closeEngine() {
        engine.close();
        runner.close();
    }

    @Test
    void theBaseHoldsNothingOfTheHostsAndNoPackageLists() {
        String script = """
                grep -c . /etc/apt/sources.list
                cut -d' ' -f1,3- /etc/apt/sources.list
                ls -A /etc/apt/sources.list.d /var/lib/apt/lists /var/cache/apt/archives/*.deb 2>/dev/null | grep -v -e : -e "^$"
                ls /etc/apt/apt.conf.d
                ls -A /etc/ssl/certs 2>/dev/null | wc -l
                cat /etc/hostname
                """;
        assertThat(run(base, SandboxUser.ROOT, script)).isEqualTo("""
                        3
                        deb trixie main
                        deb trixie-updates main
                        deb trixie-security main
                        01autoremove
                        70debconf
                        docker-autoremove-suggests
                        docker-clean
                        docker-no-languages
                        0
                        bootwright
                        """);
    }

    @Test
    void isBuiltOnceAndFoundAgain() {
        List<String> progress = new ArrayList<>();
        assertThat(engine.base(TestEngines.BASE, progress::add).key()).isEqualTo(base);
        assertThat(progress).isEmpty();
    }

    @Test
    void refusesASuiteThatDoesNotExist() {
        BaseIdentity unknown = new BaseIdentity("debian", "no suite;", "minbase", "amd64", null);
        assertThatThrownBy(() -> engine.base(unknown, line -> {})).isInstanceOfSatisfying(ToolException.class, e -> {
            assertThat(e.failure().code()).isEqualTo(FailureCode.BASE_UNAVAILABLE);
            assertThat(e.failure().next()).isNotEmpty();
        });
        BaseIdentity other = new BaseIdentity("alpine", "3", "minbase", "amd64", null);
        assertThatThrownBy(() -> engine.base(other, line -> {}))
                .isInstanceOf(ToolException.class)
                .hasMessageContaining("alpine");
    }

    @Test
    @Tag("slow")
    void saysSoWhenTheMirrorHasNoSuchSuite() {
        BaseIdentity unknown = BaseIdentity.debian("nosuchsuite", "amd64");
        assertThatThrownBy(() -> engine.base(unknown, line -> {}))
                .isInstanceOfSatisfying(
                        ToolException.class,
                        e -> assertThat(e.failure().code()).isEqualTo(FailureCode.BASE_UNAVAILABLE));
    }

    @Test
    @Tag("slow")
    void takesInARootFileSystemByContent(@TempDir Path folder) throws IOException {
        Path root = folder.resolve("root");
        copyBase(root);
        BaseIdentity fromFolder = engine.importBase(root, line -> {});
        LayerKey key = engine.base(fromFolder, line -> {}).key();

        assertThat(fromFolder.distribution()).isEqualTo("custom");
        assertThat(run(key, SandboxUser.DEVELOPER, "id -un; cat /etc/marker; stat -c '%u %a' /usr/bin/passwd"))
                .isEqualTo("developer\nmine\n0 4755\n");

        Path tar = folder.resolve("root.tar");
        host("tar", "-C", root.toString(), "--numeric-owner", "-cf", tar.toString(), ".");
        assertThat(fromFolder.suite()).isEqualTo("trixie");
        assertThat(engine.importBase(tar, line -> {}))
                .as("named by content alone")
                .isEqualTo(fromFolder);

        Files.writeString(root.resolve("etc/marker"), "another\n");
        assertThat(engine.importBase(root, line -> {}).content()).isNotEqualTo(fromFolder.content());
        host("rm", "-rf", root.toString());
    }

    @Test
    void refusesWhatIsNoRootFileSystem(@TempDir Path folder) throws IOException {
        Files.writeString(folder.resolve("readme"), "nothing here");
        assertThatThrownBy(() -> engine.importBase(folder, line -> {}))
                .isInstanceOfSatisfying(
                        ToolException.class,
                        e -> assertThat(e.failure().code()).isEqualTo(FailureCode.BASE_UNAVAILABLE));
        assertThatThrownBy(() -> engine.importBase(folder.resolve("missing"), line -> {}))
                .isInstanceOfSatisfying(
                        ToolException.class,
                        e -> assertThat(e.failure().code()).isEqualTo(FailureCode.SOURCE_NOT_FOUND));
    }

    @Test
    @Tag("slow")
    void installsPackagesAsRoot() {
        String script = "apt-get update -q && apt-get install -q -y --no-install-recommends make && make --version";
        assertThat(run(base, SandboxUser.ROOT, script)).contains("GNU Make").doesNotContain("unsandboxed");
    }

    @Test
    void storesOwnersShifted() throws IOException {
        Path fs = store.layers()
                .resolve("d")
                .resolve(layers().find(base).orElseThrow().id())
                .resolve("fs");
        assertThat(Files.getAttribute(fs.resolve("etc/passwd"), "unix:uid")).isEqualTo(100_000);
        assertThat(Files.getAttribute(fs.resolve("home/developer"), "unix:uid")).isEqualTo(101_000);
    }

    @Test
    void severalProgramsShareAStore() throws Exception {
        String text = "shared " + UUID.randomUUID();
        List<CompletableFuture<ProcessResult>> programs = new ArrayList<>();
        for (int i = 0; i < 3; i++) {
            programs.add(CompletableFuture.supplyAsync(
                    () -> program(List.of(), "seal", "for i in 1 2 3; do echo x >> ~/f; sleep 0.1; done", text)));
        }
        for (CompletableFuture<ProcessResult> program : programs) {
            assertThat(program.get().out()).as(program.get().err()).isEqualTo("sealed\n");
        }
        assertThat(run(new LayerKey(Digest.of(text)), SandboxUser.DEVELOPER, "wc -l < ~/f"))
                .isEqualTo("3\n");
    }

    @Test
    void givesAnInteractiveCommandATerminalOfItsOwn() {
        ProcessResult result = program(
                List.of(), "interact", "test -t 0 && test -t 1 && echo terminal; tty; id -un; stty size; exit 7", "");

        assertThat(result.out().replace("\r", ""))
                .contains("terminal\n", "/dev/console\n", "developer\n", "status 7\n");
    }

    @Test
    void namesAMissingProgramWithTheCommandThatInstallsIt() {
        List<String> without = List.of(
                "unshare",
                "--mount",
                "sh",
                "-c",
                "mount --bind /dev/null \"$(readlink -f \"$(command -v bwrap)\")\" && exec \"$@\"",
                "without");
        ProcessResult result = program(without, "seal", "true", "never");

        assertThat(result.out())
                .startsWith("no-engine: ")
                .contains("bwrap", "apt-get install -y --no-install-recommends bubblewrap");
    }

    @Test
    void reportsWhatItTried() {
        EngineReport report = engine.report();

        assertThat(report.usable()).as(report.toString()).isTrue();
        assertThat(report.checks()).extracting(EngineReport.Check::subject).contains("root", "overlay mount");
        assertThat(report.enforcedLimits()).contains("memory", "processes", "disk", "wall time", "idle time", "output");
        assertThat(engine.network()).isEqualTo("shared");
        assertThat(engine.name()).isEqualTo("namespace");
    }

    @Test
    void namesAWorkingDirectoryThatIsNotThere() {
        try (Sandbox sandbox = engine.open(base, SPEC)) {
            RecordedOutput output = new RecordedOutput();
            ExecOutcome outcome =
                    sandbox.exec(ExecRequest.of(List.of("true"), "/no/such/folder", SandboxUser.DEVELOPER, output));
            assertThat(outcome.succeeded()).isFalse();
            assertThat(output.text()).contains("/no/such/folder");
        }
    }

    @Test
    void aCommandThatIsNotThereEndsWithAStatus() {
        try (Sandbox sandbox = engine.open(base, SPEC)) {
            ExecOutcome outcome = sandbox.exec(
                    ExecRequest.of(List.of("no-such-command"), "/", SandboxUser.DEVELOPER, OutputSink.discard()));
            assertThat(outcome).isInstanceOf(ExecOutcome.Exited.class);
            assertThat(outcome.succeeded()).isFalse();
        }
    }

    private static LayerStore layers() {
        return new LayerStore(store);
    }

    private static String run(LayerKey layer, SandboxUser user, String script) {
        try (Sandbox sandbox = engine.open(layer, SPEC)) {
            RecordedOutput output = new RecordedOutput();
            sandbox.exec(ExecRequest.of(List.of("bash", "-c", script), "/", user, output));
            return output.text();
        }
    }

    /** The shared base as an ordinary folder with ordinary owners, changed a little. */
    private static void copyBase(Path target) throws IOException {
        Files.createDirectories(target);
        Path tar = target.resolveSibling("base.tar");
        try (Sandbox sandbox = engine.open(base, SPEC);
                var out = Files.newOutputStream(tar)) {
            String script =
                    "tar -C / --one-file-system --numeric-owner --exclude=./base.tar -cf /base.tar . && echo ok";
            RecordedOutput output = new RecordedOutput();
            sandbox.exec(ExecRequest.of(List.of("bash", "-c", script), "/", SandboxUser.ROOT, output));
            assertThat(output.text()).endsWith("ok\n");
            sandbox.copyOut("/base.tar", out, 1L << 30);
        }
        host("sh", "-c", "tar -xOf " + tar + " base.tar | tar -x --same-owner --numeric-owner -C " + target);
        Files.writeString(target.resolve("etc/marker"), "mine\n");
    }

    private static void host(String... argv) {
        ProcessResult result = runner.captured(ProcessRequest.of(List.of(argv), HostTools.ENV, Duration.ofMinutes(2)));
        assertThat(result.succeeded()).as(result.err()).isTrue();
    }

    private static ProcessResult program(List<String> prefix, String what, String script, String more) {
        List<String> argv = new ArrayList<>(prefix);
        argv.addAll(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:TieredStopAtLevel=1",
                "-cp",
                System.getProperty("java.class.path"),
                EngineProgram.class.getName(),
                what,
                store.root().toString(),
                base.digest().value(),
                script,
                more));
        return runner.captured(ProcessRequest.of(argv, HostTools.ENV, Duration.ofMinutes(2)));
    }
}
