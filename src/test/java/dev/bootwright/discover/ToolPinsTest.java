package dev.bootwright.discover;

import static org.assertj.core.api.Assertions.assertThat;

import com.code_intelligence.jazzer.api.FuzzedDataProvider;
import com.code_intelligence.jazzer.junit.FuzzTest;
import dev.bootwright.acquire.MemoryTree;
import dev.bootwright.ecosystem.Ecosystem;
import dev.bootwright.ecosystem.golang.GoEcosystem;
import dev.bootwright.ecosystem.javascript.JavascriptEcosystem;
import dev.bootwright.ecosystem.maven.MavenEcosystem;
import dev.bootwright.ecosystem.python.PythonEcosystem;
import dev.bootwright.ecosystem.rust.RustEcosystem;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class ToolPinsTest {
    private static final String[] ALL = {
        ".tool-versions",
        "nodejs 20.1.0 18\n# python 2\npython 3.11.4\n",
        "mise.toml",
        "[env]\njava = \"x\"\n[tools]\njava = \"temurin-17.0.1\"\nnode = [\"22\", \"20\"]\nrust = {version = \"1.80\"}\n",
        ".sdkmanrc",
        "java=21.0.2-tem\nmaven=3.9.6\n",
        "devbox.json",
        "{\"packages\": [\"go@1.22\",\n\"python@3.12\"]}",
        "flake.nix",
        "{ buildInputs = [ pkgs.nodejs_18\n pkgs.python311 # pkgs.jdk8\n pkgs.go_1_21 pkgs.temurin-bin-17 ]; }"
    };

    private static List<String> pins(String... files) {
        return ToolPins.all(TreeIndex.of(MemoryTree.of(files))).stream()
                .map(p -> p.tool() + " " + p.version() + (p.more().isEmpty() ? "" : " +" + p.more()) + " " + p.file()
                        + ":" + p.line())
                .sorted()
                .toList();
    }

    @Test
    void everyFormIsRead() {
        assertThat(pins(ALL))
                .containsExactlyInAnyOrder(
                        "node 20.1.0 +18 .tool-versions:1",
                        "python 3.11.4 .tool-versions:3",
                        "java temurin-17.0.1 mise.toml:4",
                        "node 22 mise.toml:5",
                        "rust 1.80 mise.toml:6",
                        "java 21.0.2-tem .sdkmanrc:1",
                        "maven 3.9.6 .sdkmanrc:2",
                        "go 1.22 devbox.json:1",
                        "python 3.12 devbox.json:2",
                        "node 18 flake.nix:1",
                        "python 3.11 flake.nix:2",
                        "go 1.21 flake.nix:3",
                        "java 17 flake.nix:3");
        assertThat(pins(
                        "devbox.json",
                        "{\"packages\": {\"go\": \"1.22\", \"jdk\": {\"version\": \"17\"}, \"git\": {}}}"))
                .containsExactly("go 1.22 devbox.json:1", "java 17 devbox.json:1");
    }

    @Test
    void aProgramThatOffersSeveralVersionsPinsNone() {
        assertThat(pins("flake.nix", "[ python39 python311\n nodejs_20 nodejs_20 ]"))
                .containsExactly("node 20 flake.nix:2");
    }

    @Test
    void aBrokenFileHasNoPins() {
        assertThat(pins("mise.toml", "[tools\n", "devbox.json", "{", ".sdkmanrc", "=\n", ".tool-versions", "\n"))
                .isEmpty();
    }

    @Test
    void everyEcosystemTakesThem() {
        List<Ecosystem> ecosystems = List.of(
                new PythonEcosystem(List.of()),
                new GoEcosystem(),
                new JavascriptEcosystem(),
                new MavenEcosystem(),
                new RustEcosystem());
        String[] files = Stream.concat(
                        Stream.of(ALL),
                        Stream.of(
                                "pyproject.toml",
                                "[project]\nname = \"a\"\n",
                                "go.mod",
                                "module a\n",
                                "package.json",
                                "{\"name\": \"a\"}",
                                "pom.xml",
                                "<project><artifactId>a</artifactId></project>",
                                "Cargo.toml",
                                "[package]\nname = \"a\"\n"))
                .toArray(String[]::new);
        DiscoveryReport report = new Discoverer()
                .discover(
                        MemoryTree.of(files),
                        ecosystems.stream().flatMap(e -> e.detectors().stream()).toList());

        assertThat(report.findings().stream()
                        .filter(f -> f.file().equals("mise.toml") || f.file().equals("devbox.json"))
                        .map(f -> f.subject() + " " + f.value()))
                .contains(
                        "python.version.pin 3.12",
                        "go.version-file 1.22",
                        "node.version-file 22",
                        "java.version-file temurin-17.0.1",
                        "rust.toolchain 1.80");
    }

    @FuzzTest
    void readingNeverThrows(FuzzedDataProvider data) {
        String name =
                data.pickValue(new String[] {".tool-versions", "mise.toml", ".sdkmanrc", "devbox.json", "flake.nix"});
        assertThat(ToolPins.all(TreeIndex.of(MemoryTree.of(name, data.consumeRemainingAsString()))))
                .allMatch(pin -> pin.line() > 0 && !pin.tool().isEmpty());
    }
}
