package dev.bootwright.ecosystem.python;

import static org.assertj.core.api.Assertions.assertThat;

import dev.bootwright.contract.StepProposal;
import dev.bootwright.ecosystem.python.read.TestInvocation;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class TestArgumentsTest {
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "pytest -v --tb=short -rxs --durations 5 tests | pytest | tests",
                "python -m pytest -n auto --dist loadfile -k 'not slow' tests/unit | pytest | -k,not slow,tests/unit",
                "uv run pytest --cov=a --cov-report xml --junitxml=r.xml | pytest | ''",
                "coverage run -m pytest -x -p no:cacheprovider --ignore=a --deselect b::c | pytest | -p,no:cacheprovider,--ignore=a,--deselect,b::c",
                "poetry run pytest --runslow --timeout 30 $EXTRA /opt/x -o cache_dir=/tmp/c | pytest | --runslow",
                "python -W error -m unittest discover -v -s tests | unittest | discover,-s,tests",
                "python setup.py test | script | setup.py,test",
                "python -m tests | script | -m,tests"
            })
    void whatSelectsStaysAndWhatReportsGoes(String command, String runner, String kept) {
        TestInvocation run = TestInvocation.in(command, 1).getFirst();
        assertThat(run.runner()).isEqualTo(runner);
        assertThat(TestArguments.selecting(runner, run.arguments()))
                .isEqualTo(kept.isEmpty() ? List.of() : List.of(kept.split(",")));
    }

    private static PythonPlans plans(String... steps) {
        StringBuilder job = new StringBuilder("on: push\njobs:\n  t:\n    runs-on: ubuntu-latest\n    steps:\n");
        for (String step : steps) {
            job.append("      - run: ").append(step).append('\n');
        }
        return PythonPlans.of(
                "pyproject.toml",
                "[project]\nname = \"demo\"\nversion = \"1\"\n[project.optional-dependencies]\ntest = [\"pytest\"]\n",
                "tests/unit/test_a.py",
                "def test_a():\n    pass\n",
                "tests/integration/test_b.py",
                "def test_b():\n    pass\n",
                ".github/workflows/ci.yml",
                job.toString());
    }

    @Test
    void commandsThatRunPartsOfTheSuiteInOneWayAreUnited() {
        PythonPlans plans = plans("pip install .[test]", "pytest -v tests/unit", "pytest tests/integration");

        assertThat(plans.block("python-strongest")).endsWith("tests/unit tests/integration");
        assertThat(plans.proposal(plans.route()).warnings())
                .noneMatch(w -> w.kind().equals("not-covered") && w.text().contains("also runs"));
    }

    @Test
    void aCommandThatRunsTestsInAnotherWayIsTold() {
        PythonPlans plans = plans("pytest tests/unit", "pytest -m slow tests/integration");

        assertThat(plans.block("python-strongest")).endsWith("tests/unit");
        assertThat(plans.proposal(plans.route()).warnings())
                .filteredOn(w -> w.kind().equals("not-covered"))
                .extracting(StepProposal.Warning::text)
                .contains("CI (.github/workflows/ci.yml:7) also runs “pytest -m slow tests/integration”.");
    }

    @Test
    void aCommandForAllTestsNeedsNoParts() {
        PythonPlans plans = plans("pytest tests/unit", "pytest");

        assertThat(plans.block("python-strongest")).doesNotContain("tests/unit");
    }
}
