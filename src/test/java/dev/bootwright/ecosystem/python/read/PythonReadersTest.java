package dev.bootwright.ecosystem.python.read;

import static org.assertj.core.api.Assertions.assertThat;

import com.code_intelligence.jazzer.api.FuzzedDataProvider;
import com.code_intelligence.jazzer.junit.FuzzTest;
import dev.bootwright.acquire.MemoryTree;
import dev.bootwright.discover.Discoverer;
import dev.bootwright.discover.DiscoveryReport;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class PythonReadersTest {
    private static DiscoveryReport discover(String... files) {
        return new Discoverer().discover(MemoryTree.of(files), List.of(new PythonDetector()));
    }

    private static List<String> values(DiscoveryReport report, String subject) {
        return report.of(subject).stream().map(f -> f.value()).toList();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "A.B_c[x, y] >= 1.0 , <2 ; python_version<'3' | a-b-c[x,y]>=1.0,<2; python_version<'3'",
                "name@https://example.invalid/a.zip | name @ https://example.invalid/a.zip",
                "name (>=1) | name>=1",
                "name | name"
            })
    void requirementsAreNormalised(String text, String expected) {
        assertThat(Requirement.tryParse(text)).map(Requirement::toString).contains(expected);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "-e .", "a b", "a>=", "a^1", "./local", "a[b"})
    void whatIsNoRequirementIsRefused(String text) {
        assertThat(Requirement.tryParse(text)).isEmpty();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "^1.2.3 | >=1.2.3,<2",
                "^0.2.3 | >=0.2.3,<0.3",
                "^0.0.3 | >=0.0.3,<0.0.4",
                "^1 | >=1,<2",
                "~1.2.3 | >=1.2.3,<1.3",
                "~1 | >=1,<2",
                "1.2 | ==1.2",
                "1.* | ==1.*",
                ">=1.2,<3 | >=1.2,<3",
                "* | ''",
                "~=1.4 | ~=1.4"
            })
    void poetryConstraintsBecomeSpecifiers(String constraint, String specifier) {
        assertThat(PoetryConstraint.toSpecifier(constraint)).contains(specifier);
    }

    @Test
    void alternativesOfPoetryHaveNoSpecifier() {
        assertThat(PoetryConstraint.toSpecifier("^1 || ^2")).isEmpty();
    }

    @Test
    void literalsAreReadAndComputedPartsStayOpaque() {
        PythonSource source = PythonSource.of("""
                import x
                BASE = ['a', "b" 'c'] + OTHER
                setup(  # comment with ) in it
                    name='n' "m",
                    items=BASE + ["d"],
                    **extra,
                    table={"k": ("v",), 'l': call(1)},
                    text=open("r").read(),
                    f=f"{x}",
                )
                """);
        PythonValue.Call call = source.calls("setup").getFirst();
        assertThat(call.argument("name")).contains(new PythonValue.Text("nm", 4));
        assertThat(call.argument("items").orElseThrow().texts())
                .extracting(PythonValue.Text::value)
                .containsExactly("a", "bc", "d");
        assertThat(call.argument("items").orElseThrow().isKnown()).isFalse();
        assertThat(call.argument("text").orElseThrow().isKnown()).isFalse();
        assertThat(call.argument("f").orElseThrow().isKnown()).isFalse();
        assertThat(call.argument("table"))
                .hasValueSatisfying(
                        t -> assertThat(((PythonValue.Pairs) t).pairs()).hasSize(2));
    }

    @Test
    void importsTellModuleNamesLevelAndCondition() {
        List<PythonImport> imports = PythonImport.in(PythonTokens.of("""
                '''import not_me'''
                import a.b as c, d
                from e.f import (g,
                    h as i)
                from .. import j
                try:
                    import k
                except ImportError: pass
                x = "import l"
                """));
        assertThat(imports)
                .containsExactly(
                        new PythonImport("a.b", List.of(), 0, false, 2),
                        new PythonImport("d", List.of(), 0, false, 2),
                        new PythonImport("e.f", List.of("g", "h"), 0, false, 3),
                        new PythonImport("", List.of("j"), 2, false, 5),
                        new PythonImport("k", List.of(), 0, true, 7));
    }

    @Test
    void toxNamesExpand() {
        assertThat(ToxReader.expand("py{38,39}-{a,b}, docs\n lint-{x}, 3.1{0-2}"))
                .containsExactly("py38-a", "py38-b", "py39-a", "py39-b", "docs", "lint-x", "3.10", "3.11", "3.12");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "pytest {posargs:-n auto} tests | pytest -n auto tests",
                "pytest {posargs} | pytest",
                "pytest {tty:--color=yes:{env:X:}} --cov={envsitepackagesdir}/a {toxinidir}/tests | pytest  --cov=/a tests",
                "pytest tests [] | pytest tests"
            })
    void toxSubstitutionsTakeTheirDefaults(String command, String expected) {
        assertThat(TestRuns.withoutSubstitutions(command)).isEqualTo(expected);
    }

    @Test
    void theNewestPlainEnvironmentOfToxCounts() {
        DiscoveryReport report =
                discover("setup.py", "from setuptools import setup\nsetup(name='a')\n", "tox.ini", """
                [tox]
                envlist = py38-{old,new}, 3.11, lint
                [testenv]
                deps =
                  old: alpha
                  !old: beta
                  {[shared]deps}
                commands = pytest {posargs:tests}
                [testenv:lint]
                commands = flake8
                [shared]
                deps = gamma
                """);
        assertThat(values(report, Subjects.DEPENDENCY)).containsExactlyInAnyOrder("beta", "gamma");
        assertThat(report.of(Subjects.TEST_RUN).getFirst().attributes())
                .containsEntry("named-by", "tox environment 3.11");
        assertThat(values(report, Subjects.TOX_VERSION)).contains("3.8", "3.11");
    }

    @Test
    void importsCountOnlyWhereTestsReachThem() {
        DiscoveryReport report = discover(
                "pyproject.toml", "[project]\nname = 'p'\n",
                "src/p/__init__.py", "from .deep import thing\n",
                "src/p/deep.py", "import numpy\n",
                "src/p/apart.py", "import django\n",
                "tests/conftest.py", "import helper\n",
                "tests/helper.py", "import yaml\n",
                "tests/test_p.py", "from p import deep\nimport os, sys\n");
        assertThat(values(report, Subjects.IMPORT)).containsExactly("numpy", "yaml");
    }

    @Test
    void fixturesAndMarksNameTheirPlugins() {
        DiscoveryReport report = discover(
                "pyproject.toml", "[project]\nname = 'p'\n",
                "tests/test_p.py", """
                        import pytest
                        @pytest.mark.asyncio
                        async def test_a(mocker, benchmark=None): pass
                        @pytest.fixture
                        def freezer(): pass
                        def test_b(freezer): pass
                        """);
        assertThat(values(report, Subjects.PYTEST_PLUGIN))
                .containsExactlyInAnyOrder("pytest-asyncio", "pytest-mock", "pytest-benchmark");
    }

    @Test
    void brokenManifestsAreUnknownWithTheirLine() {
        DiscoveryReport report =
                discover("pyproject.toml", "[project]\nname = = 1\n", "setup.cfg", "[metadata]\nname = a\n[open\n");
        assertThat(report.unknowns())
                .extracting(u -> u.file() + ":" + u.line())
                .contains("pyproject.toml:2", "setup.cfg:3");
        assertThat(discover("pyproject.toml", "[project\nname = \"a\"\n").unknowns())
                .extracting(u -> u.file() + ":" + u.line() + " " + u.reason().split(":")[0])
                .containsExactly("pyproject.toml:1 broken TOML");
        assertThat(discover("pyproject.toml", "[tool.ruff]\n").unknowns()).isEmpty();
    }

    @Test
    void versionFilesPinAndOtherInterpretersAreUnknown() {
        assertThat(values(
                        discover("setup.py", "setup()", ".python-version", "# why\n3.11.4\n"), Subjects.PINNED_VERSION))
                .containsExactly("3.11.4");
        assertThat(values(discover("setup.py", "setup()", "runtime.txt", "python-3.10.1"), Subjects.PINNED_VERSION))
                .containsExactly("3.10.1");
        assertThat(values(
                        discover("setup.py", "setup()", ".tool-versions", "nodejs 20\npython 3.12.1 3.11\n"),
                        Subjects.PINNED_VERSION))
                .containsExactly("3.12.1");
        assertThat(discover("setup.py", "setup()", ".python-version", "pypy3.10")
                        .unknowns())
                .hasSize(1);
    }

    @FuzzTest
    void readingPythonNeverThrows(FuzzedDataProvider data) {
        String text = data.consumeRemainingAsString();
        assertThat(PythonImport.in(PythonTokens.of(text))).isNotNull();
        assertThat(PythonSource.of(text).calls("setup")).isNotNull();
    }

    @Test
    void anyMixtureOfSignsIsReadToItsEnd() {
        String[] parts = {
            "setup(", ")", "[", "]", "{", "}", "'", "\"\"\"", "\n", "    ", "import ", "from ", ".", ",", "=", "#",
            "\\", "def f(", "@", ":", "x", "1", "+", "f'{"
        };
        Random random = new Random(508);
        for (int i = 0; i < 20_000; i++) {
            StringBuilder text = new StringBuilder();
            for (int n = random.nextInt(25); n >= 0; n--) {
                text.append(parts[random.nextInt(parts.length)]);
            }
            PythonSource source = PythonSource.of(text.toString());
            assertThat(source.calls("setup")).isNotNull();
            assertThat(source.functions()).isNotNull();
            assertThat(PythonImport.in(source.tokens())).isNotNull();
        }
    }

    @Test
    void deepNestingEnds() {
        assertThat(PythonSource.of("setup(" + "[".repeat(50_000)).calls("setup"))
                .hasSize(1);
    }
}
