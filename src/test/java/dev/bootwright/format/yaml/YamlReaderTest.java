package dev.bootwright.format.yaml;

import static org.assertj.core.api.Assertions.assertThat;

import dev.bootwright.format.Node;
import dev.bootwright.format.Reading;
import org.junit.jupiter.api.Test;

class YamlReaderTest {
    @Test
    void valuesStayTextAndKnowTheirLine() {
        Node root = value("""
                on: [push]
                versions:
                  - 3.10
                  - "3.9"
                flag: no
                script: |
                  one
                  two
                """);
        assertThat(root.at("versions").orElseThrow().texts()).containsExactly("3.10", "3.9");
        assertThat(root.get("on").orElseThrow().texts()).containsExactly("push");
        assertThat(root.text("flag")).contains("no");
        Node.Scalar script = (Node.Scalar) root.get("script").orElseThrow();
        assertThat(script.value()).isEqualTo("one\ntwo\n");
        assertThat(script.line()).isEqualTo(6);
        assertThat(script.textLine()).isEqualTo(7);
        assertThat(((Node.Mapping) root).keyLine("flag")).isEqualTo(5);
    }

    @Test
    void anchorsAndMergeKeysAreFollowed() {
        Node root = value("""
                base: &base {a: 1, b: 2}
                use:
                  <<: *base
                  b: 3
                list: [*base]
                """);
        assertThat(root.at("use", "a").orElseThrow().text()).contains("1");
        assertThat(root.at("use", "b").orElseThrow().text()).contains("3");
        assertThat(root.get("list").orElseThrow().list().getFirst().text("b")).contains("2");
    }

    @Test
    void anAliasBombIsRefused() {
        StringBuilder bomb = new StringBuilder("a0: &a0 [x, x, x, x, x, x, x, x, x, x]\n");
        for (int i = 1; i < 12; i++) {
            bomb.append("a%d: &a%d [*a%d, *a%d, *a%d, *a%d, *a%d, *a%d, *a%d, *a%d, *a%d]\n"
                    .formatted(i, i, i - 1, i - 1, i - 1, i - 1, i - 1, i - 1, i - 1, i - 1, i - 1));
        }
        assertUnknown(bomb.toString(), "aliases followed");
    }

    @Test
    void anAliasInsideItsOwnAnchorIsRefused() {
        assertUnknown("a: &a [1, *a]\n", "no finished anchor");
    }

    @Test
    void depthIsBounded() {
        assertUnknown("[".repeat(5_000), "nested deeper");
        assertUnknown("- ".repeat(5_000) + "x", "");
    }

    @Test
    void sizeIsBounded() {
        assertUnknown("a: " + "x".repeat(YamlReader.SIZE_LIMIT), "larger than");
    }

    @Test
    void brokenFilesTellTheLine() {
        Reading<Node> reading = YamlReader.read("a: 1\nb: [1, 2\nc: 3\n");
        assertThat(reading).isInstanceOf(Reading.Unknown.class);
        Reading.Unknown<Node> unknown = (Reading.Unknown<Node>) reading;
        assertThat(unknown.line()).isBetween(2, 3);
        assertUnknown("a: \u0007bell", "");
        assertUnknown("\tkey: x", "");
        assertUnknown("a: b: c", "");
        assertUnknown("*unknown", "no finished anchor");
    }

    @Test
    void oddButValidFilesAreRead() {
        assertThat(value("").text()).isEmpty();
        assertThat(value("# only a comment\n").text()).isEmpty();
        assertThat(value("---\na: 1\n---\nb: 2\n").text("a")).contains("1");
        assertThat(value("? [complex, key]\n: v\n")).isInstanceOf(Node.Mapping.class);
        assertThat(value("a: !custom {b: 1}\n").at("a", "b")).isPresent();
    }

    private static Node value(String text) {
        return YamlReader.read(text).toOptional().orElseThrow();
    }

    private static void assertUnknown(String text, String reason) {
        assertThat(YamlReader.read(text))
                .isInstanceOfSatisfying(
                        Reading.Unknown.class,
                        unknown -> assertThat(unknown.reason()).contains(reason));
    }
}
