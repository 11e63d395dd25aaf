package dev.bootwright.verify;

import dev.bootwright.base.StepId;
import dev.bootwright.sandbox.LayerKey;
import dev.bootwright.step.Phase;
import dev.bootwright.trace.StepTrace;
import java.time.Duration;
import java.util.List;

/** How the setup stage ended. */
public sealed interface SetupOutcome {
    List<StepTrace> traces();

    Duration duration();

    /** Steps whose layer was there already. */
    List<StepId> reused();

    /**
     * The environment is ready.
     *
     * @param layer the state after the last setup step
     * @param clean whether it started from the bare base, reused nothing, and no step failed other than transiently
     */
    record Ready(LayerKey layer, boolean clean, List<StepTrace> traces, List<StepId> reused, Duration duration)
            implements SetupOutcome {
        public Ready {
            traces = List.copyOf(traces);
            reused = List.copyOf(reused);
        }
    }

    /**
     * A step failed.
     *
     * @param wreck name of the kept state, for {@code shell --failed}
     */
    record Broken(
            StepTrace failed, Phase phase, String wreck, List<StepTrace> traces, List<StepId> reused, Duration duration)
            implements SetupOutcome {
        public Broken {
            traces = List.copyOf(traces);
            reused = List.copyOf(reused);
        }
    }
}
