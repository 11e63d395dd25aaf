package dev.bootwright.verify;

import static org.assertj.core.api.Assertions.assertThat;

import dev.bootwright.base.StepId;
import dev.bootwright.sandbox.ResourceLimits;
import dev.bootwright.step.Origin;
import dev.bootwright.step.Phase;
import dev.bootwright.step.Role;
import dev.bootwright.step.Step;
import dev.bootwright.step.StepLimits;
import dev.bootwright.step.StepUser;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class StepRunnerTest {
    @Test
    void theUserDecidesHowLongTheWholeSuiteMayTake() {
        assertThat(limits(Phase.STRONGEST, 900, 900, Duration.ofHours(2)))
                .isEqualTo(List.of(Duration.ofHours(2), Duration.ofHours(2)));
        assertThat(limits(Phase.STRONGEST, 900, 600, Duration.ofHours(2)))
                .isEqualTo(List.of(Duration.ofHours(2), Duration.ofMinutes(10)));
        assertThat(limits(Phase.STRONGEST, 900, 600, Duration.ofMinutes(1)))
                .isEqualTo(List.of(Duration.ofMinutes(1), Duration.ofMinutes(10)));
    }

    @Test
    void otherStepsKeepTheirOwnLimit() {
        assertThat(limits(Phase.MINIMAL, 120, 120, Duration.ofMinutes(10)))
                .isEqualTo(List.of(Duration.ofMinutes(2), Duration.ofMinutes(2)));
    }

    private static List<Duration> limits(Phase phase, long wall, long idle, Duration given) {
        Step step = new Step(
                new StepId("tests"),
                phase,
                Role.EXECUTE,
                StepUser.DEVELOPER,
                ".",
                "pytest",
                "pytest",
                Map.of(),
                ".",
                new StepLimits(wall, idle),
                List.of(),
                Origin.PLAN);
        ResourceLimits limits = StepRunner.limits(step, ResourceLimits.defaults(), given);
        return List.of(limits.wall(), limits.idle());
    }
}
