package dev.bootwright.trace;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class OutputTextTest {
    @Test
    void removesControlSequences() {
        assertThat(OutputText.plain("\u001b[31mred\u001b[0m \u001b]0;title\u0007end\n"))
                .isEqualTo("red end");
        assertThat(OutputText.plain("10%\r50%\r100%\n")).isEqualTo("100%");
        assertThat(OutputText.plain("a\tb\u0000c\u009b31m")).isEqualTo("a bc31m");
    }

    @Test
    void logKeepsLinesMaskedAndBounded(@TempDir Path directory) {
        Path file = directory.resolve("log");
        List<String> shown = new ArrayList<>();
        try (LogSink sink = new LogSink(file, 40, s -> s.replace("secret", "***"), shown::add)) {
            feed(sink, "one sec");
            feed(sink, "ret\ntwo\n");
            feed(sink, "x".repeat(100) + "\nlast");
        }
        assertThat(shown).containsExactly("one ***", "two", "x".repeat(100), "last");
        assertThat(file)
                .content()
                .startsWith("one ***\ntwo\n")
                .contains("dropped")
                .doesNotContain("last");
    }

    private static void feed(LogSink sink, String text) {
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        sink.accept(bytes, bytes.length);
    }
}
