package dev.bootwright.sandbox;

import java.util.Optional;
import java.util.function.Consumer;

/** Opens sandboxes on layers. One implementation an engine; all pass the same conformance suite. */
public interface SandboxEngine extends AutoCloseable {
    /** For example {@code namespace}. */
    String name();

    /** {@code shared} when sandboxes see the host's own network, {@code private} when they have one of their own. */
    String network();

    /** Which limits are really enforced here, each tried. */
    EngineReport report();

    /**
     * The base environment, built or imported when it is not there yet.
     *
     * @param progress one line for people now and then
     */
    Layer base(BaseIdentity base, Consumer<String> progress);

    Optional<Layer> find(LayerKey key);

    /** Enters an existing layer under a further key. */
    void alias(LayerKey existing, LayerKey further);

    Sandbox open(LayerKey parent, SandboxSpec spec);

    /** Opens a copy of a kept wreck. */
    Optional<Sandbox> openWreck(String name, SandboxSpec spec);

    @Override
    void close();
}
