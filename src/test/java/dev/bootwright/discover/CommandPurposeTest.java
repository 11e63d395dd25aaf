package dev.bootwright.discover;

import static org.assertj.core.api.Assertions.assertThat;

import dev.bootwright.discover.CiCommand.Purpose;
import dev.bootwright.format.shell.ShellScript;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class CommandPurposeTest {
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '~',
            value = {
                "pytest -q | TEST",
                "python -m pytest --version | OTHER",
                "coverage run -m pytest && coverage xml | TEST",
                "coverage run tests/runtests.py | TEST",
                "coverage report | OTHER",
                "python setup.py test | TEST",
                "python setup.py sdist bdist_wheel | BUILD",
                "python manage.py test app | TEST",
                "python -Im pip install -U pip | INSTALL",
                "tox | TEST",
                "tox -e py312,lint | TEST",
                "tox -elint | LINT",
                "tox run -e docs | DOCUMENTATION",
                "nox -s tests-3.12 | TEST",
                "nox -s lint typecheck | LINT",
                "hatch run test:cov | TEST",
                "uv run --locked tox run -e typing | LINT",
                "poetry publish --build | DEPLOY",
                "test -z x && gofmt -l . | LINT",
                "uv sync && uv run pytest | TEST",
                "go test ./... | TEST",
                "go vet ./... | LINT",
                "go mod download | INSTALL",
                "go build ./... | BUILD",
                "richgo test -v ./... | TEST",
                "gotestsum -- ./... | TEST",
                "make | BUILD",
                "make -j4 check | TEST",
                "make richtest | TEST",
                "make latest | OTHER",
                "make lint test | TEST",
                "npm ci && npm test | TEST",
                "npm run build | BUILD",
                "npm publish | DEPLOY",
                "./scripts/run-tests.sh | TEST",
                "bash ci/test.sh | TEST",
                "git push origin main | DEPLOY",
                "pytest && twine upload dist/* | DEPLOY",
                "echo pytest | OTHER",
                "pre-commit run --all-files | LINT",
            })
    void commandsAreClassified(String script, Purpose purpose) {
        assertThat(CommandPurpose.of(ShellScript.read(script, 1).toOptional().orElseThrow()))
                .isEqualTo(purpose);
    }
}
