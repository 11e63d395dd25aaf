package dev.bootwright.discover;

import static org.assertj.core.api.Assertions.assertThat;

import dev.bootwright.acquire.MemoryTree;
import dev.bootwright.acquire.SourceTree;
import dev.bootwright.base.Digest;
import dev.bootwright.discover.general.GeneralDetectors;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import tools.jackson.databind.json.JsonMapper;

class DeterminismTest {
    private static final Path ROOT = Path.of("src/test/resources/golden/discover");

    static List<String> cases() throws IOException {
        return DiscoveryGoldenTest.cases();
    }

    @ParameterizedTest
    @MethodSource("cases")
    void neitherTheOrderOfFilesNorThatOfDetectorsMatters(String name) throws IOException {
        MemoryTree tree = DiscoveryGoldenTest.tree(ROOT.resolve(name).resolve("repo"));
        String expected = json(tree, GeneralDetectors.all());
        for (int seed = 0; seed < 5; seed++) {
            List<Detector> detectors = new ArrayList<>(GeneralDetectors.all());
            Collections.shuffle(detectors, new Random(seed));
            assertThat(json(new Shuffled(tree, seed), detectors)).isEqualTo(expected);
        }
    }

    @Test
    void anotherMachineRunGivesEqualBytes() throws IOException, InterruptedException {
        Process process = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-cp",
                        System.getProperty("java.class.path"),
                        DeterminismTest.class.getName())
                .redirectError(ProcessBuilder.Redirect.DISCARD)
                .start();
        String other = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8).strip();
        assertThat(process.waitFor(60, TimeUnit.SECONDS)).isTrue();
        assertThat(other).isEqualTo(digest());
    }

    public static void main(String[] arguments) throws IOException {
        System.out.println(digest());
    }

    private static String digest() throws IOException {
        StringBuilder all = new StringBuilder();
        for (String name : cases()) {
            MemoryTree tree = DiscoveryGoldenTest.tree(ROOT.resolve(name).resolve("repo"));
            DiscoveryReport report = new Discoverer().discover(tree, GeneralDetectors.all());
            all.append(JsonMapper.builder().build().writeValueAsString(report)).append(DiscoveryPage.text(report));
        }
        return Digest.ofFields(List.of(all.toString())).hex();
    }

    private static String json(SourceTree tree, List<Detector> detectors) {
        return JsonMapper.builder().build().writeValueAsString(new Discoverer().discover(tree, detectors));
    }

    private record Shuffled(SourceTree tree, int seed) implements SourceTree {
        @Override
        public List<Entry> entries() {
            List<Entry> entries = new ArrayList<>(tree.entries());
            Collections.shuffle(entries, new Random(seed));
            return entries;
        }

        @Override
        public Optional<Entry> find(String path) {
            return tree.find(path);
        }

        @Override
        public Optional<String> read(Entry entry, int maxBytes) {
            return tree.read(entry, maxBytes);
        }
    }
}
