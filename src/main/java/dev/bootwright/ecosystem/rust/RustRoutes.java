package dev.bootwright.ecosystem.rust;

import dev.bootwright.base.EcosystemId;
import dev.bootwright.discover.CiCommand;
import dev.bootwright.discover.ProjectMatch;
import dev.bootwright.plan.BootstrapPlan;
import dev.bootwright.plan.PlanningInput;
import dev.bootwright.plan.RoutePlanner;
import dev.bootwright.sandbox.BaseIdentity;
import dev.bootwright.step.DependencyPolicy;
import dev.bootwright.step.Route;
import dev.bootwright.step.ToolchainChoice;
import dev.bootwright.toolchain.RustReleases;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** Chooses toolchain and dependency policy for Rust: the distribution's compiler where it will do, else rustup's. */
final class RustRoutes implements RoutePlanner {
    static final String REGISTRY = "registry:crates";
    static final String TOOLCHAINS = "download:rust-toolchains";
    static final String DEBIAN = "distribution:debian";

    private static final int MOST = 5;

    @Override
    public EcosystemId ecosystem() {
        return RustEcosystem.ID;
    }

    @Override
    public Set<String> aliases() {
        return Set.of("cargo");
    }

    @Override
    public List<ProjectMatch> projects(PlanningInput input, List<ProjectMatch> recognised) {
        return new RustFacts(input).chosen(recognised);
    }

    @Override
    public String runner(PlanningInput input, ProjectMatch project) {
        return RustSteps.RUNNER;
    }

    @Override
    public boolean runsTests(CiCommand command) {
        return !CargoCommand.tests(command.command(), command.line()).isEmpty();
    }

    @Override
    public List<BootstrapPlan.Constraint> constraints(PlanningInput input, ProjectMatch project) {
        List<BootstrapPlan.Constraint> constraints = new ArrayList<>();
        RustFacts facts = new RustFacts(input);
        int required = facts.required(project.path());
        if (required > 0) {
            List<String> ids = new ArrayList<>(facts.ids(RustSubjects.EDITION, project.path()));
            ids.addAll(facts.ids(RustSubjects.VERSION, project.path()));
            constraints.add(new BootstrapPlan.Constraint("rust", ">=1." + required, ids));
        }
        List<ProjectMatch> all = own(input);
        if (!all.isEmpty() && facts.chosen(all).getFirst().equals(project)) {
            facts.leftOut(all)
                    .forEach(text -> constraints.add(new BootstrapPlan.Constraint("not-covered", text, List.of())));
        }
        return constraints;
    }

    private static List<ProjectMatch> own(PlanningInput input) {
        return input.report().projects().stream()
                .filter(p -> p.ecosystem().equals(RustEcosystem.ID))
                .toList();
    }

    @Override
    public List<Route> routes(PlanningInput input, ProjectMatch project) {
        RustFacts facts = new RustFacts(input);
        List<String> paths = new ArrayList<>(
                projects(input, own(input)).stream().map(ProjectMatch::path).toList());
        if (!paths.contains(project.path())) {
            paths.add(project.path());
        }
        boolean locked = paths.stream().allMatch(facts::isLocked);
        DependencyPolicy policy = locked
                ? DependencyPolicy.LOCKED
                : input.repository().commitTime() == null ? DependencyPolicy.DECLARED : DependencyPolicy.AS_OF_DATE;
        List<RustToolchains.Candidate> toolchains = RustToolchains.of(input, paths);
        List<Route> routes = new ArrayList<>();
        for (RustToolchains.Candidate toolchain : toolchains) {
            routes.add(route(input, facts, paths, toolchain, policy, routes.isEmpty() ? "" : toolchain.hedges(), 0));
        }
        routes.add(route(
                input,
                facts,
                paths,
                toolchains.getFirst(),
                DependencyPolicy.DECLARED,
                locked ? "a lock file that names what cannot be had any more" : "dates that leave no version",
                toolchains.getFirst().weight()));
        return routes.stream()
                .filter(r -> routes.indexOf(r) == firstWith(routes, r.id()))
                .limit(MOST)
                .toList();
    }

    private static @Nullable LocalDate day(PlanningInput input) {
        Instant time = input.repository().commitTime();
        return time == null ? null : time.atZone(ZoneOffset.UTC).toLocalDate();
    }

    private static int firstWith(List<Route> routes, String id) {
        return routes.stream().map(Route::id).toList().indexOf(id);
    }

    private static Route route(
            PlanningInput input,
            RustFacts facts,
            List<String> paths,
            RustToolchains.Candidate toolchain,
            DependencyPolicy policy,
            String hedges,
            int lighter) {
        ToolchainChoice choice = toolchain.choice();
        boolean rustup = choice.source().equals(RustToolchains.RUSTUP);
        List<String> roles = new ArrayList<>(List.of(DEBIAN, REGISTRY));
        if (rustup) {
            roles.add(TOOLCHAINS);
        }
        TreeSet<String> evidence = new TreeSet<>(choice.evidence());
        paths.forEach(p -> evidence.addAll(facts.ids(RustSubjects.LOCK, p)));
        String id = String.join(
                "-", "rust", choice.version(), rustup ? "rustup" : RustReleases.DISTRIBUTION_SUITE, policy.toString());
        return new Route(
                id.toLowerCase(Locale.ROOT),
                RustEcosystem.ID,
                BaseIdentity.debian(RustReleases.DISTRIBUTION_SUITE, input.architecture()),
                List.of(choice),
                "cargo",
                policy,
                policy == DependencyPolicy.AS_OF_DATE ? day(input) : null,
                toolchain.weight() - lighter,
                hedges,
                roles,
                List.copyOf(evidence));
    }
}
