package dev.bootwright.bench;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.bootwright.failure.FailureCode;
import dev.bootwright.failure.ToolException;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;

class SuiteTest {
    private static final Path FILE = Path.of("suite.tsv");

    @Test
    void columnsAreFoundByTheirNamesAndOthersAreNotes() {
        Suite suite = Suite.parse(
                FILE,
                "\uFEFFlanguage\trepo\tcommit\tbuild_tool\tbenchmark\r\n"
                        + "# a comment\n\nGo\tacme/tool\tab12\tgo modules\t\r\nC\tacme/lib\n");
        assertThat(suite.rows())
                .extracting(SuiteRow::line, SuiteRow::repo, SuiteRow::commit, SuiteRow::language, SuiteRow::notes)
                .containsExactly(
                        org.assertj.core.groups.Tuple.tuple(
                                4,
                                "acme/tool",
                                "ab12",
                                "Go",
                                new java.util.TreeMap<>(Map.of("build_tool", "go modules"))),
                        org.assertj.core.groups.Tuple.tuple(5, "acme/lib", "", "C", new java.util.TreeMap<>()));
    }

    @Test
    void rowsArePairedBySourceAndCommit() {
        Suite suite = Suite.parse(
                FILE,
                "repo\tcommit\tsource\nacme/tool\tab12\t\nacme/tool\tab12\t/git/tool\n\t1.0\tpkg:pypi/tool@1.0\n"
                        + "\tv1\t/git/tool@v1\n");
        assertThat(suite.rows())
                .extracting(SuiteRow::key)
                .containsExactly("acme/tool@ab12", "/git/tool@ab12", "pkg:pypi/tool@1.0", "/git/tool@v1");
    }

    @Test
    void everyWrongLineIsToldAtOnce() {
        ToolException e = refused("repo\tcommit\tsource\n\t\t\nacme/tool\t--x\t\nacme/../x\t\t\n"
                + "acme/ok\tab\t\tmore\nacme/ok\tab\t\nacme/ok\tab\t\n\t\t--upload-pack=x\n");
        assertThat(e.failure().code()).isEqualTo(FailureCode.USAGE);
        assertThat(e.failure().evidence())
                .containsExactly(
                        "line 3: \"--x\" is no commit, tag or branch",
                        "line 4: \"acme/../x\" is no repository's name",
                        "line 5: 4 fields, and the header names 3 columns",
                        "line 7: acme/ok@ab stands in line 6 already",
                        "line 8: a source does not begin with a dash");
        assertThat(e.failure().summary()).contains("line 3").contains("(and 4 more)");
    }

    @Test
    void aRowNeedsARepositoryOrASource() {
        assertThat(refused("repo\tlanguage\n\tGo\n").failure().evidence())
                .containsExactly("line 2: neither repo nor source is given");
    }

    @Test
    void theHeaderIsChecked() {
        assertThat(refused("name\tcommit\tcommit\n").failure().evidence())
                .containsExactly(
                        "line 1: the column commit stands twice in the header",
                        "line 1: the header names neither repo nor source; it names name, commit, commit");
        assertThat(refused("").failure().evidence()).containsExactly("it has no header line");
        assertThat(refused("repo\n").failure().evidence()).containsExactly("it has no rows");
    }

    @Test
    void theFolderOfResultsMeansTheSameInEveryRowsWorkFolder() {
        BenchOptions options = new BenchOptions(
                FILE,
                Path.of("out"),
                1,
                java.util.List.of(),
                0,
                null,
                java.time.Duration.ofMinutes(1),
                false,
                null,
                java.util.List.of(),
                null,
                1);
        assertThat(options.out()).isAbsolute().isEqualTo(Path.of("out").toAbsolutePath());
    }

    private static ToolException refused(String text) {
        ToolException e = catchThrowableOfType(ToolException.class, () -> Suite.parse(FILE, text));
        assertThat(e).isNotNull();
        return e;
    }
}
