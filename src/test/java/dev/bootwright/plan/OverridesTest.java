package dev.bootwright.plan;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class OverridesTest {
    private static Overrides now(Map<String, String> recorded) {
        return new Overrides(null, Map.of(), List.of(), Map.of(), null, null, List.of(), recorded);
    }

    @Test
    void aContractStandsWhileWhatTheUserDecidedIsTheSame() {
        Map<String, String> file = Map.of("toolchain.python", "3.12 (bootwright.toml:4)");
        assertThat(now(file).agreeWith(Map.of("toolchain.python", "3.12 (bootwright.toml:9)")))
                .as("only the line differs")
                .isTrue();
        assertThat(now(Map.of()).agreeWith(Map.of("toolchain.python", "3.12 (flag)")))
                .as("the flag of an earlier setup lives on in its contract")
                .isTrue();
        assertThat(now(Map.of()).agreeWith(Map.of())).isTrue();
    }

    @Test
    void itDoesNotWhereADecisionIsNewChangedOrTakenBack() {
        Map<String, String> then = Map.of("toolchain.python", "3.12 (bootwright.toml:4)");
        assertThat(now(Map.of("toolchain.python", "3.11 (flag)")).agreeWith(Map.of()))
                .isFalse();
        assertThat(now(Map.of("toolchain.python", "3.11 (flag), over 3.12 (bootwright.toml:4)"))
                        .agreeWith(then))
                .isFalse();
        assertThat(now(Map.of()).agreeWith(then)).isFalse();
    }
}
