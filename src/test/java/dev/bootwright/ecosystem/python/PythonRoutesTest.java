package dev.bootwright.ecosystem.python;

import static org.assertj.core.api.Assertions.assertThat;

import dev.bootwright.acquire.MemoryTree;
import dev.bootwright.network.Reachability;
import dev.bootwright.network.Reachability.State;
import dev.bootwright.plan.Overrides;
import dev.bootwright.step.DependencyPolicy;
import dev.bootwright.step.Route;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PythonRoutesTest {
    private static final String TEST = "def test_it(): pass\n";

    private static String project(String requires, String... claimed) {
        StringBuilder text = new StringBuilder("[project]\nname = 'sample'\n");
        if (!requires.isEmpty()) {
            text.append("requires-python = '").append(requires).append("'\n");
        }
        text.append("classifiers = [");
        for (String version : claimed) {
            text.append("'Programming Language :: Python :: ").append(version).append("',");
        }
        return text.append("]\n").toString();
    }

    private static PythonPlans plans(Overrides overrides, Reachability reachability, String... files) {
        return PythonPlans.of(MemoryTree.of(files), "0".repeat(40), overrides, reachability);
    }

    private static Overrides python(String version) {
        return new Overrides(null, Map.of("python", version), List.of(), Map.of(), null, null, List.of(), Map.of());
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "''         | ''             | python-3.11-bookworm",
                ">=3.8      | 3.10 3.11 3.12 | python-3.11-bookworm",
                ">=3.8      | 3.8 3.9        | python-3.9-bullseye",
                ">=3.7,<3.9 | ''             | python-3.8-registry",
                ">=3.12     | ''             | python-3.13-trixie",
                ">=3.14     | ''             | python-3.14-sid",
                ">=3.8      | 3.13           | python-3.13-trixie",
                "''         | 3.6 3.7        | python-3.8-registry",
                "==3.12.*   | ''             | python-3.12-managed",
                "~=3.10     | 3.10           | python-3.10-registry"
            })
    void theInterpreterIsSolved(String requires, String claimed, String expected) {
        PythonPlans plans = PythonPlans.of(
                "pyproject.toml",
                project(requires, claimed.isEmpty() ? new String[0] : claimed.split(" ")),
                "tests/test_it.py",
                TEST);
        assertThat(plans.route().id()).startsWith(expected);
    }

    @Test
    void aUsersChoiceWinsAndItsConflictIsTold() {
        PythonPlans plans = plans(python("3.9"), Reachability.UNKNOWN, "pyproject.toml", project(">=3.11"));
        assertThat(plans.route().id()).startsWith("python-3.9-bullseye");
        assertThat(plans.route().toolchains().getFirst().reason())
                .contains("asked for by the user (3.9)")
                .contains("outside of >=3.11");
        assertThat(plans.warnings()).anyMatch(w -> w.contains("outside of what the project supports"));
    }

    @Test
    void aPinDecidesWhereItsSourceAnswers() {
        String[] files = {"pyproject.toml", project(">=3.8"), ".python-version", "3.12\n"};
        Reachability answers = new Reachability(Map.of("download:python-builds", State.REACHABLE));
        Reachability silent = new Reachability(Map.of("download:python-builds", State.UNREACHABLE));
        assertThat(plans(Overrides.NONE, answers, files).route().id()).startsWith("python-3.12-managed");
        PythonPlans other = plans(Overrides.NONE, silent, files);
        assertThat(other.route().id()).startsWith("python-3.11-bookworm");
        assertThat(other.warnings()).anyMatch(w -> w.contains("pins Python 3.12"));
    }

    @Test
    void noReachableInterpreterMeansDroppedRoutesAndNoSubstitute() {
        Reachability silent = new Reachability(Map.of("download:python-builds", State.UNREACHABLE));
        PythonPlans plans = plans(Overrides.NONE, silent, "pyproject.toml", project("==3.12.*"));
        assertThat(plans.plan().routes()).isEmpty();
        assertThat(plans.plan().dropped()).isNotEmpty().allMatch(d -> d.reason().contains("download:python-builds"));
    }

    @Test
    void standardModulesThatAreGoneSpeakAgainstANewInterpreter() {
        PythonPlans plans = PythonPlans.of(
                "pyproject.toml", project(">=3.9", "3.11", "3.13"), "tests/test_it.py", "import asyncore\n");
        assertThat(plans.route().id()).startsWith("python-3.11-bookworm");
        PythonPlans forced = plans(
                python("3.13"),
                Reachability.UNKNOWN,
                "pyproject.toml",
                project(">=3.9"),
                "tests/test_it.py",
                "import asyncore\nimport distutils.core\n");
        assertThat(forced.block("python-dependencies")).contains("pyasyncore").contains("setuptools");
    }

    @Test
    void policiesHedgeInOrder() {
        PythonPlans plans = PythonPlans.of("pyproject.toml", project(">=3.11"), "uv.lock", "version = 1\n");
        assertThat(plans.plan().routes())
                .extracting(Route::policy)
                .startsWith(DependencyPolicy.LOCKED, DependencyPolicy.AS_OF_DATE, DependencyPolicy.DECLARED);
        assertThat(plans.plan().routes()).extracting(Route::weight).isSortedAccordingTo((a, b) -> b - a);
        assertThat(plans.plan().routes().subList(1, plans.plan().routes().size()))
                .allMatch(r -> !r.hedges().isEmpty());
        assertThat(plans.plan().routes()).hasSizeLessThanOrEqualTo(5);
        assertThat(plans.route().networkRoles()).containsExactly("distribution:debian", "registry:pypi");
    }

    @Test
    void theBestDeclaredSourceIsChosenAndOthersOnlyForWhatIsStillNeeded() {
        PythonPlans plans = PythonPlans.of(
                "pyproject.toml",
                """
                [project]
                name = 'sample'
                [project.optional-dependencies]
                docs = ['sphinx', 'responses']
                dev = ['pytest', 'black', 'freezegun']
                [dependency-groups]
                test = ['pytest']
                """,
                "tests/test_it.py",
                "import pytest, freezegun, responses\nimport never_heard_of\n");
        assertThat(plans.block("python-dependencies"))
                .contains("--group test")
                .contains("--editable '.[dev]'")
                .contains("responses")
                .doesNotContain("docs")
                .doesNotContain("never_heard_of");
        assertThat(plans.warnings()).anyMatch(w -> w.contains("never_heard_of"));
    }

    @Test
    void aPluginIsNotInstalledOverItself() {
        PythonPlans plans = PythonPlans.of("pyproject.toml", """
                [project]
                name = 'pytest-cov'
                [tool.pytest.ini_options]
                addopts = '--cov'
                """, "tests/test_it.py", TEST);
        assertThat(plans.block("python-dependencies")).doesNotContain("  pytest-cov");
    }

    @Test
    void onlyTheThresholdOfCoverageIsKeptFromDeciding() {
        String config = "[project]\nname = 'sample'\n[tool.pytest.ini_options]\naddopts = '--cov=sample'\n";
        assertThat(PythonPlans.of("pyproject.toml", config, "tests/test_it.py", TEST)
                        .block("python-strongest"))
                .doesNotContain("--no-cov");
        assertThat(PythonPlans.of(
                                "pyproject.toml",
                                config,
                                "tests/test_it.py",
                                TEST,
                                ".coveragerc",
                                "[report]\nfail_under = 95\n")
                        .block("python-strongest"))
                .contains("--no-cov");
    }

    @Test
    void oldBackendsAreNotInstalledInPlace() {
        PythonPlans plans = PythonPlans.of("pyproject.toml", """
                [build-system]
                requires = ['meson-python']
                build-backend = 'mesonpy'
                [project]
                name = 'sample'
                """, "tests/test_it.py", TEST);
        assertThat(plans.block("python-dependencies")).endsWith("  .");
        assertThat(plans.block("python-system-packages")).contains("gcc").contains("python3-dev");
    }

    @Test
    void equalTreesGiveEqualPlans() {
        String[] files = {
            "pyproject.toml", project(">=3.8", "3.8", "3.11"), "tests/test_it.py", "import yaml, pytest, requests\n"
        };
        PythonPlans first = PythonPlans.of(files);
        PythonPlans second = PythonPlans.of(files);
        assertThat(second.plan()).isEqualTo(first.plan());
        assertThat(second.contract(second.route())).isEqualTo(first.contract(first.route()));
    }

    @Test
    void nestedProjectsAreSetUpWhereTheRootIsNone() {
        PythonPlans plans = PythonPlans.of(
                "one/pyproject.toml",
                project(">=3.9"),
                "one/tests/test_one.py",
                TEST,
                "two/setup.py",
                "from setuptools import setup\nsetup(name='two')\n",
                "two/tests/test_two.py",
                TEST);
        assertThat(plans.plan().projects()).hasSize(2);
        assertThat(plans.contract(plans.route()).steps())
                .extracting(s -> s.id().value())
                .contains(
                        "python-dependencies-one",
                        "python-dependencies-two",
                        "python-strongest-one",
                        "python-strongest-two");
        assertThat(plans.block("python-dependencies-two")).contains("--editable ./two");
    }

    @Test
    void whatCiInstallsOnAnotherSystemIsNotInstalledHere() {
        PythonPlans plans = PythonPlans.of(
                "setup.py",
                "from setuptools import setup\nsetup(name='sample')\n",
                "tests/test_it.py",
                TEST,
                ".github/workflows/tests.yml",
                """
                on: push
                jobs:
                  tests:
                    runs-on: ${{ matrix.os }}
                    strategy:
                      matrix:
                        os: [ubuntu-latest, windows-latest]
                    steps:
                      - if: matrix.os == 'windows-latest'
                        run: python -m pip install pypiwin32 pytest
                      - if: matrix.os != 'windows-latest'
                        run: python -m pip install psutil pytest
                      - run: python -m pytest
                """);
        assertThat(plans.block("python-dependencies")).contains("psutil").doesNotContain("pypiwin32");
    }

    @Test
    void commandsSetTheVariablesThatTheTestsAreRunWith() {
        PythonPlans plans = PythonPlans.of(
                "setup.py",
                "from setuptools import setup\nsetup(name='sample')\n",
                "tests/test_it.py",
                TEST,
                "tox.ini",
                "[testenv]\nsetenv =\n    MODE = strict\ndeps = pytest\ncommands = pytest\n");
        assertThat(plans.proposal(plans.route())
                        .commands()
                        .getFirst()
                        .commands()
                        .testOne())
                .containsExactly("env", "MODE=strict", "python", "-m", "pytest", "{test}");
        assertThat(new PytestSupport()
                        .runs(
                                plans.step("python-strongest"),
                                plans.proposal(plans.route())
                                        .commands()
                                        .getFirst()
                                        .commands()
                                        .testAll()))
                .isTrue();
    }
}
