package dev.bootwright.ecosystem.python;

import static org.assertj.core.api.Assertions.assertThat;

import dev.bootwright.base.Cause;
import org.junit.jupiter.api.Test;

class PythonSignaturesTest {
    @Test
    void aBrokenManifestIsTheRepositorysOwn() {
        assertOwn("""
                error: Failed to parse metadata from built wheel
                  cause: Invalid `pyproject.toml`
                  cause: TOML parse error at line 1, column 9
                """);
        assertOwn("""
                         configparser.MissingSectionHeaderError: File contains no section
                         headers.
                         file: 'setup.cfg', line: 1
                """);
    }

    private static void assertOwn(String output) {
        assertThat(PythonSignatures.ALL.stream()
                        .filter(s -> s.pattern().matcher(output).find())
                        .findFirst())
                .hasValueSatisfying(s -> {
                    assertThat(s.id()).isEqualTo("python-manifest-broken");
                    assertThat(s.cause()).isEqualTo(Cause.OWN);
                });
    }
}
