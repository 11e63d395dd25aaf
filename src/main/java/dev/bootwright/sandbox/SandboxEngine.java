package dev.bootwright.sandbox;

import java.nio.file.Path;
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

    /**
     * Takes in a root file system that the user gave, a folder or a tar file, and names it by its content.
     *
     * @return the identity to pass to {@link #base}
     */
    BaseIdentity importBase(Path source, Consumer<String> progress);

    Optional<Layer> find(LayerKey key);

    /** Enters an existing layer under a further key, in the place of one that has it already. */
    void alias(LayerKey existing, LayerKey further);

    Sandbox open(LayerKey parent, SandboxSpec spec);

    /** Opens a copy of a kept wreck. */
    Optional<Sandbox> openWreck(String name, SandboxSpec spec);

    /** Removes layers and wrecks that the policy does not keep; never one in use, nor one that a kept layer stands on. */
    GcReport gc(GcPolicy policy);

    /** Ends all commands, because the user wants the program to end: they and all later ones are cancelled. */
    void interrupt();

    @Override
    void close();
}
