package dev.bootwright.verify;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class BlockCommandTest {
    private static Optional<BlockCommand> find(String block) {
        return BlockCommand.last(block, words -> words.contains("pytest"));
    }

    @Test
    void takesApartAndPutsTogetherAgain() {
        for (String block : List.of(
                "pytest",
                "A=1 python -m pytest -k 'a b' \"$X\" > out.txt 2>&1",
                "cd x && pytest tests | tee log",
                "# pytest is not this\nexport A=\"b c\"\npytest \\\n  -q \\\n  tests\n",
                "pytest $(cat list; echo x) -q; true",
                "(pytest -q) || exit 1")) {
            BlockCommand command = find(block).orElseThrow();
            assertThat(command.before() + spaced(block, command) + command.after())
                    .as(block)
                    .isEqualTo(block);
            assertThat(command.words()).contains("pytest");
        }
    }

    /** What stands between the two parts. */
    private static String spaced(String block, BlockCommand command) {
        return block.substring(
                command.before().length(), block.length() - command.after().length());
    }

    @Test
    void findsTheLastOne() {
        BlockCommand command =
                find("pytest a\npytest b > c\necho pytest-is-done").orElseThrow();

        assertThat(command.words()).containsExactly("pytest", "b");
        assertThat(command.with(List.of("pytest", "d"))).isEqualTo("pytest a\npytest d > c\necho pytest-is-done");
    }

    @Test
    void doesNotGuess() {
        assertThat(find("make test")).isEmpty();
        assertThat(find("python - << 'END'\npytest\nEND")).isEmpty();
        assertThat(find("pytest 'unclosed")).isEmpty();
        assertThat(find("")).isEmpty();
    }

    @Test
    void takesQuotesOff() {
        assertThat(BlockCommand.unquoted("'a b'\"c\"\\ d")).isEqualTo("a bc d");
        assertThat(BlockCommand.unquoted("plain")).isEqualTo("plain");
    }

    @Test
    void whereAReportGoesIsNoPartOfWhatRuns() {
        BlockCommand command = BlockCommand.last(
                        "python -m pytest --junitxml=\"$BOOTWRIGHT_REPORTS/x.xml\" '-k a b' tests", words -> true)
                .orElseThrow();
        assertThat(command.wordsWithoutReports()).containsExactly("python", "-m", "pytest", "-k a b", "tests");
    }
}
