package dev.bootwright.app;

import static org.assertj.core.api.Assertions.assertThat;

import dev.bootwright.base.Verdict;
import dev.bootwright.contract.ContractDirectory;
import dev.bootwright.contract.ContractRenderer;
import dev.bootwright.contract.StoredContract;
import dev.bootwright.contract.TestsBaseline;
import dev.bootwright.discover.EvidenceKind;
import dev.bootwright.discover.Finding;
import dev.bootwright.failure.FailureCode;
import dev.bootwright.pipeline.RunResult;
import dev.bootwright.pipeline.VerifyPipeline;
import dev.bootwright.plan.Overrides;
import dev.bootwright.step.Origin;
import dev.bootwright.step.Phase;
import dev.bootwright.step.Step;
import dev.bootwright.verify.VerifyLimits;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A contract that stands in a tree is believed as far as the tree bears it out, and follows the tree. */
@Tag("sandbox")
class ForeignContractTest {
    private static final String NARROW = "python -m pytest --junitxml=\"$BOOTWRIGHT_REPORTS/x.xml\" tests/test_one.py";

    @TempDir
    Path folder;

    @Test
    void aContractFollowsItsTreeAndCannotExcuseItself() throws IOException {
        try (SetupHarness harness = new SetupHarness(folder)) {
            Path repository = harness.repository(
                    "small",
                    Map.of(
                            "requirements.txt", "pytest\n",
                            "tests/test_one.py", "def test_one():\n    pass\n",
                            "tests/test_two.py", "def test_two():\n    pass\n"));
            RunResult made = harness.setup(repository);
            assertThat(made.verdict()).isEqualTo(Verdict.BOOTSTRAPPED);

            // an edited source and an edited script
            Files.writeString(
                    repository.resolve("tests/test_two.py"),
                    "def test_two():\n    pass\n\ndef test_new():\n    pass\n");
            StoredContract before = ContractDirectory.read(repository);
            RunResult again = harness.setup(repository, Overrides.NONE, VerifyLimits.DEFAULT, false);
            assertThat(again.verdict()).isEqualTo(Verdict.BOOTSTRAPPED);
            StoredContract after = ContractDirectory.read(repository);
            assertThat(after.contract().repository().digest())
                    .isNotEqualTo(before.contract().repository().digest());
            assertThat(after.baseline().tests()).hasSize(3);
            assertThat(after.locks().get("python.txt")).isEqualTo(before.locks().get("python.txt"));
            Path script = repository.resolve(".bootstrap/setup.sh");
            Files.writeString(script, Files.readString(script) + "true\n");
            assertThat(verify(harness, repository).failure())
                    .satisfies(f -> assertThat(f.code()).isEqualTo(FailureCode.CONTRACT_REJECTED));

            narrow(repository, after);
            assertThat(ContractDirectory.read(repository).edited()).isEmpty();
            RunResult narrowed = verify(harness, repository);
            assertThat(narrowed.verdict()).isNotEqualTo(Verdict.BOOTSTRAPPED);
            assertThat(narrowed.failure()).satisfies(f -> {
                assertThat(f.code()).isEqualTo(FailureCode.CONTRACT_REJECTED);
                assertThat(f.evidence()).anySatisfy(e -> assertThat(e).contains("tests/test_one.py"));
            });
        }
    }

    private static RunResult verify(SetupHarness harness, Path repository) {
        return new VerifyPipeline(harness.wiring().components())
                .verify(SetupHarness.request(repository, Overrides.NONE, VerifyLimits.DEFAULT, true), List.of());
    }

    /** As somebody would who wants one file to count as the suite. */
    private static void narrow(Path repository, StoredContract stored) {
        List<Step> steps = stored.contract().steps().stream()
                .map(s -> s.phase() == Phase.STRONGEST ? narrow(s) : s)
                .toList();
        Finding invented = Finding.of("ci.command", NARROW, ".", "tox.ini", 1, NARROW, EvidenceKind.CI, Map.of());
        TestsBaseline one = new TestsBaseline(
                TestsBaseline.SCHEMA_VERSION,
                stored.baseline().tests().stream()
                        .filter(t -> t.id().file().endsWith("test_one.py"))
                        .toList(),
                List.of());
        ContractDirectory.write(
                repository,
                ContractRenderer.render(
                        stored.contract().withSteps(steps),
                        one,
                        Map.of(invented.id(), invented),
                        List.of(),
                        stored.locks()));
    }

    private static Step narrow(Step s) {
        return new Step(
                s.id(),
                s.phase(),
                s.role(),
                s.user(),
                s.project(),
                s.runner(),
                NARROW,
                s.env(),
                s.workingDirectory(),
                s.limits(),
                s.evidence(),
                Origin.override("test-command"));
    }
}
