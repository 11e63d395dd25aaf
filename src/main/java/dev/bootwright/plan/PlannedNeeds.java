package dev.bootwright.plan;

import dev.bootwright.discover.DiscoveryReport;
import dev.bootwright.discover.Finding;
import dev.bootwright.discover.ProjectMatch;
import dev.bootwright.plan.BootstrapPlan.Need;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;

/** Reads what tests want from outside out of the findings {@code need.KIND}. */
final class PlannedNeeds {
    private static final String PREFIX = "need.";

    private PlannedNeeds() {}

    /** One need for each kind and name, with all its evidence, in order of kind and name. */
    static List<Need> of(DiscoveryReport report, List<ProjectMatch> projects) {
        TreeSet<String> paths = new TreeSet<>();
        projects.forEach(p -> paths.add(p.path()));
        Map<String, Map<String, List<String>>> evidence = new TreeMap<>();
        for (Finding finding : report.startingWith(PREFIX).toList()) {
            if (paths.isEmpty()
                    || paths.contains(finding.project())
                    || finding.project().equals(".")) {
                evidence.computeIfAbsent(finding.subject().substring(PREFIX.length()), kind -> new TreeMap<>())
                        .computeIfAbsent(finding.value(), name -> new ArrayList<>())
                        .add(finding.id());
            }
        }
        List<Need> needs = new ArrayList<>();
        evidence.forEach((kind, names) -> names.forEach((name, ids) ->
                needs.add(new Need(kind, name, ids.stream().sorted().distinct().toList()))));
        return needs;
    }
}
