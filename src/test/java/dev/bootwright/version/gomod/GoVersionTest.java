package dev.bootwright.version.gomod;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class GoVersionTest {
    /** The vectors of the Go distribution's own test of its version order. */
    @ParameterizedTest
    @CsvSource({
        "1, 1.1, -1",
        "1.5, 1.6, -1",
        "1.5, 1.10, -1",
        "1.6, 1.6.1, -1",
        "1.19, 1.19.0, 0",
        "1.19rc1, 1.19, -1",
        "1.20, 1.20.0, 0",
        "1.20rc1, 1.20, -1",
        "1.21, 1.21.0, -1",
        "1.21, 1.21rc1, -1",
        "1.21rc1, 1.21.0, -1",
        "1.6, 1.19, -1",
        "1.19, 1.19.1, -1",
        "1.19rc1, 1.19.1, -1",
        "1.19rc1, 1.19rc2, -1",
        "1.19.0, 1.19.1, -1",
        "1.19rc1, 1.19.0, -1",
        "1.19alpha3, 1.19beta2, -1",
        "1.19beta2, 1.19rc1, -1",
        "1.1, 1.99999999999999998, -1",
        "1.99999999999999998, 1.99999999999999999, -1"
    })
    void ordersAsGoDoes(String a, String b, int order) {
        GoVersion left = GoVersion.parse(a);
        GoVersion right = GoVersion.parse(b);
        assertThat(Integer.signum(left.compareTo(right))).isEqualTo(order);
        assertThat(Integer.signum(right.compareTo(left))).isEqualTo(-order);
        assertThat(left.equals(right)).isEqualTo(order == 0);
    }

    @ParameterizedTest
    @CsvSource({"1.2rc3, 1.2", "1.2.3, 1.2", "1.2, 1.2", "1, 1", "1.999testmod, 1.999", "1.22.3, 1.22"})
    void namesTheLanguage(String version, String language) {
        assertThat(GoVersion.parse(version).language()).isEqualTo(language);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "x", "v1.2", "go1.2", "1.", "1.02", "1.21.2rc1", "1.600+auto", "1.2.3.4", "-1"})
    void refusesWhatIsNoVersion(String text) {
        assertThat(GoVersion.tryParse(text)).isEmpty();
    }

    @Test
    void readsToolchainNames() {
        assertThat(GoVersion.ofToolchain("go1.21.3")).contains(GoVersion.parse("1.21.3"));
        assertThat(GoVersion.ofToolchain("go1.21.3-custom")).contains(GoVersion.parse("1.21.3"));
        assertThat(GoVersion.ofToolchain("default")).isEmpty();
        assertThat(GoVersion.ofToolchain("local")).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({
        "1.20, 1.20.14, true",
        "1.20, 1.21.0, false",
        "1.20.x, 1.20.3, true",
        "^1, 1.24.4, true",
        "^1.22, 1.21.13, false",
        "^1.22, 1.24.4, true",
        "~1.22, 1.23.0, false",
        ">=1.18, 1.24.4, true",
        ">=1.18 <1.22, 1.22.1, false",
        "'>=1.18, <1.22', 1.21.3, true",
        "1.x, 1.24.4, true",
        "go1.22.3, 1.22.3, true",
        "1.22.3, 1.22.4, false",
        "1.25.0-rc.1, 1.25rc1, true",
        "stable, 1.24.4, true"
    })
    void readsWhatCiAsksFor(String range, String version, boolean contained) {
        assertThat(GoVersionRange.tryParse(range).orElseThrow().contains(GoVersion.parse(version)))
                .isEqualTo(contained);
    }

    @ParameterizedTest
    @ValueSource(strings = {"${{ matrix.go }}", "tip", "gotip", "", "latest-ish", "1.20 || 1.21 && x"})
    void doesNotGuessAtExpressions(String range) {
        assertThat(GoVersionRange.tryParse(range)).isEmpty();
    }

    @Test
    void ordersModuleVersionsLikeTheSpecification() {
        List<String> ascending = List.of(
                "v0.0.0-20190101000000-abcdefabcdef",
                "v0.0.0",
                "v1.0.0-alpha",
                "v1.0.0-alpha.1",
                "v1.0.0-alpha.beta",
                "v1.0.0-beta",
                "v1.0.0-beta.2",
                "v1.0.0-beta.11",
                "v1.0.0-rc.1",
                "v1.0.0",
                "v1.0.1-0.20200101000000-abcdefabcdef",
                "v1.0.1",
                "v1.2.0",
                "v1.10.0",
                "v2.0.0+incompatible");
        List<String> sorted = Stream.of(ascending.reversed())
                .flatMap(List::stream)
                .map(GoModuleVersion::parse)
                .sorted()
                .map(GoModuleVersion::toString)
                .toList();
        assertThat(sorted).isEqualTo(ascending);
    }

    @Test
    void knowsPseudoVersions() {
        GoModuleVersion pseudo = GoModuleVersion.parse("v1.2.4-0.20191109021931-daa7c04131f5");
        assertThat(pseudo.isPseudo()).isTrue();
        assertThat(pseudo.pseudoTime()).hasToString("Optional[2019-11-09T02:19:31Z]");
        assertThat(pseudo.pseudoRevision()).contains("daa7c04131f5");
        assertThat(GoModuleVersion.parse("v1.2.3-rc.1").isPseudo()).isFalse();
        assertThat(GoModuleVersion.parse("v0.0.0-99999999999999-abcdefabcdef").pseudoTime())
                .isEmpty();
        assertThat(GoModuleVersion.parse("v2.0.0+incompatible").isIncompatible())
                .isTrue();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"1.2.3", "v", "v1.2.3.4", "v01.2.3", "v1.2.3-", "v1.2.3-01", "v1.2-pre", "v1.2.3+", "latest"})
    void refusesWhatIsNoModuleVersion(String text) {
        assertThat(GoModuleVersion.tryParse(text)).isEmpty();
    }
}
