package dev.bootwright.discover;

import static org.assertj.core.api.Assertions.assertThat;

import dev.bootwright.acquire.MemoryTree;
import dev.bootwright.acquire.SourceTree;
import dev.bootwright.base.EcosystemId;
import dev.bootwright.discover.general.GeneralDetectors;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.json.JsonMapper;

class DiscoveryPageTest {
    private static final Detector VERSIONS = new Detector() {
        @Override
        public String name() {
            return "versions";
        }

        @Override
        public void detect(SourceTree tree, FindingSink sink) {
            sink.project(new ProjectMatch(new EcosystemId("python"), ".", "pyproject.toml", 60));
            sink.finding(Finding.of("x.version", "3.12", ".", ".version", 1, "3.12", EvidenceKind.MANIFEST, Map.of()));
            sink.finding(
                    Finding.of("x.version", "3.11", ".", "ci.yml", 9, "v: 3.11", EvidenceKind.CI, Map.of("job", "a")));
        }

        @Override
        public Set<String> singleValuedSubjects() {
            return Set.of("x.version");
        }
    };

    @Test
    void everyPartIsShownWithinOneHundredColumns() throws IOException {
        DiscoveryReport report = report("actions-conditions");
        String page = DiscoveryPage.text(report);
        assertThat(page.lines()).allMatch(line -> line.length() <= 100);
        assertThat(page)
                .contains("Projects\n  python    .")
                .contains("can run here")
                .contains("↳ needs the secret LIVE_KEY")
                .contains("Conflicts\n  x.version")
                .contains(".version:1")
                .contains("if github.repository ==");
        assertThat(DiscoveryPage.text(report("general")))
                .contains("Not understood")
                .contains("${UNKNOWN}");
    }

    @Test
    void anExplanationNamesTheWinnerAndItsLines() throws IOException {
        Explanation explanation = Explanation.of(report("general"), "x.version");
        assertThat(explanation.groups()).singleElement().satisfies(group -> {
            assertThat(group.winner()).isEqualTo("3.11");
            assertThat(group.conflict()).isTrue();
            assertThat(group.values()).extracting(Explanation.Vote::weight).containsExactly(100, 60);
        });
        assertThat(DiscoveryPage.why(explanation))
                .contains("the evidence does not agree")
                .contains("→ 3.11")
                .contains("ci.yml:9")
                .contains("| v: 3.11");
    }

    @Test
    void aPrefixExplainsAllBelowAndAMissSuggests() throws IOException {
        DiscoveryReport report = report("general");
        assertThat(Explanation.of(report, "git").groups())
                .extracting(Explanation.Group::subject)
                .containsExactly("git.lfs", "git.submodule");
        Explanation many = Explanation.of(report, "system.package");
        assertThat(many.groups().getFirst().winner()).isNull();
        assertThat(DiscoveryPage.why(many)).contains("all of them hold");
        Explanation none = Explanation.of(report, "y.version");
        assertThat(none.groups()).isEmpty();
        assertThat(none.similar()).contains("x.version").doesNotContain("git.lfs");
        assertThat(DiscoveryPage.why(none)).contains("Ask for one of:");
    }

    @Test
    void nothingOfATreeReachesTheTerminalRaw() {
        String evil = "\u001b]0;title\u0007\u001b[2J";
        MemoryTree tree = MemoryTree.of(
                "README.md", "```sh\npytest " + evil + "\n```\n",
                ".github/workflows/x.yml",
                        "on: push\njobs:\n  a:\n    steps:\n      - run: \"pytest \\e[2J --token=ghp_" + "A1".repeat(20)
                                + "\"\n");
        DiscoveryReport report = new Discoverer().discover(tree, GeneralDetectors.all());
        String page = DiscoveryPage.text(report) + DiscoveryPage.why(Explanation.of(report, "doc"));
        assertThat(page.chars().filter(c -> c < 0x20 && c != '\n')).isEmpty();
        assertThat(page).doesNotContain("ghp_").contains("pytest");
    }

    @Test
    void theReportIsJsonAndSurvivesARoundTrip() throws IOException {
        JsonMapper mapper = JsonMapper.builder().build();
        DiscoveryReport report = report("general");
        String json = mapper.writeValueAsString(report);
        assertThat(mapper.readValue(json, DiscoveryReport.class)).isEqualTo(report);
        assertThat(mapper.writeValueAsString(Explanation.of(report, "git"))).contains("\"git.submodule\"");
    }

    private static DiscoveryReport report(String name) throws IOException {
        MemoryTree tree = DiscoveryGoldenTest.tree(Path.of("src/test/resources/golden/discover", name, "repo"));
        List<Detector> detectors = new ArrayList<>(GeneralDetectors.all());
        detectors.add(VERSIONS);
        return new Discoverer().discover(tree, detectors);
    }
}
