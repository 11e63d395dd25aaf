package dev.bootwright.format;

import static org.assertj.core.api.Assertions.assertThat;

import com.code_intelligence.jazzer.junit.FuzzTest;
import dev.bootwright.acquire.MemoryTree;
import dev.bootwright.discover.Discoverer;
import dev.bootwright.discover.general.GeneralDetectors;
import dev.bootwright.format.dockerfile.Dockerfile;
import dev.bootwright.format.json.JsonReader;
import dev.bootwright.format.make.JustReader;
import dev.bootwright.format.make.MakeReader;
import dev.bootwright.format.markdown.CodeBlocks;
import dev.bootwright.format.shell.ShellCommand;
import dev.bootwright.format.shell.ShellScript;
import dev.bootwright.format.yaml.YamlReader;
import java.nio.charset.StandardCharsets;
import java.util.Map;

/**
 * Every reader gives a value or says what it did not understand, whatever the bytes. Runs over the stored inputs; with
 * {@code JAZZER_FUZZ=1} it looks for new ones.
 */
class ReaderFuzzTest {
    @FuzzTest
    void yaml(byte[] data) {
        assertCalm(YamlReader.read(text(data)));
    }

    @FuzzTest
    void json(byte[] data) {
        assertCalm(JsonReader.read(text(data)));
    }

    @FuzzTest
    void shell(byte[] data) {
        Reading<ShellScript> reading = ShellScript.read(text(data), 1);
        assertCalm(reading);
        reading.toOptional().ifPresent(script -> script.commands().forEach(ShellCommand::invocation));
    }

    @FuzzTest
    void make(byte[] data) {
        assertCalm(MakeReader.read(text(data)));
        assertCalm(JustReader.read(text(data)));
    }

    @FuzzTest
    void dockerfile(byte[] data) {
        assertCalm(Dockerfile.read(text(data)));
    }

    @FuzzTest
    void documents(byte[] data) {
        assertThat(CodeBlocks.markdown(text(data))).isNotNull();
        assertThat(CodeBlocks.restructuredText(text(data))).isNotNull();
    }

    @FuzzTest
    void scrubber(byte[] data) {
        String snippet = Scrubber.snippet(text(data));
        assertThat(snippet.length()).isLessThanOrEqualTo(Scrubber.SNIPPET_LIMIT);
        assertThat(snippet.chars()).noneMatch(c -> c < 0x20 || c == 0x7f);
    }

    @FuzzTest
    void workflow(byte[] data) {
        MemoryTree tree = MemoryTree.ofBytes(Map.of(".github/workflows/x.yml", data.clone()));
        assertThat(new Discoverer().discover(tree, GeneralDetectors.all()).unknowns())
                .noneMatch(u -> u.reason().contains("broke off"));
    }

    private static void assertCalm(Reading<?> reading) {
        if (reading instanceof Reading.Unknown<?>(String reason, int line)) {
            assertThat(reason).isNotBlank();
            assertThat(line).isNotNegative();
        }
    }

    private static String text(byte[] data) {
        return new String(data, StandardCharsets.UTF_8);
    }
}
