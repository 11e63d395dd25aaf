package dev.bootwright.discover;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * Everything that speaks for or against the values of one subject.
 *
 * @param subject as asked; a prefix such as {@code python} explains all subjects below it
 * @param groups one for each subject and project
 * @param similar subjects to ask for instead, when there is nothing
 */
public record Explanation(String subject, List<Group> groups, List<String> similar) {
    public Explanation {
        groups = List.copyOf(groups);
        similar = List.copyOf(similar);
    }

    /**
     * @param winner the value with the greatest weight where only one can be true; null where all of them hold
     * @param values heaviest first
     */
    public record Group(
            String subject, String project, @Nullable String winner, boolean conflict, List<Vote> values) {
        public Group {
            values = List.copyOf(values);
        }
    }

    /**
     * @param weight the sum over its findings, each file counted once
     * @param findings strongest first
     */
    public record Vote(String value, int weight, List<Finding> findings) {
        public Vote {
            findings = List.copyOf(findings);
        }
    }

    public static Explanation of(DiscoveryReport report, String subject) {
        Map<String, List<Finding>> bySubject = new TreeMap<>();
        for (Finding finding : report.findings()) {
            if (finding.subject().equals(subject) || finding.subject().startsWith(subject + ".")) {
                bySubject
                        .computeIfAbsent(finding.subject() + "\n" + finding.project(), key -> new ArrayList<>())
                        .add(finding);
            }
        }
        List<Group> groups = bySubject.values().stream()
                .map(findings -> group(report, findings))
                .toList();
        return new Explanation(subject, groups, groups.isEmpty() ? similar(report, subject) : List.of());
    }

    private static Group group(DiscoveryReport report, List<Finding> findings) {
        String subject = findings.getFirst().subject();
        String project = findings.getFirst().project();
        Map<String, List<Finding>> byValue = new LinkedHashMap<>();
        findings.forEach(
                f -> byValue.computeIfAbsent(f.value(), v -> new ArrayList<>()).add(f));
        List<Vote> votes = byValue.entrySet().stream()
                .map(e -> new Vote(e.getKey(), weight(e.getValue()), e.getValue()))
                .sorted(Comparator.comparingInt((Vote v) -> -v.weight())
                        .thenComparing(v -> v.findings().getFirst().file())
                        .thenComparing(Vote::value))
                .toList();
        boolean conflict = report.conflicts().stream()
                .anyMatch(c -> c.subject().equals(subject) && c.project().equals(project));
        boolean single = conflict || votes.size() == 1;
        return new Group(subject, project, single ? votes.getFirst().value() : null, conflict, votes);
    }

    private static int weight(List<Finding> findings) {
        Map<String, Integer> byFile = new TreeMap<>();
        findings.forEach(f -> byFile.merge(f.file(), f.weight(), Math::max));
        return byFile.values().stream().mapToInt(Integer::intValue).sum();
    }

    private static List<String> similar(DiscoveryReport report, String subject) {
        TreeSet<String> all = new TreeSet<>();
        report.findings().forEach(f -> all.add(f.subject()));
        String wanted = subject.substring(subject.lastIndexOf('.') + 1);
        List<String> near = all.stream()
                .filter(s -> s.contains(wanted) || wanted.contains(s.substring(s.lastIndexOf('.') + 1)))
                .toList();
        return near.isEmpty() ? List.copyOf(all) : near;
    }
}
