package dev.bootwright.ecosystem.javascript;

import dev.bootwright.base.EcosystemId;
import dev.bootwright.discover.CiCommand;
import dev.bootwright.discover.EvidenceKind;
import dev.bootwright.discover.ProjectMatch;
import dev.bootwright.ecosystem.javascript.read.NodeSubjects;
import dev.bootwright.ecosystem.javascript.read.PackageDetector;
import dev.bootwright.plan.BootstrapPlan;
import dev.bootwright.plan.PlanningInput;
import dev.bootwright.plan.RoutePlanner;
import dev.bootwright.sandbox.BaseIdentity;
import dev.bootwright.step.DependencyPolicy;
import dev.bootwright.step.Route;
import dev.bootwright.toolchain.NodeReleases;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** Chooses Node, package manager and dependency policy. */
final class JavascriptRoutes implements RoutePlanner {
    static final String REGISTRY = "registry:npm";
    static final String DATES = "registry:npm-dates";
    static final String PYTHON_INDEX = "registry:pypi";
    static final String DEBIAN = "distribution:debian";

    private static final int MOST = 5;
    private static final int MOST_PROJECTS = 30;

    @Override
    public EcosystemId ecosystem() {
        return PackageDetector.JAVASCRIPT;
    }

    @Override
    public Set<String> aliases() {
        return Set.of("js", "node", "nodejs", "typescript", "ts");
    }

    @Override
    public List<ProjectMatch> projects(PlanningInput input, List<ProjectMatch> recognised) {
        TestSuite suite = TestSuite.of(input, new NodeFacts(input.report()));
        List<ProjectMatch> tested = recognised.stream()
                .filter(p -> !suite.stages().getOrDefault(p.path(), List.of()).isEmpty())
                .sorted(Comparator.comparing((ProjectMatch p) -> !p.path().equals(".")))
                .limit(MOST_PROJECTS)
                .toList();
        return tested.isEmpty() ? recognised.stream().limit(1).toList() : tested;
    }

    @Override
    public String runner(PlanningInput input, ProjectMatch project) {
        return TestSuite.of(input, new NodeFacts(input.report()))
                .stages()
                .getOrDefault(project.path(), List.of())
                .stream()
                .map(s -> s.runner().id())
                .findFirst()
                .orElse(Runner.NODE_TEST.id());
    }

    @Override
    public boolean runsTests(CiCommand command) {
        return command.command()
                .matches(
                        "(?s).*(?:\\b(?:npm|yarn|pnpm|bun)\\s+(?:(?:run|-r|-w\\s+\\S+|--\\S+)\\s+)*\\S*(?:test|\\bt\\b).*"
                                + "|\\b(?:jest|vitest|mocha|ava|karma|borp)\\b.*|\\bnode\\s+--test\\b.*|\\bnpx\\s+tap\\b.*)");
    }

    @Override
    public List<BootstrapPlan.Constraint> constraints(PlanningInput input, ProjectMatch project) {
        List<BootstrapPlan.Constraint> constraints = new ArrayList<>();
        input.report()
                .of(NodeSubjects.ENGINE, project.path())
                .forEach(f -> constraints.add(new BootstrapPlan.Constraint("node", f.value(), List.of(f.id()))));
        return constraints;
    }

    @Override
    public List<Route> routes(PlanningInput input, ProjectMatch project) {
        NodeFacts facts = new NodeFacts(input.report());
        Set<String> roots = roots(input, facts, project);
        List<PackageManager> managers =
                roots.stream().map(r -> PackageManager.of(input, facts, r)).toList();
        PackageManager first = managers.getFirst();
        boolean locked = managers.stream().allMatch(PackageManager::isLocked);
        Set<String> named = new LinkedHashSet<>(roots);
        named.add(project.path());
        List<NodeVersions.Candidate> nodes = NodeVersions.of(input, named);
        List<Route> routes = new ArrayList<>();
        Instant committed = input.repository().commitTime();
        if (!locked && first.kind().equals("npm") && committed != null) {
            LocalDate date = LocalDate.ofInstant(committed, ZoneOffset.UTC).plusDays(1);
            routes.add(route(input, nodes.getFirst(), NodeClient.INDEX, first, DependencyPolicy.AS_OF_DATE, date, ""));
        }
        DependencyPolicy policy = locked ? DependencyPolicy.LOCKED : DependencyPolicy.DECLARED;
        for (NodeVersions.Candidate node : nodes) {
            String hedge = routes.isEmpty() ? "" : node.hedges();
            routes.add(route(
                    input,
                    node,
                    NodeClient.INDEX,
                    first,
                    policy,
                    null,
                    routes.size() == 1 && !locked ? "a registry that has not the versions of that day" : hedge));
        }
        List<Route> best = new ArrayList<>(routes.subList(0, Math.min(MOST - 1, routes.size())));
        best.add(route(
                input,
                nodes.getFirst(),
                NodeClient.DISTRIBUTION,
                first,
                policy,
                null,
                "a Python index that does not bring the client of npm's"));
        return List.copyOf(best);
    }

    /** The folders to install in, the leader's first. */
    static Set<String> roots(PlanningInput input, NodeFacts facts, ProjectMatch leader) {
        Set<String> roots = new LinkedHashSet<>(List.of(facts.installRoot(leader.path())));
        TestSuite.of(input, facts).stages().keySet().stream()
                .map(facts::installRoot)
                .sorted()
                .forEach(roots::add);
        return roots;
    }

    private static Route route(
            PlanningInput input,
            NodeVersions.Candidate node,
            NodeClient client,
            PackageManager manager,
            DependencyPolicy policy,
            @Nullable LocalDate asOf,
            String hedges) {
        TreeSet<String> evidence = new TreeSet<>(node.choice().evidence());
        evidence.addAll(manager.evidence());
        List<String> roles = new ArrayList<>(List.of(DEBIAN, REGISTRY));
        if (client == NodeClient.INDEX) {
            roles.add(PYTHON_INDEX);
        }
        if (policy == DependencyPolicy.AS_OF_DATE) {
            roles.add(DATES);
        }
        int weight = (client == NodeClient.DISTRIBUTION ? 0 : node.weight())
                + (policy == DependencyPolicy.LOCKED ? EvidenceKind.MANIFEST.weight() : 0)
                + (policy == DependencyPolicy.AS_OF_DATE ? EvidenceKind.FILE_NAMES.weight() : 0);
        return new Route(
                "node-" + node.version().major() + "-" + manager.kind() + "-" + policy
                        + (client == NodeClient.DISTRIBUTION ? "-debian" : ""),
                PackageDetector.JAVASCRIPT,
                BaseIdentity.debian(NodeReleases.DISTRIBUTION_SUITE, input.architecture()),
                List.of(node.choice(), client.choice()),
                manager.kind(),
                policy,
                asOf,
                weight,
                hedges,
                roles,
                List.copyOf(evidence));
    }
}
