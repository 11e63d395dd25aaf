package dev.bootwright.contract;

import static org.assertj.core.api.Assertions.assertThat;

import dev.bootwright.base.Cause;
import dev.bootwright.base.Readiness;
import dev.bootwright.base.TestId;
import dev.bootwright.base.Verdict;
import dev.bootwright.discover.EvidenceKind;
import dev.bootwright.discover.Finding;
import dev.bootwright.step.Contract;
import dev.bootwright.step.ExcludedTest;
import dev.bootwright.step.Proof;
import dev.bootwright.step.TestCounts;
import dev.bootwright.testreport.TestCase;
import dev.bootwright.testreport.TestReport;
import dev.bootwright.testreport.TestStatus;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class ContractPagesTest {
    private static final TestId FAILING = new TestId("pytest", ".", "tests/test_a.py", "test_bad", 0);
    private static final TestId FLAKY = new TestId("pytest", ".", "tests/test_a.py", "test_sometimes", 0);
    private static final Finding FINDING = Finding.of(
            "python.requirement",
            "requests",
            ".",
            "setup.py",
            7,
            "install_requires=['requests']",
            EvidenceKind.MANIFEST,
            Map.of());

    private static ContractFiles files() {
        Contract contract = Contracts.pytest();
        contract = contract.withProof(
                contract.projects(),
                new Proof(
                        true,
                        Verdict.BOOTSTRAPPED,
                        Readiness.EXECUTED,
                        Map.of("strongest", new TestCounts(5, 3, 2, 1, 0, 2, 0, 0)),
                        true,
                        List.of("The matrix cell python 3.9 was not run.")));
        TestReport report = new TestReport(
                "pytest",
                List.of(
                        new TestCase(
                                FAILING, TestStatus.FAILED, 1, "boom\nAssertionError: 1 != 2", "tests/test_a.py:3"),
                        new TestCase(FLAKY, TestStatus.FAILED, 1, "timeout", ""),
                        new TestCase(
                                new TestId("pytest", ".", "tests/test_b.py", "test_s", 0),
                                TestStatus.SKIPPED,
                                0,
                                "needs Windows",
                                ""),
                        new TestCase(
                                new TestId("pytest", ".", "tests/test_b.py", "test_t", 0),
                                TestStatus.SKIPPED,
                                0,
                                "needs Windows",
                                "")),
                List.of(),
                true,
                List.of());
        TestsBaseline baseline = TestsBaseline.of(
                List.of(report),
                Map.of(
                        FAILING, new TestsBaseline.Mark(Cause.ENVIRONMENT, "command ffmpeg", false, false, ""),
                        FLAKY, new TestsBaseline.Mark(Cause.UNKNOWN, "", true, false, "")));
        return ContractRenderer.render(
                contract,
                baseline,
                Map.of(FINDING.id(), FINDING),
                List.of(new StepProposal.Warning("unpinned", "requests has no bound", List.of(FINDING.id()))),
                Map.of("system.txt", "libc6 2.41\n"),
                new ContractRenderer.History(
                        List.of("route python-3.9 was not tried: unreachable"),
                        List.of(new ContractRenderer.Repair("Python.h is missing", "install python3-dev"))));
    }

    private static String page(String name) {
        return String.valueOf(files().text(name));
    }

    @Test
    void warningsNameWhatGreenDoesNotCover() {
        assertThat(page("WARNINGS.md"))
                .contains("## What green does not cover")
                .contains("The matrix cell python 3.9 was not run.")
                .contains("2 tests are skipped: needs Windows")
                .contains("2 tests fail already")
                .contains("## Weak validation")
                .contains("cut off at its time limit")
                .contains("## Unpinned or outdated dependencies")
                .contains("requests has no bound (`setup.py:7`)")
                .contains("lock/system.txt")
                .contains("## Network assumptions")
                .contains("`registry:pypi`")
                .contains("## Transient workarounds");
    }

    @Test
    void eachGapStandsOnceWithItsPlaces() {
        ExcludedTest excluded =
                new ExcludedTest("tests/test_c.py::test_c", Cause.NETWORK, "asks the internet", "bootwright.toml");
        Contract contract = Contracts.excluding(Contracts.pytest(), excluded);
        contract = contract.withProof(
                contract.projects(),
                new Proof(
                        true,
                        Verdict.BOOTSTRAPPED,
                        Readiness.EXECUTED,
                        Map.of(),
                        false,
                        List.of(
                                CoverageGap.skips(1),
                                CoverageGap.leftOut(excluded) + ": 1 test: a",
                                "no race detector (setup.py:7)",
                                "extras are left out")));
        TestReport report = new TestReport(
                "pytest",
                List.of(new TestCase(
                        new TestId("pytest", ".", "tests/test_b.py", "test_s", 0),
                        TestStatus.SKIPPED,
                        0,
                        "needs Windows",
                        "")),
                List.of(),
                true,
                List.of());
        String page = String.valueOf(ContractRenderer.render(
                        contract,
                        TestsBaseline.of(List.of(report), Map.of()),
                        Map.of(FINDING.id(), FINDING),
                        List.of(
                                new StepProposal.Warning(
                                        "not-covered", "no race detector (setup.py:7)", List.of(FINDING.id())),
                                new StepProposal.Warning("not-covered", "extras are left out", List.of(FINDING.id()))),
                        Map.of())
                .text("WARNINGS.md"));
        assertThat(page.substring(page.indexOf("## What"), page.indexOf("## Weak")))
                .isEqualTo("""
                        ## What green does not cover

                        - left out: tests/test_c.py::test_c (asks the internet, bootwright.toml): 1 test: a
                        - no race detector (setup.py:7)
                        - extras are left out (`setup.py:7`)
                        - 1 test is skipped: needs Windows

                        """);
    }

    @Test
    void anUnprovenContractSaysSoFirst() {
        ContractFiles files =
                ContractRenderer.render(Contracts.pytest(), TestsBaseline.EMPTY, Map.of(), List.of(), Map.of());
        assertThat(files.text("WARNINGS.md")).startsWith("# Warnings\n\n**This contract is not proven.**");
        assertThat(files.text("AGENT.md")).contains("Not proven");
        assertThat(files.text("lock/python.txt")).isEmpty();
    }

    @Test
    void agentsLearnHowToWork() {
        assertThat(page("AGENT.md"))
                .contains("debian trixie (minbase, amd64)")
                .contains("python 3.13.5")
                .contains("all tests: `python -m pytest`")
                .contains("one file: `python -m pytest {file}`")
                .contains("one test: `python -m pytest {test}`")
                .contains("after a change: `python -m pip install -e .`")
                .contains("strongest: 5 collected, 3 executed, 2 passed, 1 failed, 0 errored, 2 skipped")
                .contains(
                        "`tests/test_a.py::test_bad` failed, cause: environment, needs command ffmpeg: AssertionError: 1 != 2")
                .contains("`tests/test_a.py::test_sometimes` failed, flaky")
                .contains("route python-3.9 was not tried: unreachable");
    }

    @Test
    void playbookTellsRepairs() {
        assertThat(page("PLAYBOOK.md"))
                .contains("Python.h is missing → install python3-dev")
                .contains("environment: command ffmpeg (1 test)");
    }

    @Test
    void baselineHasOneTestALine() {
        assertThat(page("tests.json").lines().filter(l -> l.contains("\"key\":")))
                .hasSize(4);
        assertThat(page("tests.json").lines().filter(l -> l.contains("\"flaky\":true")))
                .hasSize(1);
    }

    @Test
    void documentsEndWithOneNewline() {
        files().contents().keySet().stream()
                .filter(n -> !n.startsWith("lock/"))
                .forEach(n -> assertThat(page(n)).as(n).endsWith("\n").doesNotEndWith("\n\n"));
    }
}
