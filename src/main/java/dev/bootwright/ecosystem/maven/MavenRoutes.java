package dev.bootwright.ecosystem.maven;

import dev.bootwright.base.EcosystemId;
import dev.bootwright.discover.CiCommand;
import dev.bootwright.discover.Finding;
import dev.bootwright.discover.ProjectMatch;
import dev.bootwright.plan.BootstrapPlan.Constraint;
import dev.bootwright.plan.PlanningInput;
import dev.bootwright.plan.RoutePlanner;
import dev.bootwright.sandbox.BaseIdentity;
import dev.bootwright.step.DependencyPolicy;
import dev.bootwright.step.Route;
import dev.bootwright.step.ToolchainChoice;
import dev.bootwright.toolchain.JdkReleases;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/** Chooses JDK and Maven; a route a JDK, since the JDK is what most often does not fit. */
final class MavenRoutes implements RoutePlanner {
    static final String REGISTRY = "registry:maven";
    static final String DEBIAN = "distribution:debian";
    static final String JDK = "java";

    private static final int MOST = 5;

    @Override
    public EcosystemId ecosystem() {
        return MavenEcosystem.ID;
    }

    @Override
    public Set<String> aliases() {
        return Set.of("java", "jvm", "kotlin");
    }

    @Override
    public String runner(PlanningInput input, ProjectMatch project) {
        return SurefireSupport.RUNNER;
    }

    @Override
    public List<ProjectMatch> projects(PlanningInput input, List<ProjectMatch> recognised) {
        return new MavenProjects(input).chosen(recognised);
    }

    @Override
    public boolean runsTests(CiCommand command) {
        return MavenSuite.runsTests(command.command(), command.line()).isPresent();
    }

    @Override
    public List<Constraint> constraints(PlanningInput input, ProjectMatch project) {
        List<Constraint> constraints = new ArrayList<>();
        JdkRange range = JdkRange.of(input, List.of(project.path()));
        if (range.least() > 0) {
            constraints.add(new Constraint("java", ">=" + range.least(), range.evidence()));
        }
        range.enforced().forEach(r -> constraints.add(new Constraint("java", r.text(), range.evidence())));
        input.report()
                .of(MavenSubjects.REQUIRED, project.path())
                .forEach(f -> constraints.add(new Constraint("maven", f.value(), List.of(f.id()))));
        MavenProjects facts = new MavenProjects(input);
        List<ProjectMatch> all = own(input);
        if (!all.isEmpty() && facts.chosen(all).getFirst().equals(project)) {
            facts.leftOut(all).forEach(text -> constraints.add(new Constraint("not-covered", text, List.of())));
        }
        return constraints;
    }

    static List<ProjectMatch> own(PlanningInput input) {
        return input.report().projects().stream()
                .filter(p -> p.ecosystem().equals(MavenEcosystem.ID))
                .toList();
    }

    @Override
    public List<Route> routes(PlanningInput input, ProjectMatch project) {
        List<String> paths = new ArrayList<>(
                projects(input, own(input)).stream().map(ProjectMatch::path).toList());
        if (!paths.contains(project.path())) {
            paths = List.of(project.path());
        }
        MavenChoice maven = new MavenChoice(input, project.path());
        List<Route> routes = new ArrayList<>();
        for (JdkChoice.Candidate candidate : JdkChoice.of(input, paths)) {
            if (routes.size() < MOST) {
                routes.add(route(input, candidate, maven.of(candidate.jdk())));
            }
        }
        return routes;
    }

    private static Route route(PlanningInput input, JdkChoice.Candidate candidate, ToolchainChoice maven) {
        JdkReleases.Jdk jdk = candidate.jdk();
        ToolchainChoice java = new ToolchainChoice(
                JDK, String.valueOf(jdk.feature()), "distribution", candidate.reason(), candidate.evidence());
        TreeSet<String> evidence = new TreeSet<>(candidate.evidence());
        evidence.addAll(maven.evidence());
        input.report().of(MavenSubjects.PROJECT).stream()
                .map(Finding::id)
                .limit(1)
                .forEach(evidence::add);
        return new Route(
                "maven-" + maven.version() + "-java-" + jdk.feature() + "-" + jdk.suite(),
                MavenEcosystem.ID,
                BaseIdentity.debian(jdk.suite(), input.architecture()),
                List.of(java, maven),
                "maven",
                DependencyPolicy.DECLARED,
                null,
                candidate.weight(),
                candidate.hedges(),
                List.of(DEBIAN, REGISTRY),
                List.copyOf(evidence));
    }
}
