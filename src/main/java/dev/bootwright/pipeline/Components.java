package dev.bootwright.pipeline;

import dev.bootwright.acquire.Acquirer;
import dev.bootwright.network.NetworkProfile;
import dev.bootwright.network.ReachabilityCache;
import dev.bootwright.process.ProcessRunner;
import dev.bootwright.process.SelfCommand;
import dev.bootwright.sandbox.SandboxEngine;
import dev.bootwright.sandbox.Store;
import java.time.Clock;
import java.util.function.Supplier;

/**
 * What the flows are made of.
 *
 * @param network read on first use
 * @param engine opened on first use, so that commands that enter no sandbox need none
 * @param version of the product
 * @param self how the product is started once more, as a process of its own; asked only by whoever needs it
 */
public record Components(
        Store store,
        Supplier<NetworkProfile> network,
        ReachabilityCache reachability,
        Supplier<SandboxEngine> engine,
        Acquirer acquirer,
        Preparation preparation,
        ProofStore proofs,
        Clock clock,
        String version,
        ProcessRunner processes,
        Supplier<SelfCommand> self) {}
