package dev.bootwright.trace;

import dev.bootwright.base.StepId;
import dev.bootwright.sandbox.ExecOutcome;
import java.nio.file.Path;
import java.util.List;

/**
 * What one execution of one step did.
 *
 * @param attempt from 1
 * @param log the whole output on the host
 * @param tail the last lines of output, control characters and secrets removed
 */
public record StepTrace(StepId step, String stage, int attempt, ExecOutcome outcome, Path log, List<String> tail) {
    public StepTrace {
        tail = List.copyOf(tail);
    }

    public boolean succeeded() {
        return outcome.succeeded();
    }
}
