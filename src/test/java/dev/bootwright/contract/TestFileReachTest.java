package dev.bootwright.contract;

import static org.assertj.core.api.Assertions.assertThat;

import dev.bootwright.acquire.SourceTree;
import dev.bootwright.base.RelativePath;
import dev.bootwright.base.TestId;
import dev.bootwright.testreport.TestStatus;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class TestFileReachTest {
    private record Figures(int testFiles, @Nullable Integer reached) {}

    private static Figures figures(SourceTree tree, TestsBaseline baseline) {
        TestFileReach.Reach reach = TestFileReach.of(tree, baseline);
        return new Figures(
                reach.testFiles().size(), reach.known() ? reach.reached().size() : null);
    }

    @Test
    void missedAreFilesOfTheKindsThatRan() {
        SourceTree tree = tree(Map.of("tests/test_a.py", "", "tests/test_b.py", "", "web/a.test.ts", ""));

        assertThat(TestFileReach.of(tree, baseline(test("pytest", "tests/test_a.py", TestStatus.PASSED)))
                        .missed())
                .containsExactly("tests/test_b.py");
        assertThat(TestFileReach.of(tree, TestsBaseline.EMPTY).missed()).isEmpty();
    }

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
        assertThat(figures(
                        tree(tree),
                        baseline(
                                test("pytest", "tests/test_a.py", TestStatus.FAILED),
                                test("pytest", "tests/test_b.py", TestStatus.SKIPPED),
                                test("pytest", "tests/test_c.py", TestStatus.NOT_RUN))))
                .isEqualTo(new Figures(3, 2));
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
        assertThat(figures(
                        tree(tree),
                        baseline(
                                test("go", "example.org/m/in", TestStatus.PASSED),
                                test("go", "example.org/m", TestStatus.PASSED),
                                test("go", "example.org/m/sub/v2/deep", TestStatus.PASSED))))
                .isEqualTo(new Figures(5, 4));
    }

    @Test
    void whereTheRunnerTellsNoFilesItIsNotKnown() {
        assertThat(figures(tree(Map.of("test_a.c", "", "a.c", "")), baseline(test("ctest", "", TestStatus.PASSED))))
                .isEqualTo(new Figures(1, null));
        assertThat(figures(tree(Map.of("src/lib.rs", "")), baseline(test("cargo", "src/lib.rs", TestStatus.PASSED))))
                .isEqualTo(new Figures(0, null));
    }

    @Test
    void nothingRanReachesNothing() {
        assertThat(figures(tree(Map.of("test_a.py", "")), TestsBaseline.EMPTY)).isEqualTo(new Figures(1, 0));
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
