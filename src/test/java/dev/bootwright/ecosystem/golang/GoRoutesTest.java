package dev.bootwright.ecosystem.golang;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.bootwright.acquire.MemoryTree;
import dev.bootwright.base.Cause;
import dev.bootwright.ecosystem.EcosystemPlans;
import dev.bootwright.failure.ToolException;
import dev.bootwright.network.Reachability;
import dev.bootwright.plan.BootstrapPlan;
import dev.bootwright.plan.Overrides;
import dev.bootwright.step.ExcludedTest;
import dev.bootwright.step.Route;
import dev.bootwright.step.Step;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class GoRoutesTest {
    private static final String TEST = "package a\n\nimport \"testing\"\n\nfunc TestA(t *testing.T) {}\n";

    private static String workflow(String versions, String run) {
        return """
                on: push
                jobs:
                  test:
                    runs-on: ubuntu-latest
                    strategy:
                      matrix:
                        go: %s
                    steps:
                      - uses: actions/setup-go@v5
                        with:
                          go-version: ${{ matrix.go }}
                      - run: %s
                """.formatted(versions, run);
    }

    private static EcosystemPlans module(String goMod, String... more) {
        String[] all = new String[more.length + 4];
        all[0] = "go.mod";
        all[1] = "module example.org/a\n\n" + goMod;
        all[2] = "a_test.go";
        all[3] = TEST;
        System.arraycopy(more, 0, all, 4, more.length);
        return EcosystemPlans.of(new GoEcosystem(), MemoryTree.of(all));
    }

    private static String first(EcosystemPlans plans) {
        return plans.plan().routes().getFirst().id();
    }

    @Test
    void takesTheDistributionsToolchainWhereItWillDo() {
        assertThat(first(module("go 1.13\n"))).isEqualTo("go-1.24-trixie-locked");
        assertThat(first(module("go 1.24.4\n"))).isEqualTo("go-1.24-trixie-locked");
        assertThat(first(module("go 1.20\n", ".github/workflows/t.yml", workflow("[1.23, 1.24]", "go test ./..."))))
                .isEqualTo("go-1.24-trixie-locked");
        assertThat(first(module("go 1.20\n", ".github/workflows/t.yml", workflow("[1.24.1]", "go test ./..."))))
                .isEqualTo("go-1.24-trixie-locked");
        assertThat(first(module("go 1.20\n", ".github/workflows/t.yml", workflow("['^1']", "go test ./..."))))
                .isEqualTo("go-1.24-trixie-locked");
    }

    @Test
    void fetchesWhatTheManifestAsksFor() {
        Route route = module("go 1.25.0\ntoolchain go1.25.3\n").plan().routes().getFirst();
        assertThat(route.id()).isEqualTo("go-1.25.3-registry-locked");
        assertThat(route.networkRoles()).contains("registry:go");
        assertThat(module("go 1.25.0\n").step("go-toolchain").block()).contains("= go1.25.0");
    }

    @Test
    void followsCiWhereTheDistributionsDoesNotMeetIt() {
        EcosystemPlans plans = module(
                        "go 1.19\n", ".github/workflows/t.yml", workflow("['1.19', '1.20']", "go test ./..."))
                .committed("2023-06-01T00:00:00Z");
        assertThat(plans.plan().routes())
                .extracting(Route::id)
                .containsExactly("go-1.20.14-registry-locked", "go-1.24-trixie-locked");
    }

    @Test
    void theUserWins() {
        Overrides overrides = new Overrides(
                null, Map.of("go", "1.21"), List.of(), Map.of(), null, null, List.of(), Map.of("toolchain.go", "1.21"));
        assertThat(first(module("go 1.20\n").overrides(overrides))).isEqualTo("go-1.21.13-registry-locked");
        Overrides nonsense =
                new Overrides(null, Map.of("go", "tip"), List.of(), Map.of(), null, null, List.of(), Map.of());
        assertThatThrownBy(() -> module("go 1.20\n").overrides(nonsense).plan())
                .isInstanceOf(ToolException.class)
                .hasMessageContaining("tip");
    }

    @Test
    void dropsRoutesWhoseNetworkDoesNotAnswer() {
        BootstrapPlan plan = module("go 1.25.0\n")
                .reachability(new Reachability(Map.of("registry:go", Reachability.State.UNREACHABLE)))
                .plan();
        assertThat(plan.routes()).isEmpty();
        assertThat(plan.dropped())
                .isNotEmpty()
                .allSatisfy(d -> assertThat(d.reason()).contains("registry:go"));
        assertThat(module("go 1.20\n")
                        .reachability(new Reachability(Map.of("registry:go", Reachability.State.UNREACHABLE)))
                        .plan()
                        .routes())
                .extracting(Route::id)
                .containsExactly("go-1.24-trixie-locked");
    }

    @Test
    void keepsTheFlagsThatChangeWhichTestsRun() {
        Step step = module(
                        "go 1.20\n",
                        ".github/workflows/t.yml",
                        workflow(
                                "['1.24']", "go test -v -race -tags=x,y -short -coverprofile=c.out -timeout 20m ./..."))
                .step("go-strongest");
        assertThat(step.block())
                .startsWith("go test -count=1 -json -tags=x,y -short -timeout=20m ./... > ")
                .endsWith("\"$BOOTWRIGHT_REPORTS/go-strongest.json\"");
        assertThat(step.runner()).isEqualTo("go");
    }

    @Test
    void takesTheVariantThatNeedsNoServer() {
        String ci = """
                on: push
                jobs:
                  test:
                    runs-on: ubuntu-latest
                    steps:
                      - run: go test ./...
                        env: {DRIVER: mysql, SOURCE: "root:root@/db"}
                      - run: go test ./db
                        env: {DRIVER: sqlite3, SOURCE: "file:x.db"}
                """;
        Step step = module("go 1.20\n", ".github/workflows/t.yml", ci).step("go-strongest");
        assertThat(step.env()).containsEntry("DRIVER", "sqlite3").containsEntry("SOURCE", "file:x.db");
        assertThat(step.block()).contains(" ./... ");
    }

    @Test
    void vetOfAToolchainThatTheProjectCannotKnowKeepsNoTestFromRunning() {
        assertThat(module("go 1.12\n").step("go-strongest").block()).contains(" -vet=off ");
        assertThat(module("go 1.12\n").step("go-collect").block()).contains(" -vet=off ");
        assertThat(module("go 1.24\n").step("go-strongest").block()).doesNotContain("-vet");
        assertThat(module("go 1.12\n", ".github/workflows/t.yml", workflow("['1.24']", "go test ./..."))
                        .step("go-strongest")
                        .block())
                .doesNotContain("-vet");
    }

    @Test
    void keepsWhatMakesTemporaryFilesForTheTests() {
        String ci = """
                on: push
                jobs:
                  test:
                    runs-on: ubuntu-latest
                    steps:
                      - env: {SOURCE: /tmp/db/x.db}
                        run: |
                          mkdir -p /tmp/db && touch /tmp/db/x.db
                          rm -rf /
                          go test ./...
                """;
        assertThat(module("go 1.20\n", ".github/workflows/t.yml", ci)
                        .step("go-strongest")
                        .block()
                        .lines())
                .containsExactly(
                        "mkdir -p /tmp/db",
                        "touch /tmp/db/x.db",
                        "go test -count=1 -json -vet=off ./... > \"$BOOTWRIGHT_REPORTS/go-strongest.json\"");
    }

    @Test
    void takesTheUsersTestCommandAndLeavesOutWhatTheyExclude() {
        Overrides overrides = new Overrides(
                null,
                Map.of(),
                List.of(),
                Map.of(),
                null,
                "go test -short -run 'TestA' ./a ./b",
                List.of(new ExcludedTest("example.org/a::TestX/sub", Cause.NETWORK, "calls out", "bootwright.toml")),
                Map.of());
        Step step = module("go 1.20\n").overrides(overrides).step("go-strongest");
        assertThat(step.block())
                .isEqualTo("go test -count=1 -json '-skip=^TestX$/^sub$' -vet=off -short -run=TestA ./a ./b"
                        + " > \"$BOOTWRIGHT_REPORTS/go-strongest.json\"");
        assertThat(step.origin().kind()).isEqualTo("override");
        Overrides make = new Overrides(null, Map.of(), List.of(), Map.of(), null, "make check", List.of(), Map.of());
        assertThat(module("go 1.20\n").overrides(make).step("go-strongest").block())
                .contains("GOFLAGS")
                .contains("make check");
        assertThat(module("go 1.20\n")
                        .overrides(excluding("make check", Map.of()))
                        .step("go-strongest")
                        .block())
                .startsWith("export GOFLAGS=\"${GOFLAGS:-} -json\"' -skip=^TestX$'\n");
        assertThat(module("go 1.20\n")
                        .overrides(excluding("go test -skip=TestOwn ./...", Map.of()))
                        .step("go-strongest")
                        .block())
                .contains("'-skip=^TestX$|TestOwn'")
                .doesNotContain(" -skip=TestOwn");
        assertThatThrownBy(() -> module("go 1.18\n")
                        .overrides(excluding(null, Map.of("go", "1.19")))
                        .steps())
                .isInstanceOf(ToolException.class)
                .hasMessageContaining("can't leave single tests out: -skip came with 1.20");
    }

    private static Overrides excluding(@Nullable String command, Map<String, String> toolchains) {
        ExcludedTest test = new ExcludedTest("TestX", Cause.NETWORK, "calls out", "bootwright.toml");
        return new Overrides(null, toolchains, List.of(), Map.of(), null, command, List.of(test), Map.of());
    }

    @Test
    void eachModuleWithTestsIsAProject() {
        EcosystemPlans plans = module(
                "go 1.20\n",
                "sub/go.mod",
                "module example.org/a/sub\ngo 1.21\n",
                "sub/b_test.go",
                TEST,
                "tools/go.mod",
                "module example.org/a/tools\n",
                "testdata/x/go.mod",
                "module broken",
                "examples/demo/go.mod",
                "module example.org/demo\n",
                "examples/demo/a_test.go",
                TEST);
        assertThat(plans.plan().projects())
                .extracting(BootstrapPlan.PlannedProject::path)
                .containsExactly(".", "sub");
        assertThat(plans.plan().constraints())
                .filteredOn(c -> c.subject().equals("not-covered"))
                .extracting(BootstrapPlan.Constraint::value)
                .anySatisfy(v -> assertThat(v).contains("tools").contains("no tests"))
                .anySatisfy(v -> assertThat(v).contains("examples/demo").contains("example"));
        assertThat(plans.step("go-strongest-sub").workingDirectory()).isEqualTo("sub");
    }

    @Test
    void aMissingSumIsMadeOnceAndKept() {
        EcosystemPlans plans = module("go 1.20\nrequire example.org/x v1.0.0\n");
        assertThat(first(plans)).isEqualTo("go-1.24-trixie-declared");
        assertThat(plans.step("go-dependencies").block())
                .contains("cp .bootstrap/lock/go.sum go.sum")
                .contains("GOFLAGS=-mod=mod");
    }

    @Test
    void codeFromBeforeModulesLiesWhereItsImportsLook() {
        EcosystemPlans commented = EcosystemPlans.of(
                new GoEcosystem(),
                MemoryTree.of("a.go", "package a // import \"example.org/x/a\"\n", "a_test.go", TEST));
        assertThat(commented.step("go-dependencies").block()).endsWith("\"${HOME}/go/src/example.org/x/a\"");
        EcosystemPlans external = EcosystemPlans.of(
                new GoEcosystem(),
                MemoryTree.of(
                        "a.go",
                        "package a\n",
                        "a_test.go",
                        "package a_test\n\nimport (\n\t\"testing\"\n\n\t\"example.org/y/a\"\n)\n",
                        "Makefile",
                        "PKGS = example.org/other\ntest:\n\tgo test $(PKGS)\n"));
        assertThat(external.step("go-dependencies").block()).endsWith("\"${HOME}/go/src/example.org/y/a\"");
        assertThat(external.step("go-strongest").block())
                .startsWith("cd \"${HOME}/go/src/example.org/y/a\"\n")
                .contains(" ./... ");
        EcosystemPlans travis = EcosystemPlans.of(
                new GoEcosystem(),
                MemoryTree.of(
                        "a.go", "package a\n", "a_test.go", TEST, ".travis.yml", "go_import_path: example.org/z/a\n"));
        assertThat(travis.step("go-build").env()).containsEntry("GO111MODULE", "off");
        assertThat(travis.step("go-dependencies").block()).contains("example.org/z/a");
        EcosystemPlans nested = EcosystemPlans.of(
                new GoEcosystem(),
                MemoryTree.of(
                        "cmd/m/m.go",
                        "package main\n\nimport \"example.org/n/lib/b\"\n",
                        "lib/b/b.go",
                        "package b\n",
                        "a_test.go",
                        TEST));
        assertThat(nested.step("go-dependencies").block()).endsWith("\"${HOME}/go/src/example.org/n\"");
    }

    @Test
    void namesNeedsOfTests() {
        BootstrapPlan plan = module(
                        "go 1.20\n",
                        "c_test.go",
                        "package a\n\nimport \"github.com/testcontainers/testcontainers-go\"\n")
                .plan();
        assertThat(plan.needs()).extracting(n -> n.kind() + " " + n.name()).containsExactly("service container-engine");
    }

    @Test
    void nothingGoGivesAnEmptyPlan() {
        assertThat(EcosystemPlans.of(new GoEcosystem(), MemoryTree.of("README.md", "hello"))
                        .plan()
                        .projects())
                .isEmpty();
    }
}
