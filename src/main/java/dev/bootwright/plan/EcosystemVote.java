package dev.bootwright.plan;

import dev.bootwright.base.EcosystemId;
import dev.bootwright.discover.CiCommand;
import dev.bootwright.discover.EvidenceKind;
import dev.bootwright.discover.Finding;
import dev.bootwright.discover.ProjectMatch;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * How much speaks for an ecosystem being the one that the repository is about.
 *
 * @param weight the sum of what is listed in {@code reasons}
 * @param evidence ids of findings and CI commands
 */
record EcosystemVote(EcosystemId ecosystem, int weight, List<String> reasons, List<String> evidence) {
    EcosystemVote {
        reasons = List.copyOf(reasons);
        evidence = List.copyOf(evidence);
    }

    /** All ecosystems that recognised a project that may be set up, the strongest first. */
    static List<EcosystemVote> count(PlanningInput input, Map<EcosystemId, RoutePlanner> planners) {
        return planners.values().stream()
                .flatMap(planner -> of(input, planner).stream())
                .sorted(Comparator.comparingInt(EcosystemVote::weight)
                        .reversed()
                        .thenComparing(EcosystemVote::ecosystem))
                .toList();
    }

    private static Optional<EcosystemVote> of(PlanningInput input, RoutePlanner planner) {
        EcosystemId ecosystem = planner.ecosystem();
        List<ProjectMatch> projects = input.report().projects().stream()
                .filter(p -> p.ecosystem().equals(ecosystem))
                .filter(p -> input.overrides().takes(p.path()))
                .toList();
        if (projects.isEmpty()) {
            return Optional.empty();
        }
        ProjectMatch best = projects.getFirst();
        int weight = best.weight();
        List<String> reasons = new ArrayList<>();
        List<String> evidence = new ArrayList<>();
        reasons.add("+" + best.weight() + " " + best.manifest());
        input.report().findings().stream()
                .filter(f -> f.file().equals(best.manifest()))
                .map(Finding::id)
                .limit(1)
                .forEach(evidence::add);
        if (best.path().equals(".")) {
            weight += EvidenceKind.FILE_NAMES.weight();
            reasons.add("+" + EvidenceKind.FILE_NAMES.weight() + " at the root of the repository");
        }
        Optional<CiCommand> ci = input.report().ciCommands().stream()
                .filter(c -> c.purpose() == CiCommand.Purpose.TEST && planner.runsTests(input, c))
                .findFirst();
        if (ci.isPresent()) {
            weight += EvidenceKind.CI.weight();
            reasons.add("+" + EvidenceKind.CI.weight() + " CI runs its tests ("
                    + ci.get().location() + ")");
            evidence.add(ci.get().id());
        }
        Optional<Finding> tests =
                input.report().of(ecosystem + ".tests").stream().findFirst();
        if (tests.isPresent()) {
            int points = EvidenceKind.ENVIRONMENT_FILE.weight();
            weight += points;
            reasons.add("+" + points + " has tests (" + tests.get().location() + ")");
            evidence.add(tests.get().id());
        }
        return Optional.of(new EcosystemVote(ecosystem, weight, reasons, evidence));
    }
}
