package dev.bootwright.pipeline;

import dev.bootwright.acquire.AcquireOptions;
import dev.bootwright.acquire.SourceReference;
import dev.bootwright.acquire.Workspace;
import dev.bootwright.network.Reachability;
import dev.bootwright.pipeline.Preparation.Prepared;
import dev.bootwright.process.Tasks;
import java.util.concurrent.Future;
import java.util.function.Consumer;

/** The flow of {@code inspect}: acquire, discover, plan; runs nothing of the repository and probes nothing. */
public final class Inspector {
    private final Components components;

    public Inspector(Components components) {
        this.components = components;
    }

    /** @param progress gets one line for people now and then while a package is brought */
    public Prepared inspect(SetupRequest request, Consumer<String> progress) {
        // Certificates and what is known of the network are read while Git looks at the tree.
        Future<Reachability> known = Tasks.start(() -> components.reachability().read());
        AcquireOptions options = request.acquireOptions(components.store().newTemporary("acquire"), progress);
        try (Workspace workspace =
                components.acquirer().acquire(SourceReference.parse(request.source(), request.cwd()), options)) {
            return components.preparation().prepare(workspace, request.flags(), Tasks.join(known, "plan"));
        }
    }
}
