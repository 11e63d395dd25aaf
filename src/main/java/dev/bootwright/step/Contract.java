package dev.bootwright.step;

import dev.bootwright.base.StepId;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * How to set a repository up, inspect it and test it from a bare machine. Holds no time, duration, run id, host name or
 * local path.
 *
 * @param env variables of all steps; values may use {@code ${TREE}}, {@code ${HOME}} and {@code ${PATH}}
 * @param steps in execution order, phases never descending
 * @param locks names of the files below {@code .bootstrap/lock} that setup steps use, for example {@code python.txt};
 *     their content travels beside the contract
 * @param overrides keys of flags and {@code bootwright.toml} that decided something, with their values
 * @param renderer version of the renderer that made the scripts beside it; null when not yet rendered, or by one that had
 *     no version
 * @param toolVersions resolved versions, for example {@code python → 3.13.5}
 */
public record Contract(
        int schemaVersion,
        RepositoryIdentity repository,
        Route route,
        Map<String, String> env,
        List<Step> steps,
        List<ServiceSpec> services,
        List<String> locks,
        List<ContractProject> projects,
        Commands commands,
        List<ExcludedTest> excluded,
        Map<String, String> overrides,
        Map<String, String> toolVersions,
        List<InputFile> derivedFrom,
        Proof proof,
        @Nullable Integer renderer) {
    public static final int SCHEMA_VERSION = 1;

    public Contract {
        env = Collections.unmodifiableMap(new TreeMap<>(env));
        steps = List.copyOf(steps);
        services = List.copyOf(services);
        locks = List.copyOf(locks);
        projects = List.copyOf(projects);
        excluded = List.copyOf(excluded);
        overrides = Collections.unmodifiableMap(new TreeMap<>(overrides));
        toolVersions = Collections.unmodifiableMap(new TreeMap<>(toolVersions));
        derivedFrom = List.copyOf(derivedFrom);
        Set<StepId> seen = new HashSet<>();
        Phase last = Phase.SYSTEM;
        for (Step step : steps) {
            if (!seen.add(step.id())) {
                throw new IllegalArgumentException("two steps are named " + step.id());
            }
            if (step.phase().compareTo(last) < 0) {
                throw new IllegalArgumentException("step " + step.id() + " stands after a later phase");
            }
            last = step.phase();
        }
    }

    public List<Step> steps(Phase phase) {
        return steps.stream().filter(s -> s.phase() == phase).toList();
    }

    public Optional<Step> step(StepId id) {
        return steps.stream().filter(s -> s.id().equals(id)).findFirst();
    }

    public Contract withSteps(List<Step> newSteps) {
        return new Contract(
                schemaVersion,
                repository,
                route,
                env,
                newSteps,
                services,
                locks,
                projects,
                commands,
                excluded,
                overrides,
                toolVersions,
                derivedFrom,
                proof,
                renderer);
    }

    public Contract withToolVersions(Map<String, String> newVersions) {
        return new Contract(
                schemaVersion,
                repository,
                route,
                env,
                steps,
                services,
                locks,
                projects,
                commands,
                excluded,
                overrides,
                newVersions,
                derivedFrom,
                proof,
                renderer);
    }

    public Contract withCommands(Commands newCommands) {
        return new Contract(
                schemaVersion,
                repository,
                route,
                env,
                steps,
                services,
                locks,
                projects,
                newCommands,
                excluded,
                overrides,
                toolVersions,
                derivedFrom,
                proof,
                renderer);
    }

    public Contract withProof(List<ContractProject> newProjects, Proof newProof) {
        return new Contract(
                schemaVersion,
                repository,
                route,
                env,
                steps,
                services,
                locks,
                newProjects,
                commands,
                excluded,
                overrides,
                toolVersions,
                derivedFrom,
                newProof,
                renderer);
    }

    public Contract withInputs(RepositoryIdentity newRepository, List<InputFile> newDerivedFrom) {
        return new Contract(
                schemaVersion,
                newRepository,
                route,
                env,
                steps,
                services,
                locks,
                projects,
                commands,
                excluded,
                overrides,
                toolVersions,
                newDerivedFrom,
                proof,
                renderer);
    }

    public Contract withRenderer(int version) {
        return new Contract(
                schemaVersion,
                repository,
                route,
                env,
                steps,
                services,
                locks,
                projects,
                commands,
                excluded,
                overrides,
                toolVersions,
                derivedFrom,
                proof,
                version);
    }
}
