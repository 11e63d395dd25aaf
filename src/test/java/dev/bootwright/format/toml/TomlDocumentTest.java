package dev.bootwright.format.toml;

import static org.assertj.core.api.Assertions.assertThat;

import com.code_intelligence.jazzer.api.FuzzedDataProvider;
import com.code_intelligence.jazzer.junit.FuzzTest;
import java.util.Random;
import org.junit.jupiter.api.Test;

class TomlDocumentTest {
    private static final String SAMPLE = """
            [project]
            name = "sample"
            dependencies = [
              # why
              "alpha>=1", # and "why"
              "beta; python_version < '3.9'",
            ]

            [project.optional-dependencies]
            test = ["gamma"]

            [[tool.poetry.source]]
            url = "one"

            [tool.pytest.ini_options]
            minversion = 6.0
            strict = true
            mixed = ["a", {include-group = "b"}, 3]
            """;

    @Test
    void keepsTheLineOfEachValue() {
        TomlValue.Table root = TomlDocument.parse(SAMPLE).root();
        assertThat(root.text("project", "name")).contains(new TomlValue.Text("sample", 2));
        assertThat(root.texts("project", "dependencies"))
                .containsExactly(
                        new TomlValue.Text("alpha>=1", 5), new TomlValue.Text("beta; python_version < '3.9'", 6));
        assertThat(root.texts("project", "optional-dependencies", "test"))
                .containsExactly(new TomlValue.Text("gamma", 10));
        assertThat(root.table("tool", "pytest", "ini_options").orElseThrow().entries())
                .containsOnlyKeys("minversion", "strict", "mixed");
        assertThat(root.items("tool", "poetry", "source")).hasSize(1);
        assertThat(root.get("tool", "pytest", "ini_options", "strict").flatMap(TomlValue::plain))
                .contains("true");
        assertThat(root.items("tool", "pytest", "ini_options", "mixed"))
                .hasSize(3)
                .element(1)
                .isInstanceOfSatisfying(
                        TomlValue.Table.class,
                        t -> assertThat(t.text("include-group").orElseThrow().value())
                                .isEqualTo("b"));
    }

    @Test
    void absentPathsAndOtherTypesAreEmpty() {
        TomlValue.Table root = TomlDocument.parse(SAMPLE).root();
        assertThat(root.get("project", "name", "deeper")).isEmpty();
        assertThat(root.text("project")).isEmpty();
        assertThat(root.items("project", "name")).isEmpty();
    }

    @Test
    void aBrokenDocumentNamesTheLineAndKeepsTheRest() {
        TomlDocument document = TomlDocument.parse("[project]\nname = \"a\"\nversion = = 1\nother = 2\n");
        assertThat(document.isValid()).isFalse();
        assertThat(document.problems().getFirst().line()).isEqualTo(3);
        assertThat(document.root().text("project", "name")).isPresent();
    }

    @Test
    void deepNestingIsRefused() {
        TomlDocument document = TomlDocument.parse("a = " + "[".repeat(100_000));
        assertThat(document.problems())
                .singleElement()
                .satisfies(p -> assertThat(p.message()).contains("nested deeper"));
    }

    @FuzzTest
    void readingNeverThrows(FuzzedDataProvider data) {
        assertThat(TomlDocument.parse(data.consumeRemainingAsString()).root()).isNotNull();
    }

    @Test
    void anyDamageToADocumentIsAResult() {
        Random random = new Random(11);
        String signs = "[]{}=\"'#,.\n\\ a1\u0000é";
        for (int i = 0; i < 200; i++) {
            StringBuilder text = new StringBuilder(SAMPLE);
            for (int n = random.nextInt(6); n >= 0; n--) {
                text.setCharAt(random.nextInt(text.length()), signs.charAt(random.nextInt(signs.length())));
            }
            TomlDocument document = TomlDocument.parse(text.toString());
            assertThat(document.problems()).allSatisfy(p -> assertThat(p.line()).isPositive());
        }
    }
}
