package dev.bootwright.verify;

import dev.bootwright.base.StepId;
import dev.bootwright.step.Phase;
import dev.bootwright.step.Step;
import dev.bootwright.step.StepLimits;

/** Makes a step that runs a part of what another one runs. */
public final class NarrowedStep {
    private static final int ID_LIMIT = 80;

    private NarrowedStep() {}

    /** The id of the minimal step beside a strongest one. */
    public static StepId minimalId(Step strongest) {
        String id = strongest.id().value();
        return id.contains("strongest") ? new StepId(id.replace("strongest", "minimal")) : suffixed(id, "-minimal");
    }

    /** The id of a step that runs failures again. */
    public static StepId rerunId(Step executed) {
        return suffixed(executed.id().value(), "-rerun");
    }

    private static StepId suffixed(String id, String suffix) {
        return new StepId(id.substring(0, Math.min(id.length(), ID_LIMIT - suffix.length())) + suffix);
    }

    /** @param block already narrowed; the report that it writes is renamed after the new id here */
    public static Step of(Step whole, StepId id, Phase phase, String block, long wallSeconds) {
        StepLimits limits = new StepLimits(
                Math.min(whole.limits().wallSeconds(), wallSeconds),
                Math.min(whole.limits().idleSeconds(), wallSeconds));
        return new Step(
                id,
                phase,
                whole.role(),
                whole.user(),
                whole.project(),
                whole.runner(),
                block.replace("/" + whole.id() + ".", "/" + id + "."),
                whole.env(),
                whole.workingDirectory(),
                limits,
                whole.evidence(),
                whole.origin());
    }
}
