package dev.bootwright.verify;

import static org.assertj.core.api.Assertions.assertThat;

import dev.bootwright.base.Cause;
import dev.bootwright.base.TestId;
import dev.bootwright.step.ExcludedTest;
import dev.bootwright.testreport.TestCase;
import dev.bootwright.testreport.TestReport;
import dev.bootwright.testreport.TestStatus;
import java.util.List;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class ReportMergerTest {
    @Test
    void whatASuiteThatEndedDidNotContainIsNotRun() {
        TestReport all = ReportMerger.withUnreached(
                report(TestStatus.NOT_RUN, "test_a", "test_b"), report(TestStatus.PASSED, "test_a"), new TreeMap<>());
        assertThat(all.counts().passed()).isEqualTo(1);
        assertThat(all.counts().notRun()).isEqualTo(1);
    }

    @Test
    void parametersThatDifferFromStartToStartAreNoOtherTest() {
        TestReport all = ReportMerger.withUnreached(
                report(TestStatus.NOT_RUN, "test_a[0x1]"), report(TestStatus.PASSED, "test_a[0x2]"), new TreeMap<>());
        assertThat(all.counts().collected()).isEqualTo(1);
    }

    @Test
    void aSuiteThatPicksOneOfSeveralParametersLeavesTheOthersNotRun() {
        TestReport all = ReportMerger.withUnreached(
                report(TestStatus.NOT_RUN, "test_a[0]", "test_a[1]", "test_a[2]", "test_b[x]", "test_b[y]"),
                report(TestStatus.PASSED, "test_a[1]", "test_b[new]"),
                new TreeMap<>());
        assertThat(all.cases())
                .extracting(c -> c.id().name() + " " + c.status())
                .containsExactly(
                        "test_a[1] passed",
                        "test_b[new] passed",
                        "test_a[0] not-run",
                        "test_a[2] not-run",
                        "test_b[y] not-run");
    }

    @Test
    void argumentsOfATestMethodOnTheJvmAreNoOtherTest() {
        List<TestCase> ran = Stream.of(
                        "a.B::one(int)[1]", "a.B::one(int)[2]", "a.B::two(TestInfo)", "a.B::three{int}[1]")
                .map(name -> new TestCase(new TestId("surefire", ".", "B.java", name, 0), TestStatus.PASSED, 0, "", ""))
                .toList();
        List<TestCase> known = Stream.of("a.B::one", "a.B::two", "a.B::three", "a.B::four")
                .map(name ->
                        new TestCase(new TestId("surefire", ".", "B.java", name, 0), TestStatus.NOT_RUN, 0, "", ""))
                .toList();
        TestReport all = ReportMerger.withUnreached(
                new TestReport("surefire", known, List.of(), true, List.of()),
                new TestReport("surefire", ran, List.of(), true, List.of()),
                new TreeMap<>());
        assertThat(all.counts().passed()).isEqualTo(4);
        assertThat(all.counts().notRun()).isEqualTo(1);
    }

    @Test
    void aClassThatSkipsItselfOrBreaksIsAllOfItsTests() {
        List<TestCase> ran = List.of(
                jvm("a.B::(class)", TestStatus.SKIPPED, "later"),
                jvm("a.C::(class)", TestStatus.SKIPPED, ""),
                jvm("a.D::(class)", TestStatus.ERRORED, "no database"),
                jvm("a.E::(class)", TestStatus.ERRORED, "not cleaned up"),
                jvm("a.E::five", TestStatus.PASSED, ""));
        List<TestCase> known = Stream.of("a.B::one", "a.B$In::two", "a.Big::three", "a.D::four", "a.E::six")
                .map(name -> jvm(name, TestStatus.NOT_RUN, ""))
                .toList();
        TestReport all = ReportMerger.withUnreached(
                new TestReport("surefire", known, List.of(), true, List.of()),
                new TestReport("surefire", ran, List.of(), true, List.of()),
                new TreeMap<>());
        assertThat(all.cases())
                .extracting(c -> c.id().name() + " " + c.status() + " " + c.detail())
                .containsExactly(
                        "a.C::(class) skipped ",
                        "a.D::(class) errored no database",
                        "a.E::(class) errored not cleaned up",
                        "a.E::five passed ",
                        "a.B::one skipped later",
                        "a.B$In::two skipped later",
                        "a.Big::three not-run ",
                        "a.D::four errored no database",
                        "a.E::six not-run ");
    }

    private static TestCase jvm(String name, TestStatus status, String detail) {
        return new TestCase(new TestId("surefire", ".", "B.java", name, 0), status, 0, detail, "");
    }

    @Test
    void oneOfSeveralParametersThatIsLeftOutIsNotRunForItsReason() {
        TreeMap<TestId, ExcludedTest> leftOut = new TreeMap<>();
        leftOut.put(
                id("test_a[1]"), new ExcludedTest("test_a[1]", Cause.ENVIRONMENT, "wants a GPU", "bootwright.toml"));
        TestReport all = ReportMerger.withUnreached(
                report(TestStatus.NOT_RUN, "test_a[1]", "test_a[2]"), report(TestStatus.PASSED, "test_a[2]"), leftOut);
        assertThat(all.cases())
                .extracting(c -> c.id().name() + " " + c.status() + " " + c.detail())
                .containsExactly("test_a[2] passed ", "test_a[1] not-run left out: wants a GPU");
    }

    private static TestReport report(TestStatus status, String... names) {
        List<TestCase> cases = Stream.of(names)
                .map(name -> new TestCase(id(name), status, 0, "", ""))
                .toList();
        return new TestReport("pytest", cases, List.of(), true, List.of());
    }

    private static TestId id(String name) {
        return new TestId("pytest", ".", "test_it.py", name, 0);
    }
}
