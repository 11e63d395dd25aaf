package dev.bootwright.ecosystem.python;

import static org.assertj.core.api.Assertions.assertThat;

import dev.bootwright.ecosystem.python.read.TestInvocation;
import java.util.List;
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
}
