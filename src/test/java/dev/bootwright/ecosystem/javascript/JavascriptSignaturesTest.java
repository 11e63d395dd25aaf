package dev.bootwright.ecosystem.javascript;

import static org.assertj.core.api.Assertions.assertThat;

import dev.bootwright.base.Cause;
import dev.bootwright.verify.CauseClassifier;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What the package managers say when the registry lacks something, and what they lack. */
class JavascriptSignaturesTest {
    private static final String HOST = "https://registry.example.org";

    private static final CauseClassifier CAUSES = new CauseClassifier(JavascriptSignatures.ALL);

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                // npm 11
                "npm error notarget No matching version found for left-pad@99.0.0. | left-pad@99.0.0",
                // pnpm 9 and 10
                "ERR_PNPM_NO_MATCHING_VERSION  No matching version found for left-pad@99.0.0 | left-pad@99.0.0",
                "ERR_PNPM_NO_MATCHING_VERSION  No matching version found for @a/b@^9.0 while fetching it from HOST/ | @a/b@^9.0",
                // yarn 1 and 4
                "error Couldn't find any versions for \"left-pad\" that matches \"99.0.0\" | left-pad",
                "➤ YN0082: │ left-pad@npm:99.0.0: No candidates found | left-pad@npm:99.0.0",
                "error: No version matching \"99.0.0\" found for specifier \"left-pad\" (but package exists) | left-pad",
            })
    void aVersionThatIsGoneIsNamed(String line, String need) {
        assertGone("npm-version-gone", line, need);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "npm error 404  The requested resource 'not-there@^1.0.0' could not be found or you do not have | not-there@^1.0.0",
                "npm ERR! 404  'not-there@^1.0.0' is not in this registry. | not-there@^1.0.0",
                "npm error 404 Not Found - GET HOST/gone/-/gone-1.0.0.tgz | gone-1.0.0.tgz",
                "ERR_PNPM_FETCH_404  GET HOST/not-there: Not Found - 404 | not-there",
                "not-there is not in the npm registry, or you have no permission to fetch it. | not-there",
                "error Couldn't find package \"not-there\" on the \"npm\" registry. | not-there",
                "error HOST/gone/-/gone-1.0.0.tgz: Request failed \"404 Not Found\" | gone-1.0.0.tgz",
                "➤ YN0035: │ not-there@npm:^1.0.0: Package not found | not-there@npm:^1.0.0",
                "error: GET HOST/not-there - 404 | not-there",
            })
    void aPackageThatIsGoneIsNamed(String line, String need) {
        assertGone("npm-package-gone", line, need);
    }

    private static void assertGone(String id, String line, String need) {
        var found = CAUSES.output(List.of(line.replace("HOST", HOST)));
        assertThat(found.signature()).isEqualTo(id);
        assertThat(found.cause()).isEqualTo(Cause.ENVIRONMENT);
        assertThat(found.need()).isEqualTo(need);
    }
}
