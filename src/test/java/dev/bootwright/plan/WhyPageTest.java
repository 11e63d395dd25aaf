package dev.bootwright.plan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.bootwright.acquire.MemoryTree;
import dev.bootwright.base.Digest;
import dev.bootwright.discover.Detector;
import dev.bootwright.discover.Discoverer;
import dev.bootwright.discover.general.GeneralDetectors;
import dev.bootwright.ecosystem.Ecosystem;
import dev.bootwright.ecosystem.golang.GoEcosystem;
import dev.bootwright.ecosystem.python.PythonEcosystem;
import dev.bootwright.failure.Failure;
import dev.bootwright.failure.ToolException;
import dev.bootwright.network.Reachability;
import dev.bootwright.step.RepositoryIdentity;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** With the real ecosystems, since a page is only worth what it says of real decisions. */
class WhyPageTest {
    private static final List<Ecosystem> ECOSYSTEMS = List.of(new PythonEcosystem(List.of()), new GoEcosystem());
    private static final List<RoutePlanner> PLANNERS =
            ECOSYSTEMS.stream().map(Ecosystem::routes).toList();

    private static PlanningInput input(Overrides overrides, String... files) {
        List<Detector> detectors = new ArrayList<>(GeneralDetectors.all());
        ECOSYSTEMS.forEach(e -> detectors.addAll(e.detectors()));
        return new PlanningInput(
                new RepositoryIdentity("sample", null, null, Digest.of("x"), List.of()),
                new Discoverer().discover(MemoryTree.of(files), detectors),
                overrides,
                Reachability.UNKNOWN,
                "amd64");
    }

    private static final String[] GO = {
        "go.mod",
        "module example.org/a\n\ngo 1.20\n\nrequire example.org/x v1.0.0\n",
        "go.sum",
        "example.org/x v1.0.0 h1:47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU=\n",
        "a_test.go",
        "package a\n\nimport \"testing\"\n\nfunc TestA(t *testing.T) {}\n",
        ".go-version",
        "1.21.3\n",
        "pyproject.toml",
        "[project]\nname = \"helper\"\nversion = \"1\"\n",
        ".github/workflows/test.yml",
        """
        on: push
        jobs:
          test:
            runs-on: ubuntu-latest
            steps:
              - uses: actions/setup-go@v5
                with: {go-version: '1.22'}
              - run: go test ./...
        """
    };

    private static String why(String subject) {
        PlanningInput input = input(Overrides.NONE, GO);
        return WhyPage.render(input, new BootstrapPlanner(PLANNERS).plan(input), PLANNERS, subject);
    }

    @Test
    void explainsAToolchainDownToLinesWithLosers() {
        assertThat(why("go version"))
                .startsWith("go: 1.22.12 from the registry")
                .contains("+100 .github/workflows/test.yml:7  go.ci-version = 1.22")
                .contains("+60 go.mod:3  go.version = 1.20")
                .contains("· go 1.24 from the distribution")
                .contains("+40 .go-version:1");
    }

    @Test
    void explainsTheLanguageByVotes() {
        assertThat(why("language"))
                .startsWith("language: go")
                .contains("✓ go  weight")
                .contains("+100 CI runs its tests (.github/workflows/test.yml:8)")
                .contains("· python  weight");
    }

    @Test
    void explainsBaseRunnerPolicyAndRoute() {
        assertThat(why("base")).startsWith("base: debian trixie");
        assertThat(why("runner")).startsWith("runner: go in .").contains("go test ./...");
        assertThat(why("policy")).startsWith("policy: locked by go").contains("go.sum");
        assertThat(why("route")).startsWith("route: go-1.22.12-registry-locked");
        assertThat(why("go-1.24-trixie-locked")).contains("weight");
        assertThat(why("go.version")).contains("+60 go.mod:3");
    }

    @Test
    void anUnknownSubjectNamesWhatIsNear() {
        Failure failure =
                catchThrowableOfType(ToolException.class, () -> why("polisy")).failure();
        assertThat(failure.summary()).contains("did you mean policy");
        assertThat(failure.next()).contains("language");
    }

    @Test
    void thePlanPageShowsRoutesReasonsAndWhatWasDropped() {
        PlanningInput input = input(Overrides.NONE, GO);
        String page = PlanPage.render(input, new BootstrapPlanner(PLANNERS).plan(input));
        assertThat(page)
                .contains("1. go-1.22.12-registry-locked")
                .contains("go 1.22.12 from the registry: CI tests with 1.22")
                .contains("not-covered: python project in .")
                .contains("minimal: go collects every test");
        assertThat(PlanPage.render(input, new BootstrapPlanner(PLANNERS.reversed()).plan(input)))
                .as("the order of ecosystems does not matter")
                .isEqualTo(page);
    }

    @Test
    void aLanguageThatIsNotThereIsRefused() {
        Overrides overrides = new Overrides("pyton", Map.of(), List.of(), Map.of(), null, null, List.of(), Map.of());
        PlanningInput input = input(overrides, GO);
        assertThat(catchThrowableOfType(ToolException.class, () -> new BootstrapPlanner(PLANNERS).plan(input))
                        .failure()
                        .summary())
                .contains("did you mean “python”");
    }
}
