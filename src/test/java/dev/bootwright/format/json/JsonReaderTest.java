package dev.bootwright.format.json;

import static org.assertj.core.api.Assertions.assertThat;

import dev.bootwright.format.Node;
import dev.bootwright.format.Reading;
import org.junit.jupiter.api.Test;

class JsonReaderTest {
    @Test
    void commentsAreAllowedAndLinesKnown() {
        Node node = JsonReader.read("""
                // dev container
                {
                  "image": "python:3.12", /* x */
                  "features": {"a": {"version": 3.10}},
                  "list": [1, true, null, "null",],
                }
                """).toOptional().orElseThrow();
        assertThat(node.text("image")).contains("python:3.12");
        assertThat(((Node.Mapping) node).keyLine("image")).isEqualTo(3);
        assertThat(node.at("features", "a", "version").flatMap(Node::text)).contains("3.10");
        assertThat(node.get("list").orElseThrow().texts()).containsExactly("1", "true", "null");
    }

    @Test
    void brokenDeepAndHugeFilesAreUnknown() {
        for (String text : new String[] {
            "",
            "{",
            "{\"a\": 1",
            "[1, 2} ",
            "{} x",
            "[".repeat(100_000),
            "\"" + "x".repeat(JsonReader.SIZE_LIMIT) + "\""
        }) {
            assertThat(JsonReader.read(text)).isInstanceOf(Reading.Unknown.class);
        }
    }
}
