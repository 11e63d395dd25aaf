package dev.bootwright.sandbox.namespace;

import static org.assertj.core.api.Assertions.assertThat;

import dev.bootwright.process.ProcessRunner;
import dev.bootwright.sandbox.ExecOutcome;
import dev.bootwright.sandbox.ExecRequest;
import dev.bootwright.sandbox.LayerKey;
import dev.bootwright.sandbox.OutputSink;
import dev.bootwright.sandbox.RecordedOutput;
import dev.bootwright.sandbox.ResourceLimits;
import dev.bootwright.sandbox.Sandbox;
import dev.bootwright.sandbox.SandboxSpec;
import dev.bootwright.sandbox.SandboxUser;
import dev.bootwright.sandbox.Store;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** What still holds where control groups can't be written. */
@Tag("sandbox")
class WithoutCgroupsTest {
    private static final String NAP =
            Long.toString(200_000 + ProcessHandle.current().pid());

    private static ProcessRunner runner;
    private static NamespaceEngine engine;
    private static LayerKey base;

    @BeforeAll
    static void openEngine() {
        runner = new ProcessRunner();
        Store store = TestEngines.store();
        engine = NamespaceEngine.open(store, new HostTools(runner), store.newTemporary("engine"), Cgroups.none());
        base = TestEngines.base(engine);
    }

    @AfterAll
    static void closeEngine() {
        engine.close();
        runner.close();
    }

    @Test
    void runsAndKillsWhatIsLeft() throws InterruptedException {
        RecordedOutput output = new RecordedOutput();
        ExecOutcome outcome =
                exec("setsid sleep " + NAP + " & sleep 0.1; echo hello", ResourceLimits.defaults(), output);

        assertThat(outcome.succeeded()).isTrue();
        assertThat(output.text()).isEqualTo("hello\n");
        assertNobodyNaps();
    }

    @Test
    void endsAtTheWallTime() throws InterruptedException {
        ResourceLimits limits = ResourceLimits.defaults().withWall(Duration.ofMillis(700));
        assertThat(exec("setsid sleep " + NAP + " & wait", limits, OutputSink.discard()))
                .isInstanceOf(ExecOutcome.TimedOut.class);
        assertNobodyNaps();
    }

    @Test
    void tellsRestFromComputation() {
        ResourceLimits limits = ResourceLimits.defaults().withIdle(Duration.ofSeconds(1));
        assertThat(exec("sleep " + NAP, limits, OutputSink.discard())).isInstanceOf(ExecOutcome.Idle.class);
        assertThat(exec("perl -e '$e = time + 4; 1 while time < $e'", limits, OutputSink.discard())
                        .succeeded())
                .isTrue();
    }

    @Test
    void boundsTheMemoryOfAProcess() {
        ResourceLimits limits = ResourceLimits.defaults().withMemory(200 << 20);
        assertThat(exec("perl -e '$x = \"x\" x (1 << 30)'", limits, OutputSink.discard())
                        .succeeded())
                .isFalse();
    }

    private static ExecOutcome exec(String script, ResourceLimits limits, OutputSink output) {
        try (Sandbox sandbox = engine.open(base, new SandboxSpec("plain", List.of(), Map.of()))) {
            return sandbox.exec(ExecRequest.of(List.of("bash", "-c", script), "/", SandboxUser.DEVELOPER, output)
                    .withLimits(limits));
        }
    }

    private static void assertNobodyNaps() throws InterruptedException {
        for (int i = 0; i < 100; i++) {
            try (Stream<ProcessHandle> all = ProcessHandle.allProcesses()) {
                if (all.noneMatch(p -> p.info().commandLine().orElse("").endsWith("sleep " + NAP))) {
                    return;
                }
            }
            Thread.sleep(20);
        }
        throw new AssertionError("a process of the sandbox is still alive");
    }
}
