package dev.bootwright.pipeline;

import dev.bootwright.acquire.AcquireOptions;
import dev.bootwright.acquire.SourceReference;
import dev.bootwright.acquire.Workspace;
import dev.bootwright.pipeline.Preparation.Prepared;

/** The flow of {@code inspect}: acquire, discover, plan; runs nothing of the repository and probes nothing. */
public final class Inspector {
    private final Components components;

    public Inspector(Components components) {
        this.components = components;
    }

    public Prepared inspect(SetupRequest request) {
        AcquireOptions options =
                AcquireOptions.of(request.cwd(), components.store().newTemporary("acquire"));
        if (request.into() != null) {
            options = options.withInto(request.into());
        }
        if (request.committed()) {
            options = options.withCommitted();
        }
        try (Workspace workspace =
                components.acquirer().acquire(SourceReference.parse(request.source(), request.cwd()), options)) {
            return components
                    .preparation()
                    .prepare(
                            workspace,
                            request.flags(),
                            components.reachability().read());
        }
    }
}
