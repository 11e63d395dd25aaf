package dev.bootwright.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.bootwright.acquire.MemoryTree;
import dev.bootwright.acquire.SourceTree;
import dev.bootwright.base.Cause;
import dev.bootwright.base.Digest;
import dev.bootwright.base.Readiness;
import dev.bootwright.discover.Detector;
import dev.bootwright.discover.Discoverer;
import dev.bootwright.discover.DiscoveryReport;
import dev.bootwright.discover.general.GeneralDetectors;
import dev.bootwright.ecosystem.Ecosystem;
import dev.bootwright.ecosystem.golang.GoEcosystem;
import dev.bootwright.ecosystem.python.PythonEcosystem;
import dev.bootwright.network.Reachability;
import dev.bootwright.plan.BootstrapPlan;
import dev.bootwright.plan.BootstrapPlanner;
import dev.bootwright.plan.Overrides;
import dev.bootwright.plan.PlanningInput;
import dev.bootwright.repair.Grounds;
import dev.bootwright.repair.SanityFinding;
import dev.bootwright.repair.SanityRules;
import dev.bootwright.step.Contract;
import dev.bootwright.step.ExcludedTest;
import dev.bootwright.step.Phase;
import dev.bootwright.step.RepositoryIdentity;
import dev.bootwright.step.Role;
import dev.bootwright.step.Route;
import dev.bootwright.step.Step;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** From a tree to a first contract with the real detectors, planners and proposers. */
public class FirstContractTest {
    private static final List<Ecosystem> ECOSYSTEMS = List.of(new PythonEcosystem(List.of()), new GoEcosystem());

    public static final Map<String, String> PYTEST = Map.of(
            "pyproject.toml",
            """
            [build-system]
            requires = ["setuptools"]
            build-backend = "setuptools.build_meta"
            [project]
            name = "sample"
            version = "1.0"
            requires-python = ">=3.9"
            [project.optional-dependencies]
            test = ["pytest>=7"]
            [tool.pytest.ini_options]
            addopts = "-ra"
            testpaths = ["tests"]
            """,
            "sample.py",
            "def one():\n    return 1\n",
            "tests/test_sample.py",
            "import sample\n\ndef test_one():\n    assert sample.one() == 1\n",
            ".github/workflows/test.yml",
            """
            on: push
            jobs:
              test:
                runs-on: ubuntu-latest
                strategy:
                  matrix:
                    python-version: ["3.12", "3.13"]
                steps:
                  - uses: actions/checkout@v4
                  - uses: actions/setup-python@v5
                    with: {python-version: "${{ matrix.python-version }}"}
                  - run: pip install -e .[test]
                  - run: pytest --ignore=tests/network -m "not slow" || true
            """);

    private static final Map<String, String> UNITTEST = Map.of(
            "setup.py",
            "from setuptools import setup\nsetup(name='plain', version='1', py_modules=['plain'])\n",
            "plain.py",
            "ONE = 1\n",
            "tests/__init__.py",
            "",
            "tests/test_plain.py",
            "import unittest\nimport plain\n\nclass T(unittest.TestCase):\n    def test_one(self):\n        self.assertEqual(plain.ONE, 1)\n");

    static final Map<String, String> GO = Map.of(
            "go.mod",
            "module example.org/sample\n\ngo 1.21\n",
            "sample.go",
            "package sample\n\nfunc One() int { return 1 }\n",
            "sample_test.go",
            "package sample\n\nimport \"testing\"\n\nfunc TestOne(t *testing.T) {}\n",
            ".github/workflows/go.yml",
            """
            on: push
            jobs:
              build:
                runs-on: ubuntu-latest
                steps:
                  - uses: actions/setup-go@v5
                    with: {go-version: '1.22'}
                  - run: go test -race -short ./...
            """);

    private static final Map<String, String> GO_WITHOUT_SUM = Map.of(
            "go.mod",
            "module example.org/sample\n\ngo 1.21\n\nrequire github.com/google/uuid v1.6.0\n",
            "sample.go",
            "package sample\n\nimport _ \"github.com/google/uuid\"\n",
            "sample_test.go",
            "package sample\n\nimport \"testing\"\n\nfunc TestOne(t *testing.T) {}\n");

    private static final Map<String, String> GO_WITHOUT_MODULE = Map.of(
            "sample.go",
            "package sample\n",
            "sample_test.go",
            "package sample\n\nimport \"testing\"\n\nfunc TestOne(t *testing.T) {}\n");

    static Stream<Arguments> trees() {
        return Stream.of(
                Arguments.of("pytest", PYTEST),
                Arguments.of("unittest", UNITTEST),
                Arguments.of("go", GO),
                Arguments.of("go without go.sum", GO_WITHOUT_SUM),
                Arguments.of("go without go.mod", GO_WITHOUT_MODULE));
    }

    /** All that one tree leads to. */
    private record Made(
            Contract contract,
            BootstrapPlan plan,
            DiscoveryReport report,
            List<StepProposal.Warning> warnings,
            Overrides overrides,
            SourceTree tree) {
        List<SanityFinding> sanity() {
            return SanityRules.check(
                    contract,
                    plan,
                    new Grounds(ContractWriter.evidence(contract, plan, warnings, report), overrides, tree));
        }

        ContractFiles files() {
            return ContractRenderer.render(
                    contract,
                    TestsBaseline.EMPTY,
                    ContractWriter.evidence(contract, plan, warnings, report),
                    warnings,
                    Map.of());
        }
    }

    private static Made make(Map<String, String> files, Overrides overrides, int route) {
        return make(MemoryTree.of(files), overrides, route);
    }

    public static Contract make(SourceTree tree, int route) {
        return make(tree, Overrides.NONE, route).contract();
    }

    private static Made make(SourceTree tree, Overrides overrides, int number) {
        List<Detector> detectors = new ArrayList<>(GeneralDetectors.all());
        ECOSYSTEMS.forEach(e -> detectors.addAll(e.detectors()));
        DiscoveryReport report = new Discoverer().discover(tree, detectors);
        PlanningInput input = new PlanningInput(
                new RepositoryIdentity(
                        "sample",
                        "0123456789012345678901234567890123456789",
                        Instant.parse("2024-05-06T07:08:09Z"),
                        Digest.of("x"),
                        List.of()),
                report,
                overrides,
                Reachability.UNKNOWN,
                "amd64");
        BootstrapPlan plan =
                new BootstrapPlanner(ECOSYSTEMS.stream().map(Ecosystem::routes).toList()).plan(input);
        Route route = plan.routes().get(Math.min(number, plan.routes().size() - 1));
        StepProposal proposal = ECOSYSTEMS.stream()
                .filter(e -> e.id().equals(route.ecosystem()))
                .findFirst()
                .orElseThrow()
                .steps()
                .propose(input, plan, route);
        Contract contract = ContractWriter.write(input, plan, route, proposal, tree);
        return new Made(contract, plan, report, proposal.warnings(), overrides, tree);
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("trees")
    void firstContractsOfAllRoutesAreSound(String name, Map<String, String> files) {
        for (int route = 0; route < 5; route++) {
            Made made = make(files, Overrides.NONE, route);
            assertThat(made.sanity())
                    .as(made.contract().route().id())
                    .extracting(SanityFinding::display)
                    .isEmpty();
        }
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("trees")
    void equalInputGivesEqualBytes(String name, Map<String, String> files) {
        assertThat(make(files, Overrides.NONE, 0).files().digest())
                .isEqualTo(make(files, Overrides.NONE, 0).files().digest());
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("trees")
    void scriptsPassShellcheck(
            String name, Map<String, String> files, @org.junit.jupiter.api.io.TempDir java.nio.file.Path temp)
            throws Exception {
        Made made = make(files, Overrides.NONE, 0);
        List<String> argv = new ArrayList<>(List.of(
                "shellcheck",
                "--shell=bash",
                // a step's script is run with -e, which its text does not show
                "--exclude=SC2164"));
        for (Map.Entry<String, String> script :
                ScriptRenderer.scripts(made.contract()).entrySet()) {
            argv.add(java.nio.file.Files.writeString(temp.resolve(script.getKey()), script.getValue())
                    .toString());
        }
        for (Step step : made.contract().steps()) {
            argv.add(java.nio.file.Files.writeString(
                            temp.resolve("step-" + step.id() + ".sh"), ScriptRenderer.stepScript(made.contract(), step))
                    .toString());
        }
        assertThat(ScriptRendererTest.run(temp, Map.of(), argv.toArray(String[]::new))
                        .output())
                .isEmpty();
    }

    @Test
    void firstContractClaimsNothing() {
        Contract contract = make(PYTEST, Overrides.NONE, 0).contract();
        assertThat(contract.proof().proven()).isFalse();
        assertThat(contract.projects()).singleElement().satisfies(p -> {
            assertThat(p.path()).isEqualTo(".");
            assertThat(p.readiness()).isEqualTo(Readiness.NONE);
        });
        assertThat(contract.derivedFrom()).extracting(f -> f.path()).contains("pyproject.toml");
        assertThat(contract.derivedFrom())
                .filteredOn(f -> f.path().equals("pyproject.toml"))
                .singleElement()
                .satisfies(
                        f -> assertThat(f.digest()).isEqualTo(Digest.of(String.valueOf(PYTEST.get("pyproject.toml")))));
    }

    @Test
    void theFilesThatSetupNamesAreInputsAndEveryInstallationSaysWhy() {
        Contract contract = make(
                        Map.of(
                                "setup.py", "from setuptools import setup\nsetup(name='plain', version='1')\n",
                                "tox.ini",
                                        "[tox]\nenvlist = py312\n[testenv]\ndeps = -r requirements/tests.txt\ncommands = pytest\n",
                                "requirements/tests.txt", "-r base.txt\npytest\n",
                                "requirements/base.txt", "six\n",
                                "tests/test_plain.py", "import six\n\ndef test_one():\n    pass\n"),
                        Overrides.NONE,
                        0)
                .contract();
        assertThat(contract.derivedFrom())
                .extracting(f -> f.path())
                .contains("requirements/tests.txt", "requirements/base.txt", "tox.ini")
                .doesNotContain("tests");
        for (Map<String, String> files : List.of(PYTEST, GO)) {
            assertThat(make(files, Overrides.NONE, 0).contract().steps())
                    .filteredOn(s -> s.role() == Role.INSTALL)
                    .allSatisfy(s -> assertThat(s.evidence()).as(s.id().value()).isNotEmpty());
        }
    }

    @Test
    void everyEvidenceIdIsResolved() {
        Made made = make(PYTEST, Overrides.NONE, 0);
        SortedMap<String, dev.bootwright.discover.Finding> evidence =
                ContractWriter.evidence(made.contract(), made.plan(), made.warnings(), made.report());
        made.contract().steps().forEach(s -> assertThat(evidence.keySet()).containsAll(s.evidence()));
        Step step = made.contract().steps().getFirst();
        Step stray = new Step(
                step.id(),
                step.phase(),
                step.role(),
                step.user(),
                null,
                null,
                step.block(),
                Map.of(),
                ".",
                step.limits(),
                List.of("f-unknown"),
                step.origin());
        assertThatThrownBy(() -> ContractWriter.evidence(
                        made.contract().withSteps(List.of(stray)), made.plan(), List.of(), made.report()))
                .hasMessageContaining("f-unknown");
    }

    @Test
    void overridesWinAndAreRecorded() {
        Overrides overrides = new Overrides(
                null,
                Map.of(),
                List.of("libxml2-dev"),
                Map.of("SAMPLE_MODE", "quick ${HOME}"),
                null,
                "pytest -q tests/test_sample.py",
                List.of(new ExcludedTest(
                        "tests/test_sample.py::test_net", Cause.NETWORK, "asks the internet", "bootwright.toml")),
                Map.of(
                        "test-command",
                        "pytest -q tests/test_sample.py (flag)",
                        "system-packages",
                        "libxml2-dev (flag)"));
        Made made = make(PYTEST, overrides, 0);
        Contract contract = made.contract();
        assertThat(contract.env()).containsEntry("SAMPLE_MODE", "quick ${HOME}");
        assertThat(contract.overrides()).containsOnlyKeys("test-command", "system-packages");
        assertThat(contract.excluded()).hasSize(1);
        assertThat(contract.steps(Phase.SYSTEM)).anyMatch(s -> s.block().contains("libxml2-dev"));
        List<Step> whole = contract.steps(Phase.STRONGEST).stream()
                .filter(s -> s.role() == Role.EXECUTE)
                .toList();
        assertThat(whole).singleElement().satisfies(s -> {
            assertThat(s.block())
                    .contains("pytest")
                    .contains("tests/test_sample.py")
                    .contains("BOOTWRIGHT_REPORTS");
            assertThat(s.env()).containsEntry("PYTEST_ADDOPTS", "--deselect=tests/test_sample.py::test_net");
        });
        assertThat(contract.steps(Phase.MINIMAL)).noneMatch(s -> s.env().containsKey("PYTEST_ADDOPTS"));
        assertThat(contract.commands().testAll())
                .containsExactly(
                        "env",
                        "PYTEST_ADDOPTS=--deselect=tests/test_sample.py::test_net",
                        "bash",
                        "-euo",
                        "pipefail",
                        "-c",
                        "pytest -q tests/test_sample.py");
        assertThat(made.sanity()).extracting(SanityFinding::display).isEmpty();
    }

    @Test
    void theCommandForAllTestsLeavesOutWhatTheSuiteDoes() {
        Overrides overrides = new Overrides(
                null,
                Map.of(),
                List.of(),
                Map.of(),
                null,
                null,
                List.of(new ExcludedTest(
                        "tests/test_sample.py::test_net", Cause.NETWORK, "asks the internet", "bootwright.toml")),
                Map.of());
        List<String> plain =
                make(PYTEST, Overrides.NONE, 0).contract().commands().testAll();
        assertThat(make(PYTEST, overrides, 0).contract().commands().testAll())
                .startsWith("env", "PYTEST_ADDOPTS=--deselect=tests/test_sample.py::test_net")
                .endsWith(plain.toArray(String[]::new));
    }

    @Test
    void leavingTestsOutIsRefusedWhereTheRunnerCannot() {
        Overrides overrides = new Overrides(
                null,
                Map.of(),
                List.of(),
                Map.of(),
                null,
                null,
                List.of(new ExcludedTest("tests.test_plain.T", Cause.NETWORK, "asks the internet", "bootwright.toml")),
                Map.of());
        assertThatThrownBy(() -> make(UNITTEST, overrides, 0))
                .hasMessageContaining("the suite is run by unittest, which can't leave single tests out");
    }

    @Test
    void whatContinuousIntegrationSwallowsIsNotTakenOver() {
        Contract contract = make(PYTEST, Overrides.NONE, 0).contract();
        assertThat(contract.steps()).noneMatch(s -> s.block().contains("|| true"));
    }

    @Test
    void nothingOfTheMachineOrTheMomentEntersAContract() {
        for (Map<String, String> files : List.of(PYTEST, GO)) {
            ContractFiles rendered = make(files, Overrides.NONE, 0).files();
            String host = System.getenv().getOrDefault("HOSTNAME", "no-such-host-name");
            rendered.contents().forEach((name, bytes) -> {
                String text = String.valueOf(rendered.text(name));
                assertThat(text)
                        .as(name)
                        .doesNotContain(System.getProperty("user.dir"))
                        .doesNotContain(host)
                        .doesNotContain("/workspace")
                        .doesNotContain(java.time.LocalDate.now(java.time.ZoneOffset.UTC)
                                .toString());
            });
        }
    }
}
