package dev.bootwright.discover;

import static org.assertj.core.api.Assertions.assertThat;

import dev.bootwright.acquire.MemoryTree;
import dev.bootwright.acquire.Skipped;
import dev.bootwright.acquire.SourceTree;
import dev.bootwright.base.EcosystemId;
import dev.bootwright.base.RelativePath;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

class DiscovererTest {
    private static final SourceTree TREE = MemoryTree.of("a", "1\n", "b/c", "2\n");

    @Test
    void findingsAreSortedAndConflictsKept() {
        Detector detector = detector(Set.of("x.version"), (tree, sink) -> {
            sink.finding(finding("x.version", "2", "b/c", 1, EvidenceKind.FILE_NAMES));
            sink.finding(finding("x.version", "1", "a", 1, EvidenceKind.CI));
            sink.finding(finding("x.version", "1", "a", 1, EvidenceKind.CI));
            sink.finding(finding("many", "1", "a", 1, EvidenceKind.CI));
            sink.finding(finding("many", "2", "a", 1, EvidenceKind.CI));
        });
        DiscoveryReport report = new Discoverer().discover(TREE, List.of(detector));
        assertThat(report.findings())
                .extracting(Finding::subject)
                .containsExactly("many", "many", "x.version", "x.version");
        assertThat(report.of("x.version")).extracting(Finding::value).containsExactly("1", "2");
        assertThat(report.conflicts())
                .containsExactly(new DiscoveryReport.Conflict(
                        "x.version",
                        ".",
                        report.of("x.version").stream().map(Finding::id).toList()));
    }

    @Test
    void projectsAreBestFirstAndDistinct() {
        Detector detector = detector(Set.of(), (tree, sink) -> {
            sink.project(new ProjectMatch(new EcosystemId("go"), "b", "b/go.mod", 60));
            sink.project(new ProjectMatch(new EcosystemId("python"), ".", "setup.py", 50));
            sink.project(new ProjectMatch(new EcosystemId("python"), ".", "pyproject.toml", 60));
        });
        DiscoveryReport report = new Discoverer().discover(TREE, List.of(detector));
        assertThat(report.projects()).extracting(ProjectMatch::manifest).containsExactly("pyproject.toml", "b/go.mod");
    }

    @Test
    void aDetectorThatBreaksIsShownAndCostsNothingElse() {
        Detector broken = detector(Set.of(), (tree, sink) -> {
            throw new IllegalStateException("bug");
        });
        Detector good =
                detector(Set.of(), (tree, sink) -> sink.finding(finding("y", "1", "a", 1, EvidenceKind.MANIFEST)));
        DiscoveryReport report = new Discoverer().discover(TREE, List.of(broken, good));
        assertThat(report.unknowns())
                .singleElement()
                .satisfies(u -> assertThat(u.reason()).contains("broke off").contains("bug"));
        assertThat(report.of("y")).hasSize(1);
    }

    @Test
    void scopesTellWhatVotes() {
        TreeIndex index = TreeIndex.of(MemoryTree.of(Map.of(
                "src/build/__init__.py", "",
                "src/build/x.py", "",
                "build/lib/x.py", "",
                "vendor/a/go.mod", "",
                "pkg/testdata/m/go.mod", "",
                "examples/demo/pyproject.toml", "",
                "docs/requirements.txt", "",
                "docs/vendor/x", "",
                "go.mod", "",
                "{{cookiecutter.name}}/setup.py", "")));
        TreeScope scope = index.scope();
        assertThat(scope.of("src/build/x.py")).isEqualTo(TreeScope.Kind.OWN);
        assertThat(scope.of("build/lib/x.py")).isEqualTo(TreeScope.Kind.GENERATED);
        assertThat(scope.of("vendor/a/go.mod")).isEqualTo(TreeScope.Kind.VENDORED);
        assertThat(scope.of("pkg/testdata/m/go.mod")).isEqualTo(TreeScope.Kind.TEST_DATA);
        assertThat(scope.of("examples/demo/pyproject.toml")).isEqualTo(TreeScope.Kind.EXAMPLE);
        assertThat(scope.of("docs/vendor/x")).isEqualTo(TreeScope.Kind.DOCUMENTATION);
        assertThat(scope.of("{{cookiecutter.name}}/setup.py")).isEqualTo(TreeScope.Kind.TEMPLATE);
        assertThat(index.voting("go.mod")).extracting(e -> e.path().toString()).containsExactly("go.mod");
    }

    private static Finding finding(String subject, String value, String file, int line, EvidenceKind kind) {
        return Finding.of(subject, value, ".", file, line, value, kind, Map.of());
    }

    private interface Detection {
        void detect(SourceTree tree, FindingSink sink);
    }

    private static Detector detector(Set<String> single, Detection detection) {
        return new Detector() {
            @Override
            public String name() {
                return "test";
            }

            @Override
            public void detect(SourceTree tree, FindingSink sink) {
                detection.detect(tree, sink);
            }

            @Override
            public Set<String> singleValuedSubjects() {
                return single;
            }
        };
    }

    @Test
    void aProjectInAFolderThatNoScriptCanNameIsLeftOut() {
        EcosystemId python = new EcosystemId("python");
        RelativePath odd = RelativePath.ofBytes(new byte[] {'d', (byte) 0xff});
        Detector detector = detector(Set.of(), (tree, sink) -> {
            sink.project(new ProjectMatch(python, ".", "pyproject.toml", 2));
            sink.project(new ProjectMatch(python, odd.toString(), odd + "/pyproject.toml", 1));
        });
        DiscoveryReport report = new Discoverer().discover(MemoryTree.of("a.txt", ""), List.of(detector));
        assertThat(report.projects())
                .singleElement()
                .satisfies(p -> assertThat(p.path()).isEqualTo("."));
        assertThat(report.unknowns())
                .singleElement()
                .isEqualTo(new DiscoveryReport.Unknown(
                        "d\\xff", 0, "left out: a python project in a folder whose name is not plain text"));
    }

    @Test
    void whatWasLeftOutOfTheTreeIsTold() {
        List<Skipped> skipped = new ArrayList<>();
        for (int i = 0; i < 25; i++) {
            skipped.add(new Skipped(RelativePath.of("pipe-" + (10 + i)), "cannot be read"));
        }
        DiscoveryReport report = new Discoverer().discover(MemoryTree.of("a.txt", ""), List.of(), skipped);
        assertThat(report.unknowns())
                .hasSize(21)
                .contains(new DiscoveryReport.Unknown("pipe-10", 0, "left out: cannot be read"))
                .contains(new DiscoveryReport.Unknown(".", 0, "left out: 5 more such files"))
                .allMatch(DiscoveryReport.Unknown::isAboutAllOfIt);
    }
}
