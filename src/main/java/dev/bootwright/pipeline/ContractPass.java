package dev.bootwright.pipeline;

import dev.bootwright.verify.Conclusion;
import dev.bootwright.verify.SetupOutcome;
import dev.bootwright.verify.VerificationReport;
import org.jspecify.annotations.Nullable;

/**
 * One execution of a contract, from the bare base to its conclusion.
 *
 * @param setup null when nothing was run
 * @param verification null when setup broke
 */
record ContractPass(@Nullable SetupOutcome setup, @Nullable VerificationReport verification, Conclusion conclusion) {
    boolean holds() {
        return conclusion.failure() == null;
    }

    /** Whether it may stand as a clean replay: bare base, nothing reused. */
    boolean clean() {
        return setup instanceof SetupOutcome.Ready ready && ready.clean();
    }
}
