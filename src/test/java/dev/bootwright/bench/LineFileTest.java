package dev.bootwright.bench;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.bootwright.failure.ToolException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LineFileTest {
    @TempDir
    Path folder;

    @Test
    void aHalfWrittenLastLineIsDroppedAndCutOffBeforeTheNextOne() throws IOException {
        Path file = folder.resolve("results/probes.jsonl");
        try (LineFile lines = LineFile.open(file)) {
            lines.append(probe("one"));
            lines.append(probe("two"));
        }
        Files.writeString(file, "{\"schemaVersion\":1,\"source\":\"thr", StandardOpenOption.APPEND);
        assertThat(sources(file)).containsExactly("one", "two");
        try (LineFile lines = LineFile.open(file)) {
            lines.append(probe("four"));
        }
        assertThat(sources(file)).containsExactly("one", "two", "four");
        assertThat(Files.readString(file)).doesNotContain("thr").endsWith("\n");
    }

    @Test
    void aFileThatIsOneTornLineIsEmpty() throws IOException {
        Path file = folder.resolve("probes.jsonl");
        Files.writeString(file, "{\"schemaVersion\":1");
        assertThat(sources(file)).isEmpty();
        LineFile.open(file).close();
        assertThat(file).isEmptyFile();
    }

    @Test
    void anUnreadableLineInTheMiddleIsAnErrorThatNamesIt() throws IOException {
        Path file = folder.resolve("probes.jsonl");
        try (LineFile lines = LineFile.open(file)) {
            lines.append(probe("one"));
        }
        Files.writeString(file, "{\"schemaVersion\":9}\n", StandardOpenOption.APPEND);
        assertThatThrownBy(() -> sources(file))
                .isInstanceOf(ToolException.class)
                .hasMessageContaining("line 2")
                .hasMessageContaining("schema version 9");
    }

    @Test
    void whatALaterVersionAddsIsPassedOver() throws IOException {
        Path file = folder.resolve("probes.jsonl");
        Files.writeString(
                file,
                "{\"schemaVersion\":1,\"source\":\"s\",\"target\":\"t\",\"command\":[],\"exitCode\":0,\"reachable\":true,"
                        + "\"line\":\"\",\"later\":{\"x\":1}}\n");
        assertThat(sources(file)).containsExactly("s");
    }

    @Test
    void twoWritersAreRefused() {
        Path file = folder.resolve("probes.jsonl");
        try (LineFile first = LineFile.open(file)) {
            first.append(probe("one"));
            assertThatThrownBy(() -> LineFile.open(file)).hasMessageContaining("another bench");
        }
    }

    private static List<String> sources(Path file) {
        return LineFile.read(file, Probe.class, Probe.SCHEMA_VERSION).stream()
                .map(Probe::source)
                .toList();
    }

    private static Probe probe(String source) {
        return new Probe(1, source, source, List.of("git", "ls-remote", source), 0, true, "");
    }
}
