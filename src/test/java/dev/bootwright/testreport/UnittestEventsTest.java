package dev.bootwright.testreport;

import static dev.bootwright.testreport.TestStatus.ERRORED;
import static dev.bootwright.testreport.TestStatus.EXPECTED_FAILURE;
import static dev.bootwright.testreport.TestStatus.FAILED;
import static dev.bootwright.testreport.TestStatus.NOT_RUN;
import static dev.bootwright.testreport.TestStatus.PASSED;
import static dev.bootwright.testreport.TestStatus.SKIPPED;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The unittest listener in real runs of several Python versions, read by the real reader. */
class UnittestEventsTest {
    private static final String EVERY_OUTCOME = """
            import os, subprocess, sys, unittest

            class A(unittest.TestCase):
                def test_passes(self): pass
                def test_fails(self):
                    self.assertEqual(1, 2)
                def test_errors(self): raise ImportError("x")
                @unittest.expectedFailure
                def test_expected(self): self.fail()
                @unittest.expectedFailure
                def test_surprise(self): pass
                @unittest.skip("not today")
                def test_skipped(self): pass
                def test_subtests(self):
                    for i in range(3):
                        with self.subTest(i=i):
                            self.assertNotEqual(i, 1)
                def test_subtests_pass(self):
                    for i in range(3):
                        with self.subTest(i=i): pass
                def test_sees_nothing(self):
                    self.assertFalse([k for k in os.environ if "BOOTWRIGHT" in k])
                    self.assertFalse([f for f in sys.meta_path if "bootwright" in repr(f).lower()])
                    self.assertNotIn("bootwright", repr(unittest.TestSuite.run.__code__))
                    self.assertNotIn("bootwright", repr(unittest.TestSuite.run.__globals__.get("__file__")))
                def test_nested(self):
                    class Nested(unittest.TestCase):
                        def test_in(self): self.fail()
                    result = unittest.TestResult()
                    unittest.defaultTestLoader.loadTestsFromTestCase(Nested).run(result)
                    self.assertEqual(len(result.failures), 1)
                    code = subprocess.call([sys.executable, "-m", "unittest", "-q", "tests.test_small"])
                    self.assertEqual(code, 0)
            class Teardown(unittest.TestCase):
                def tearDown(self): raise RuntimeError("teardown")
                def test_one(self): pass
            class ClassSetup(unittest.TestCase):
                @classmethod
                def setUpClass(cls): raise RuntimeError("no class")
                def test_one(self): pass
                def test_two(self): pass
            class ClassSkip(unittest.TestCase):
                @classmethod
                def setUpClass(cls): raise unittest.SkipTest("not this class")
                def test_one(self): pass
            class ClassTeardown(unittest.TestCase):
                @classmethod
                def tearDownClass(cls): raise RuntimeError("after all")
                def test_one(self): pass
                def test_two(self): pass
            """;

    @TempDir
    Path tree;

    private void write(String file, String content) throws IOException {
        Path path = tree.resolve(file);
        Files.createDirectories(path.getParent());
        Files.writeString(path, content);
    }

    private static Map<String, TestStatus> statuses(TestReport report) {
        Map<String, TestStatus> result = new TreeMap<>();
        report.cases().forEach(c -> result.put(c.id().display(), c.status()));
        return result;
    }

    static Stream<PythonVenv> versions() {
        return Stream.of(PythonVenv.PYTEST_9);
    }

    static Stream<PythonVenv> otherVersions() {
        return PythonVenv.others().stream().filter(v -> v.toString().equals("pytest4"));
    }

    @ParameterizedTest(allowZeroInvocations = true)
    @MethodSource("otherVersions")
    @Tag("slow")
    void anOldPythonCountsAlike(PythonVenv venv) throws IOException {
        countsEveryOutcomeOnce(venv);
    }

    @ParameterizedTest
    @MethodSource("versions")
    void countsEveryOutcomeOnce(PythonVenv venv) throws IOException {
        write("tests/__init__.py", "");
        write("tests/test_a.py", EVERY_OUTCOME);
        write("tests/test_broken.py", "import module_that_is_missing\n");
        write("tests/test_none.py", "import unittest\nraise unittest.SkipTest('not here')\n");
        write("tests/test_small.py", "import unittest\nclass S(unittest.TestCase):\n    def test_one(self): pass\n");
        List<String> command = List.of("-m", "unittest", "discover");

        PythonVenv.Listened listened = venv.listen(tree, command);
        TestReport report = listened.report("unittest");

        assertThat(report.mismatches()).isEmpty();
        assertThat(report.complete()).isTrue();
        assertThat(statuses(report))
                .containsExactlyInAnyOrderEntriesOf(Map.ofEntries(
                        Map.entry("tests/test_a.py::A.test_passes", PASSED),
                        Map.entry("tests/test_a.py::A.test_fails", FAILED),
                        Map.entry("tests/test_a.py::A.test_errors", ERRORED),
                        Map.entry("tests/test_a.py::A.test_expected", EXPECTED_FAILURE),
                        Map.entry("tests/test_a.py::A.test_surprise", FAILED),
                        Map.entry("tests/test_a.py::A.test_skipped", SKIPPED),
                        Map.entry("tests/test_a.py::A.test_subtests", FAILED),
                        Map.entry("tests/test_a.py::A.test_subtests_pass", PASSED),
                        Map.entry("tests/test_a.py::A.test_sees_nothing", PASSED),
                        Map.entry("tests/test_a.py::A.test_nested", PASSED),
                        Map.entry("tests/test_a.py::Teardown.test_one", ERRORED),
                        Map.entry("tests/test_a.py::ClassSetup.test_one", ERRORED),
                        Map.entry("tests/test_a.py::ClassSetup.test_two", ERRORED),
                        Map.entry("tests/test_a.py::ClassSkip.test_one", SKIPPED),
                        Map.entry("tests/test_a.py::ClassTeardown.test_one", PASSED),
                        Map.entry("tests/test_a.py::ClassTeardown.test_two", ERRORED),
                        Map.entry("tests/test_small.py::S.test_one", PASSED)));
        assertThat(report.collectionErrors()).singleElement().satisfies(e -> {
            assertThat(e.file()).isEqualTo("tests.test_broken");
            assertThat(e.detail()).contains("module_that_is_missing");
            assertThat(e.failingLine()).isEqualTo("tests/test_broken.py:1");
        });
        assertThat(report.skippedFiles()).extracting(e -> e.detail()).containsExactly("not here");
        assertThat(report.cases())
                .filteredOn(c -> c.id().name().equals("A.test_fails"))
                .extracting(TestCase::failingLine)
                .containsExactly("tests/test_a.py:6");

        LocalCommand.Ended without = venv.run(tree, Map.of(), command);
        assertThat(listened.ended().code()).isEqualTo(without.code());
        assertThat(totals(listened.ended().output())).isEqualTo(totals(without.output()));
    }

    private static List<String> totals(String output) {
        return output.lines()
                .filter(l -> l.startsWith("FAILED (") || l.startsWith("Ran ") || l.matches("(FAIL|ERROR): .*"))
                .map(l -> l.replaceFirst(" in [\\d.]+s", ""))
                .toList();
    }

    @Test
    void aCollectionThatRunsNothingGivesTheIds() throws IOException {
        write("test_a.py", EVERY_OUTCOME);
        write("test_broken.py", "import module_that_is_missing\n");
        write("collect.py", """
                import unittest
                class Listing(unittest.TextTestRunner):
                    def run(self, suite):
                        result = unittest.TestResult()
                        result.stop()
                        suite.run(result)
                        result.failures.append(("test_broken", "not loaded"))
                        return result
                unittest.main(module=None, argv=["unittest", "discover"], testRunner=Listing)
                """);

        TestReport report =
                PythonVenv.PYTEST_9.listen(tree, List.of("collect.py")).report("unittest");

        assertThat(report.mismatches()).isEmpty();
        assertThat(report.counts().collected()).isEqualTo(16);
        assertThat(report.counts().notRun()).isEqualTo(16);
        assertThat(report.collectionErrors()).hasSize(1);
    }

    @Test
    void scriptsThatRunTestsThemselvesAreHeard() throws IOException {
        write(
                "test_a.py",
                "import unittest\nclass A(unittest.TestCase):\n    def test_one(self): pass\n"
                        + "    def test_two(self): self.fail()\nif __name__ == '__main__':\n    unittest.main()\n");
        write("own.py", """
                import sys, unittest
                class OwnResult(unittest.TestResult):
                    pass
                suite = unittest.defaultTestLoader.loadTestsFromName("test_a")
                result = OwnResult()
                suite(result)
                sys.exit(not result.wasSuccessful())
                """);
        for (List<String> command :
                List.of(List.of("test_a.py"), List.of("own.py"), List.of("-m", "unittest", "test_a"))) {
            TestReport report = PythonVenv.PYTEST_9.listen(tree, command).report("unittest");

            assertThat(report.mismatches()).as(command.toString()).isEmpty();
            assertThat(statuses(report))
                    .isEqualTo(Map.of("test_a.py::A.test_one", PASSED, "test_a.py::A.test_two", FAILED));
        }
    }

    @Test
    void stoppingEarlyLeavesTheRestNotRun() throws IOException {
        write(
                "test_a.py",
                "import unittest\nclass A(unittest.TestCase):\n    def test_1(self): self.fail()\n"
                        + "    def test_2(self): pass\n");

        TestReport report = PythonVenv.PYTEST_9
                .listen(tree, List.of("-m", "unittest", "-f", "test_a"))
                .report("unittest");

        assertThat(statuses(report)).isEqualTo(Map.of("test_a.py::A.test_1", FAILED, "test_a.py::A.test_2", NOT_RUN));
    }

    @Test
    void aScriptThatHidesItsFailuresIsNotBelieved() throws IOException {
        write("test_a.py", "import unittest\nclass A(unittest.TestCase):\n    def test_1(self): self.fail()\n");
        write("own.py", "import sys, unittest\nunittest.main('test_a', argv=['x'], exit=False)\nsys.exit(0)\n");

        TestReport report = PythonVenv.PYTEST_9.listen(tree, List.of("own.py")).report("unittest");

        assertThat(report.mismatches()).isNotEmpty();
    }

    @Test
    void aTestThatEndsTheProcessIsKnown() throws IOException {
        write(
                "test_a.py",
                "import os, unittest\nclass A(unittest.TestCase):\n    def test_1(self): os._exit(0)\n"
                        + "    def test_2(self): pass\n");

        TestReport report = PythonVenv.PYTEST_9
                .listen(tree, List.of("-m", "unittest", "test_a"))
                .report("unittest");

        assertThat(report.complete()).isFalse();
        assertThat(report.mismatches()).isNotEmpty();
        assertThat(statuses(report)).isEqualTo(Map.of("test_a.py::A.test_1", ERRORED, "test_a.py::A.test_2", NOT_RUN));
    }

    @Test
    void doctestsHaveTheirFile() throws IOException {
        write("mod.py", "def f():\n    '''\n    >>> f()\n    1\n    '''\n    return 1\n");
        write(
                "test_doc.py",
                "import doctest, mod\ndef load_tests(loader, tests, pattern):\n"
                        + "    tests.addTests(doctest.DocTestSuite(mod))\n    return tests\n");

        TestReport report = PythonVenv.PYTEST_9
                .listen(tree, List.of("-m", "unittest", "test_doc"))
                .report("unittest");

        assertThat(statuses(report)).isEqualTo(Map.of("mod.py::mod.f", PASSED));
    }
}
