package dev.bootwright.version.pep440;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.code_intelligence.jazzer.api.FuzzedDataProvider;
import com.code_intelligence.jazzer.junit.FuzzTest;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class Pep440VersionTest {
    /** The specification's "summary of permitted suffixes and relative ordering" with its further examples, in order. */
    private static final List<String> ORDERED = List.of(
            "1.dev0",
            "1.0.dev456",
            "1.0a1",
            "1.0a2.dev456",
            "1.0a12.dev456",
            "1.0a12",
            "1.0b1.dev456",
            "1.0b2",
            "1.0b2.post345.dev456",
            "1.0b2.post345",
            "1.0rc1.dev456",
            "1.0rc1",
            "1.0",
            "1.0+abc.5",
            "1.0+abc.7",
            "1.0+5",
            "1.0.post456.dev34",
            "1.0.post456",
            "1.0.15",
            "1.1.dev1",
            "1.1",
            "2013.10",
            "1!0.5",
            "1!1.0");

    @Test
    void ordersAsTheSpecificationDoes() {
        List<Pep440Version> expected =
                ORDERED.stream().map(Pep440Version::parse).toList();
        List<Pep440Version> shuffled = new ArrayList<>(expected);
        Collections.shuffle(shuffled, new Random(7));
        Collections.sort(shuffled);
        assertThat(shuffled).containsExactlyElementsOf(expected);
        for (int i = 0; i < expected.size(); i++) {
            for (int j = 0; j < expected.size(); j++) {
                assertThat(Integer.signum(expected.get(i).compareTo(expected.get(j))))
                        .isEqualTo(Integer.compare(i, j));
            }
        }
    }

    @ParameterizedTest
    @CsvSource({
        "1.1RC1, 1.1rc1",
        "00!1.00, 1.0",
        "1.1.a1, 1.1a1",
        "1.1-a1, 1.1a1",
        "1.1_a_1, 1.1a1",
        "1.1alpha1, 1.1a1",
        "1.1beta2, 1.1b2",
        "1.1c3, 1.1rc3",
        "1.1pre, 1.1rc0",
        "1.1preview2, 1.1rc2",
        "1.2a, 1.2a0",
        "1.2-post2, 1.2.post2",
        "1.2post2, 1.2.post2",
        "1.2.r4, 1.2.post4",
        "1.0-rev, 1.0.post0",
        "1.0-1, 1.0.post1",
        "1.2-dev2, 1.2.dev2",
        "1.2dev, 1.2.dev0",
        "1.0+ubuntu-1, 1.0+ubuntu.1",
        "1.0+Ubuntu_01, 1.0+ubuntu.1",
        "v1.0, 1.0",
        "' 1.0 ', 1.0",
        "2!1.0.post2.dev3+a.1, 2!1.0.post2.dev3+a.1"
    })
    void normalises(String written, String normal) {
        assertThat(Pep440Version.parse(written)).hasToString(normal);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "1.",
                ".1",
                "1..2",
                "a",
                "1.0x",
                "1.0-",
                "1.0+",
                "1.0+a..b",
                "!1",
                "1!",
                "1.0.*",
                "1 0",
            })
    void refuses(String text) {
        assertThat(Pep440Version.tryParse(text)).isEmpty();
        assertThatThrownBy(() -> Pep440Version.parse(text)).isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void padsReleaseNumbersWithZeros() {
        Pep440Version shorter = Pep440Version.parse("1.0");
        Pep440Version longer = Pep440Version.parse("1.0.0.0");
        assertThat(shorter).isEqualTo(longer).hasSameHashCodeAs(longer);
    }

    @Test
    void acceptsNumbersOfAnySize() {
        assertThat(Pep440Version.parse("20261130123456789012345678901234567890.1"))
                .isGreaterThan(Pep440Version.parse("99999999999999999999.1"));
        assertThat(Pep440Version.tryParse("1." + "0".repeat(300))).isEmpty();
    }

    @FuzzTest
    void parsingEndsAndIsStable(FuzzedDataProvider data) {
        String text = data.consumeRemainingAsString();
        Optional<Pep440Version> version = Pep440Version.tryParse(text);
        version.ifPresent(v -> {
            assertThat(Pep440Version.parse(v.toString())).isEqualTo(v).hasToString(v.toString());
        });
        Pep440Range.tryParse(text)
                .ifPresent(r -> assertThat(Pep440Range.parse(r.toString())).isEqualTo(r));
    }

    @Test
    void anyMixtureOfPartsParsesStably() {
        String[] parts = {
            "1", "0", ".", "!", "a", "rc", "post", "dev", "-", "_", "+", "*", "==", ">=", ",", " ", "v", "~="
        };
        Random random = new Random(440);
        int understood = 0;
        for (int i = 0; i < 50_000; i++) {
            StringBuilder text = new StringBuilder();
            for (int n = random.nextInt(9); n >= 0; n--) {
                text.append(parts[random.nextInt(parts.length)]);
            }
            Optional<Pep440Version> version = Pep440Version.tryParse(text.toString());
            if (version.isPresent()) {
                understood++;
                assertThat(Pep440Version.parse(version.get().toString())).isEqualTo(version.get());
            }
            Optional<Pep440Range> range = Pep440Range.tryParse(text.toString());
            range.ifPresent(r -> assertThat(Pep440Range.parse(r.toString())).hasToString(r.toString()));
        }
        assertThat(understood).isGreaterThan(1000);
    }
}
