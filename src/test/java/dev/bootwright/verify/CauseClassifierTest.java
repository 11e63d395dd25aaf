package dev.bootwright.verify;

import static org.assertj.core.api.Assertions.assertThat;

import dev.bootwright.base.Cause;
import dev.bootwright.base.TestId;
import dev.bootwright.sandbox.ExecOutcome;
import dev.bootwright.sandbox.ExecUsage;
import dev.bootwright.testreport.TestCase;
import dev.bootwright.testreport.TestStatus;
import dev.bootwright.testreport.UnfinishedTest;
import dev.bootwright.verify.CauseClassifier.Classified;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class CauseClassifierTest {
    private final CauseClassifier classifier = new CauseClassifier(List.of());

    private Classified of(String detail) {
        TestId id = new TestId("pytest", ".", "test_a.py", "test_1", 0);
        return classifier.test(new TestCase(id, TestStatus.FAILED, 1, detail, "test_a.py:3"));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "assert 'ok' == 'Connection refused'",
                "AssertionError: bash: gcc: command not found",
                "AssertionError: expected [Errno 111] Connection refused\nE   AssertionError: expected it",
                "assert 1 == 0\n    result = run()\n>   assert result.code == 0\nE   assert 1 == 0\n\n[stderr]\n"
                        + "sh: 1: gcc: not found",
                "Failed: DID NOT RAISE <class 'ConnectionRefusedError'>",
                "[XPASS(strict)] needs Temporary failure in name resolution",
                "unexpected success",
                "ValueError: not found",
                "KeyError: 'connection'",
                "x_test.go:3: \n\tError Trace:\tx_test.go:3\n\tError:      \tNot equal: \n\t\texpected: \"connection refused\"",
                "x_test.go:3: \n\tError Trace:\tx_test.go:3\n\tError:      \tExpected nil, but got: 5",
                "x_test.go:12: got 1, want 2"
            })
    void whatTheTestItselfFoundWrongIsItsOwn(String detail) {
        assertThat(of(detail).cause()).isEqualTo(Cause.OWN);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "ConnectionRefusedError: [Errno 111] Connection refused\nself = <socket>",
                "AssertionError: no server\nE   ConnectionRefusedError: [Errno 111] Connection refused\n\n"
                        + "During handling of the above exception, another exception occurred:\n\n"
                        + "E   AssertionError: no server",
                "AssertionError: no server\ncaused by: ConnectionRefusedError: [Errno 111] Connection refused",
                "FileNotFoundError: [Errno 2] No such file or directory: 'git'",
                "x_test.go:3: dial tcp 127.0.0.1:5432: connect: connection refused",
                "x_test.go:3: \n\tError Trace:\tx_test.go:3\n\tError:      \tReceived unexpected error:\n"
                        + "\t\tdial tcp 127.0.0.1:6379: connect: connection refused",
                "x_test.go:3: \n\tError Trace:\tx_test.go:3\n\tError:      \tExpected nil, but got: &net.OpError{msg:\"dial tcp"
                        + " 127.0.0.1:6379: connect: connection refused\"}",
                "x_test.go:9: exec: \"protoc\": executable file not found in $PATH"
            })
    void whatTheEnvironmentLacksIsNotTheTests(String detail) {
        assertThat(of(detail).cause()).isEqualTo(Cause.ENVIRONMENT);
    }

    @Test
    void whereATracebackBeginsWithAPlaceTheExceptionTells() {
        assertThat(
                        of("E     File \"/srv/tree/tests/test_a.py\", line 1\nE       def test_broken(:\nE                       ^\n"
                                        + "E   SyntaxError: invalid syntax")
                                .line())
                .isEqualTo("SyntaxError: invalid syntax");
        assertThat(of("SyntaxError:\nE     File \"/srv/tree/tests/test_a.py\", line 1\nE   SyntaxError: invalid syntax")
                        .line())
                .isEqualTo("SyntaxError: invalid syntax");
        assertThat(of("ValueError: first\nE   KeyError: 'second'").line()).isEqualTo("ValueError: first");
    }

    @Test
    void theNetworkIsACauseOfItsOwn() {
        assertThat(of("socket.gaierror: [Errno -3] Temporary failure in name resolution")
                        .cause())
                .isEqualTo(Cause.NETWORK);
    }

    @Test
    void howARunEndedTellsOfTestsThatDidNotFinish() {
        ExecUsage usage = new ExecUsage(Duration.ZERO, Duration.ZERO, 0, false);
        Duration limit = Duration.ofSeconds(9);
        assertThat(unfinished(new ExecOutcome.TimedOut(limit, usage)).cause()).isEqualTo(Cause.TIMEOUT);
        assertThat(unfinished(new ExecOutcome.Idle(limit, usage)).cause()).isEqualTo(Cause.TIMEOUT);
        assertThat(unfinished(new ExecOutcome.Exited(139, usage)).cause()).isEqualTo(Cause.UNKNOWN);
        assertThat(unfinished(new ExecOutcome.OutOfMemory(1L << 30, usage)).needKind())
                .isEqualTo("memory");
        assertThat(unfinished(new ExecOutcome.DiskFull(1L << 30, usage)).needKind())
                .isEqualTo("disk");
        assertThat(of("worker 'gw0' crashed while running 'test_a.py::test_1'").cause())
                .isEqualTo(Cause.UNKNOWN);
        assertThat(of("panic: test timed out after 3s\n\trunning tests:").cause())
                .isEqualTo(Cause.TIMEOUT);
        assertThat(of("").cause()).isEqualTo(Cause.UNKNOWN);
    }

    private Classified unfinished(ExecOutcome outcome) {
        return of(UnfinishedTest.detail(outcome));
    }
}
