package dev.bootwright.testreport;

import static org.assertj.core.api.Assertions.assertThat;

import dev.bootwright.sandbox.ExecOutcome;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What is read of {@code cargo test}'s output. */
class LibtestReaderTest {
    private static final String PASSING = """
               Compiling plain v0.1.0 (/workspace)
                Finished `test` profile [unoptimized + debuginfo] target(s) in 0.51s
                 Running unittests src/lib.rs (target/debug/deps/plain-0123456789abcdef)

            running 3 tests
            test tests::all_numbers ... ignored, takes long
            test tests::doubles ... ok
            test tests::panics - should panic ... ok

            test result: ok. 2 passed; 0 failed; 1 ignored; 0 measured; 0 filtered out; finished in 0.00s

                 Running tests/outside.rs (target/debug/deps/outside-fedcba9876543210)

            running 1 test
            test zero ... printed by a thread
            ok

            test result: ok. 1 passed; 0 failed; 0 ignored; 0 measured; 0 filtered out; finished in 0.00s

               Doc-tests plain

            running 1 test
            test src/lib.rs - twice (line 3) - compile ... ok

            test result: ok. 1 passed; 0 failed; 0 ignored; 0 measured; 0 filtered out; finished in 0.10s

            """;

    @TempDir
    Path folder;

    private TestReport read(String text, int code, boolean listing) throws IOException {
        Path file = Files.writeString(folder.resolve("report.txt"), text);
        return new LibtestReader("cargo", ".", new TreePaths("/workspace"), (crate, path) -> path)
                .read(file, new ExecOutcome.Exited(code, LocalCommand.NO_USAGE), listing);
    }

    @Test
    void casesOfAllBinariesAndDocumentationAreSummed() throws IOException {
        TestReport report = read(PASSING, 0, false);

        assertThat(report.ids())
                .extracting(id -> id.file() + "::" + id.name())
                .containsExactly(
                        "src/lib.rs::tests::all_numbers",
                        "src/lib.rs::tests::doubles",
                        "src/lib.rs::tests::panics",
                        "tests/outside.rs::zero",
                        "src/lib.rs::src/lib.rs - twice (line 3)");
        assertThat(report.counts().passed()).isEqualTo(4);
        assertThat(report.counts().skipped()).isEqualTo(1);
        assertThat(report.mismatches()).isEmpty();
        assertThat(report.complete()).isTrue();
    }

    @Test
    void whatAFailingTestPrintsIsNoResult() throws IOException {
        TestReport report = read("""
                     Running unittests src/lib.rs (target/debug/deps/plain-0123456789abcdef)

                running 2 tests
                test a ... FAILED
                test b ... ok

                failures:

                ---- a stdout ----
                running 1 test
                test inner ... ok
                test result: ok. 1 passed; 0 failed; 0 ignored; 0 measured; 0 filtered out
                thread 'a' panicked at src/lib.rs:7:5:
                assertion failed

                failures:
                    a

                test result: FAILED. 1 passed; 1 failed; 0 ignored; 0 measured; 0 filtered out; finished in 0.00s

                error: test failed, to rerun pass `--lib`
                """, 101, false);

        assertThat(report.counts().collected()).isEqualTo(2);
        assertThat(report.failures()).hasSize(1);
        assertThat(report.failures().getFirst().failingLine()).isEqualTo("src/lib.rs:7");
        assertThat(report.failures().getFirst().detail()).contains("assertion failed");
        assertThat(report.mismatches()).isEmpty();
    }

    @Test
    void totalsAndStatusMustAgree() throws IOException {
        assertThat(read(PASSING.replace("ok. 2 passed", "ok. 3 passed"), 0, false)
                        .mismatches())
                .hasSize(1);
        assertThat(read(PASSING, 101, false).mismatches()).hasSize(1);
    }

    @Test
    void aBinaryThatDiesAndATargetThatDoesNotCompileAreNamed() throws IOException {
        TestReport died = read("""
                     Running unittests src/lib.rs (target/debug/deps/plain-0123456789abcdef)

                running 2 tests
                test a ... ok
                error: test failed, to rerun pass `--lib`
                """, 101, false);
        TestReport broken = read("""
                error[E0425]: cannot find value `x` in this scope
                 --> tests/outside.rs:4:9

                error: could not compile `plain` (test "outside") due to 1 previous error
                """, 101, false);

        assertThat(died.complete()).isFalse();
        assertThat(died.collectionErrors()).extracting(e -> e.file()).containsExactly("src/lib.rs");
        assertThat(broken.collectionErrors().getFirst().file()).isEqualTo("plain (test \"outside\")");
        assertThat(broken.collectionErrors().getFirst().failingLine()).isEqualTo("tests/outside.rs:4");
    }

    @Test
    void aListingIsCollected() throws IOException {
        TestReport report = read("""
                     Running unittests src/lib.rs (target/debug/deps/plain-0123456789abcdef)
                tests::doubles: test

                1 test, 0 benchmarks
                   Doc-tests plain
                src/lib.rs - twice (line 3): test

                1 test, 0 benchmarks
                """, 0, true);

        assertThat(report.counts().collected()).isEqualTo(2);
        assertThat(report.counts().executed()).isZero();
    }
}
