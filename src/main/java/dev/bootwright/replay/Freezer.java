package dev.bootwright.replay;

import dev.bootwright.base.StepId;
import dev.bootwright.contract.StepProposal.LockSpec;
import dev.bootwright.contract.StepProposal.VersionProbe;
import dev.bootwright.sandbox.ExecOutcome;
import dev.bootwright.sandbox.ExecRequest;
import dev.bootwright.sandbox.LayerKey;
import dev.bootwright.sandbox.Sandbox;
import dev.bootwright.sandbox.SandboxEngine;
import dev.bootwright.sandbox.SandboxSpec;
import dev.bootwright.sandbox.SandboxUser;
import dev.bootwright.step.Contract;
import dev.bootwright.step.Origin;
import dev.bootwright.step.Phase;
import dev.bootwright.step.Role;
import dev.bootwright.step.Step;
import dev.bootwright.step.StepLimits;
import dev.bootwright.step.StepUser;
import dev.bootwright.trace.StepTrace;
import dev.bootwright.verify.LayerKeys;
import dev.bootwright.verify.SetupRunner.WorkspaceSource;
import dev.bootwright.verify.StepRunner;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Predicate;

/**
 * Fills a contract's lock files from the ready environment and proves them: the dependency steps run again on the final
 * layer, and what is installed stays the same.
 */
public final class Freezer {
    private static final Duration CAPTURE = Duration.ofMinutes(5);
    private static final int ATTEMPTS = 3;
    private static final int CAPTURE_LIMIT = 4 << 20;

    private final SandboxEngine engine;
    private final SandboxSpec spec;
    private final StepRunner steps;
    private final LayerKeys keys;
    private final Predicate<StepTrace> isTransient;

    /** @param isTransient whether a failed install may well succeed when it is tried again */
    public Freezer(
            SandboxEngine engine,
            SandboxSpec spec,
            StepRunner steps,
            LayerKeys keys,
            Predicate<StepTrace> isTransient) {
        this.isTransient = isTransient;
        this.engine = engine;
        this.spec = spec;
        this.steps = steps;
        this.keys = keys;
    }

    /**
     * What a freeze yields.
     *
     * @param locks contents of the lock files by name, those of the record ({@code system.txt}) included
     * @param versions resolved tool versions
     * @param problems why the freeze does not hold; empty when it is proven
     * @param layer the final layer; also entered under the key with the filled locks
     */
    public record Frozen(
            Map<String, String> locks, Map<String, String> versions, List<String> problems, LayerKey layer) {
        public Frozen {
            locks = java.util.Collections.unmodifiableMap(new TreeMap<>(locks));
            versions = java.util.Collections.unmodifiableMap(new TreeMap<>(versions));
            problems = List.copyOf(problems);
        }
    }

    public Frozen freeze(
            Contract contract,
            List<LockSpec> lockSpecs,
            List<VersionProbe> probes,
            LayerKey ready,
            WorkspaceSource workspace) {
        Map<String, String> versions = new TreeMap<>();
        Map<String, String> locks = new TreeMap<>();
        List<String> problems = new ArrayList<>();
        try (Sandbox fork = engine.open(ready, spec)) {
            for (VersionProbe probe : probes) {
                String version = capture(fork, contract, "version-" + probe.tool(), probe.block(), problems)
                        .strip();
                if (!version.isEmpty()) {
                    versions.put(probe.tool(), version);
                }
            }
            for (LockSpec lock : lockSpecs) {
                locks.put(lock.name(), capture(fork, contract, "lock-" + lock.name(), lock.capture(), problems));
            }
            locks.forEach(this::place);
            prove(fork, contract, lockSpecs, locks, problems);
            locks.put("system.txt", systemPackages(fork));
            place("system.txt", locks.get("system.txt"));
        }
        if (problems.isEmpty() && !lockSpecs.isEmpty()) {
            LayerKey frozen = finalKey(contract, locks, workspace);
            if (!frozen.equals(ready)) {
                engine.alias(ready, frozen);
            }
        }
        return new Frozen(locks, versions, problems, ready);
    }

    /** The key of the final layer of a contract with these locks, computed without running anything. */
    public LayerKey finalKey(Contract contract, Map<String, String> locks, WorkspaceSource workspace) {
        LayerKey key = engine.base(contract.route().base(), line -> {}).key();
        boolean placed = false;
        for (Step step : contract.steps()) {
            if (!step.phase().isSetup()) {
                break;
            }
            if (step.phase().seesRepository() && !placed) {
                key = workspace.key(keys, key);
                placed = true;
            }
            key = keys.step(key, contract, step, locks);
        }
        return placed ? key : workspace.key(keys, key);
    }

    private void prove(
            Sandbox fork,
            Contract contract,
            List<LockSpec> lockSpecs,
            Map<String, String> locks,
            List<String> problems) {
        if (lockSpecs.isEmpty()) {
            return;
        }
        for (Step step : contract.steps(Phase.DEPENDENCIES)) {
            StepTrace trace = installedAgain(fork, contract, step);
            if (!trace.succeeded()) {
                problems.add("step " + step.id() + " did not run again with the filled lock file: "
                        + trace.outcome().describe());
            }
        }
        for (LockSpec lock : lockSpecs) {
            String again = capture(fork, contract, "lock-" + lock.name(), lock.capture(), problems);
            if (!again.equals(locks.get(lock.name()))) {
                problems.add("an install with the filled lock/" + lock.name() + " changed what is installed");
            }
        }
    }

    /** What ran before holds in the same fork, so that an attempt that failed is just repeated. */
    private StepTrace installedAgain(Sandbox fork, Contract contract, Step step) {
        for (int attempt = 1; ; attempt++) {
            StepTrace trace = steps.run(
                    fork,
                    contract,
                    step,
                    "freeze",
                    attempt,
                    Map.of(),
                    Duration.ofSeconds(step.limits().wallSeconds()));
            if (trace.succeeded() || attempt == ATTEMPTS || !isTransient.test(trace)) {
                return trace;
            }
        }
    }

    private String capture(Sandbox fork, Contract contract, String name, String block, List<String> problems) {
        Step step = new Step(
                new StepId(name.toLowerCase(Locale.ROOT)),
                Phase.DOCTOR,
                Role.CHECK,
                StepUser.DEVELOPER,
                null,
                null,
                captured(block),
                Map.of(),
                ".",
                new StepLimits(CAPTURE.toSeconds(), CAPTURE.toSeconds()),
                List.of(),
                Origin.PLAN);
        StepTrace trace = steps.run(fork, contract, step, "freeze", 1, Map.of(), CAPTURE);
        if (!trace.succeeded()) {
            String last = trace.tail().isEmpty() ? "" : ": " + trace.tail().getLast();
            problems.add(name + ": " + trace.outcome().describe() + last);
            return "";
        }
        try {
            byte[] output = Files.readAllBytes(trace.log());
            if (output.length > CAPTURE_LIMIT) {
                problems.add(name + ": printed more than " + (CAPTURE_LIMIT >> 20) + " MiB");
                return "";
            }
            return new String(output, StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** The log of a capture that succeeds is what it printed; of one that fails also what it complained of. */
    static String captured(String block) {
        return """
                complaints="$(mktemp)"
                trap '[ "$?" -eq 0 ] || cat "$complaints"; rm -f "$complaints"' EXIT
                {
                %s
                } 2>"$complaints"
                """.formatted(block.stripTrailing());
    }

    /** A command of the contract that runs beside sees the old file or the new one, whole. */
    private void place(String name, String content) {
        try {
            Path folder = Files.createDirectories(steps.contractDirectory().resolve("lock"));
            Path part = Files.writeString(folder.resolve(name + ".part"), content);
            Files.move(part, folder.resolve(name), StandardCopyOption.ATOMIC_MOVE);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** One {@code name version} line a package; empty where the base has no dpkg. */
    private static String systemPackages(Sandbox fork) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        ExecOutcome outcome = fork.exec(ExecRequest.of(
                        List.of("dpkg-query", "-W", "-f", "${Package} ${Version}\\n"),
                        "/",
                        SandboxUser.DEVELOPER,
                        (buffer, length) -> out.write(buffer, 0, length)))
                .orEndOfRun("freeze");
        return outcome.succeeded() ? out.toString(StandardCharsets.UTF_8) : "";
    }
}
