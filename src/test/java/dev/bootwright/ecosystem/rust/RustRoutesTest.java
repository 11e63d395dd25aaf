package dev.bootwright.ecosystem.rust;

import static org.assertj.core.api.Assertions.assertThat;

import dev.bootwright.acquire.MemoryTree;
import dev.bootwright.contract.StepProposal;
import dev.bootwright.ecosystem.EcosystemPlans;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Which toolchain is chosen, what a project is, and what the steps then say. */
class RustRoutesTest {
    private final Map<String, String> files = new TreeMap<>(Map.of("src/lib.rs", "#[test]\nfn a() {}\n"));

    private EcosystemPlans plans(String manifest, String day) {
        files.put("Cargo.toml", "[package]\nname = \"a\"\nversion = \"0.1.0\"\n" + manifest);
        return EcosystemPlans.of(new RustEcosystem(), MemoryTree.of(files)).committed(day + "T12:00:00Z");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = ';',
            value = {
                "edition = \"2021\"; 2023-01-10; rust-1.85-trixie-locked",
                "edition = \"2024\"; 2025-03-10; rust-1.85-trixie-locked",
                "edition = \"2021\"; 2026-01-10; rust-1.92-rustup-locked",
                "rust-version = \"1.88.0\"; 2025-03-10; rust-1.88-rustup-locked",
                "rust-version = \"1.85\"; 2025-10-10; rust-1.85-trixie-locked"
            })
    void manifestAndDateDecide(String manifest, String day, String route) {
        files.put("Cargo.lock", "version = 4\n");

        assertThat(plans(manifest, day).plan().routes().getFirst().id()).isEqualTo(route);
    }

    @Test
    void aToolchainFileDecidesUnlessItNamesAMovingChannel() {
        files.put("rust-toolchain", "1.77.2\n");
        assertThat(plans("", "2024-05-01").plan().routes().getFirst().id()).startsWith("rust-1.77.2-rustup");

        files.put("rust-toolchain", "stable\n");
        assertThat(plans("", "2024-05-01").plan().routes().getFirst().id()).startsWith("rust-1.85-trixie");
    }

    @Test
    void withoutALockVersionsAreThoseOfTheCommitsDay() {
        EcosystemPlans plans = plans("", "2019-02-03");

        assertThat(plans.plan().routes().getFirst().id()).isEqualTo("rust-1.85-trixie-as-of-date");
        assertThat(plans.step("rust-dependencies").block())
                .contains("RUST_VERSIONS=fallback\ncargo generate-lockfile")
                .endsWith("set-back.pl\" 2019-02-03\nfi\ncargo fetch --locked");
        assertThat(plans.proposal().warnings())
                .extracting(StepProposal.Warning::text)
                .anyMatch(text -> text.startsWith("there is no Cargo.lock"));
    }

    @Test
    void lintsOfACompilerThatIsNewerThanTheCodeOnlyWarn() {
        files.put("Cargo.lock", "version = 3\n");
        assertThat(plans("", "2019-02-03").proposal().env()).containsEntry("CARGO_BUILD_RUSTFLAGS", "--cap-lints=warn");
        assertThat(plans("", "2026-01-10").proposal().env()).doesNotContainKey("CARGO_BUILD_RUSTFLAGS");
    }

    @Test
    void aWorkspaceIsOneProjectAndOnlyWhatItDoesNotOwnAnother() {
        files.clear();
        files.put("Cargo.toml", "[workspace]\nmembers = [\"crates/*\"]\nexclude = [\"fuzz\"]\n");
        files.put("crates/a/Cargo.toml", "[package]\nname = \"a\"\n[dependencies]\nb = { path = \"../../b\" }\n");
        files.put("crates/a/src/lib.rs", "#[tokio::test]\nasync fn a() {}\n");
        files.put("b/Cargo.toml", "[package]\nname = \"b\"\n");
        files.put("fuzz/Cargo.toml", "[package]\nname = \"fuzz\"\n");
        files.put("fuzz/src/lib.rs", "#[test]\nfn f() {}\n");
        files.put("target/debug/Cargo.toml", "[package]\nname = \"t\"\n");

        EcosystemPlans plans = EcosystemPlans.of(new RustEcosystem(), MemoryTree.of(files));

        assertThat(plans.plan().projects()).extracting(p -> p.path()).containsExactly(".", "fuzz");
        assertThat(plans.step("rust-strongest").block())
                .isEqualTo("cargo test --locked --workspace --no-fail-fast 2>&1"
                        + " | tee \"$BOOTWRIGHT_REPORTS/rust-strongest.txt\"");
        assertThat(plans.step("rust-build").block())
                .as("tests may call programs of another package")
                .startsWith("if ! cargo test --locked --workspace --no-run;")
                .endsWith("fi\ncargo build --locked --workspace");
    }

    @Test
    void aPackageIsBuiltAsItsTestsNeedIt() {
        files.put("Cargo.lock", "version = 3\n");
        assertThat(plans("", "2023-01-10").step("rust-build").block())
                .startsWith("if ! cargo test --locked --no-run; then")
                .endsWith("  cargo build --locked\nfi");

        files.put("src/lib.rs", "pub fn a() {}\n");
        assertThat(plans("", "2023-01-10").step("rust-build").block()).isEqualTo("cargo build --locked");
    }

    @Test
    void theWidestCommandOfCiIsTakenAndTheOthersAreNamed() {
        files.put("Cargo.lock", "version = 3\n");
        files.put(".github/workflows/ci.yml", """
                on: push
                env:
                  RUSTFLAGS: -D warnings
                  STORE: memory
                jobs:
                  test:
                    runs-on: ubuntu-latest
                    steps:
                      - uses: actions/checkout@v4
                      - run: cargo test --no-default-features
                      - run: cargo test --features "serde std" -- --test-threads=1
                      - run: cargo test --all-features --target wasm32-wasip1
                """);
        EcosystemPlans plans = plans("[features]\nserde = []\nstd = []\n", "2023-01-10");

        assertThat(plans.step("rust-strongest").block())
                .startsWith("cargo test --locked --features=serde,std --no-fail-fast -- --test-threads=1 2>&1");
        assertThat(plans.step("rust-strongest").env()).containsExactly(Map.entry("STORE", "memory"));
        assertThat(plans.proposal().warnings())
                .extracting(StepProposal.Warning::text)
                .contains("the project also tests with --no-default-features");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = ';',
            value = {
                "cargo test --workspace --exclude b; cargo test --workspace --exclude c --all-features; --workspace --exclude=c --all-features",
                "cargo test --workspace --exclude b; cargo test --workspace; --workspace"
            })
    void onlyTheWidestCommandLeavesPackagesOut(String one, String other, String words) {
        files.put("Cargo.lock", "version = 3\n");
        files.put(".github/workflows/ci.yml", """
                on: push
                jobs:
                  test:
                    runs-on: ubuntu-latest
                    steps:
                      - run: %s
                      - run: %s
                """.formatted(one, other));
        EcosystemPlans plans = plans("[workspace]\nmembers = []\n", "2023-01-10");

        assertThat(plans.step("rust-strongest").block())
                .startsWith("cargo test --locked " + words + " --no-fail-fast 2>&1");
    }

    @Test
    void aTargetThatIsNotTestedIsNamed() {
        EcosystemPlans plans = plans("[lib]\ntest = false\n[[test]]\nname = \"own\"\nharness = false\n", "2023-01-10");

        assertThat(plans.proposal().warnings())
                .extracting(StepProposal.Warning::text)
                .contains(
                        "tests of a target that cargo is told not to test: lib (Cargo.toml:4)",
                        "cases of the target with a harness of its own: test own (Cargo.toml:6)");
    }
}
