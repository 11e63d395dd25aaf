package dev.bootwright.pipeline;

import dev.bootwright.acquire.AcquireOptions;
import dev.bootwright.plan.Overrides;
import dev.bootwright.verify.VerifyLimits;
import java.nio.file.Path;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * What the user asked for.
 *
 * @param source as typed
 * @param cwd the folder in which {@code ./NAME} is made
 * @param into the folder to make instead; null for {@code ./NAME}
 * @param committed whether a local folder's last commit is taken alone
 * @param submodules whether a clone fetches its submodules
 * @param base a root file system of the user's own; null for a distribution's
 * @param flags overrides given on the command line
 * @param fresh whether no stored proof, layer or old contract is used
 * @param writesContract whether {@code .bootstrap} is written
 */
public record SetupRequest(
        String command,
        String source,
        Path cwd,
        @Nullable Path into,
        boolean committed,
        boolean submodules,
        @Nullable Path base,
        Overrides flags,
        boolean fresh,
        VerifyLimits limits,
        boolean writesContract) {

    /** @param scratch a folder for temporary files */
    AcquireOptions acquireOptions(Path scratch, Consumer<String> progress) {
        AcquireOptions options = AcquireOptions.of(cwd, scratch).withProgress(progress);
        if (into != null) {
            options = options.withInto(into);
        }
        if (submodules) {
            options = options.withSubmodules();
        }
        return committed ? options.withCommitted() : options;
    }
}
