package dev.bootwright.version.pep440;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class Pep440RangeTest {
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "~=2.2            | 2.2 2.3 2.99.post1        | 2.1 3.0 2.2.dev1",
                "~=2.2.post3      | 2.2.post3 2.3             | 2.2 3.0",
                "~=1.4.5a4        | 1.4.5a4 1.4.6             | 1.4.4 1.5",
                "~=2.2.0          | 2.2.0 2.2.9               | 2.3.0",
                "~=1!2.2          | 1!2.5                     | 2.5",
                "==1.1            | 1.1 1.1.0 1.1+local       | 1.1.post1 1.1a1 1.1.dev1",
                "==1.1.post1      | 1.1.post1                 | 1.1",
                "==1.1.*          | 1.1 1.1.post1 1.1a1 1.1.9 | 1.2 1.11",
                "==1.1+abc        | 1.1+abc                   | 1.1 1.1+abd",
                "!=1.1            | 1.1.post1 1.0             | 1.1 1.1+x",
                "!=1.1.*          | 1.2                       | 1.1 1.1.post1",
                "!=3.0.*,>=2.7    | 2.7 3.1                   | 3.0.5 2.6",
                "<=1.7            | 1.7 1.7+local 1.6         | 1.7.post1 1.8",
                ">=1.7            | 1.7 1.7.post1 2           | 1.7rc1 1.6",
                "<3.1             | 3.0 3.0.post1             | 3.1.dev0 3.1a1 3.1",
                "<3.1rc1          | 3.1a1 3.1.dev0            | 3.1rc1 3.1",
                ">1.7             | 1.7.1 1.8                 | 1.7 1.7.0.post1 1.7+local",
                ">1.7.post2       | 1.7.1 1.7.0.post3         | 1.7.0 1.7.post2",
                "===1.0           | 1.0                       | 1.0.0 1.0+downstream1",
                ">=3.8, <4        | 3.8 3.14.2                | 4.0 3.7",
                "''               | 0.1 99                    | ",
                ">= 3.8 ,         | 3.8                       | 3.7"
            })
    void holds(String range, String inside, String outside) {
        Pep440Range parsed = Pep440Range.parse(range == null ? "" : range);
        for (String version : inside.split(" ")) {
            assertThat(parsed.contains(Pep440Version.parse(version)))
                    .as("%s in %s", version, range)
                    .isTrue();
        }
        for (String version : outside == null ? new String[0] : outside.split(" ")) {
            assertThat(parsed.contains(Pep440Version.parse(version)))
                    .as("%s in %s", version, range)
                    .isFalse();
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"3.8", "=3.8", ">=", "~=1", ">=1.*", "==1.a.*", ">1+local", "^3.8", ">=3.8 <4"})
    void refuses(String text) {
        assertThat(Pep440Range.tryParse(text)).isEmpty();
    }

    @Test
    void theNewestMemberIsAFinalReleaseWhereThereIsOne() {
        List<Pep440Version> candidates =
                Stream.of("3.9", "3.12", "3.15a1").map(Pep440Version::parse).toList();
        assertThat(Pep440Range.parse(">=3.8").newestOf(candidates)).contains(Pep440Version.parse("3.12"));
        assertThat(Pep440Range.parse(">=3.13").newestOf(candidates)).contains(Pep440Version.parse("3.15a1"));
        assertThat(Pep440Range.parse("<3").newestOf(candidates)).isEmpty();
    }

    @Test
    void aMinorSeriesIsInARangeWhenOneOfItsReleasesIs() {
        assertThat(Pep440Range.parse(">=3.8.1").containsSomeOf(Pep440Version.parse("3.8")))
                .isTrue();
        assertThat(Pep440Range.parse("<3.12,>=3.9").containsSomeOf(Pep440Version.parse("3.12")))
                .isFalse();
        assertThat(Pep440Range.parse("!=3.9.*").containsSomeOf(Pep440Version.parse("3.9")))
                .isFalse();
    }

    @Test
    void intersectionKeepsEachClauseOnce() {
        assertThat(Pep440Range.parse(">=3.8,<4").and(Pep440Range.parse("<4, !=3.9.*")))
                .hasToString(">=3.8,<4,!=3.9.*");
    }
}
