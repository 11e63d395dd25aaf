package dev.bootwright.pipeline;

import dev.bootwright.event.RunEvent;
import dev.bootwright.network.Probe;
import dev.bootwright.network.Reachability;
import dev.bootwright.plan.BootstrapPlan;
import dev.bootwright.sandbox.BaseIdentity;
import dev.bootwright.sandbox.ExecRequest;
import dev.bootwright.sandbox.LayerKey;
import dev.bootwright.sandbox.OutputSink;
import dev.bootwright.sandbox.ResourceLimits;
import dev.bootwright.sandbox.Sandbox;
import dev.bootwright.sandbox.SandboxEngine;
import dev.bootwright.sandbox.SandboxUser;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;

/** Tries, once a day, which network roles answer: those that the routes at hand need, through their own clients. */
final class ReachabilityProber {
    private static final Duration INSTALL = Duration.ofMinutes(5);

    private final Components components;
    private final RunContext run;
    private final Set<String> asked = ConcurrentHashMap.newKeySet();

    ReachabilityProber(Components components, RunContext run) {
        this.components = components;
        this.run = run;
    }

    /** What is known once the roles of all routes of a plan have been tried. */
    Reachability forPlan(SandboxEngine engine, BootstrapPlan plan) {
        Set<String> wanted = new TreeSet<>();
        plan.routes().forEach(r -> wanted.addAll(r.networkRoles()));
        return refresh(
                engine,
                Probe.ALL.stream().filter(p -> wanted.contains(p.role())).toList());
    }

    /** Tries all roles, for {@code doctor}. */
    Reachability all(SandboxEngine engine) {
        return refresh(engine, Probe.ALL);
    }

    private Reachability refresh(SandboxEngine engine, List<Probe> probes) {
        return components.reachability().refresh(probes, probe -> answers(engine, probe));
    }

    private boolean answers(SandboxEngine engine, Probe probe) {
        run.journal()
                .append(new RunEvent.Notice(
                        asked.add(probe.role())
                                ? "asking whether " + probe.role() + " answers (once a day)"
                                : probe.role() + " did not answer; asking once more"));
        try (Sandbox sandbox = engine.open(base(engine), run.setupSpec())) {
            if (!probe.systemPackages().isEmpty() && !install(sandbox, probe.systemPackages())) {
                return false;
            }
            return sandbox.exec(request(
                                    List.of("bash", "-euo", "pipefail", "-c", "cd \"$(mktemp -d)\"\n" + probe.block()))
                            .withLimits(ResourceLimits.defaults().withWall(Duration.ofSeconds(probe.seconds()))))
                    .orEndOfRun("plan")
                    .succeeded();
        }
    }

    /** Made by the first that asks; the others wait for it. */
    private synchronized LayerKey base(SandboxEngine engine) {
        BaseIdentity base = BaseIdentity.debian(
                BaseIdentity.CURRENT_SUITE, components.preparation().architecture());
        return engine.base(base, run.journal().activity()).key();
    }

    private static boolean install(Sandbox sandbox, List<String> packages) {
        List<String> argv = new ArrayList<>(List.of(
                "bash",
                "-euc",
                "apt-get update -qq && apt-get install -y -qq --no-install-recommends \"$@\"",
                "install"));
        argv.addAll(packages);
        return sandbox.exec(request(argv).withLimits(ResourceLimits.defaults().withWall(INSTALL)))
                .orEndOfRun("plan")
                .succeeded();
    }

    private static ExecRequest request(List<String> argv) {
        return ExecRequest.of(argv, "/", SandboxUser.ROOT, OutputSink.discard())
                .withEnv(java.util.Map.of("DEBIAN_FRONTEND", "noninteractive"));
    }
}
