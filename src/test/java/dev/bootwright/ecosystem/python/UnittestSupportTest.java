package dev.bootwright.ecosystem.python;

import static org.assertj.core.api.Assertions.assertThat;

import dev.bootwright.base.TestId;
import dev.bootwright.step.Phase;
import dev.bootwright.step.Role;
import dev.bootwright.step.Step;
import dev.bootwright.testreport.PythonVenv;
import dev.bootwright.testreport.RunnerBench;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The whole way of a unittest step on this machine. */
class UnittestSupportTest {
    @TempDir
    Path tree;

    @TempDir
    Path scratch;

    private void write(String file, String content) throws IOException {
        Path path = tree.resolve(file);
        Files.createDirectories(path.getParent());
        Files.writeString(path, content);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "python -m unittest discover -s tests 2>&1 | tee \"$BOOTWRIGHT_REPORTS/python-strongest.txt\"",
                "python -m unittest discover -v -s tests -t .",
                "cd tests && python -m unittest -v",
                "python tests/run_all.py"
            })
    void runsWholeAndNarrowed(String block) throws IOException {
        write("tests/__init__.py", "");
        write("tests/test_a.py", """
                import unittest
                class A(unittest.TestCase):
                    def test_1(self): pass
                    def test_2(self): self.fail()
                    def test_3(self): pass
                """);
        write(
                "tests/test_b.py",
                "import unittest\nclass B(unittest.TestCase):\n    def test_1(self): pass\n"
                        + "    def test_2(self): pass\n    def test_3(self): pass\n");
        write("tests/test_slow_c.py", "import unittest\nclass C(unittest.TestCase):\n    def test_1(self): pass\n");
        write("tests/run_all.py", """
                import os, sys, unittest
                sys.path.insert(0, os.getcwd())
                suite = unittest.defaultTestLoader.discover("tests", top_level_dir=".")
                sys.exit(not unittest.TextTestRunner().run(suite).wasSuccessful())
                """);
        String bin = PythonVenv.PYTEST_9.bin();
        RunnerBench bench = new RunnerBench(new UnittestSupport(), tree, scratch, bin);
        Step strongest = bench.step("python-strongest", Phase.STRONGEST, Role.EXECUTE, ".", block);

        RunnerBench.Ran whole = bench.run(strongest);
        assertThat(whole.report().mismatches()).isEmpty();
        assertThat(whole.report().counts().executed()).isEqualTo(7);
        assertThat(whole.report().counts().failed()).isEqualTo(1);

        Step minimal = bench.support().minimalExecute(strongest, whole.report()).orElseThrow();
        RunnerBench.Ran small = bench.run(minimal);
        assertThat(small.report().counts().executed()).as(minimal.block()).isEqualTo(6);
        assertThat(small.report().ids()).extracting(TestId::file).containsOnly("tests/test_a.py", "tests/test_b.py");

        List<TestId> failed =
                whole.report().failures().stream().map(c -> c.id()).toList();
        Step again = bench.support().rerun(strongest, failed).orElseThrow();
        assertThat(bench.run(again).report().ids()).as(again.block()).containsAll(failed);
    }

    @Test
    void aCommandThatDoesNotStartIsACollectionError() {
        String bin = PythonVenv.PYTEST_9.bin();
        RunnerBench bench = new RunnerBench(new UnittestSupport(), tree, scratch, bin);

        RunnerBench.Ran ran = bench.run(bench.step(
                "python-strongest", Phase.STRONGEST, Role.EXECUTE, ".", "python -m unittest discover -s no"));

        assertThat(ran.report().collectionErrors()).isNotEmpty();
        assertThat(ran.report().cases()).isEmpty();
    }
}
