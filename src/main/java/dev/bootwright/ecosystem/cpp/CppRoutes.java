package dev.bootwright.ecosystem.cpp;

import dev.bootwright.base.EcosystemId;
import dev.bootwright.discover.CiCommand;
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
import java.util.Set;
import java.util.TreeSet;

/**
 * Chooses the suite whose compiler and build tools a project is built with: the older one, that most code was written
 * for, unless the project asks for more than it has.
 */
final class CppRoutes implements RoutePlanner {
    static final String DEBIAN = "distribution:debian";

    /** A suite with what of it decides. */
    private record Suite(String name, String compiler, int[] cmake, int standard) {}

    private static final Suite OLDER = new Suite("bookworm", "12", new int[] {3, 25}, 20);
    private static final Suite NEWER = new Suite("trixie", "14", new int[] {3, 31}, 23);

    @Override
    public EcosystemId ecosystem() {
        return CppEcosystem.ID;
    }

    @Override
    public Set<String> aliases() {
        return Set.of("c", "c++", "cplusplus");
    }

    @Override
    public String runner(PlanningInput input, ProjectMatch project) {
        CppFacts facts = new CppFacts(input, project.path());
        return facts.runner(facts.system());
    }

    @Override
    public boolean runsTests(CiCommand command) {
        return CppFacts.calls(command).stream().anyMatch(c -> !c.program().endsWith("make"));
    }

    @Override
    public boolean runsTests(PlanningInput input, CiCommand command) {
        return CppFacts.isTest(command);
    }

    @Override
    public List<BootstrapPlan.Constraint> constraints(PlanningInput input, ProjectMatch project) {
        List<BootstrapPlan.Constraint> constraints = new ArrayList<>();
        for (Finding minimum : input.report().of(CppSubjects.CMAKE_MINIMUM, project.path())) {
            constraints.add(new BootstrapPlan.Constraint("cmake", ">=" + minimum.value(), List.of(minimum.id())));
        }
        return constraints;
    }

    @Override
    public List<Route> routes(PlanningInput input, ProjectMatch project) {
        List<Finding> newer = wantsNewer(input, project.path());
        List<Suite> order = newer.isEmpty() ? List.of(OLDER, NEWER) : List.of(NEWER, OLDER);
        BuildSystem system = new CppFacts(input, project.path()).system();
        List<Route> routes = new ArrayList<>();
        for (Suite suite : order) {
            routes.add(route(input, project, system, suite, newer, routes.isEmpty()));
        }
        return List.copyOf(routes);
    }

    private static Route route(
            PlanningInput input,
            ProjectMatch project,
            BuildSystem system,
            Suite suite,
            List<Finding> newer,
            boolean first) {
        TreeSet<String> evidence = new TreeSet<>(new CppFacts(input, project.path()).ids(CppSubjects.BUILD));
        newer.forEach(f -> evidence.add(f.id()));
        String reason = newer.isEmpty()
                ? "the compiler that most code of today was written for; nothing asks for a newer one"
                : newer.getFirst().subject().substring("cpp.".length()) + " "
                        + newer.getFirst().value() + " is asked for in "
                        + newer.getFirst().location();
        String hedges = suite.equals(NEWER)
                ? "a compiler, library or build tool that is too old"
                : "a compiler that refuses what older ones took";
        return new Route(
                "cpp-" + system.id() + "-" + suite.name(),
                CppEcosystem.ID,
                BaseIdentity.debian(suite.name(), input.architecture()),
                List.of(new ToolchainChoice(
                        "gcc", suite.compiler(), "distribution", first ? reason : hedges, List.copyOf(evidence))),
                system.id(),
                DependencyPolicy.DECLARED,
                null,
                project.weight() - (first ? 0 : 10),
                first ? "" : hedges,
                List.of(DEBIAN),
                List.copyOf(evidence));
    }

    private static List<Finding> wantsNewer(PlanningInput input, String project) {
        List<Finding> found = new ArrayList<>();
        for (Finding minimum : input.report().of(CppSubjects.CMAKE_MINIMUM, project)) {
            String[] parts = minimum.value().split("\\.", -1);
            if (parts.length > 1 && parts[0].matches("[0-9]{1,3}") && parts[1].matches("[0-9]{1,3}")) {
                int major = Integer.parseInt(parts[0]);
                int minor = Integer.parseInt(parts[1]);
                if (major > OLDER.cmake()[0] || (major == OLDER.cmake()[0] && minor > OLDER.cmake()[1])) {
                    found.add(minimum);
                }
            }
        }
        for (Finding standard : input.report().of(CppSubjects.STANDARD, project)) {
            int year = Integer.parseInt(standard.value());
            if (year > OLDER.standard() && year < 90) {
                found.add(standard);
            }
        }
        return found;
    }
}
