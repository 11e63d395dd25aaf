package dev.bootwright.version.npm;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class NpmRangeTest {
    @ParameterizedTest
    @CsvSource(
            delimiter = ';',
            value = {
                "^1.2.3;1.9.0;true",
                "^1.2.3;2.0.0;false",
                "^0.2.3;0.2.9;true",
                "^0.2.3;0.3.0;false",
                "^0.0.3;0.0.4;false",
                "~1.2;1.2.9;true",
                "~1.2;1.3.0;false",
                ">=12;22.1.0;true",
                ">= 12;11.15.0;false",
                ">=12 <18 || >=20;19.0.0;false",
                ">=12 <18 || >=20;20.0.0;true",
                "18.x;18.20.8;true",
                "1.2.3 - 2;2.9.9;true",
                "1.2.3 - 2;3.0.0;false",
                ">18;18.5.0;false",
                ">18;19.0.0;true",
                "<=18;18.5.0;true",
                "*;7.0.0;true",
                "^18.0.0 || ^20.0.0 || >=22;21.0.0;false",
                "v20.1.0;20.1.0;true",
                ">=1.0.0-rc.1;1.0.0-rc.2;true",
                ">=1.0.0;1.1.0-rc.2;false",
            })
    void readsWhatNpmReads(String range, String version, boolean contains) {
        assertThat(NpmRange.tryParse(range).orElseThrow().contains(NpmVersion.parse(version)))
                .isEqualTo(contains);
    }

    @Test
    void refusesWhatIsNoRange() {
        assertThat(NpmRange.tryParse("latest")).isEmpty();
        assertThat(NpmRange.tryParse("github:owner/name")).isEmpty();
        assertThat(NpmRange.tryParse("x".repeat(2000))).isEmpty();
    }

    @Test
    void ordersPreReleasesBeforeTheirRelease() {
        assertThat(NpmVersion.parse("1.0.0-alpha.1")).isLessThan(NpmVersion.parse("1.0.0-alpha.beta"));
        assertThat(NpmVersion.parse("1.0.0-alpha.2")).isLessThan(NpmVersion.parse("1.0.0-alpha.10"));
        assertThat(NpmVersion.parse("1.0.0-rc.1")).isLessThan(NpmVersion.parse("1.0.0"));
    }
}
