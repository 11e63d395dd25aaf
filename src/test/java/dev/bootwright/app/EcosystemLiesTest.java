package dev.bootwright.app;

import static org.assertj.core.api.Assertions.assertThat;

import dev.bootwright.base.Readiness;
import dev.bootwright.base.Verdict;
import dev.bootwright.failure.FailureCode;
import dev.bootwright.pipeline.RunResult;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What other ecosystems than Python do to look tested, and the verdict that counted tests give; from the bare base. */
@Tag("sandbox")
class EcosystemLiesTest {
    private static final String C_PROGRAM = "int main(void) { return 0; }\n";

    @TempDir
    Path folder;

    private SetupHarness harness;

    @BeforeEach
    void open() {
        harness = new SetupHarness(folder);
    }

    @AfterEach
    void close() {
        harness.close();
    }

    /** The POM switches tests off and lets failures pass: both are undone, so that what fails shows. */
    @Test
    void aPomThatSkipsTestsAndIgnoresFailures() throws IOException {
        Path repository = example("maven-tests-off");
        Path pom = repository.resolve("pom.xml");
        Files.writeString(pom, Files.readString(pom).replace("</properties>", """
                </properties>
                <dependencies>
                  <dependency>
                    <groupId>junit</groupId>
                    <artifactId>junit</artifactId>
                    <version>4.13.2</version>
                    <scope>test</scope>
                  </dependency>
                </dependencies>
                """));
        Path tests = repository.resolve("src/test/java/org/example");
        Files.writeString(tests.resolve("LaterTest.java"), """
                package org.example;

                public class LaterTest extends junit.framework.TestCase {
                    public void testFails() {
                        assertEquals(1, 2);
                    }

                    public void testFailsToo() {
                        assertEquals(2, 3);
                    }
                }
                """);

        RunResult result = harness.setup(repository);

        assertThat(result.tests().executed()).isEqualTo(3);
        assertThat(result.tests().passed()).isEqualTo(1);
        assertThat(result.tests().failed()).isEqualTo(2);
        assertThat(result.verdict()).isEqualTo(Verdict.FAILED);
        assertThat(Objects.requireNonNull(result.failure()).code()).isEqualTo(FailureCode.TESTS_FAILED);
    }

    @Test
    void aTestScriptThatSaysOk() throws IOException {
        RunResult result = harness.setup(example("javascript-says-ok"));

        assertThat(result.verdict()).isEqualTo(Verdict.FAILED);
        assertThat(Objects.requireNonNull(result.failure()).code()).isEqualTo(FailureCode.NO_TESTS);
        assertThat(result.tests().executed()).isZero();
    }

    /** Its test script lints first, with a linter that is not there for it. */
    @Test
    void theTestsOfAScriptThatLintsFirstAreCounted() throws IOException {
        Path repository = example("javascript-node-test");

        RunResult result = harness.setup(repository);

        assertThat(result.failure()).isNull();
        assertThat(result.verdict()).isEqualTo(Verdict.BOOTSTRAPPED);
        assertThat(result.readiness()).isEqualTo(Readiness.GREEN);
        assertThat(result.tests().passed()).isEqualTo(1);
        assertThat(result.replay().clean()).isTrue();
    }

    @Test
    void onlyIgnoredRustTests() throws IOException {
        RunResult result = harness.setup(crate("ignored", "", "#[test]\n#[ignore]\nfn later() {}\n"));

        assertThat(result.verdict()).isEqualTo(Verdict.FAILED);
        assertThat(Objects.requireNonNull(result.failure()).code()).isEqualTo(FailureCode.ALL_SKIPPED);
        assertThat(result.tests().executed()).isZero();
    }

    /** The library's target is not tested, and what is left is compiled only with a feature that nobody names. */
    @Test
    void rustTestsThatAreNeverCompiled() throws IOException {
        RunResult result = harness.setup(crate(
                "compiled-out",
                "[lib]\ntest = false\ndoctest = false\n\n[features]\nmore = []\n",
                "#[cfg(feature = \"more\")]\n#[test]\nfn never() {}\n"));

        assertThat(result.verdict()).isEqualTo(Verdict.FAILED);
        assertThat(Objects.requireNonNull(result.failure()).code()).isEqualTo(FailureCode.NO_TESTS);
        assertThat(result.tests().executed()).isZero();
    }

    private Path crate(String name, String manifest, String source) throws IOException {
        return harness.repository(
                name,
                Map.of(
                        "Cargo.toml",
                        "[package]\nname = \"lies\"\nversion = \"0.1.0\"\nedition = \"2021\"\n\n" + manifest,
                        "Cargo.lock",
                        "version = 3\n\n[[package]]\nname = \"lies\"\nversion = \"0.1.0\"\n",
                        "src/lib.rs",
                        source));
    }

    @Test
    void aVendoredProjectHasNoVote() throws IOException {
        Path repository = harness.repository(
                "vendoring",
                Map.of(
                        "pyproject.toml",
                        "[project]\nname = \"host\"\nversion = \"1.0\"\n\n[tool.setuptools]\npy-modules = []\n",
                        "vendor/widget/package.json",
                        "{\"name\": \"widget\", \"scripts\": {\"test\": \"node --test\"}}\n",
                        "vendor/widget/widget.test.js",
                        "require('node:test').test('widget', () => {});\n",
                        "vendor/widget/pom.xml",
                        "<project><modelVersion>4.0.0</modelVersion><artifactId>widget</artifactId></project>\n"));

        RunResult result = harness.setup(repository);

        assertThat(result.verdict()).isEqualTo(Verdict.FAILED);
        assertThat(Objects.requireNonNull(result.failure()).code()).isEqualTo(FailureCode.NO_TESTS);
        assertThat(result.tests().collected()).isZero();
    }

    /** CTest ends with status 0 where there are no tests. */
    @Test
    void ctestWithoutTests() throws IOException {
        RunResult result = harness.setup(harness.repository(
                "empty",
                Map.of(
                        "CMakeLists.txt",
                        "cmake_minimum_required(VERSION 3.10)\nproject(empty C)\nenable_testing()\nadd_executable(empty main.c)\n",
                        "main.c",
                        C_PROGRAM)));

        assertThat(result.verdict()).isEqualTo(Verdict.FAILED);
        assertThat(Objects.requireNonNull(result.failure()).code()).isEqualTo(FailureCode.NO_TESTS);
        assertThat(result.tests().executed()).isZero();
        assertThat(result.readiness()).isEqualTo(Readiness.BUILT);
    }

    /** The test is named, its program is left out of the build: CTest calls that skipped. */
    @Test
    void aTestTargetThatIsCompiledOut() throws IOException {
        RunResult result = harness.setup(harness.repository(
                "left-out",
                Map.of(
                        "CMakeLists.txt",
                        "cmake_minimum_required(VERSION 3.10)\nproject(out C)\nenable_testing()\n"
                                + "add_executable(check EXCLUDE_FROM_ALL main.c)\nadd_test(NAME check COMMAND check)\n",
                        "main.c",
                        C_PROGRAM)));

        assertThat(result.verdict()).isNotEqualTo(Verdict.BOOTSTRAPPED);
        assertThat(result.tests().passed()).isZero();
        assertThat(result.tests().skipped()).isZero();
    }

    @Test
    void makeCheckWithoutTests() throws IOException {
        RunResult result = harness.setup(harness.repository(
                "nothing",
                Map.of(
                        "Makefile",
                        "main: main.c\n\t$(CC) -o main main.c\n\ncheck: main\n\t@echo all is well\n",
                        "main.c",
                        C_PROGRAM)));

        assertThat(result.verdict()).isEqualTo(Verdict.FAILED);
        assertThat(Objects.requireNonNull(result.failure()).code()).isEqualTo(FailureCode.NO_TESTS);
        assertThat(result.tests().executed()).isZero();
    }

    private Path example(String name) throws IOException {
        Path source = Path.of("examples", name);
        Path target = folder.resolve(name);
        try (Stream<Path> files = Files.walk(source)) {
            files.filter(file -> !file.endsWith("expected.json")).forEach(file -> {
                try {
                    Path copy = target.resolve(source.relativize(file).toString());
                    if (Files.isDirectory(file)) {
                        Files.createDirectories(copy);
                    } else {
                        Files.copy(file, copy);
                    }
                } catch (IOException e) {
                    throw new UncheckedIOException(e);
                }
            });
        }
        return target;
    }
}
