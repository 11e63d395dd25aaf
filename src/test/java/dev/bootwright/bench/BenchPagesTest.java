package dev.bootwright.bench;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

/** Pages made of a few rows written by hand; {@code -Dgolden.update=true} writes them anew. */
class BenchPagesTest {
    private static final Path FOLDER = Path.of("src/test/resources/golden/bench");
    private static final Measured AFTER = Measured.read(FOLDER.resolve("after"));

    @Test
    void report() throws IOException {
        assertGolden("report.md", MarkdownReport.of(AFTER));
    }

    @Test
    void triage() throws IOException {
        assertGolden("triage.md", Triage.of(AFTER));
    }

    @Test
    void page() throws IOException {
        String page = HtmlReport.of(AFTER);
        assertGolden("report.html", page);
        assertThat(page).doesNotContain("<script", "<link", "http:", "https:", "src=", "url(");
    }

    @Test
    void comparison() throws IOException {
        assertGolden("compare.md", Comparison.of(Measured.read(FOLDER.resolve("before")), AFTER));
    }

    @Test
    void figuresOfTheReportAreThoseOfTheRows() {
        Figures.Tally tally = Figures.Tally.of(AFTER, AFTER.rows());
        assertThat(tally).isEqualTo(new Figures.Tally(8, 3, 1, 1, 7));
        assertThat(AFTER.rows().stream().filter(PublishedRule.REPO2RUN::holds))
                .extracting(BenchRow::display)
                .containsExactly("acme/alpha", "acme/beta", "acme/gamma", "acme/delta");
        assertThat(AFTER.rows().stream().filter(PublishedRule.INSTALLAMATIC::holds))
                .hasSize(5);
        assertThat(AFTER.rows().stream().filter(PublishedRule.AES_BENCH::holds)).hasSize(4);
    }

    private static void assertGolden(String name, String text) throws IOException {
        Path file = FOLDER.resolve(name);
        if (Boolean.getBoolean("golden.update")) {
            Files.writeString(file, text);
        }
        assertThat(file).content().isEqualTo(text);
    }
}
