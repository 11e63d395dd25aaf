package dev.bootwright.ecosystem.javascript;

import dev.bootwright.discover.EvidenceKind;
import dev.bootwright.discover.Finding;
import dev.bootwright.ecosystem.javascript.read.NodeSubjects;
import dev.bootwright.failure.FailureCode;
import dev.bootwright.failure.ToolException;
import dev.bootwright.plan.PlanningInput;
import dev.bootwright.step.ToolchainChoice;
import dev.bootwright.toolchain.NodeReleases;
import dev.bootwright.version.npm.NpmRange;
import dev.bootwright.version.npm.NpmVersion;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** Weighs the Node releases that could be used, the best first. */
final class NodeVersions {
    private static final NpmVersion OLDEST = NpmVersion.of(8, 0, 0);

    private final PlanningInput input;
    private final LocalDate day;
    private final Optional<NpmRange> engine;
    private final List<Finding> engines;
    private final Set<String> roots;

    /**
     * @param hedges what is avoided by taking this one in place of the one above
     */
    record Candidate(ToolchainChoice choice, NpmVersion version, int weight, String hedges) {}

    private NodeVersions(PlanningInput input, Set<String> roots) {
        this.input = input;
        this.roots = roots;
        Instant time = input.repository().commitTime();
        // without a commit nothing tells the age, and the newest that is known is as good as any
        this.day = time == null ? LocalDate.of(2100, 1, 1) : LocalDate.ofInstant(time, ZoneOffset.UTC);
        this.engines = input.report().of(NodeSubjects.ENGINE).stream()
                .filter(f -> roots.contains(f.project()))
                .toList();
        this.engine = engines.stream()
                .flatMap(f -> NpmRange.tryParse(f.value()).stream())
                .max(Comparator.comparing(NpmRange::floor));
    }

    /** @param projects packages that are set up, and the roots that they are installed with */
    static List<Candidate> of(PlanningInput input, Set<String> projects) {
        return new NodeVersions(input, projects).candidates();
    }

    private List<Candidate> candidates() {
        String asked = Optional.ofNullable(input.overrides().toolchains().get("node"))
                .orElse(input.overrides().toolchains().get("javascript"));
        if (asked != null) {
            NpmVersion version = NodeReleases.resolve(asked, day)
                    .orElseThrow(() -> ToolException.of(
                            FailureCode.INVALID_CONFIGURATION,
                            "plan",
                            "the Node version “" + asked + "” is none that can be had",
                            "name one such as 22 or 22.11.0"));
            return List.of(candidate(version, "asked for by the user", List.of(), 1000, ""));
        }
        List<Candidate> all = new ArrayList<>();
        pinned().ifPresent(all::add);
        fromCi(all);
        byEngine().ifPresent(all::add);
        all.add(era());
        List<Candidate> distinct = new ArrayList<>();
        all.stream()
                .sorted(Comparator.comparingInt(Candidate::weight).reversed())
                .filter(c -> distinct.stream()
                        .noneMatch(d -> d.version().major() == c.version().major()))
                .forEach(distinct::add);
        return distinct;
    }

    private static Candidate candidate(
            NpmVersion version, String reason, List<String> evidence, int weight, String hedges) {
        NpmVersion used =
                version.compareTo(OLDEST) < 0 ? NodeReleases.majors().getFirst().last() : version;
        return new Candidate(
                new ToolchainChoice("node", used.toString(), "registry", reason, evidence), used, weight, hedges);
    }

    private boolean accepts(NpmVersion version) {
        return engine.map(r -> r.contains(version)).orElse(true);
    }

    /** What the repository's own version files say: they are what developers use. */
    private Optional<Candidate> pinned() {
        List<Finding> files = new ArrayList<>(input.report().of(NodeSubjects.VERSION_FILE));
        Optional<Finding> file = files.stream()
                .filter(f -> roots.contains(f.project()) || f.project().equals("."))
                .filter(f -> NodeReleases.resolve(f.value(), day).isPresent())
                .findFirst();
        if (file.isEmpty()) {
            return input.report().of(NodeSubjects.IMAGE).stream()
                    .flatMap(f -> NodeReleases.resolve(f.value(), day).stream()
                            .filter(this::accepts)
                            .map(v -> candidate(
                                    v,
                                    f.location() + " builds on Node " + f.value(),
                                    List.of(f.id()),
                                    EvidenceKind.ENVIRONMENT_FILE.weight(),
                                    "a Node that the project does not run on")))
                    .findFirst();
        }
        boolean ofCi = !input.report().of(NodeSubjects.CI_VERSION_FILE).isEmpty();
        return NodeReleases.resolve(file.get().value(), day)
                .map(v -> candidate(
                        v,
                        file.get().location() + " names " + file.get().value(),
                        List.of(file.get().id()),
                        EvidenceKind.MANIFEST.weight()
                                + EvidenceKind.ENVIRONMENT_FILE.weight()
                                + (ofCi ? EvidenceKind.CI.weight() : 0),
                        "a Node that the project does not pin"));
    }

    /** Of what CI tests with: the newest long-term release that was there, else the newest. */
    private void fromCi(List<Candidate> all) {
        List<Finding> named = input.report().of(NodeSubjects.CI_VERSION);
        List<Finding> testing = named.stream()
                .filter(f -> !"false".equals(f.attributes().get("tests")))
                .toList();
        record Wanted(NpmVersion version, Finding from, String text) {}
        List<Wanted> wanted = new ArrayList<>();
        for (Finding finding : testing.isEmpty() ? named : testing) {
            String every = finding.attributes().getOrDefault("all", "");
            for (String text : (every.isEmpty() ? finding.value() : every).split(",")) {
                NodeReleases.resolve(text, day)
                        .filter(this::accepts)
                        .ifPresent(v -> wanted.add(new Wanted(v, finding, text)));
            }
        }
        Comparator<Wanted> order =
                Comparator.comparing((Wanted w) -> isMature(w.version())).thenComparing(Wanted::version);
        wanted.stream()
                .max(order)
                .ifPresent(w -> all.add(candidate(
                        w.version(),
                        "CI tests with " + w.text() + " (" + w.from().location() + ")",
                        List.of(w.from().id()),
                        EvidenceKind.CI.weight() + EvidenceKind.ENVIRONMENT_FILE.weight(),
                        "a Node that CI does not test with")));
        wanted.stream()
                .min(Comparator.comparing(Wanted::version))
                .ifPresent(w -> all.add(candidate(
                        w.version(),
                        "the oldest that CI tests with is " + w.text() + " ("
                                + w.from().location() + ")",
                        List.of(w.from().id()),
                        EvidenceKind.FILE_NAMES.weight(),
                        "a Node that is too new for the dependencies")));
    }

    /** Whether it had long-term support on the commit's day. */
    private boolean isMature(NpmVersion version) {
        NodeReleases.Major major = NodeReleases.majorOf(version);
        return major.isLts() && !major.stable().isAfter(day);
    }

    private Optional<Candidate> byEngine() {
        return engine.flatMap(r -> NodeReleases.newestIn(r, day))
                .map(v -> candidate(
                        v,
                        engines.getFirst().location() + " asks for "
                                + engines.getFirst().value()
                                + "; this is the newest long-term release of the commit's time in it",
                        engines.stream().map(Finding::id).toList(),
                        EvidenceKind.MANIFEST.weight(),
                        "a Node that the manifest does not ask for"));
    }

    private Candidate era() {
        NpmVersion then = NodeReleases.ltsOn(day);
        NpmVersion used = accepts(then)
                ? then
                : engine.flatMap(r -> NodeReleases.newestIn(r, day)).orElse(then);
        return candidate(
                used,
                "the newest long-term release when the commit was made",
                List.of(),
                EvidenceKind.FILE_NAMES.weight(),
                "a Node of another time");
    }
}
