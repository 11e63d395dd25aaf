package dev.bootwright.repair;

import dev.bootwright.acquire.SourceTree;
import dev.bootwright.contract.ContractWriter;
import dev.bootwright.discover.DiscoveryReport;
import dev.bootwright.discover.Finding;
import dev.bootwright.plan.Overrides;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * What can account for what a contract does. All of it comes from the repository and from this run's user, nothing from
 * the contract.
 *
 * @param evidence what discovery found in the tree, by id
 * @param decisions of the committed {@code bootwright.toml} and of this run's flags
 * @param tree the repository's own files
 */
public record Grounds(Map<String, Finding> evidence, Overrides decisions, SourceTree tree) {
    public Grounds {
        evidence = new TreeMap<>(evidence);
    }

    /**
     * For a contract from elsewhere: of the evidence that it names, what discovery reports of this tree. Lines may have
     * moved since; what stands in none counts for nothing.
     */
    public static Grounds confirmed(
            Map<String, Finding> named, DiscoveryReport report, Overrides decisions, SourceTree tree) {
        Set<List<String>> claims = new HashSet<>();
        named.values().forEach(f -> claims.add(claim(f)));
        SortedMap<String, Finding> found = ContractWriter.findings(report);
        found.values().removeIf(f -> !claims.contains(claim(f)));
        return new Grounds(found, decisions, tree);
    }

    private static List<String> claim(Finding finding) {
        return List.of(finding.subject(), finding.value(), finding.project(), finding.file());
    }
}
