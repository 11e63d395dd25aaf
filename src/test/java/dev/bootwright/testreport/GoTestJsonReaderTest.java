package dev.bootwright.testreport;

import static dev.bootwright.testreport.TestStatus.ERRORED;
import static dev.bootwright.testreport.TestStatus.FAILED;
import static dev.bootwright.testreport.TestStatus.NOT_RUN;
import static dev.bootwright.testreport.TestStatus.PASSED;
import static dev.bootwright.testreport.TestStatus.SKIPPED;
import static org.assertj.core.api.Assertions.assertThat;

import dev.bootwright.sandbox.ExecOutcome;
import dev.bootwright.testreport.TestReport.CollectionError;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Recorded streams of several Go versions, and runs of the Go at hand. */
class GoTestJsonReaderTest {
    private static final String MODULE = "example.com/g1";
    private static final Path GOLDEN = Path.of("src/test/resources/golden/go-test-json");
    private static final ExecOutcome ONE = new ExecOutcome.Exited(1, LocalCommand.NO_USAGE);
    private static final ExecOutcome ZERO = new ExecOutcome.Exited(0, LocalCommand.NO_USAGE);

    @TempDir
    Path tree;

    private static GoTestJsonReader reader(String tree, Map<String, Set<String>> declared) {
        return new GoTestJsonReader(
                ".",
                new GoTestJsonReader.Sources(
                        tree,
                        tree,
                        path -> path.startsWith(MODULE + "/")
                                ? Optional.of(path.substring(MODULE.length() + 1))
                                : Optional.empty(),
                        path -> Optional.ofNullable(declared.get(path))));
    }

    private static Map<String, TestStatus> statuses(TestReport report) {
        Map<String, TestStatus> result = new TreeMap<>();
        report.cases().forEach(c -> result.put(c.id().display().replace(MODULE + "/", ""), c.status()));
        return result;
    }

    @ParameterizedTest
    @ValueSource(strings = {"1.19.13", "1.20.14", "1.23.4", "1.26.8"})
    void readsRecordedStreams(String version) {
        TestReport report = reader(
                        "/workspace",
                        Map.of(MODULE + "/ok", Set.of("TestA", "TestSkip", "TestP", "TestQ", "TestPrint", "Example")))
                .read(GOLDEN.resolve("go-" + version + ".json"), GOLDEN.resolve("go-" + version + ".stderr.txt"), ONE);

        assertThat(statuses(report))
                .containsExactlyInAnyOrderEntriesOf(Map.ofEntries(
                        Map.entry("ok::TestA", PASSED),
                        Map.entry("ok::TestA/sub/one", PASSED),
                        Map.entry("ok::TestA/sub_two", SKIPPED),
                        Map.entry("ok::TestSkip", SKIPPED),
                        Map.entry("ok::TestP", PASSED),
                        Map.entry("ok::TestQ", PASSED),
                        Map.entry("ok::TestPrint", PASSED),
                        Map.entry("ok::Example", PASSED),
                        Map.entry("bad::TestBad", FAILED),
                        Map.entry("bad::TestBad/x", FAILED),
                        Map.entry("bad::TestBad/y", PASSED),
                        Map.entry("bad::TestOk", PASSED),
                        Map.entry("panics::TestFirst", PASSED),
                        Map.entry("panics::TestPanics", FAILED),
                        Map.entry("panics::TestPanics/in", FAILED),
                        Map.entry("timeout::TestQuick", PASSED),
                        Map.entry("timeout::TestHang", ERRORED),
                        Map.entry("exit::TestOne", PASSED),
                        Map.entry("exit::TestExit", FAILED)));
        assertThat(report.complete()).as("a package timed out").isFalse();
        assertThat(report.collectionErrors())
                .extracting(CollectionError::file)
                .containsExactlyInAnyOrder(MODULE + "/broken", MODULE + "/internal", MODULE + "/vetbad");
        assertThat(report.collectionErrors()).anySatisfy(e -> {
            assertThat(e.detail()).contains("undefined: undefinedThing");
            assertThat(e.failingLine()).isEqualTo("broken/broken_test.go:3");
        });
        assertThat(report.collectionErrors()).anySatisfy(e -> {
            assertThat(e.detail()).contains("Printf format %d has arg");
            assertThat(e.failingLine()).isEqualTo("vetbad/v_test.go:3");
        });
        if (version.startsWith("1.19")) {
            assertThat(report.mismatches()).singleElement().asString().contains("TestForged");
        } else {
            assertThat(report.mismatches()).isEmpty();
        }
        assertThat(named(report, "TestBad/x").failingLine()).isEqualTo("bad/bad_test.go:5");
        assertThat(named(report, "TestBad/x").detail()).contains("got 1").contains("want 2");
        assertThat(named(report, "TestPanics").failingLine()).isEqualTo("panics/p_test.go:4");
        assertThat(named(report, "TestPanics/in").failingLine()).isEqualTo("panics/p_test.go:4");
        assertThat(named(report, "TestPanics").detail()).startsWith("panic: assignment to entry in nil map");
        assertThat(named(report, "TestHang").detail()).startsWith("panic: test timed out after 3s");
        assertThat(named(report, "TestSkip").detail()).isEqualTo("ok_test.go:4: not today");
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 100, 5_000, 12_000, 20_000})
    void aStreamThatWasCutGivesWhatItHas(int length) throws IOException {
        byte[] whole = Files.readAllBytes(GOLDEN.resolve("go-1.26.8.json"));
        Path cut = tree.resolve("cut.json");
        Files.write(cut, java.util.Arrays.copyOf(whole, length));

        TestReport report = reader("/workspace", Map.of())
                .read(
                        cut,
                        tree.resolve("none"),
                        new ExecOutcome.TimedOut(Duration.ofSeconds(9), LocalCommand.NO_USAGE));

        assertThat(report.complete()).isFalse();
        assertThat(report.mismatches()).isEmpty();
        assertThat(report.counts().collected()).isLessThanOrEqualTo(19);
        report.cases().stream()
                .filter(c -> c.detail().startsWith(UnfinishedTest.PREFIX))
                .forEach(c -> assertThat(c.status()).isEqualTo(ERRORED));
    }

    private static TestCase named(TestReport report, String name) {
        return report.cases().stream()
                .filter(c -> c.id().name().equals(name))
                .findFirst()
                .orElseThrow();
    }

    private void write(String file, String content) throws IOException {
        Path path = tree.resolve(file);
        Files.createDirectories(path.getParent());
        Files.writeString(path, content);
    }

    private LocalCommand.Ended go(String... arguments) {
        List<String> argv = new java.util.ArrayList<>(List.of("go"));
        argv.addAll(List.of(arguments));
        return LocalCommand.run(tree, Map.of("GOTOOLCHAIN", "local", "GOFLAGS", "-mod=mod", "GOWORK", "off"), argv);
    }

    private Path output(LocalCommand.Ended ended) throws IOException {
        return Files.writeString(tree.resolve("out.json"), ended.output());
    }

    @Test
    void readsTheGoAtHand() throws IOException {
        write("go.mod", "module " + MODULE + "\n\ngo 1.20\n");
        write("a/a_test.go", """
                package a
                import "testing"
                func TestOne(t *testing.T) { t.Run("in", func(t *testing.T) {}) }
                func TestTwo(t *testing.T) { t.Skip("because") }
                func FuzzIt(f *testing.F) { f.Add(1); f.Fuzz(func(t *testing.T, i int) {}) }
                func BenchmarkIt(b *testing.B) {}
                """);
        LocalCommand.Ended ended = go("test", "-count=1", "-json", "./...");

        TestReport report = reader(tree.toString(), Map.of(MODULE + "/a", Set.of("TestOne", "TestTwo", "FuzzIt")))
                .read(output(ended), tree.resolve("none"), ended.outcome());

        assertThat(report.mismatches()).isEmpty();
        assertThat(report.complete()).isTrue();
        assertThat(statuses(report))
                .isEqualTo(Map.of(
                        "a::TestOne", PASSED,
                        "a::TestOne/in", PASSED,
                        "a::TestTwo", SKIPPED,
                        "a::FuzzIt", PASSED,
                        "a::FuzzIt/seed#0", PASSED));
    }

    @Test
    void listsWithAndWithoutJson() throws IOException {
        write("go.mod", "module " + MODULE + "\n\ngo 1.20\n");
        write(
                "a/a_test.go",
                "package a\nimport \"testing\"\nfunc TestOne(t *testing.T) {}\n"
                        + "func BenchmarkIt(b *testing.B) {}\nfunc FuzzIt(f *testing.F) {}\n");
        write("b/b_test.go", "package b\nimport \"testing\"\nfunc TestTwo(t *testing.T) {}\n");
        write("c/c.go", "package c\n");
        write("d/d_test.go", "package d\nfunc broken() { nope() }\n");
        for (List<String> options : List.of(List.of("-list", "."), List.of("-json", "-list", "."))) {
            List<String> argv = new java.util.ArrayList<>(List.of("test", "-count=1"));
            argv.addAll(options);
            argv.add("./...");
            LocalCommand.Ended ended = go(argv.toArray(String[]::new));
            Path output = output(ended);

            TestReport report = reader(tree.toString(), Map.of()).readList(output, output, ended.outcome());

            assertThat(statuses(report))
                    .isEqualTo(Map.of("a::TestOne", NOT_RUN, "a::FuzzIt", NOT_RUN, "b::TestTwo", NOT_RUN));
            assertThat(report.collectionErrors()).singleElement().satisfies(e -> {
                assertThat(e.file()).isEqualTo(MODULE + "/d");
                assertThat(e.detail()).contains("undefined: nope");
                assertThat(e.failingLine()).isEqualTo("d/d_test.go:2");
            });
        }
    }

    @Test
    void aPackageThatFailsWithoutAFailingTestIsAMismatch() throws IOException {
        write("go.mod", "module " + MODULE + "\n\ngo 1.20\n");
        write("a/a_test.go", """
                package a
                import ("fmt"; "os"; "testing")
                func TestMain(m *testing.M) { m.Run(); fmt.Println("leaked a goroutine"); os.Exit(3) }
                func TestOne(t *testing.T) {}
                """);
        LocalCommand.Ended ended = go("test", "-count=1", "-json", "./...");

        TestReport report =
                reader(tree.toString(), Map.of()).read(output(ended), tree.resolve("none"), ended.outcome());

        assertThat(statuses(report)).isEqualTo(Map.of("a::TestOne", PASSED));
        assertThat(report.mismatches()).singleElement().asString().contains("none of its tests did");
    }

    @Test
    void cachedResultsAreNamed() throws IOException {
        write("go.mod", "module " + MODULE + "\n\ngo 1.20\n");
        write("a/a_test.go", "package a\nimport \"testing\"\nfunc TestOne(t *testing.T) {}\n");
        go("test", "-json", "./...");
        LocalCommand.Ended ended = go("test", "-json", "./...");

        TestReport report =
                reader(tree.toString(), Map.of()).read(output(ended), tree.resolve("none"), ended.outcome());

        assertThat(report.mismatches()).singleElement().asString().contains("came from Go's cache");
    }

    @Test
    void forgedEventsAreNamedAndNotCounted() throws IOException {
        Path json = Files.writeString(tree.resolve("forged.json"), """
                {"Action":"run","Package":"p","Test":"TestReal"}
                {"Action":"pass","Package":"p","Test":"TestReal"}
                {"Action":"pass","Package":"p","Test":"TestWithoutRun"}
                {"Action":"run","Package":"p","Test":"TestInvented/a"}
                {"Action":"pass","Package":"p","Test":"TestInvented/a"}
                {"Action":"pass","Package":"p"}
                {"Action":"run","Package":"p","Test":"TestReal"}
                {"Action":"pass","Package":"p","Test":"TestReal"}
                100 passed
                {"Action":
                """);

        TestReport report =
                reader("/workspace", Map.of("p", Set.of("TestReal"))).read(json, tree.resolve("none"), ZERO);

        assertThat(report.cases()).extracting(c -> c.id().display()).containsExactly("p::TestReal", "p::TestReal#2");
        assertThat(report.mismatches())
                .anyMatch(m -> m.contains("TestWithoutRun"))
                .anyMatch(m -> m.contains("events after its end"));
    }

    @Test
    void swallowedFailuresAreAMismatch() {
        TestReport report =
                reader("/workspace", Map.of()).read(GOLDEN.resolve("go-1.26.8.json"), tree.resolve("none"), ZERO);

        assertThat(report.mismatches()).anyMatch(m -> m.contains("exit status 0 although packages failed"));
    }

    @Test
    void aCommandThatDidNotStartIsACollectionError() throws IOException {
        Path log = Files.writeString(tree.resolve("log"), "go: errors parsing go.mod:\ngo.mod:3: unknown directive\n");

        TestReport report = reader("/workspace", Map.of()).read(tree.resolve("none"), log, ONE);

        assertThat(report.cases()).isEmpty();
        assertThat(report.collectionErrors())
                .singleElement()
                .satisfies(e -> assertThat(e.detail()).contains("unknown directive"));
    }
}
