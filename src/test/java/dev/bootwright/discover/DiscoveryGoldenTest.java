package dev.bootwright.discover;

import static org.assertj.core.api.Assertions.assertThat;

import dev.bootwright.acquire.MemoryTree;
import dev.bootwright.discover.general.GeneralDetectors;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Every folder below {@code golden/discover} is a repository with the findings that are expected of it. */
class DiscoveryGoldenTest {
    private static final Path ROOT = Path.of("src/test/resources/golden/discover");

    static List<String> cases() throws IOException {
        try (Stream<Path> folders = Files.list(ROOT)) {
            return folders.map(p -> p.getFileName().toString()).sorted().toList();
        }
    }

    @ParameterizedTest
    @MethodSource("cases")
    void findingsAreThoseExpected(String name) throws IOException {
        DiscoveryReport report =
                new Discoverer().discover(tree(ROOT.resolve(name).resolve("repo")), GeneralDetectors.all());
        String found = text(report);
        Path expected = ROOT.resolve(name).resolve("expected.txt");
        if (Boolean.getBoolean("golden.update")) {
            Files.writeString(expected, found);
        }
        assertThat(found).isEqualTo(Files.readString(expected));
        assertThat(report.unknowns()).noneMatch(u -> u.reason().contains("broke off"));
    }

    static MemoryTree tree(Path folder) throws IOException {
        Map<String, byte[]> files = new LinkedHashMap<>();
        try (Stream<Path> paths = Files.walk(folder)) {
            paths.filter(Files::isRegularFile).forEach(path -> {
                try {
                    files.put(folder.relativize(path).toString(), Files.readAllBytes(path));
                } catch (IOException e) {
                    throw new UncheckedIOException(e);
                }
            });
        }
        return MemoryTree.ofBytes(files);
    }

    private static String text(DiscoveryReport report) {
        StringBuilder out = new StringBuilder();
        for (Finding f : report.findings()) {
            out.append("%s = %s  [%s] %s %s %s%n      | %s%n"
                    .formatted(
                            f.subject(), f.value(), f.project(), f.location(), f.kind(), f.attributes(), f.snippet()));
        }
        for (CiCommand c : report.ciCommands()) {
            out.append("%s %s %s/%s (%s) in %s: %s%s%s%n      env %s services %s%n"
                    .formatted(
                            c.reproducible() ? "yes" : "NO ",
                            c.purpose(),
                            c.location(),
                            c.job(),
                            c.cell(),
                            c.workingDirectory(),
                            c.command().replace("\n", "⏎"),
                            c.reason().isEmpty() ? "" : "  ← " + c.reason(),
                            c.condition().isEmpty() ? "" : "  if " + c.condition(),
                            c.env(),
                            c.services()));
        }
        report.conflicts().forEach(c -> out.append("conflict %s [%s]%n".formatted(c.subject(), c.project())));
        report.unknowns().forEach(u -> out.append("unknown %s:%d %s%n".formatted(u.file(), u.line(), u.reason())));
        return out.toString();
    }
}
