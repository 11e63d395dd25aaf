package dev.bootwright.plan;

import dev.bootwright.step.ExcludedTest;
import dev.bootwright.step.ServiceSpec;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * What the user decided by flags or {@code bootwright.toml}; always wins over evidence and is recorded.
 *
 * @param toolchains for example {@code python → 3.12}
 * @param projects folders of the projects that are set up, {@code .} for the root's; empty for all that a plan takes
 * @param probes programs to start and query once the tests ran; advisory
 * @param recorded every decision as {@code key → value (origin)}, for the contract
 */
public record Overrides(
        @Nullable String language,
        Map<String, String> toolchains,
        List<String> systemPackages,
        Map<String, String> environment,
        @Nullable String workingDirectory,
        @Nullable String testCommand,
        List<ExcludedTest> excluded,
        List<ServiceSpec> probes,
        List<String> projects,
        Map<String, String> recorded) {
    private static final String FLAG = " (flag)";

    public static final Overrides NONE =
            new Overrides(null, Map.of(), List.of(), Map.of(), null, null, List.of(), List.of(), List.of(), Map.of());

    public Overrides {
        toolchains = Collections.unmodifiableMap(new TreeMap<>(toolchains));
        systemPackages = List.copyOf(systemPackages);
        environment = Collections.unmodifiableMap(new TreeMap<>(environment));
        excluded = List.copyOf(excluded);
        probes = List.copyOf(probes);
        projects = List.copyOf(projects);
        recorded = Collections.unmodifiableMap(new TreeMap<>(recorded));
    }

    /** Without run probes, and for all projects. */
    public Overrides(
            @Nullable String language,
            Map<String, String> toolchains,
            List<String> systemPackages,
            Map<String, String> environment,
            @Nullable String workingDirectory,
            @Nullable String testCommand,
            List<ExcludedTest> excluded,
            Map<String, String> recorded) {
        this(
                language,
                toolchains,
                systemPackages,
                environment,
                workingDirectory,
                testCommand,
                excluded,
                List.of(),
                List.of(),
                recorded);
    }

    /** Whether the project in a folder may be set up. */
    public boolean takes(String project) {
        return projects.isEmpty() || projects.contains(project);
    }

    /**
     * Whether a contract was decided as we decide now: all of today's decisions stand in it, and of its own only flags
     * are not given this time.
     *
     * @param then the decisions that the contract records
     */
    public boolean agreeWith(Map<String, String> then) {
        for (Map.Entry<String, String> now : recorded.entrySet()) {
            String was = then.get(now.getKey());
            if (was == null || !value(was).equals(value(now.getValue()))) {
                return false;
            }
        }
        return then.entrySet().stream()
                .allMatch(was ->
                        recorded.containsKey(was.getKey()) || was.getValue().contains(FLAG));
    }

    private static String value(String recordedValue) {
        int origin = recordedValue.indexOf(FLAG);
        int end = origin >= 0 ? origin : recordedValue.lastIndexOf(" (");
        return end < 0 ? recordedValue : recordedValue.substring(0, end);
    }
}
