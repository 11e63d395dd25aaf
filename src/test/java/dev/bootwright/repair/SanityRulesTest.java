package dev.bootwright.repair;

import static dev.bootwright.repair.PlantedContracts.check;
import static dev.bootwright.repair.PlantedContracts.collect;
import static dev.bootwright.repair.PlantedContracts.evidence;
import static dev.bootwright.repair.PlantedContracts.origin;
import static dev.bootwright.repair.PlantedContracts.rules;
import static dev.bootwright.repair.PlantedContracts.with;
import static dev.bootwright.repair.PlantedContracts.withStep;
import static org.assertj.core.api.Assertions.assertThat;

import dev.bootwright.base.StepId;
import dev.bootwright.contract.Contracts;
import dev.bootwright.discover.Finding;
import dev.bootwright.repair.PlantedContracts.At;
import dev.bootwright.step.Contract;
import dev.bootwright.step.Origin;
import dev.bootwright.step.Phase;
import dev.bootwright.step.Role;
import dev.bootwright.step.Step;
import dev.bootwright.step.StepUser;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

class SanityRulesTest {
    private static final Map<String, Finding> EVIDENCE = evidence(
            "pytest --ignore=tests/network -m 'not slow'", "go test -short ./core", "cp config.example.ini config.ini");

    static Stream<Arguments> weakened() {
        return Stream.of(
                // swallowed status
                bad(At.WHOLE, SanityRule.SWALLOWED_STATUS, "python -m pytest || true"),
                bad(At.WHOLE, SanityRule.SWALLOWED_STATUS, "python -m pytest || :"),
                bad(At.WHOLE, SanityRule.SWALLOWED_STATUS, "python -m pytest || echo 'some tests failed'"),
                bad(At.WHOLE, SanityRule.SWALLOWED_STATUS, "python -m pytest || exit 0"),
                bad(At.WHOLE, SanityRule.SWALLOWED_STATUS, "python -m pytest || { echo failed; true; }"),
                bad(At.WHOLE, SanityRule.SWALLOWED_STATUS, "timeout 600 python -m pytest || python -m pytest --lf"),
                bad(At.WHOLE, SanityRule.SWALLOWED_STATUS, "python -m pytest; exit 0"),
                bad(At.WHOLE, SanityRule.SWALLOWED_STATUS, "python -m pytest\ntrue"),
                bad(At.WHOLE, SanityRule.SWALLOWED_STATUS, "set +e\npython -m pytest\necho done"),
                bad(At.WHOLE, SanityRule.SWALLOWED_STATUS, "set +euo pipefail\npython -m pytest"),
                bad(At.WHOLE, SanityRule.SWALLOWED_STATUS, "set +o pipefail\npython -m pytest | tee log.txt"),
                bad(At.WHOLE, SanityRule.SWALLOWED_STATUS, "if python -m pytest; then :; fi"),
                bad(At.WHOLE, SanityRule.SWALLOWED_STATUS, "if ! python -m pytest; then echo failed; fi"),
                bad(At.WHOLE, SanityRule.SWALLOWED_STATUS, "while ! python -m pytest; do break; done"),
                bad(At.WHOLE, SanityRule.SWALLOWED_STATUS, "python -m pytest &"),
                bad(At.WHOLE, SanityRule.SWALLOWED_STATUS, "python -m pytest & sleep 60"),
                bad(At.WHOLE, SanityRule.SWALLOWED_STATUS, "! python -m pytest"),
                bad(At.WHOLE, SanityRule.SWALLOWED_STATUS, "trap 'exit 0' EXIT\npython -m pytest"),
                bad(At.WHOLE, SanityRule.SWALLOWED_STATUS, "( python -m pytest ) || true"),
                bad(At.WHOLE, SanityRule.SWALLOWED_STATUS, "{ python -m pytest || true; }"),
                bad(At.WHOLE, SanityRule.SWALLOWED_STATUS, "bash -c 'python -m pytest | tee log.txt'"),
                bad(At.WHOLE, SanityRule.SWALLOWED_STATUS, "bash -c 'python -m pytest; echo done'"),
                bad(At.WHOLE, SanityRule.SWALLOWED_STATUS, "bash -c \"python -m pytest || true\""),
                bad(At.WHOLE, SanityRule.SWALLOWED_STATUS, "eval \"python -m pytest || true\""),
                bad(At.WHOLE, SanityRule.SWALLOWED_STATUS, "env CI=1 sh -c 'python -m pytest; true'"),
                bad(At.WHOLE, SanityRule.SWALLOWED_STATUS, "echo \"$(python -m pytest)\""),
                bad(At.WHOLE, SanityRule.SWALLOWED_STATUS, "python -m pytest && echo fine\necho done"),
                bad(At.WHOLE, SanityRule.SWALLOWED_STATUS, "find tests -name 'test_*.py' -exec python {} \\;"),
                bad(At.WHOLE, SanityRule.SWALLOWED_STATUS, "bash <<'X'\npython -m pytest\necho done\nX"),
                bad(At.WHOLE, SanityRule.SWALLOWED_STATUS, "mvn -B verify -Dmaven.test.failure.ignore=true"),
                bad(At.WHOLE, SanityRule.SWALLOWED_STATUS, "run() { python -m pytest || true; }\nrun"),
                bad(At.SETUP, SanityRule.SWALLOWED_STATUS, "python -m pip install -r requirements.txt || true"),
                bad(
                        At.SETUP,
                        SanityRule.SWALLOWED_STATUS,
                        "bash -c 'python -m pip install a; python -m pip install b'"),
                bad(At.DOCTOR, SanityRule.SWALLOWED_STATUS, "grep -q '^3' version.log || true"),
                bad(At.DOCTOR, SanityRule.SWALLOWED_STATUS, "python -c 'import sample' || echo missing"),
                // verification replaced
                bad(At.WHOLE, SanityRule.VERIFICATION_REPLACED, "true"),
                bad(At.WHOLE, SanityRule.VERIFICATION_REPLACED, "echo '100 passed in 3.2s'"),
                bad(At.WHOLE, SanityRule.VERIFICATION_REPLACED, "python -m pytest --version"),
                bad(At.WHOLE, SanityRule.VERIFICATION_REPLACED, "python --version"),
                bad(At.WHOLE, SanityRule.VERIFICATION_REPLACED, "go version && go env"),
                bad(At.WHOLE, SanityRule.VERIFICATION_REPLACED, "python -m pytest --help"),
                bad(At.WHOLE, SanityRule.VERIFICATION_REPLACED, "python -c 'import sample'"),
                bad(At.WHOLE, SanityRule.VERIFICATION_REPLACED, "python -c \"print('100 passed')\""),
                bad(At.WHOLE, SanityRule.VERIFICATION_REPLACED, "ruff check . && mypy src"),
                bad(At.WHOLE, SanityRule.VERIFICATION_REPLACED, "python -m pytest --collect-only -q"),
                bad(At.WHOLE, SanityRule.VERIFICATION_REPLACED, "pytest --co"),
                bad(At.WHOLE, SanityRule.VERIFICATION_REPLACED, "PYTEST_ADDOPTS=--collect-only pytest"),
                bad(At.WHOLE, SanityRule.VERIFICATION_REPLACED, "go test -run '^$' ./..."),
                bad(At.WHOLE, SanityRule.VERIFICATION_REPLACED, "go test -run=^$ ./..."),
                bad(At.WHOLE, SanityRule.VERIFICATION_REPLACED, "go test -list . ./..."),
                bad(At.WHOLE, SanityRule.VERIFICATION_REPLACED, "go test -exec /bin/true ./..."),
                bad(At.WHOLE, SanityRule.VERIFICATION_REPLACED, "go build ./... && go vet ./..."),
                bad(At.WHOLE, SanityRule.VERIFICATION_REPLACED, "cargo test --no-run"),
                bad(At.WHOLE, SanityRule.VERIFICATION_REPLACED, "mvn -B package -DskipTests"),
                bad(At.WHOLE, SanityRule.VERIFICATION_REPLACED, "./gradlew build -x test"),
                bad(At.WHOLE, SanityRule.VERIFICATION_REPLACED, "make -n test"),
                bad(At.WHOLE, SanityRule.VERIFICATION_REPLACED, "tox --notest"),
                bad(At.WHOLE, SanityRule.VERIFICATION_REPLACED, "npm run lint"),
                bad(At.WHOLE, SanityRule.VERIFICATION_REPLACED, "pytest() { :; }\npytest"),
                bad(At.WHOLE, SanityRule.VERIFICATION_REPLACED, "command -v pytest"),
                bad(At.COLLECT, SanityRule.VERIFICATION_REPLACED, "python -c 'import tests'"),
                bad(At.COLLECT, SanityRule.VERIFICATION_REPLACED, "true"),
                // verification narrowed
                bad(At.WHOLE, SanityRule.VERIFICATION_NARROWED, "python -m pytest -k 'not broken'"),
                bad(At.WHOLE, SanityRule.VERIFICATION_NARROWED, "python -m pytest --ignore=tests/hard"),
                bad(At.WHOLE, SanityRule.VERIFICATION_NARROWED, "python -m pytest --ignore tests/hard"),
                bad(At.WHOLE, SanityRule.VERIFICATION_NARROWED, "python -m pytest --deselect tests/test_a.py::test_b"),
                bad(At.WHOLE, SanityRule.VERIFICATION_NARROWED, "python -m pytest -m fast"),
                bad(At.WHOLE, SanityRule.VERIFICATION_NARROWED, "python -m pytest tests/test_easy.py"),
                bad(At.WHOLE, SanityRule.VERIFICATION_NARROWED, "python -m pytest -x"),
                bad(At.WHOLE, SanityRule.VERIFICATION_NARROWED, "export PYTEST_ADDOPTS=\"-k easy\"\npython -m pytest"),
                bad(At.WHOLE, SanityRule.VERIFICATION_NARROWED, "go test -run TestEasy ./..."),
                bad(At.WHOLE, SanityRule.VERIFICATION_NARROWED, "go test -skip TestHard ./..."),
                bad(At.WHOLE, SanityRule.VERIFICATION_NARROWED, "go test ./easy"),
                bad(At.WHOLE, SanityRule.VERIFICATION_NARROWED, "python -m unittest -k easy"),
                bad(
                        At.COLLECT,
                        SanityRule.VERIFICATION_NARROWED,
                        "python -m pytest --collect-only -q --ignore=tests/hard"),
                bad(At.PART, SanityRule.VERIFICATION_NARROWED, "python -m pytest -k easy tests/test_a.py"),
                // own files changed
                bad(At.SETUP, SanityRule.OWN_FILES_CHANGED, "sed -i 's/3.8/3.13/' pyproject.toml"),
                bad(At.SETUP, SanityRule.OWN_FILES_CHANGED, "rm tests/test_hard.py"),
                bad(At.SETUP, SanityRule.OWN_FILES_CHANGED, "rm -rf tests"),
                bad(At.SETUP, SanityRule.OWN_FILES_CHANGED, "echo 'collect_ignore = [\"x\"]' > conftest.py"),
                bad(At.SETUP, SanityRule.OWN_FILES_CHANGED, "cat > \"$TREE/src/fix.py\" <<'X'\npass\nX"),
                bad(At.SETUP, SanityRule.OWN_FILES_CHANGED, "git checkout HEAD~1"),
                bad(At.SETUP, SanityRule.OWN_FILES_CHANGED, "git apply fix.patch"),
                bad(At.SETUP, SanityRule.OWN_FILES_CHANGED, "patch -p1 < fix.patch"),
                bad(At.SETUP, SanityRule.OWN_FILES_CHANGED, "mv tests/test_hard.py /var/tmp"),
                bad(At.SETUP, SanityRule.OWN_FILES_CHANGED, "go mod tidy"),
                bad(At.SETUP, SanityRule.OWN_FILES_CHANGED, "printf x | tee -a setup.cfg"),
                bad(At.SETUP, SanityRule.OWN_FILES_CHANGED, "python - <<'X'\nopen('setup.py', 'w').write('')\nX"),
                bad(At.WHOLE, SanityRule.OWN_FILES_CHANGED, "python -m pytest\necho '{}' > .bootstrap/tests.json"),
                // forged reports
                bad(
                        At.WHOLE,
                        SanityRule.FORGED_REPORT,
                        "echo '<testsuite/>' > \"$BOOTWRIGHT_REPORTS/junit.xml\"\npython -m pytest"),
                bad(At.WHOLE, SanityRule.FORGED_REPORT, "cp old.xml \"$BOOTWRIGHT_REPORTS/\"\npython -m pytest"),
                bad(
                        At.WHOLE,
                        SanityRule.FORGED_REPORT,
                        "cat > $BOOTWRIGHT_REPORTS/r.xml <<'X'\n<testsuite/>\nX\npython -m pytest"),
                bad(
                        At.WHOLE,
                        SanityRule.FORGED_REPORT,
                        "R=$BOOTWRIGHT_REPORTS\necho x > \"$R/junit.xml\"\npython -m pytest"),
                bad(
                        At.WHOLE,
                        SanityRule.FORGED_REPORT,
                        "go test -json ./... | grep -v fail > \"$BOOTWRIGHT_REPORTS/go.json\""),
                bad(At.WHOLE, SanityRule.FORGED_REPORT, "BOOTWRIGHT_REPORTS=/var/tmp/x python -m pytest"),
                bad(
                        At.WHOLE,
                        SanityRule.FORGED_REPORT,
                        "python -c \"open(__import__('os').environ['BOOTWRIGHT_REPORTS']+'/a.xml','w')\"\npython -m pytest"),
                // one machine
                bad(At.SETUP, SanityRule.HOST_PATH, "python -m pip install /home/ann/sample/wheels/a.whl"),
                bad(At.WHOLE, SanityRule.HOST_PATH, "cd /workspace && python -m pytest"),
                bad(At.SETUP, SanityRule.HOST_PATH, "source /Users/ann/venv/bin/activate"),
                bad(At.SETUP, SanityRule.HOST_PATH, "ls /root/.config"),
                bad(At.SETUP, SanityRule.HOST_PATH, "python -m pip install --find-links=/tmp/wheels sample"),
                bad(
                        At.SETUP,
                        SanityRule.SECRET,
                        "curl -H 'Authorization: Bearer ghp_0123456789abcdefghijABCDEFGHIJ012345' https://example.org/x -o x.log"),
                bad(
                        At.SETUP,
                        SanityRule.SECRET,
                        "python -m pip install --index-url https://user:s3cr3tPass99@index.example.org/simple a"),
                bad(At.SETUP, SanityRule.WARM_STATE, "cp -r ~/.cache/pip .venv/cache"),
                bad(At.SETUP, SanityRule.WARM_STATE, "python -m pip install --no-index sample"),
                bad(At.SETUP, SanityRule.WARM_STATE, "mvn -o -B package"),
                bad(At.SYSTEM, SanityRule.WARM_STATE, "apt-get install -y python3"),
                bad(At.SETUP, SanityRule.UNPINNED_DOWNLOAD, "curl -fsSL https://example.org/install.sh | bash"),
                bad(At.SETUP, SanityRule.UNPINNED_DOWNLOAD, "wget -qO- https://example.org/i.py | python -"),
                bad(At.SETUP, SanityRule.UNPINNED_DOWNLOAD, "bash <(curl -s https://example.org/i.sh)"),
                bad(At.SETUP, SanityRule.UNPINNED_DOWNLOAD, "sh -c \"$(curl -fsSL https://example.org/i.sh)\""),
                bad(At.SETUP, SanityRule.SUDO, "sudo apt-get update && sudo apt-get install -y libxml2-dev"),
                bad(At.WHOLE, SanityRule.SUDO, "sudo -E python -m pytest"),
                bad(At.WHOLE, SanityRule.UNREADABLE_BLOCK, "python -m pytest 'tests"),
                bad(At.WHOLE, SanityRule.UNREADABLE_BLOCK, "if true; then python -m pytest"));
    }

    static Stream<Arguments> legitimate() {
        return Stream.of(
                good(At.WHOLE, "python -m pytest --junitxml=\"$BOOTWRIGHT_REPORTS/junit.xml\""),
                good(
                        At.WHOLE,
                        "python -m pytest -q -ra --tb=short -p no:cacheprovider --junitxml=\"$BOOTWRIGHT_REPORTS/junit.xml\" tests"),
                good(At.WHOLE, "python -m pytest 2>&1 | tee pytest.log"),
                good(At.WHOLE, "python -m pytest --ignore=tests/network"),
                good(At.WHOLE, "python -m pytest -m 'not slow'"),
                good(At.WHOLE, "python -m pytest --deselect tests/test_db.py::test_connect"),
                good(At.WHOLE, "uv run --no-sync pytest -n auto"),
                good(At.WHOLE, "coverage run -m pytest && coverage report"),
                good(At.WHOLE, "python -m unittest discover -s tests -v"),
                good(At.WHOLE, "python -m unittest"),
                good(At.PART, "python -m unittest discover -k '*test_easy.*' -s tests -v"),
                good(At.WHOLE, "go test -count=1 -json ./... > \"$BOOTWRIGHT_REPORTS/go.json\""),
                good(At.WHOLE, "go test -count=1 -json ./... | tee \"$BOOTWRIGHT_REPORTS/go.json\""),
                good(At.WHOLE, "go test -race -timeout 10m -json ./... > \"$BOOTWRIGHT_REPORTS/go.json\""),
                good(At.WHOLE, "go test -short ./core"),
                good(At.WHOLE, "cd sub && go test -json . > \"$BOOTWRIGHT_REPORTS/sub.json\""),
                good(
                        At.WHOLE,
                        "status=0\ngo test -json ./... > \"$BOOTWRIGHT_REPORTS/go.json\" || status=$?\ncat \"$BOOTWRIGHT_REPORTS/go.json\"\nexit \"$status\""),
                good(At.WHOLE, "make test"),
                good(At.WHOLE, "make lint test"),
                good(At.WHOLE, "tox -e py313"),
                good(At.WHOLE, "ruff check .\npython -m pytest"),
                good(At.WHOLE, "python --version\npython -m pytest"),
                good(At.WHOLE, "export PYTHONDONTWRITEBYTECODE=1\npython -m pytest"),
                good(At.WHOLE, "if [ -d integration ]; then python -m pytest integration; fi\npython -m pytest tests"),
                good(At.WHOLE, "if ! python -m pytest; then echo 'tests failed' >&2; exit 1; fi"),
                good(At.WHOLE, "python -m pytest || { echo 'tests failed' >&2; exit 1; }"),
                good(At.WHOLE, "python -m pytest || exit 1"),
                good(At.WHOLE, "bash -euo pipefail -c 'python -m pytest | tee test.log'"),
                good(At.WHOLE, "bash scripts/run-tests.sh"),
                good(At.WHOLE, "./run_tests.py --verbose"),
                good(At.WHOLE, "mvn -B verify"),
                good(At.WHOLE, "./gradlew --no-daemon check"),
                good(At.WHOLE, "npm test"),
                good(At.WHOLE, "cargo test --workspace --locked"),
                good(At.WHOLE, "trap 'rm -rf \"$work\"' EXIT\nwork=$(mktemp -d)\nTMPDIR=$work python -m pytest"),
                good(At.WHOLE, "xvfb-run -a python -m pytest"),
                good(At.WHOLE, "python server.py & python -m pytest"),
                good(
                        At.WHOLE,
                        "for d in a b; do (cd \"$d\" && go test -json ./... >> \"$BOOTWRIGHT_REPORTS/$d.json\"); done"),
                good(At.WHOLE, "rm -rf build || true\npython -m pytest"),
                good(At.COLLECT, "python -m pytest --collect-only -q"),
                good(At.COLLECT, "go test -run '^$' ./..."),
                good(At.COLLECT, "go test -list . ./..."),
                good(At.COLLECT, "go vet ./..."),
                good(
                        At.PART,
                        "python -m pytest --junitxml=\"$BOOTWRIGHT_REPORTS/junit.xml\" tests/test_a.py tests/test_b.py"),
                good(At.PART, "go test -count=1 -json ./a ./b > \"$BOOTWRIGHT_REPORTS/go.json\""),
                good(At.DOCTOR, "python --version | grep -q '^Python 3[.]13'"),
                good(At.DOCTOR, "test \"$(go env GOVERSION)\" = go1.24.4"),
                good(At.DOCTOR, "! grep -q broken sample.log"),
                good(At.DOCTOR, "python -c 'import sample'"),
                good(At.DOCTOR, "command -v git >/dev/null || { echo 'git is missing' >&2; exit 1; }"),
                good(At.SETUP, "python3 -m venv .venv"),
                good(At.SETUP, "[ -d .venv ] || python3 -m venv .venv"),
                good(At.SETUP, "python -m pip install -c .bootstrap/lock/python.txt -e '.[test]'"),
                good(At.SETUP, "python -m pip install -e . || python -m pip install ."),
                good(
                        At.SETUP,
                        "if [ -f requirements-dev.txt ]; then\n  python -m pip install -r requirements-dev.txt\nfi"),
                good(At.SETUP, "command -v uv >/dev/null 2>&1 || python -m pip install --user uv"),
                good(At.SETUP, "go mod download"),
                good(At.SETUP, "go build ./..."),
                good(At.SETUP, "cp config.example.ini config.ini"),
                good(
                        At.SETUP,
                        "curl -fsSLo /tmp/tool.tgz https://example.org/tool-1.2.tgz\necho 'abc  /tmp/tool.tgz' | sha256sum -c\ntar -xf /tmp/tool.tgz -C \"$HOME\""),
                good(At.SETUP, "export POSTGRES_PASSWORD=postgres\npython -m pip install -e ."),
                good(At.SETUP, "git config --global --add safe.directory \"$TREE\""),
                good(At.SETUP, "mkdir -p build && cd build && cmake .. && make -j2 install"),
                good(At.SETUP, "python -m pip install --no-index --find-links=vendor/wheels sample"),
                good(At.SETUP, "rm -rf build dist .venv"),
                good(
                        At.SETUP,
                        "case \"$(uname -m)\" in\n  x86_64) arch=amd64 ;;\n  *) arch=arm64 ;;\nesac\necho \"$arch\" > build/arch"),
                good(
                        At.SYSTEM,
                        "export DEBIAN_FRONTEND=noninteractive\napt-get update\napt-get install -y --no-install-recommends python3\nrm -rf /var/lib/apt/lists/*"),
                good(At.SYSTEM, "apt-get update && apt-get install -y git\nsed -i 's/x/y/' /etc/locale.gen"));
    }

    private static Arguments bad(At at, SanityRule rule, String block) {
        return Arguments.of(at, rule, block);
    }

    private static Arguments good(At at, String block) {
        return Arguments.of(at, block);
    }

    @ParameterizedTest(name = "{0} {1}: {2}")
    @MethodSource("weakened")
    void weakeningIsRejected(At at, SanityRule rule, String block) {
        List<SanityFinding> findings = check(with(at, block), null, EVIDENCE);
        assertThat(findings).as(block).extracting(SanityFinding::rule).contains(rule);
        assertThat(findings)
                .filteredOn(f -> f.rule() == rule)
                .first()
                .satisfies(f -> assertThat(f.step()).isEqualTo(new StepId("planted")));
    }

    @ParameterizedTest(name = "{0}: {1}")
    @MethodSource("legitimate")
    void legitimateBlockIsAccepted(At at, String block) {
        assertThat(check(with(at, block), null, EVIDENCE))
                .as(block)
                .extracting(SanityFinding::display)
                .isEmpty();
    }

    @Test
    void thereAreEnoughCases() {
        assertThat(weakened().count()).isGreaterThanOrEqualTo(40);
        assertThat(legitimate().count()).isGreaterThanOrEqualTo(40);
    }

    @Test
    void swallowingInSetupIsAcceptedWithARecordedReason() {
        Contract contract = with(At.SETUP, "python -m pip install -r extra.txt || true");
        assertThat(rules(check(contract, null, Map.of()))).contains(SanityRule.SWALLOWED_STATUS);
        assertThat(check(contract, null, evidence("pip install -r extra.txt || true")))
                .isEmpty();
    }

    @Test
    void swallowingInATestIsRejectedThoughContinuousIntegrationDoesIt() {
        Contract contract = with(At.WHOLE, "python -m pytest || true");
        assertThat(rules(check(contract, null, evidence("python -m pytest || true"))))
                .contains(SanityRule.SWALLOWED_STATUS);
    }

    @Test
    void rootIsForSystemPackagesOnly() {
        Contract contract = Contracts.contract(
                Map.of(),
                Contracts.step("a", Phase.BUILD, Role.BUILD, StepUser.ROOT, null, "make"),
                collect(),
                Contracts.step("b", Phase.STRONGEST, Role.EXECUTE, StepUser.ROOT, "pytest", "pytest"));
        assertThat(rules(check(contract, null, Map.of()))).containsExactly(SanityRule.ROOT_STEP, SanityRule.ROOT_STEP);
    }

    @Test
    void stagesMustCollectAndExecute() {
        Contract nothing = Contracts.contract(Map.of());
        assertThat(check(nothing, null, Map.of()))
                .extracting(SanityFinding::detail)
                .containsExactly(
                        "minimal has no step that collects the tests", "strongest has no step that executes tests");
    }

    @Test
    void secretsAndHostPathsInVariablesAreFound() {
        Contract contract = Contracts.contract(
                Map.of("API_TOKEN", "ghp_0123456789abcdefghijABCDEFGHIJ012345", "PATH", "/home/ann/bin:${PATH}"),
                collect(),
                Contracts.step("b", Phase.STRONGEST, Role.EXECUTE, StepUser.DEVELOPER, "pytest", "pytest"));
        List<SanityFinding> findings = check(contract, null, Map.of());
        assertThat(rules(findings)).containsExactly(SanityRule.SECRET, SanityRule.HOST_PATH);
        assertThat(findings.toString()).doesNotContain("ghp_0123");
    }

    @Test
    void aPinByARepairNeedsAReason() {
        Step bare =
                Contracts.step("pin", Phase.DEPENDENCIES, Role.INSTALL, StepUser.DEVELOPER, null, "pip install a==1.2");
        assertThat(rules(check(withStep(origin(bare, new Origin("repair", ""))), null, Map.of())))
                .containsExactly(SanityRule.PIN_WITHOUT_REASON);
        assertThat(check(withStep(origin(bare, new Origin("repair", "a-1.3-drops-x"))), null, Map.of()))
                .isEmpty();
    }

    @Test
    void theSampleContractIsSound() {
        assertThat(check(Contracts.pytest(), null, Map.of())).isEmpty();
    }

    @ParameterizedTest
    @EnumSource(SanityRule.class)
    void everyRuleHasAPage(SanityRule rule) {
        assertThat(Path.of("docs/rules", rule.id() + ".md"))
                .content()
                .contains("# " + rule.id())
                .contains(rule.reason());
    }

    @Test
    void everyPageHasARule() throws Exception {
        try (Stream<Path> pages = Files.list(Path.of("docs/rules"))) {
            List<String> ids = new ArrayList<>();
            for (SanityRule rule : SanityRule.values()) {
                ids.add(rule.id() + ".md");
            }
            assertThat(pages.map(p -> p.getFileName().toString())).containsExactlyInAnyOrderElementsOf(ids);
        }
    }
}
