package dev.bootwright.pipeline;

import static org.assertj.core.api.Assertions.assertThat;

import dev.bootwright.base.TestId;
import dev.bootwright.contract.TestsBaseline;
import dev.bootwright.testreport.TestCase;
import dev.bootwright.testreport.TestReport;
import dev.bootwright.testreport.TestReport.CollectionError;
import dev.bootwright.testreport.TestStatus;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class ContractReplayTest {
    private static final TestsBaseline BASELINE = TestsBaseline.of(
            List.of(new TestReport(
                    "pytest",
                    List.of(
                            test("test_good", TestStatus.PASSED),
                            test("test_known", TestStatus.FAILED),
                            test("test_skips", TestStatus.SKIPPED)),
                    List.of(CollectionError.of("known.py", "SyntaxError", "")),
                    true,
                    List.of())),
            Map.of());

    @Test
    void whatTheBaselineKnowsIsNoRegression() {
        assertThat(regressions(
                        List.of(test("test_good", TestStatus.PASSED), test("test_known", TestStatus.ERRORED)),
                        "known.py"))
                .isEmpty();
    }

    @Test
    void whatItDoesNotKnowIsOne() {
        assertThat(regressions(
                        List.of(
                                test("test_good", TestStatus.FAILED),
                                test("test_skips", TestStatus.FAILED),
                                test("test_new", TestStatus.ERRORED),
                                test("test_newer", TestStatus.PASSED)),
                        "new.py"))
                .containsExactly(
                        "test_it.py::test_good was passed and now is failed",
                        "test_it.py::test_skips was skipped and now is failed",
                        "test_it.py::test_new is new and errored",
                        "new.py can no longer be loaded");
        assertThat(regressions(List.of(), "known.py")).containsExactly("test_it.py::test_good is gone");
    }

    private static List<String> regressions(List<TestCase> tests, String broken) {
        return ContractReplay.regressions(
                BASELINE,
                new TestReport("pytest", tests, List.of(CollectionError.of(broken, "", "")), true, List.of()));
    }

    private static TestCase test(String name, TestStatus status) {
        return new TestCase(new TestId("pytest", ".", "test_it.py", name, 0), status, 0, "", "");
    }
}
