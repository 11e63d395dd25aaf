package dev.bootwright.discover;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;

import dev.bootwright.acquire.MemoryTree;
import dev.bootwright.discover.general.GeneralDetectors;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Files that want to break a reader cost their own findings and nothing else. */
class HostileTreeTest {
    private static final List<String> NAMES = List.of(
            ".github/workflows/x.yml",
            "Makefile",
            "justfile",
            "Taskfile.yml",
            "Dockerfile",
            "README.md",
            "README.rst",
            "AGENTS.md",
            ".devcontainer/devcontainer.json",
            "compose.yaml",
            ".gitmodules",
            ".gitattributes",
            ".tool-versions",
            ".env.example");

    @Test
    void randomBytesAreUnknownNeverACrash() {
        Random random = new Random(7);
        for (int round = 0; round < 40; round++) {
            Map<String, byte[]> files = new LinkedHashMap<>();
            for (String name : NAMES) {
                byte[] bytes = new byte[random.nextInt(4_000)];
                random.nextBytes(bytes);
                if (round % 2 == 0) {
                    for (int i = 0; i < bytes.length; i++) {
                        bytes[i] = (byte) "\n\t :-[]{}$#&|;<>'\"`\\=*!?ab(),.".charAt((bytes[i] & 0xff) % 30);
                    }
                }
                files.put(name, bytes);
            }
            assertCalm(MemoryTree.ofBytes(files));
        }
    }

    @Test
    void cutAndMixedRealFilesAreUnknownNeverACrash() throws IOException {
        MemoryTree tree = DiscoveryGoldenTest.tree(Path.of("src/test/resources/golden/discover/actions-matrix/repo"));
        String workflow = tree.read(".github/workflows/tests.yaml").orElseThrow();
        Random random = new Random(11);
        for (int round = 0; round < 150; round++) {
            StringBuilder text = new StringBuilder(workflow);
            for (int edit = 0; edit < 4; edit++) {
                int at = random.nextInt(text.length());
                switch (random.nextInt(3)) {
                    case 0 -> text.delete(at, Math.min(text.length(), at + random.nextInt(60)));
                    case 1 -> text.insert(at, "${{ matrix['x'] && !(fromJSON('[1') || a.b.*.c }}");
                    default -> text.insert(at, workflow, 0, random.nextInt(workflow.length()));
                }
            }
            assertCalm(MemoryTree.of(".github/workflows/x.yml", text.toString()));
        }
    }

    @Test
    void hugeFilesAreNotReadAndNamed() {
        MemoryTree tree = MemoryTree.ofBytes(Map.of(
                ".github/workflows/x.yml",
                new byte[3 << 20],
                "Makefile",
                new byte[3 << 20],
                "README.md",
                new byte[3 << 20]));
        DiscoveryReport report = new Discoverer().discover(tree, GeneralDetectors.all());
        assertThat(report.unknowns())
                .extracting(DiscoveryReport.Unknown::file)
                .containsExactly(".github/workflows/x.yml", "Makefile", "README.md");
        assertThat(report.unknowns()).allMatch(u -> u.reason().contains("larger than"));
    }

    @Test
    void aMatrixOfMillionsOfCellsIsBounded() {
        StringBuilder matrix = new StringBuilder();
        for (int axis = 0; axis < 10; axis++) {
            matrix.append("        a%d: [%s]\n".formatted(axis, "x, ".repeat(40) + "y"));
        }
        String workflow = "on: push\njobs:\n  a:\n    runs-on: ubuntu-latest\n    strategy:\n      matrix:\n" + matrix
                + "    steps:\n      - run: pytest\n";
        DiscoveryReport report =
                new Discoverer().discover(MemoryTree.of(".github/workflows/x.yml", workflow), GeneralDetectors.all());
        assertThat(report.ciCommands()).hasSize(1);
    }

    @Test
    void localActionsThatUseEachOtherEnd() {
        String action =
                "runs:\n  using: composite\n  steps:\n    - uses: ./%s\n    - uses: ./%s\n    - run: pytest\n      shell: bash\n";
        DiscoveryReport report = new Discoverer()
                .discover(
                        MemoryTree.of(
                                ".github/workflows/x.yml", "on: push\njobs:\n  a:\n    steps:\n      - uses: ./a\n",
                                "a/action.yml", action.formatted("b", "b"),
                                "b/action.yml", action.formatted("a", "a")),
                        GeneralDetectors.all());
        assertThat(report.unknowns()).anyMatch(u -> u.reason().contains("cannot be followed"));
        assertThat(report.ciCommands()).hasSizeLessThan(70);
    }

    @Test
    void latinOneIsReadAsFarAsItGoes() {
        byte[] latin = "# Größe\n\n```sh\npytest -q\n```\n".getBytes(StandardCharsets.ISO_8859_1);
        DiscoveryReport report =
                new Discoverer().discover(MemoryTree.ofBytes(Map.of("README.md", latin)), GeneralDetectors.all());
        assertThat(report.of("doc.command")).extracting(Finding::value).containsExactly("pytest -q");
    }

    @Test
    void longLinesAndWordsCostNoMoreThanTheirLength() {
        String spaces = " ".repeat(1 << 20);
        String half = " ".repeat(200 << 10);
        String letters = "a_".repeat(100 << 10);
        Map<String, String> files = new LinkedHashMap<>();
        files.put("Makefile", "a" + spaces.substring(99) + "#:\n");
        files.put("README.md", "# a" + half + "b\n```sh\nmake " + letters + "\npytest" + half + "x\n```\n");
        files.put("README.rst", half + "x\n" + half + "\n");
        files.put(".gitmodules", "[submodule \"x\"]\npath = a" + spaces + "b\n");
        files.put("Dockerfile", "FROM x\nRUN " + "--a ".repeat(50_000) + "b\n");
        files.put("justfile", "a" + half + "b\n" + half + ":\n");
        files.put(".tool-versions", "a" + spaces + "\n");
        files.put(
                ".github/workflows/x.yml",
                "on: push\njobs:\n  a:\n    steps:\n      - run: |\n          echo A=" + half + " >> $GITHUB_ENV\n"
                        + "\n".repeat(50_000) + "          ./" + letters + "\n      - run: tox -e " + letters + "\n");
        assertTimeoutPreemptively(Duration.ofSeconds(20), () -> assertCalm(MemoryTree.of(files)));
    }

    private static void assertCalm(MemoryTree tree) {
        DiscoveryReport report = new Discoverer().discover(tree, GeneralDetectors.all());
        assertThat(report.unknowns()).noneMatch(u -> u.reason().contains("broke off"));
        DiscoveryPage.text(report);
    }
}
