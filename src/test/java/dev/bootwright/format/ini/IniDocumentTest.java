package dev.bootwright.format.ini;

import static org.assertj.core.api.Assertions.assertThat;

import com.code_intelligence.jazzer.api.FuzzedDataProvider;
import com.code_intelligence.jazzer.junit.FuzzTest;
import org.junit.jupiter.api.Test;

class IniDocumentTest {
    private static final String SAMPLE = """
            # comment
            [metadata]
            name = sample
            version: 1.0

            [options]
            install_requires =
                alpha>=1
                # a comment inside
                beta; python_version<"3.9"

                gamma
            Zip_Safe = False

            [tool:pytest]
            addopts = --cov=a
              --strict
            flag
            """;

    @Test
    void readsContinuationLinesWithTheirNumbers() {
        IniDocument document = IniDocument.parse(SAMPLE);
        assertThat(document.problems()).isEmpty();
        IniDocument.Entry requires = document.section("options")
                .orElseThrow()
                .entry("install_requires")
                .orElseThrow();
        assertThat(requires.line()).isEqualTo(7);
        assertThat(requires.lines())
                .containsExactly(
                        new IniDocument.Line("alpha>=1", 8),
                        new IniDocument.Line("beta; python_version<\"3.9\"", 10),
                        new IniDocument.Line("gamma", 12));
        assertThat(document.section("tool:pytest").orElseThrow().value("addopts"))
                .contains("--cov=a\n--strict");
        assertThat(document.section("tool:pytest").orElseThrow().value("flag")).contains("");
    }

    @Test
    void bothDelimitersWorkAndKeysIgnoreCase() {
        IniDocument document = IniDocument.parse(SAMPLE);
        assertThat(document.section("metadata").orElseThrow().value("Version")).contains("1.0");
        assertThat(document.section("options").orElseThrow().value("zip_safe")).contains("False");
        assertThat(IniDocument.isTrue("Yes")).isTrue();
        assertThat(IniDocument.isTrue("False")).isFalse();
    }

    @Test
    void whatIsNoIniIsNamedWithItsLine() {
        IniDocument document = IniDocument.parse("stray = 1\n[open\n[a]\n= 2\nb = 3\n");
        assertThat(document.problems()).extracting(IniDocument.Problem::line).containsExactly(1, 2, 4);
        assertThat(document.section("a").orElseThrow().value("b")).contains("3");
    }

    @Test
    void aRepeatedSectionIsMergedAndTheLastKeyWins() {
        IniDocument document = IniDocument.parse("[a]\nk = 1\n[b]\n[a]\nk = 2\n");
        assertThat(document.sections()).extracting(IniDocument.Section::name).containsExactly("a", "b");
        assertThat(document.section("a").orElseThrow().value("k")).contains("2");
    }

    @FuzzTest
    void readingNeverThrows(FuzzedDataProvider data) {
        assertThat(IniDocument.parse(data.consumeRemainingAsString()).sections())
                .isNotNull();
    }
}
