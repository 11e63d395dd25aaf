package dev.bootwright.verify;

import static org.assertj.core.api.Assertions.assertThat;

import dev.bootwright.base.Cause;
import dev.bootwright.base.EcosystemId;
import dev.bootwright.base.Readiness;
import dev.bootwright.base.StepId;
import dev.bootwright.base.TestId;
import dev.bootwright.contract.Contracts;
import dev.bootwright.failure.FailureCode;
import dev.bootwright.sandbox.ExecOutcome;
import dev.bootwright.sandbox.ExecUsage;
import dev.bootwright.step.Contract;
import dev.bootwright.step.ContractProject;
import dev.bootwright.step.ExcludedTest;
import dev.bootwright.step.TestCounts;
import dev.bootwright.testreport.TestCase;
import dev.bootwright.testreport.TestReport;
import dev.bootwright.testreport.TestReport.CollectionError;
import dev.bootwright.testreport.TestStatus;
import dev.bootwright.trace.StepTrace;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

class ConcluderTest {
    private static final ExecUsage USAGE = new ExecUsage(Duration.ZERO, Duration.ZERO, 0, false);
    private static final ExecOutcome ENDED = new ExecOutcome.Exited(0, USAGE);
    private static final ExecOutcome TIME_UP = new ExecOutcome.TimedOut(Duration.ofMinutes(15), USAGE);

    private final Concluder concluder = new Concluder(new CauseClassifier(List.of()));

    @Test
    void whatIsLeftOutIsNotRunAndKeepsFromGreen() {
        Conclusion few = leavingOut(96, 4);
        assertThat(few.readiness()).isEqualTo(Readiness.EXECUTED);
        assertThat(few.failure()).isNull();
        assertThat(few.counts().notRun()).isEqualTo(4);
        assertThat(leavingOut(100, 0).readiness()).isEqualTo(Readiness.EXECUTED);
    }

    @Test
    void leavingOutTooManyIsNoFaultOfTheTests() {
        Conclusion many = leavingOut(90, 10);
        assertThat(many.readiness()).isEqualTo(Readiness.COLLECTED);
        assertThat(many.cause()).isEqualTo(FirstCause.LEFT_OUT);
        assertThat(Objects.requireNonNull(many.failure()).code()).isEqualTo(FailureCode.TESTS_LEFT_OUT);
        assertThat(many.failure().summary()).contains("of 100 collected tests 10 are left out");
    }

    @Test
    void filesThatCannotBeLoadedAreBlamedForThemselves() {
        List<CollectionError> errors = new ArrayList<>();
        for (int i = 0; i < 8; i++) {
            errors.add(CollectionError.of("tests/test_x" + i + ".py", "SyntaxError: invalid syntax", ""));
        }
        Conclusion broken = one(report(".", cases(".", 40, 1, 0), errors, List.of()), ENDED);
        assertThat(broken.cause()).isEqualTo(FirstCause.NOT_LOADED);
        assertThat(Objects.requireNonNull(broken.failure()).code()).isEqualTo(FailureCode.COLLECTION_FAILED);
        assertThat(broken.failure().summary()).contains("8 test file(s) could not be loaded; first tests/test_x0.py");
    }

    @Test
    void aSuiteThatALimitEndsBeforeAnyTestIsIncomplete() {
        Conclusion cut = one(report(".", cases(".", 0, 0, 5), List.of(), List.of()), TIME_UP);
        assertThat(cut.decision().exitCode()).isEqualTo(5);
        assertThat(Objects.requireNonNull(cut.failure()).code()).isEqualTo(FailureCode.BUDGET_SPENT);
        assertThat(cut.failure().next()).contains("--test-timeout");
    }

    @Test
    void aSuitesOwnSelectionIsOutsideTheFivePercent() {
        TestReport tests = report(".", cases(".", 40, 0, 60), List.of(), List.of());
        Set<TestId> unselected = Set.copyOf(tests.cases().stream()
                .filter(c -> c.status() == TestStatus.NOT_RUN)
                .map(TestCase::id)
                .toList());
        Contract contract = Contracts.contract(Map.of());
        assertThat(concluder
                        .verified(
                                contract, verification(contract, byProject(tests), ENDED, new TreeMap<>(), unselected))
                        .readiness())
                .isEqualTo(Readiness.EXECUTED);
        assertThat(one(tests, ENDED).readiness())
                .as("a run that broke off counts them")
                .isEqualTo(Readiness.COLLECTED);
    }

    @Test
    void eachProjectAnswersForItsOwnErrors() {
        Contract contract = withProjects("good", "bad");
        SortedMap<String, TestReport> reports = new TreeMap<>();
        reports.put("good", report("good", cases("good", 100, 0, 0), List.of(), List.of()));
        reports.put(
                "bad",
                report(
                        "bad",
                        cases("bad", 10, 0, 0),
                        List.of(CollectionError.of("bad/test_x.py", "SyntaxError: no", "")),
                        List.of()));
        Conclusion conclusion =
                concluder.verified(contract, verification(contract, reports, ENDED, new TreeMap<>(), Set.of()));
        assertThat(conclusion.projects())
                .extracting(p -> p.path() + " " + p.readiness())
                .containsExactly("bad collected", "good green");
        assertThat(conclusion.readiness()).isEqualTo(Readiness.COLLECTED);
        assertThat(Objects.requireNonNull(conclusion.failure()).summary())
                .startsWith("in project bad: 1 test file(s) could not be loaded");
    }

    private Conclusion leavingOut(int passed, int leftOut) {
        TestReport tests = report(".", cases(".", passed, 0, leftOut), List.of(), List.of());
        ExcludedTest why = new ExcludedTest("test_gpu", Cause.ENVIRONMENT, "wants a GPU", "bootwright.toml");
        SortedMap<TestId, ExcludedTest> named = new TreeMap<>();
        tests.cases().stream().filter(c -> c.status() == TestStatus.NOT_RUN).forEach(c -> named.put(c.id(), why));
        Contract plain = Contracts.contract(Map.of());
        Contract contract = with(plain, plain.projects(), List.of(why));
        return concluder.verified(contract, verification(contract, byProject(tests), ENDED, named, Set.of()));
    }

    private Conclusion one(TestReport tests, ExecOutcome outcome) {
        Contract contract = Contracts.contract(Map.of());
        return concluder.verified(
                contract, verification(contract, byProject(tests), outcome, new TreeMap<>(), Set.of()));
    }

    private static SortedMap<String, TestReport> byProject(TestReport tests) {
        return new TreeMap<>(Map.of(".", tests));
    }

    private static VerificationReport verification(
            Contract contract,
            SortedMap<String, TestReport> reports,
            ExecOutcome outcome,
            SortedMap<TestId, ExcludedTest> leftOut,
            Set<TestId> unselected) {
        StageResult doctor = new StageResult("doctor", true, List.of(), null, false, Duration.ZERO, List.of());
        StepTrace trace = new StepTrace(new StepId("all"), "strongest", 1, outcome, Path.of("log"), List.of());
        StageResult strongest = new StageResult(
                "strongest",
                true,
                List.of(trace),
                ReportMerger.merge(List.copyOf(reports.values())),
                reports,
                !(outcome instanceof ExecOutcome.Exited),
                Duration.ZERO,
                List.of());
        return new VerificationReport(contract, List.of(doctor, strongest), Set.of(), leftOut, unselected);
    }

    private static List<TestCase> cases(String project, int passed, int failed, int notRun) {
        List<TestCase> cases = new ArrayList<>();
        add(cases, project, "test_good", TestStatus.PASSED, passed);
        add(cases, project, "test_bad", TestStatus.FAILED, failed);
        add(cases, project, "test_left", TestStatus.NOT_RUN, notRun);
        return cases;
    }

    private static void add(List<TestCase> cases, String project, String name, TestStatus status, int count) {
        String said = status == TestStatus.FAILED ? "AssertionError: assert 1 == 2" : "";
        for (int i = 0; i < count; i++) {
            cases.add(new TestCase(new TestId("pytest", project, "test_it.py", name + i, 0), status, 0, said, ""));
        }
    }

    private static TestReport report(
            String project, List<TestCase> cases, List<CollectionError> errors, List<String> mismatches) {
        assertThat(cases).allSatisfy(c -> assertThat(c.id().project()).isEqualTo(project));
        return new TestReport("pytest", cases, errors, true, mismatches);
    }

    private static Contract withProjects(String... paths) {
        List<ContractProject> projects = new ArrayList<>();
        for (String path : paths) {
            projects.add(new ContractProject(path, new EcosystemId("python"), Readiness.NONE, TestCounts.NONE));
        }
        return with(Contracts.contract(Map.of()), projects, List.of());
    }

    private static Contract with(Contract c, List<ContractProject> projects, List<ExcludedTest> excluded) {
        return new Contract(
                c.schemaVersion(),
                c.repository(),
                c.route(),
                c.env(),
                c.steps(),
                c.services(),
                c.locks(),
                projects,
                c.commands(),
                excluded,
                c.overrides(),
                c.toolVersions(),
                c.derivedFrom(),
                c.proof(),
                c.renderer());
    }
}
