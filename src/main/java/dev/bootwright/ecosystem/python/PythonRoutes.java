package dev.bootwright.ecosystem.python;

import dev.bootwright.base.EcosystemId;
import dev.bootwright.discover.CiCommand;
import dev.bootwright.discover.Finding;
import dev.bootwright.discover.ProjectMatch;
import dev.bootwright.ecosystem.python.PythonInterpreters.Interpreter;
import dev.bootwright.ecosystem.python.read.PythonDetector;
import dev.bootwright.ecosystem.python.read.Subjects;
import dev.bootwright.ecosystem.python.read.TestInvocation;
import dev.bootwright.format.shell.ShellScript;
import dev.bootwright.plan.BootstrapPlan;
import dev.bootwright.plan.PlanningInput;
import dev.bootwright.plan.RoutePlanner;
import dev.bootwright.sandbox.BaseIdentity;
import dev.bootwright.step.DependencyPolicy;
import dev.bootwright.step.Route;
import dev.bootwright.step.ToolchainChoice;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** Ways to set a Python project up: the interpreter that fits best with each dependency policy, then other interpreters. */
final class PythonRoutes implements RoutePlanner {
    private static final int MOST = 5;

    @Override
    public EcosystemId ecosystem() {
        return PythonDetector.PYTHON;
    }

    @Override
    public Set<String> aliases() {
        return new TreeSet<>(Set.of("py", "python3"));
    }

    @Override
    public String runner(PlanningInput input, ProjectMatch project) {
        return TestPlan.of(new PythonEvidence(input.report(), project.path())).runner();
    }

    /** The root where it is a project; else every project that has tests, or the first. */
    @Override
    public List<ProjectMatch> projects(PlanningInput input, List<ProjectMatch> recognised) {
        List<ProjectMatch> root =
                recognised.stream().filter(p -> p.path().equals(".")).toList();
        if (!root.isEmpty()) {
            return root;
        }
        List<ProjectMatch> tested = recognised.stream()
                .filter(p -> !input.report().of(Subjects.TESTS, p.path()).isEmpty())
                .toList();
        return tested.isEmpty() ? recognised.stream().limit(1).toList() : tested;
    }

    @Override
    public boolean runsTests(CiCommand command) {
        if (!TestInvocation.in(command.command(), command.line()).isEmpty()) {
            return true;
        }
        return ShellScript.read(command.command(), command.line())
                .toOptional()
                .map(s -> s.commands().stream()
                        .map(c -> c.invocation().program())
                        .anyMatch(p -> p.equals("tox") || p.equals("nox")))
                .orElse(false);
    }

    @Override
    public List<BootstrapPlan.Constraint> constraints(PlanningInput input, ProjectMatch project) {
        List<BootstrapPlan.Constraint> constraints = new ArrayList<>();
        PythonEvidence evidence = new PythonEvidence(input.report(), project.path());
        for (Finding finding : evidence.of(Subjects.REQUIRES_PYTHON)) {
            constraints.add(new BootstrapPlan.Constraint("python", finding.value(), List.of(finding.id())));
        }
        for (Finding finding : evidence.of(Subjects.HISTORY_NEEDED)) {
            constraints.add(
                    new BootstrapPlan.Constraint("version-from-git", "by " + finding.value(), List.of(finding.id())));
        }
        return constraints;
    }

    @Override
    public List<Route> routes(PlanningInput input, ProjectMatch project) {
        PythonEvidence evidence = new PythonEvidence(input.report(), project.path());
        List<PythonChoice.Ranked> ranked = new PythonChoice(input, evidence).ranked();
        List<Policy> policies = policies(input, evidence);
        List<Route> routes = new ArrayList<>();
        if (ranked.isEmpty()) {
            return routes;
        }
        for (Policy policy : policies) {
            add(routes, input, ranked.getFirst(), policy, policy.hedges());
        }
        for (PythonChoice.Ranked other : ranked.subList(1, ranked.size())) {
            String hedges = "Python " + ranked.getFirst().interpreter().minor() + " does not suit the project";
            add(routes, input, other, policies.getFirst(), hedges);
        }
        return routes;
    }

    /** One way to choose versions of dependencies, with what it avoids that the ones before it risk. */
    private record Policy(
            DependencyPolicy policy, @Nullable LocalDate asOf, String manager, String hedges, List<Finding> evidence) {}

    private static List<Policy> policies(PlanningInput input, PythonEvidence evidence) {
        List<Policy> policies = new ArrayList<>();
        Optional<Finding> lock = usableLock(evidence);
        if (lock.isPresent()) {
            policies.add(new Policy(DependencyPolicy.LOCKED, null, "uv", "", List.of(lock.get())));
        }
        if (input.repository().commitTime() != null) {
            LocalDate asOf = LocalDate.ofInstant(input.repository().commitTime(), ZoneOffset.UTC)
                    .plusDays(1);
            String hedges = lock.isPresent() ? "the lock file is stale or names versions that are gone" : "";
            policies.add(new Policy(DependencyPolicy.AS_OF_DATE, asOf, "uv", hedges, List.of()));
        }
        String hedges = policies.isEmpty() ? "" : "versions of the commit's time are gone, or the index tells no dates";
        policies.add(new Policy(DependencyPolicy.DECLARED, null, "uv", hedges, List.of()));
        return policies;
    }

    /** The lock file that a route can follow. */
    static Optional<Finding> usableLock(PythonEvidence evidence) {
        return evidence.of(Subjects.LOCK).stream()
                .filter(f -> Set.of("uv", "poetry", "pdm", "pipenv")
                        .contains(f.attributes().getOrDefault("kind", "")))
                .findFirst();
    }

    private static void add(
            List<Route> routes, PlanningInput input, PythonChoice.Ranked ranked, Policy policy, String hedges) {
        if (routes.size() >= MOST) {
            return;
        }
        Interpreter interpreter = ranked.interpreter();
        List<String> roles = new ArrayList<>(List.of("distribution:debian", "registry:pypi"));
        if (interpreter.source().equals(PythonInterpreters.MANAGED)) {
            roles.add("download:python-builds");
        }
        List<String> ids = new ArrayList<>(ranked.evidence());
        policy.evidence().forEach(f -> ids.add(f.id()));
        int rest = MOST - routes.size();
        int weight = rest
                + input.report().findings().stream()
                        .filter(f -> ids.contains(f.id()))
                        .mapToInt(Finding::weight)
                        .sum();
        int ceiling = routes.isEmpty() ? Integer.MAX_VALUE : routes.getLast().weight() - 1;
        routes.add(new Route(
                "python-" + interpreter.minor() + "-" + suffix(interpreter) + "-" + policy.policy(),
                PythonDetector.PYTHON,
                BaseIdentity.debian(interpreter.suite(), input.architecture()),
                List.of(new ToolchainChoice(
                        "python", interpreter.exact(), interpreter.source(), ranked.reason(), ranked.evidence())),
                policy.manager(),
                policy.policy(),
                policy.asOf(),
                Math.min(weight, ceiling),
                hedges,
                roles,
                ids));
    }

    private static String suffix(Interpreter interpreter) {
        return interpreter.source().equals(PythonInterpreters.DISTRIBUTION)
                ? interpreter.suite()
                : interpreter.source();
    }
}
