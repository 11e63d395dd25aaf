package dev.bootwright.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.bootwright.failure.FailureCode;
import dev.bootwright.failure.ToolException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ProcessRunnerTest {
    private static final ProcessRunner RUNNER = new ProcessRunner();
    private static final Map<String, String> ENV = Map.of("PATH", ProcessRunner.DEFAULT_PATH);

    @AfterAll
    static void close() {
        RUNNER.close();
    }

    @Test
    void capturesBothStreamsAndStatus() {
        ProcessResult result = sh("echo out; echo err >&2; exit 3", Duration.ofSeconds(20));

        assertThat(result.exitCode()).isEqualTo(3);
        assertThat(result.out()).isEqualTo("out\n");
        assertThat(result.err()).isEqualTo("err\n");
        assertThat(result.truncated()).isFalse();
    }

    @Test
    void givesStandardInputAndFolder(@TempDir Path folder) {
        ProcessResult result =
                RUNNER.captured(request("pwd; cat").in(folder).withStdin("hello".getBytes(StandardCharsets.UTF_8)));

        assertThat(result.out()).isEqualTo(folder + "\nhello");
    }

    @Test
    void anInterruptEndsWhatRunsAndStartsNothingButCleanUps() throws Exception {
        try (ProcessRunner runner = new ProcessRunner()) {
            CompletableFuture<ProcessResult> sleeping =
                    CompletableFuture.supplyAsync(() -> runner.captured(request("echo up; sleep 60")));
            Thread.sleep(300);

            long asked = System.nanoTime();
            runner.interrupt();

            assertThatThrownBy(sleeping::join)
                    .cause()
                    .isInstanceOfSatisfying(
                            ToolException.class,
                            e -> assertThat(e.failure().code()).isEqualTo(FailureCode.INTERRUPTED));
            assertThat(Duration.ofNanos(System.nanoTime() - asked)).isLessThan(Duration.ofSeconds(10));
            assertThatThrownBy(() -> runner.captured(request("true"))).isInstanceOf(ToolException.class);
            assertThat(runner.cleaningUp(request("echo gone")).out()).isEqualTo("gone\n");
        }
    }

    @Test
    void inheritsNothingOfTheHostsEnvironment() {
        ProcessResult result =
                RUNNER.captured(ProcessRequest.of(List.of("env"), Map.of("ONLY", "this"), Duration.ofSeconds(20)));

        assertThat(result.out()).isEqualTo("ONLY=this\n");
    }

    @Test
    void keepsOnlyTheFirstBytes() {
        ProcessResult result = RUNNER.captured(new ProcessRequest(
                List.of("sh", "-c", "head -c 1000000 /dev/zero"), ENV, null, Duration.ofSeconds(20), 100, new byte[0]));

        assertThat(result.stdout()).hasSize(100);
        assertThat(result.truncated()).isTrue();
        assertThat(result.exitCode()).isZero();
    }

    @Test
    void killsTheWholeGroupAtTheTimeout() throws InterruptedException {
        ProcessResult result =
                sh("(sleep 987 & echo $!); setsid sleep 987 & echo $!; sleep 987", Duration.ofMillis(700));

        assertThat(result.timedOut()).isTrue();
        assertThat(result.succeeded()).isFalse();
        for (String pid : result.out().lines().toList()) {
            assertGone(Long.parseLong(pid));
        }
    }

    @Test
    void doesNotWaitForABackgroundProcessThatHoldsThePipe() throws InterruptedException {
        long start = System.nanoTime();
        ProcessResult result = sh("sleep 987 & echo $!", Duration.ofSeconds(60));

        assertThat(Duration.ofNanos(System.nanoTime() - start)).isLessThan(Duration.ofSeconds(30));
        assertThat(result.exitCode()).isZero();
        assertGone(Long.parseLong(result.out().strip()));
    }

    @Test
    void reportsTheSignal() {
        assertThat(sh("kill -TERM $$", Duration.ofSeconds(20)).exitCode()).isEqualTo(143);
    }

    @Test
    void namesAMissingProgram() {
        ProcessRequest request = ProcessRequest.of(List.of("no-such-program-here"), ENV, Duration.ofSeconds(1));

        assertThatThrownBy(() -> RUNNER.captured(request)).isInstanceOfSatisfying(ToolException.class, e -> {
            assertThat(e.failure().code()).isEqualTo(FailureCode.NEEDS_SOMETHING);
            assertThat(e.failure().summary()).contains("no-such-program-here");
            assertThat(e.failure().next()).contains("Install no-such-program-here");
        });
    }

    @Test
    void outlivesTheThreadThatAskedForIt() throws Exception {
        RunningProcess[] started = new RunningProcess[1];
        Thread asking = Thread.ofPlatform()
                .start(() -> started[0] = RUNNER.start(request("sleep 987"), ProcessRunner.Streams.MERGED));
        asking.join();
        Thread.sleep(300);

        assertThat(started[0].isAlive()).isTrue();
        started[0].close();
        assertThat(started[0].isAlive()).isFalse();
    }

    private static ProcessResult sh(String script, Duration timeout) {
        return RUNNER.captured(ProcessRequest.of(List.of("sh", "-c", script), ENV, timeout));
    }

    private static ProcessRequest request(String script) {
        return ProcessRequest.of(List.of("sh", "-c", script), ENV, Duration.ofSeconds(20));
    }

    private static void assertGone(long pid) throws InterruptedException {
        for (int i = 0; i < 100; i++) {
            Optional<ProcessHandle> handle = ProcessHandle.of(pid);
            if (handle.isEmpty() || !handle.get().isAlive()) {
                return;
            }
            Thread.sleep(20);
        }
        throw new AssertionError("process " + pid + " is still alive");
    }
}
