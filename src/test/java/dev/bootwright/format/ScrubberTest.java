package dev.bootwright.format;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ScrubberTest {
    /** Built at run time, so that no scanner takes the test for a leak. */
    private static final String BODY = "Ab1".repeat(14);

    @Test
    void secretsOfKnownShapesAreMasked() {
        for (String secret : new String[] {
            "AKIA" + "ABCDEFGH12345678",
            "ghp_" + BODY,
            "github_pat_" + BODY,
            "glpat-" + BODY,
            "pypi-" + BODY,
            "npm_" + BODY,
            "xoxb-" + BODY,
            "sk-" + BODY,
            "sk_live_" + BODY,
            "AIza" + BODY,
            "eyJ" + BODY + "." + BODY + "." + BODY
        }) {
            assertThat(Scrubber.snippet("before " + secret + " after")).isEqualTo("before *** after");
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "password=hunter22",
                "PASSWORD: \"hunter22\"",
                "export DB_PASSWORD='hunter22'",
                "api_key = hunter22",
                "curl https://user:hunter22@example.org/x",
                "Authorization: Bearer hunter22hunter22hunter22",
                "--token=hunter22"
            })
    void assignedSecretsAreMasked(String text) {
        assertThat(Scrubber.snippet(text)).doesNotContain("hunter22").contains("***");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "TOKEN: ${{ secrets.TOKEN }}",
                "password=$PASSWORD",
                "uses: actions/checkout@0123456789abcdef0123456789abcdef01234567",
                "pip install -e .[tests]",
                "python -m pytest -k 'token or password'",
                "https://example.org/a@b"
            })
    void referencesAndOrdinaryTextStay(String text) {
        assertThat(Scrubber.snippet(text)).isEqualTo(text);
    }

    @Test
    void controlsGoAndTheLengthIsBounded() {
        assertThat(Scrubber.snippet("a\u001b[31mb\u0000\u202Ec\u0007\td")).isEqualTo("a[31mbc d");
        assertThat(Scrubber.snippet("one\n\n  two\r\n")).isEqualTo("one ⏎ two");
        assertThat(Scrubber.snippet("x".repeat(5_000)))
                .hasSize(Scrubber.SNIPPET_LIMIT)
                .endsWith("…");
        assertThat(Scrubber.text("a\u001bb\n\tc")).isEqualTo("ab\n\tc");
    }

    @Test
    void privateKeysAreMaskedAlsoWhenCut() {
        String key = "-----BEGIN RSA PRIVATE KEY-----\n" + BODY + "\n";
        assertThat(Scrubber.text("x " + key)).doesNotContain(BODY);
    }
}
