package dev.bootwright.plan;

import dev.bootwright.base.EcosystemId;
import dev.bootwright.discover.CiCommand;
import dev.bootwright.discover.Finding;
import dev.bootwright.discover.ProjectMatch;
import dev.bootwright.failure.FailureCode;
import dev.bootwright.failure.ToolException;
import dev.bootwright.plan.BootstrapPlan.Constraint;
import dev.bootwright.plan.BootstrapPlan.DroppedRoute;
import dev.bootwright.plan.BootstrapPlan.Goal;
import dev.bootwright.plan.BootstrapPlan.PlannedProject;
import dev.bootwright.step.Phase;
import dev.bootwright.step.Route;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;
import java.util.stream.Collectors;

/** Chooses what is set up and in which ways. A pure function of its input; the order of ecosystems does not matter. */
public final class BootstrapPlanner {
    private static final int MOST_ROUTES = 5;

    private final Map<EcosystemId, RoutePlanner> planners = new LinkedHashMap<>();

    public BootstrapPlanner(List<RoutePlanner> planners) {
        planners.stream()
                .sorted(Comparator.comparing(RoutePlanner::ecosystem))
                .forEach(p -> this.planners.put(p.ecosystem(), p));
    }

    /**
     * A plan without projects and routes when no ecosystem recognised anything.
     *
     * @throws ToolException when the user asked for a language or project that is unknown or not in the repository
     */
    public BootstrapPlan plan(PlanningInput input) {
        checkProjects(input);
        List<EcosystemVote> votes = EcosystemVote.count(input, planners);
        Optional<EcosystemId> primary = primary(input, votes);
        if (primary.isEmpty()) {
            return empty(input);
        }
        RoutePlanner planner = planners.get(primary.get());
        if (planner == null) {
            return empty(input);
        }
        List<ProjectMatch> projects = projects(input, planner);
        if (projects.isEmpty()) {
            return empty(input);
        }
        ProjectMatch leader = projects.getFirst();
        List<Route> usable = new ArrayList<>();
        List<DroppedRoute> dropped = new ArrayList<>();
        for (Route route : planner.routes(input, leader)) {
            List<String> silent = route.networkRoles().stream()
                    .filter(role -> !input.reachability().allows(role))
                    .toList();
            if (!silent.isEmpty()) {
                dropped.add(new DroppedRoute(
                        route, "needs " + String.join(", ", silent) + ", which did not answer from this machine"));
            } else if (usable.size() < MOST_ROUTES) {
                usable.add(route);
            } else {
                dropped.add(new DroppedRoute(route, "more than " + MOST_ROUTES + " routes: ranked too low"));
            }
        }
        List<Constraint> constraints = new ArrayList<>();
        for (ProjectMatch project : projects) {
            constraints.addAll(planner.constraints(input, project));
        }
        constraints.addAll(secondary(input, votes, primary.get()));
        constraints.addAll(leftOut(input));
        return new BootstrapPlan(
                BootstrapPlan.SCHEMA_VERSION,
                projects.stream().map(p -> planned(input, p)).toList(),
                goals(input, planner, projects),
                phases(input),
                constraints.stream().distinct().toList(),
                usable,
                dropped,
                PlannedNeeds.of(input.report(), projects),
                input.overrides().recorded());
    }

    private static void checkProjects(PlanningInput input) {
        List<String> known = input.report().projects().stream()
                .map(ProjectMatch::path)
                .distinct()
                .toList();
        for (String asked : input.overrides().projects()) {
            if (!known.contains(asked)) {
                throw ToolException.of(
                        FailureCode.INVALID_CONFIGURATION,
                        "plan",
                        "a project in “" + asked + "” was asked for, but none was recognised there"
                                + NearMiss.hint(asked, known),
                        known.isEmpty()
                                ? "no project was recognised anywhere; “inspect” shows what was found"
                                : "use one of: "
                                        + String.join(
                                                ", ", known.stream().limit(20).toList()));
            }
        }
    }

    /** Projects that the user did not ask for: said, not dropped. */
    private static List<Constraint> leftOut(PlanningInput input) {
        List<ProjectMatch> out = input.report().projects().stream()
                .filter(p -> !input.overrides().takes(p.path()))
                .toList();
        if (out.isEmpty()) {
            return List.of();
        }
        String folders =
                out.stream().map(ProjectMatch::path).distinct().limit(5).collect(Collectors.joining(", "));
        return List.of(new Constraint(
                BootstrapPlan.NOT_COVERED,
                "projects that were not asked for: " + folders + (out.size() > 5 ? " …" : ""),
                List.of()));
    }

    private static BootstrapPlan empty(PlanningInput input) {
        return new BootstrapPlan(
                BootstrapPlan.SCHEMA_VERSION,
                List.of(),
                List.of(),
                List.of(),
                List.of(),
                List.of(),
                List.of(),
                PlannedNeeds.of(input.report(), List.of()),
                input.overrides().recorded());
    }

    private Optional<EcosystemId> primary(PlanningInput input, List<EcosystemVote> votes) {
        String language = input.overrides().language();
        if (language == null) {
            return votes.stream().map(EcosystemVote::ecosystem).findFirst();
        }
        String wanted = language.toLowerCase(Locale.ROOT);
        Optional<RoutePlanner> named = planners.values().stream()
                .filter(p -> p.ecosystem().value().equals(wanted) || p.aliases().contains(wanted))
                .findFirst();
        if (named.isEmpty()) {
            TreeSet<String> known = new TreeSet<>();
            planners.values().forEach(p -> {
                known.add(p.ecosystem().value());
                known.addAll(p.aliases());
            });
            throw ToolException.of(
                    FailureCode.INVALID_CONFIGURATION,
                    "plan",
                    "the language “" + language + "” is not supported" + NearMiss.hint(wanted, known),
                    "use one of: " + String.join(", ", known));
        }
        EcosystemId ecosystem = named.get().ecosystem();
        if (votes.stream().noneMatch(v -> v.ecosystem().equals(ecosystem))) {
            String found = votes.isEmpty()
                    ? "no supported project was recognised"
                    : "recognised: "
                            + String.join(
                                    ", ",
                                    votes.stream()
                                            .map(v -> v.ecosystem().value())
                                            .toList());
            throw ToolException.of(
                    FailureCode.INVALID_CONFIGURATION,
                    "plan",
                    "the language “" + language + "” was asked for, but no project of it was found; " + found,
                    "leave the language out, or name one that “inspect” shows");
        }
        return Optional.of(ecosystem);
    }

    private static List<ProjectMatch> projects(PlanningInput input, RoutePlanner planner) {
        List<ProjectMatch> own = input.report().projects().stream()
                .filter(p -> p.ecosystem().equals(planner.ecosystem()))
                .filter(p -> input.overrides().takes(p.path()))
                .toList();
        if (!input.overrides().projects().isEmpty()) {
            return own;
        }
        String folder = input.overrides().workingDirectory();
        if (folder != null) {
            List<ProjectMatch> holding = own.stream()
                    .filter(p -> p.path().equals(".") || folder.equals(p.path()) || folder.startsWith(p.path() + "/"))
                    .sorted(Comparator.comparingInt(
                            p -> p.path().equals(".") ? 0 : -p.path().length()))
                    .limit(1)
                    .toList();
            if (!holding.isEmpty()) {
                return holding;
            }
        }
        return planner.projects(input, own);
    }

    private static PlannedProject planned(PlanningInput input, ProjectMatch project) {
        return new PlannedProject(
                project.path(),
                project.ecosystem(),
                input.report().findings().stream()
                        .filter(f ->
                                f.project().equals(project.path()) && f.file().equals(project.manifest()))
                        .map(Finding::id)
                        .limit(3)
                        .toList());
    }

    private static List<Goal> goals(PlanningInput input, RoutePlanner planner, List<ProjectMatch> projects) {
        List<Goal> goals = new ArrayList<>();
        List<String> ci = input.report().ciCommands().stream()
                .filter(c -> c.purpose() == CiCommand.Purpose.TEST && c.reproducible() && planner.runsTests(input, c))
                .map(CiCommand::id)
                .toList();
        for (ProjectMatch project : projects) {
            String runner = planner.runner(input, project);
            String where = project.path().equals(".") ? "the project" : project.path();
            List<String> tests = input.report().of(project.ecosystem() + ".tests", project.path()).stream()
                    .map(Finding::id)
                    .limit(3)
                    .toList();
            goals.add(new Goal(
                    "minimal",
                    project.path(),
                    runner,
                    runner + " collects every test of " + where + " and executes a part",
                    tests));
            List<String> evidence = new ArrayList<>(ci);
            evidence.addAll(tests);
            goals.add(new Goal(
                    "strongest",
                    project.path(),
                    runner,
                    runner + " executes the whole suite of " + where + (ci.isEmpty() ? "" : ", as CI does"),
                    evidence));
        }
        return goals;
    }

    private static List<Phase> phases(PlanningInput input) {
        boolean services = input.report().startingWith("need.service").findAny().isPresent();
        List<Phase> phases = new ArrayList<>(List.of(
                Phase.SYSTEM,
                Phase.TOOLCHAIN,
                Phase.DEPENDENCIES,
                Phase.BUILD,
                Phase.DOCTOR,
                Phase.MINIMAL,
                Phase.STRONGEST));
        if (services) {
            phases.add(4, Phase.SERVICES);
        }
        return phases;
    }

    /** Ecosystems that are there but are not what this plan sets up: said, not dropped. */
    private List<Constraint> secondary(PlanningInput input, List<EcosystemVote> votes, EcosystemId primary) {
        return votes.stream()
                .filter(v -> !v.ecosystem().equals(primary))
                .map(v -> new Constraint(
                        BootstrapPlan.NOT_COVERED,
                        v.ecosystem() + " project in "
                                + String.join(
                                        ", ",
                                        input.report().projects().stream()
                                                .filter(p -> p.ecosystem().equals(v.ecosystem()))
                                                .filter(p -> input.overrides().takes(p.path()))
                                                .map(ProjectMatch::path)
                                                .limit(5)
                                                .toList())
                                + ": weaker evidence (" + v.weight() + ") than " + primary,
                        v.evidence()))
                .toList();
    }
}
