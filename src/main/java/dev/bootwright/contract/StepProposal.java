package dev.bootwright.contract;

import dev.bootwright.step.ServiceSpec;
import dev.bootwright.step.Step;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * What an ecosystem proposes for a route.
 *
 * @param env variables for all steps; values may use {@code ${TREE}}, {@code ${HOME}}, {@code ${PATH}}
 * @param steps in execution order: setup, doctor, minimal (only its collect step; the execute step is chosen after the
 *     first collection), strongest
 * @param locks lock files that the setup steps name below {@code .bootstrap/lock}; empty at first
 * @param versions how resolved tool versions are read
 * @param commands of each project, the one whose single tests are shown first
 * @param warnings fragile or risky points, one sentence each
 */
public record StepProposal(
        Map<String, String> env,
        List<Step> steps,
        List<ServiceSpec> services,
        List<LockSpec> locks,
        List<VersionProbe> versions,
        List<ProjectCommands> commands,
        List<Warning> warnings) {
    public StepProposal {
        env = Collections.unmodifiableMap(new TreeMap<>(env));
        steps = List.copyOf(steps);
        services = List.copyOf(services);
        locks = List.copyOf(locks);
        versions = List.copyOf(versions);
        commands = List.copyOf(commands);
        warnings = List.copyOf(warnings);
    }

    /**
     * @param name file below {@code .bootstrap/lock}
     * @param capture bash, run in the ready environment as the developer; what it prints is the file's content
     */
    public record LockSpec(String name, String capture) {}

    /**
     * @param tool for example {@code python}
     * @param block bash, run in the ready environment as the developer; prints the version alone
     */
    public record VersionProbe(String tool, String block) {}

    /**
     * @param kind {@code transient-workaround}, {@code unpinned}, {@code outdated}, {@code network}, {@code
     *     weak-validation}, {@code not-covered}, {@code download}
     */
    public record Warning(String kind, String text, List<String> evidence) {}
}
