package dev.bootwright.ecosystem.golang;

import dev.bootwright.base.EcosystemId;
import dev.bootwright.discover.CiCommand;
import dev.bootwright.discover.EvidenceKind;
import dev.bootwright.discover.Finding;
import dev.bootwright.discover.ProjectMatch;
import dev.bootwright.plan.BootstrapPlan;
import dev.bootwright.plan.PlanningInput;
import dev.bootwright.plan.RoutePlanner;
import dev.bootwright.sandbox.BaseIdentity;
import dev.bootwright.step.DependencyPolicy;
import dev.bootwright.step.Route;
import dev.bootwright.step.ToolchainChoice;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;

/** Chooses toolchain and dependency policy for Go: the distribution's toolchain where it will do, else the registry's. */
final class GoRoutes implements RoutePlanner {
    static final String REGISTRY = "registry:go";
    static final String DEBIAN = "distribution:debian";
    static final String MODULES = "go";
    static final String VENDORED = "go-vendor";
    static final String WITHOUT_MODULE = "go-path";

    private static final int MOST = 5;

    @Override
    public EcosystemId ecosystem() {
        return GoEcosystem.ID;
    }

    @Override
    public Set<String> aliases() {
        return Set.of("golang");
    }

    @Override
    public List<ProjectMatch> projects(PlanningInput input, List<ProjectMatch> recognised) {
        return new GoProjects(input).chosen(recognised);
    }

    @Override
    public boolean runsTests(CiCommand command) {
        return !GoTestCommand.in(command.command(), command.line()).isEmpty();
    }

    @Override
    public boolean runsTests(PlanningInput input, CiCommand command) {
        return runsTests(command)
                || input.report().of(GoSubjects.TEST_COMMAND).stream().anyMatch(f -> GoSuite.isCalledBy(command, f));
    }

    @Override
    public List<BootstrapPlan.Constraint> constraints(PlanningInput input, ProjectMatch project) {
        List<BootstrapPlan.Constraint> constraints = new ArrayList<>();
        GoRequirement requirement = GoRequirement.of(input, List.of(project.path()));
        requirement
                .version()
                .ifPresent(v -> constraints.add(new BootstrapPlan.Constraint("go", ">=" + v, requirement.evidence())));
        GoProjects facts = new GoProjects(input);
        List<ProjectMatch> all = own(input);
        if (!all.isEmpty() && facts.chosen(all).getFirst().equals(project)) {
            facts.leftOut(all)
                    .forEach(text -> constraints.add(new BootstrapPlan.Constraint("not-covered", text, List.of())));
        }
        return constraints;
    }

    private static List<ProjectMatch> own(PlanningInput input) {
        return input.report().projects().stream()
                .filter(p -> p.ecosystem().equals(GoEcosystem.ID))
                .toList();
    }

    @Override
    public List<Route> routes(PlanningInput input, ProjectMatch project) {
        GoProjects facts = new GoProjects(input);
        List<String> paths = new ArrayList<>(
                projects(input, own(input)).stream().map(ProjectMatch::path).toList());
        if (!paths.contains(project.path())) {
            paths.add(project.path());
        }
        List<Dependencies> ways = dependencies(facts, paths);
        List<GoToolchains.Candidate> toolchains = GoToolchains.of(input, paths);
        List<Route> routes = new ArrayList<>();
        for (GoToolchains.Candidate toolchain : toolchains) {
            int weight = toolchain.weight() + ways.getFirst().weight();
            routes.add(route(input, toolchain, ways.getFirst(), weight, routes.isEmpty() ? "" : toolchain.hedges()));
        }
        for (Dependencies way : ways.subList(1, ways.size())) {
            routes.add(route(input, toolchains.getFirst(), way, EvidenceKind.FILE_NAMES.weight(), way.hedges()));
        }
        return List.copyOf(routes.subList(0, Math.min(MOST, routes.size())));
    }

    /** One way to bring what the modules require. */
    private record Dependencies(
            String manager,
            DependencyPolicy policy,
            boolean network,
            int weight,
            String hedges,
            List<String> evidence) {}

    private static List<Dependencies> dependencies(GoProjects facts, List<String> paths) {
        List<String> sums = ids(facts, GoSubjects.SUM, paths);
        if (paths.stream().noneMatch(facts::hasModule)) {
            return List.of(new Dependencies(
                    WITHOUT_MODULE, DependencyPolicy.LOCKED, false, 0, "", ids(facts, GoSubjects.MODULE, paths)));
        }
        boolean network = paths.stream().anyMatch(p -> facts.dependencies(p) > 0);
        boolean locked = paths.stream().allMatch(facts::isLocked);
        int manifest = EvidenceKind.MANIFEST.weight();
        Dependencies modules = new Dependencies(
                MODULES,
                locked ? DependencyPolicy.LOCKED : DependencyPolicy.DECLARED,
                network,
                manifest,
                "a vendor folder that does not agree with go.mod",
                sums);
        List<Dependencies> ways = new ArrayList<>();
        if (paths.stream().anyMatch(facts::isVendored)) {
            ways.add(new Dependencies(
                    VENDORED,
                    DependencyPolicy.LOCKED,
                    paths.stream().anyMatch(p -> !facts.isVendored(p) && facts.dependencies(p) > 0),
                    manifest + EvidenceKind.FILE_NAMES.weight(),
                    "",
                    ids(facts, GoSubjects.VENDOR, paths)));
        }
        ways.add(modules);
        if (locked && network) {
            ways.add(
                    new Dependencies(MODULES, DependencyPolicy.DECLARED, true, 0, "a go.sum that lacks entries", sums));
        }
        return ways;
    }

    private static List<String> ids(GoProjects facts, String subject, List<String> paths) {
        return paths.stream().flatMap(p -> facts.ids(subject, p).stream()).toList();
    }

    private static Route route(
            PlanningInput input, GoToolchains.Candidate toolchain, Dependencies way, int weight, String hedges) {
        ToolchainChoice choice = toolchain.choice();
        boolean registry = choice.source().equals("registry");
        List<String> roles = new ArrayList<>(List.of(DEBIAN));
        if (registry || way.network()) {
            roles.add(REGISTRY);
        }
        TreeSet<String> evidence = new TreeSet<>(choice.evidence());
        evidence.addAll(way.evidence());
        String id = String.join(
                "-",
                "go",
                choice.version(),
                registry ? "registry" : GoToolchains.SUITE,
                way.manager().equals(MODULES)
                        ? way.policy().toString()
                        : way.manager().substring("go-".length()));
        return new Route(
                id.toLowerCase(Locale.ROOT),
                GoEcosystem.ID,
                BaseIdentity.debian(GoToolchains.SUITE, input.architecture()),
                List.of(choice),
                way.manager(),
                way.policy(),
                null,
                weight,
                hedges,
                roles,
                List.copyOf(evidence));
    }

    /** Evidence ids for a subject, whatever the project. */
    static List<String> evidence(PlanningInput input, String subject) {
        return input.report().of(subject).stream().map(Finding::id).toList();
    }
}
