package dev.bootwright.ecosystem.maven;

import dev.bootwright.discover.Finding;
import dev.bootwright.failure.FailureCode;
import dev.bootwright.failure.ToolException;
import dev.bootwright.plan.PlanningInput;
import dev.bootwright.step.ToolchainChoice;
import dev.bootwright.toolchain.JdkReleases;
import dev.bootwright.toolchain.MavenReleases;
import dev.bootwright.version.maven.MavenVersion;
import dev.bootwright.version.maven.MavenVersionRange;
import java.util.List;
import java.util.Optional;

/** Chooses the Maven for a JDK: the wrapper's, what the POMs ask for, the distribution's where it is recent. */
record MavenChoice(PlanningInput input, String project) {
    static final String TOOL = "maven";
    private static final String RECENT = "3.9";

    /** Releases before it lack checksums in places, and nothing needs them in its stead. */
    private static final String OLDEST = "3.6.3";

    ToolchainChoice of(JdkReleases.Jdk jdk) {
        MavenVersion distribution = MavenVersion.parse(jdk.maven());
        String asked = input.overrides().toolchains().get(TOOL);
        if (asked != null) {
            MavenVersion version = MavenVersion.tryParse(asked)
                    .orElseThrow(() -> ToolException.of(
                            FailureCode.INVALID_CONFIGURATION,
                            "plan",
                            "the Maven version “" + asked + "” is none",
                            "name one such as " + MavenReleases.current()));
            return choice(version, distribution, "asked for by the user", List.of());
        }
        Optional<Finding> wrapper =
                input.report().of(MavenSubjects.WRAPPER, project).stream().findFirst();
        Optional<MavenVersion> wrapped = wrapper.flatMap(f -> MavenVersion.tryParse(f.value()));
        if (wrapper.isPresent() && wrapped.isPresent() && MavenReleases.leastJdk(wrapped.get()) <= jdk.feature()) {
            boolean old = !wrapped.get().isAtLeast(OLDEST);
            return choice(
                    old ? MavenVersion.parse(OLDEST) : wrapped.get(),
                    distribution,
                    "the wrapper names " + (old ? wrapped.get() + ", for which this one stands" : "it") + " ("
                            + wrapper.get().location() + ")",
                    List.of(wrapper.get().id()));
        }
        List<Finding> required = input.report().of(MavenSubjects.REQUIRED, project);
        List<MavenVersionRange> ranges = required.stream()
                .flatMap(f -> MavenVersionRange.tryParse(f.value()).stream())
                .toList();
        List<String> ids = required.stream().map(Finding::id).toList();
        boolean enough = ranges.stream().allMatch(r -> r.contains(distribution));
        if (enough && distribution.isAtLeast(RECENT)) {
            return choice(distribution, distribution, "the distribution's own", ids);
        }
        MavenVersion current = MavenReleases.current();
        if (ranges.stream().allMatch(r -> r.contains(current))) {
            return choice(
                    current,
                    distribution,
                    "what CI's machines have; the distribution's " + distribution + " is older",
                    ids);
        }
        Optional<MavenVersion> fitting = ranges.stream().findFirst().flatMap(MavenReleases::newestIn);
        return choice(fitting.orElse(current), distribution, "the POM asks for it", ids);
    }

    private static ToolchainChoice choice(
            MavenVersion version, MavenVersion distribution, String reason, List<String> evidence) {
        boolean own = version.equals(distribution);
        return new ToolchainChoice(TOOL, version.text(), own ? "distribution" : "registry", reason, evidence);
    }
}
