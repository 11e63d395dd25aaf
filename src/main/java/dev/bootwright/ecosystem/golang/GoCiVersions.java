package dev.bootwright.ecosystem.golang;

import dev.bootwright.discover.DiscoveryReport;
import dev.bootwright.discover.Finding;
import dev.bootwright.version.gomod.GoVersionRange;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** The Go versions with which CI tests, those of the chosen matrix cells first. */
final class GoCiVersions {
    private GoCiVersions() {}

    /**
     * @param chosen whether the chosen cell of a job with tests names it, so that the rest of the plan follows that cell
     */
    record Wanted(GoVersionRange range, boolean chosen, String evidence, String location) {}

    static List<Wanted> of(DiscoveryReport report) {
        List<Finding> all = report.of(GoSubjects.CI_VERSION);
        List<Finding> testing = all.stream()
                .filter(f -> !"false".equals(f.attributes().get("tests")))
                .toList();
        List<Finding> used = testing.isEmpty() ? all : testing;
        List<Wanted> wanted = new ArrayList<>();
        used.forEach(f -> add(wanted, f.value(), true, f));
        for (Finding finding : used) {
            for (String other : finding.attributes().getOrDefault("all", "").split(",")) {
                add(wanted, other, false, finding);
            }
        }
        return List.copyOf(wanted);
    }

    private static void add(List<Wanted> wanted, String text, boolean chosen, Finding finding) {
        Optional<GoVersionRange> range = GoVersionRange.tryParse(text);
        if (range.isPresent()
                && wanted.stream()
                        .noneMatch(w -> w.range().text().equals(range.get().text()))) {
            wanted.add(new Wanted(range.get(), chosen, finding.id(), finding.location()));
        }
    }
}
