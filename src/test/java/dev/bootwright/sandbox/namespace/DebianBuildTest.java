package dev.bootwright.sandbox.namespace;

import static org.assertj.core.api.Assertions.assertThat;

import dev.bootwright.failure.FailureCode;
import dev.bootwright.sandbox.BaseIdentity;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What is made of the builder's last words. */
class DebianBuildTest {
    private static final BaseIdentity BASE = BaseIdentity.debian("trixie", "amd64");

    @Test
    void aMirrorThatDoesNotAnswerIsWorthAnotherTry() {
        String noise = String.join("\n", Collections.nCopies(50, "I: working"));
        var failure = DebianBuild.explain(BASE, noise + "\nErr:1 mirror: Could not resolve 'mirror'")
                .failure();
        assertThat(failure.code()).isEqualTo(FailureCode.SOURCE_UNREACHABLE);
        assertThat(failure.code().exitCode()).isEqualTo(75);
        assertThat(failure.evidence()).last().asString().contains("Could not resolve");
    }

    @Test
    void whatAnotherTryDoesNotChangeIsNotTransient() {
        for (String said : List.of("NO_PUBKEY 123", "404  Not Found", "E: something else")) {
            assertThat(DebianBuild.explain(BASE, said).failure().code())
                    .as(said)
                    .isEqualTo(FailureCode.BASE_UNAVAILABLE);
        }
    }
}
