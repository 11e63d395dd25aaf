package dev.bootwright.discover;

import dev.bootwright.acquire.Skipped;
import dev.bootwright.acquire.SourceTree;
import dev.bootwright.base.EcosystemId;
import dev.bootwright.format.Scrubber;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/** Lets every detector read a tree and puts what they found in order, conflicts kept. */
public final class Discoverer {
    private static final Comparator<Finding> FINDINGS = Comparator.comparing(Finding::subject)
            .thenComparing(Finding::project)
            .thenComparingInt(finding -> -finding.weight())
            .thenComparing(Finding::file)
            .thenComparingInt(Finding::line)
            .thenComparing(Finding::value)
            .thenComparing(finding -> finding.attributes().toString());

    private static final int MOST_SKIPPED = 20;
    private static final Comparator<CiCommand> COMMANDS = Comparator.comparing(CiCommand::file)
            .thenComparingInt(CiCommand::line)
            .thenComparing(CiCommand::job)
            .thenComparing(CiCommand::cell)
            .thenComparing(CiCommand::command)
            .thenComparing(CiCommand::id);

    private static final Comparator<ProjectMatch> PROJECTS = Comparator.comparingInt(ProjectMatch::weight)
            .reversed()
            .thenComparingInt(Discoverer::depth)
            .thenComparing(ProjectMatch::path)
            .thenComparing(ProjectMatch::ecosystem)
            .thenComparing(ProjectMatch::manifest);

    private static final Comparator<DiscoveryReport.Unknown> UNKNOWNS = Comparator.comparing(
                    DiscoveryReport.Unknown::file)
            .thenComparingInt(DiscoveryReport.Unknown::line)
            .thenComparing(DiscoveryReport.Unknown::reason);

    public DiscoveryReport discover(SourceTree tree, List<Detector> detectors) {
        return discover(tree, detectors, List.of());
    }

    /** @param skipped what lies in the folder and is not in the tree; told like anything not understood */
    public DiscoveryReport discover(SourceTree tree, List<Detector> detectors, List<Skipped> skipped) {
        TreeIndex index = TreeIndex.of(tree);
        Collected collected = new Collected();
        skipped.stream()
                .limit(MOST_SKIPPED)
                .forEach(s -> collected.unknown(s.path().toString(), 0, DiscoveryReport.LEFT_OUT + s.reason()));
        if (skipped.size() > MOST_SKIPPED) {
            collected.unknown(".", 0, DiscoveryReport.LEFT_OUT + (skipped.size() - MOST_SKIPPED) + " more such files");
        }
        Set<String> singleValued = new TreeSet<>();
        for (RecordedSink recorded :
                detectors.parallelStream().map(d -> run(d, index)).toList()) {
            recorded.replay(collected);
        }
        detectors.forEach(d -> singleValued.addAll(d.singleValuedSubjects()));
        leaveOutUnnamable(collected);
        List<Finding> findings =
                distinctIds(collected.findings.stream().sorted(FINDINGS).toList());
        return new DiscoveryReport(
                DiscoveryReport.SCHEMA_VERSION,
                projects(collected.projects),
                findings,
                collected.commands.stream().sorted(COMMANDS).distinct().toList(),
                conflicts(findings, singleValued),
                collected.unknowns.stream().sorted(UNKNOWNS).distinct().toList());
    }

    /** A detector's own fault must not cost the user what the others found; it is shown like anything not understood. */
    private static RecordedSink run(Detector detector, TreeIndex index) {
        RecordedSink recorded = new RecordedSink();
        try {
            detector.detect(index, recorded);
        } catch (RuntimeException | StackOverflowError e) {
            String where = e.getStackTrace().length == 0 ? "" : " at " + e.getStackTrace()[0];
            recorded.unknown(".", 0, "the detector “" + detector.name() + "” broke off: " + e + where);
        }
        return recorded;
    }

    /** No script can name a folder whose name is not text: what is shown of it is an escaped form. */
    private static void leaveOutUnnamable(Collected collected) {
        for (ProjectMatch match : List.copyOf(collected.projects)) {
            if (match.path().indexOf('\\') >= 0) {
                collected.projects.remove(match);
                collected.unknown(
                        match.path(),
                        0,
                        DiscoveryReport.LEFT_OUT + "a " + match.ecosystem() + " project in a folder whose name is not"
                                + " plain text");
            }
        }
    }

    private static List<ProjectMatch> projects(List<ProjectMatch> matches) {
        Map<String, ProjectMatch> best = new LinkedHashMap<>();
        matches.stream().sorted(PROJECTS).forEach(m -> best.putIfAbsent(m.ecosystem() + " " + m.path(), m));
        return List.copyOf(best.values());
    }

    private static int depth(ProjectMatch match) {
        return match.path().equals(".")
                ? 0
                : 1 + (int) match.path().chars().filter(c -> c == '/').count();
    }

    /** Of findings with one id the first; what differs in nothing but attributes is one claim. */
    private static List<Finding> distinctIds(List<Finding> sorted) {
        Set<String> ids = new LinkedHashSet<>();
        List<Finding> result = new ArrayList<>();
        for (Finding finding : sorted) {
            if (ids.add(finding.id())) {
                result.add(finding);
            }
        }
        return result;
    }

    private static List<DiscoveryReport.Conflict> conflicts(List<Finding> findings, Set<String> singleValued) {
        Map<String, List<Finding>> groups = new TreeMap<>();
        for (Finding finding : findings) {
            if (singleValued.contains(finding.subject())) {
                groups.computeIfAbsent(finding.subject() + "\n" + finding.project(), key -> new ArrayList<>())
                        .add(finding);
            }
        }
        return groups.values().stream()
                .filter(group -> group.stream().map(Finding::value).distinct().count() > 1)
                .map(group -> new DiscoveryReport.Conflict(
                        group.getFirst().subject(),
                        group.getFirst().project(),
                        group.stream().map(Finding::id).toList()))
                .toList();
    }

    private static final class Collected implements FindingSink {
        final List<Finding> findings = new ArrayList<>();
        final List<CiCommand> commands = new ArrayList<>();
        final List<DiscoveryReport.Unknown> unknowns = new ArrayList<>();
        final List<ProjectMatch> projects = new ArrayList<>();

        @Override
        public void finding(Finding finding) {
            findings.add(finding);
        }

        @Override
        public void ciCommand(CiCommand command) {
            commands.add(command);
        }

        @Override
        public void unknown(String file, int line, String reason) {
            unknowns.add(new DiscoveryReport.Unknown(file, line, Scrubber.snippet(reason)));
        }

        @Override
        public void project(ProjectMatch match) {
            projects.add(match);
        }
    }

    /** Ecosystems in the order of their best project. */
    public static List<EcosystemId> ecosystems(DiscoveryReport report) {
        return report.projects().stream()
                .map(ProjectMatch::ecosystem)
                .distinct()
                .toList();
    }
}
