package dev.bootwright.bench;

import static org.assertj.core.api.Assertions.assertThat;

import dev.bootwright.acquire.SourceTree;
import dev.bootwright.base.RelativePath;
import dev.bootwright.base.TestId;
import dev.bootwright.contract.TestsBaseline;
import dev.bootwright.testreport.TestStatus;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

class TestFileReachTest {
    @Test
    void filesWithTestsThatRanOrSkippedThemselvesAreReached() {
        Map<String, String> tree = Map.of(
                "tests/test_a.py",
                "",
                "tests/test_b.py",
                "",
                "tests/test_c.py",
                "",
                "vendor/test_d.py",
                "",
                "a.py",
                "");
        assertThat(TestFileReach.of(
                        tree(tree),
                        baseline(
                                test("pytest", "tests/test_a.py", TestStatus.FAILED),
                                test("pytest", "tests/test_b.py", TestStatus.SKIPPED),
                                test("pytest", "tests/test_c.py", TestStatus.NOT_RUN))))
                .isEqualTo(new BenchRow.Reach(3, 2, 0));
    }

    @Test
    void aGoPackageReachesItsFiles() {
        Map<String, String> tree = Map.of(
                "go.mod", "// x\nmodule example.org/m // y\n",
                "m_test.go", "",
                "in/a_test.go", "",
                "in/b_test.go", "",
                "other/c_test.go", "",
                "sub/go.mod", "module example.org/m/sub/v2\n",
                "sub/deep/d_test.go", "");
        assertThat(TestFileReach.of(
                        tree(tree),
                        baseline(
                                test("go", "example.org/m/in", TestStatus.PASSED),
                                test("go", "example.org/m", TestStatus.PASSED),
                                test("go", "example.org/m/sub/v2/deep", TestStatus.PASSED))))
                .isEqualTo(new BenchRow.Reach(5, 4, 0));
    }

    @Test
    void whereTheRunnerTellsNoFilesItIsNotKnown() {
        assertThat(TestFileReach.of(
                        tree(Map.of("test_a.c", "", "a.c", "")), baseline(test("ctest", "", TestStatus.PASSED))))
                .isEqualTo(new BenchRow.Reach(1, null, 0));
        assertThat(TestFileReach.of(
                        tree(Map.of("src/lib.rs", "")), baseline(test("cargo", "src/lib.rs", TestStatus.PASSED))))
                .isEqualTo(new BenchRow.Reach(0, null, 0));
    }

    @Test
    void nothingRanReachesNothing() {
        assertThat(TestFileReach.of(tree(Map.of("test_a.py", "")), TestsBaseline.EMPTY))
                .isEqualTo(new BenchRow.Reach(1, 0, 0));
    }

    private static TestsBaseline baseline(TestsBaseline.Entry... tests) {
        return new TestsBaseline(1, List.of(tests), List.of());
    }

    private static TestsBaseline.Entry test(String runner, String file, TestStatus status) {
        TestId id = new TestId(runner, ".", file, "t", 0);
        return new TestsBaseline.Entry(file + "::t", status, false, false, runner, id, null, "", "");
    }

    private static SourceTree tree(Map<String, String> files) {
        TreeMap<String, String> sorted = new TreeMap<>(files);
        return new SourceTree() {
            @Override
            public List<Entry> entries() {
                return sorted.entrySet().stream()
                        .map(e -> new Entry(
                                RelativePath.of(e.getKey()),
                                Kind.FILE,
                                e.getValue().length()))
                        .toList();
            }

            @Override
            public Optional<Entry> find(String path) {
                return entries().stream()
                        .filter(e -> e.path().toString().equals(path))
                        .findFirst();
            }

            @Override
            public Optional<String> read(Entry entry, int maxBytes) {
                return Optional.ofNullable(sorted.get(entry.path().toString()));
            }
        };
    }
}
