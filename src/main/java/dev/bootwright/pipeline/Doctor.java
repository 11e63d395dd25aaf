package dev.bootwright.pipeline;

import dev.bootwright.event.RunEvent;
import dev.bootwright.event.RunListener;
import dev.bootwright.failure.Failure;
import dev.bootwright.failure.ToolException;
import dev.bootwright.network.Reachability;
import dev.bootwright.sandbox.EngineReport;
import dev.bootwright.sandbox.SandboxEngine;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Says what this machine can do, what is missing, and how to get it. */
public final class Doctor {
    private static final int SCHEMA_VERSION = 1;

    private final Components components;

    public Doctor(Components components) {
        this.components = components;
    }

    /**
     * @param engine null when none works here
     * @param problem why none works
     * @param network settings of the network profile, secrets masked
     */
    public record Diagnosis(
            int schemaVersion,
            String version,
            String store,
            long usableBytes,
            @Nullable EngineReport engine,
            @Nullable Failure problem,
            Map<String, String> network,
            Reachability reachability) {
        public boolean usable() {
            return engine != null && engine.usable();
        }
    }

    /** @param probe whether network roles without a valid answer are tried */
    public Diagnosis examine(boolean probe, List<RunListener> listeners) {
        EngineReport report = null;
        Failure problem = null;
        Reachability reachability = components.reachability().read();
        try {
            SandboxEngine engine = components.engine().get();
            report = engine.report();
            if (probe && report.usable()) {
                reachability = probed(engine, listeners);
            }
        } catch (ToolException e) {
            problem = e.failure();
        }
        return new Diagnosis(
                SCHEMA_VERSION,
                components.version(),
                components.store().root().toString(),
                components.store().usableBytes(),
                report,
                problem,
                components.network().get().masked(),
                reachability);
    }

    private Reachability probed(SandboxEngine engine, List<RunListener> listeners) {
        String id = RunContext.newId(components.clock());
        try (RunContext run = RunContext.start(
                components.store(),
                components.network().get(),
                components.clock(),
                listeners,
                new RunEvent.RunStarted(id, "doctor", components.version(), "this machine"))) {
            run.journal().append(new RunEvent.StageStarted("network"));
            return new ReachabilityProber(components, run).all(engine);
        }
    }
}
