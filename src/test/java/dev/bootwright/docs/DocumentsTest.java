package dev.bootwright.docs;

import static org.assertj.core.api.Assertions.assertThat;

import dev.bootwright.base.Readiness;
import dev.bootwright.failure.FailureCode;
import dev.bootwright.verify.FirstCause;
import dev.bootwright.verify.VerdictTable;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Documents that follow from code: compared here, rewritten with {@code -Dgolden.update=true}. */
class DocumentsTest {
    @Test
    void everyFailureCodeHasAPageThatTellsItsExitCode() throws IOException {
        Set<String> pages;
        try (Stream<Path> files = Files.list(Path.of("docs/failures"))) {
            pages = files.map(p -> p.getFileName().toString()).collect(Collectors.toCollection(TreeSet::new));
        }
        Set<String> expected = new TreeSet<>();
        for (FailureCode code : FailureCode.values()) {
            expected.add(code + ".md");
            assertThat(Path.of("docs/failures", code + ".md"))
                    .content()
                    .startsWith("# " + code + "\n")
                    .contains("| " + code.exitCode() + " |")
                    .contains("**What to do.**");
        }
        assertThat(pages).isEqualTo(expected);
    }

    @Test
    void theVerdictTableIsPrintedIntoTheDocuments() throws IOException {
        StringBuilder page = new StringBuilder("""
                # Verdicts

                How a run's first cause and the readiness it reached become its verdict, failure code and exit code. Printed from
                the one table in the code.

                | first cause | readiness | verdict | code | exit |
                | --- | --- | --- | --- | --- |
                """);
        for (FirstCause cause : FirstCause.values()) {
            for (Readiness readiness : Readiness.values()) {
                VerdictTable.Decision decision = VerdictTable.decide(cause, readiness);
                String code = decision.code() == null ? "" : decision.code().toString();
                page.append("| %s | %s | %s | %s | %d |\n"
                        .formatted(
                                cause.name().toLowerCase(java.util.Locale.ROOT).replace('_', ' '),
                                readiness,
                                decision.verdict(),
                                code,
                                decision.exitCode()));
            }
        }
        page.append("""

                ## Codes

                A failure that ends a run on its way, before there is anything to judge, has its verdict by its code alone.

                | code | verdict | exit |
                | --- | --- | --- |
                """);
        for (FailureCode code : FailureCode.values()) {
            VerdictTable.Decision decision = VerdictTable.thrown(code);
            page.append("| %s | %s | %d |\n".formatted(code, decision.verdict(), decision.exitCode()));
        }
        assertGolden(Path.of("docs/verdicts.md"), page.toString());
    }

    static void assertGolden(Path file, String expected) throws IOException {
        if (Boolean.getBoolean("golden.update")) {
            Files.createDirectories(file.toAbsolutePath().getParent());
            Files.writeString(file, expected);
        }
        assertThat(file).exists();
        assertThat(Files.readString(file)).isEqualTo(expected);
    }
}
