package dev.bootwright.verify;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;

class VerifyLimitsTest {
    @Test
    void noPartOfASuiteGetsMoreThanTheWhole() {
        VerifyLimits brief = VerifyLimits.DEFAULT.withStrongest(Duration.ofSeconds(60));
        assertThat(brief.minimal()).isEqualTo(Duration.ofSeconds(60));
        assertThat(brief.rerun()).isEqualTo(Duration.ofSeconds(60));
        VerifyLimits ample = VerifyLimits.DEFAULT.withStrongest(Duration.ofHours(2));
        assertThat(ample.strongest()).isEqualTo(Duration.ofHours(2));
        assertThat(ample.minimal()).isEqualTo(VerifyLimits.DEFAULT.minimal());
    }
}
