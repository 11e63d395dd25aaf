package dev.bootwright.ecosystem.python;

import dev.bootwright.discover.CiCommand;
import dev.bootwright.discover.Finding;
import dev.bootwright.ecosystem.python.read.PipCommand;
import dev.bootwright.ecosystem.python.read.PythonNames;
import dev.bootwright.ecosystem.python.read.Requirement;
import dev.bootwright.ecosystem.python.read.Sources;
import dev.bootwright.ecosystem.python.read.Subjects;
import dev.bootwright.version.pep440.Pep440Version;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;

/**
 * What is installed so that a project's tests can run: the sources that its own tools name, then the fewest further ones
 * that bring what tests import and configuration needs, then single distributions that nobody declares.
 *
 * @param installable whether the project itself can be installed
 * @param sources chosen places of dependencies, as {@link Sources} names them
 * @param requirements single requirements beyond the sources
 * @param undeclared distributions among the requirements that nothing declares, with why each is needed
 * @param missing modules that tests import and nothing known brings
 * @param evidence ids of findings and CI commands
 */
record InstallSelection(
        boolean installable,
        List<String> sources,
        List<String> requirements,
        Map<String, String> undeclared,
        List<String> missing,
        List<String> evidence) {
    InstallSelection {
        sources = List.copyOf(sources);
        requirements = List.copyOf(requirements);
        undeclared = new LinkedHashMap<>(undeclared);
        missing = List.copyOf(missing);
        evidence = List.copyOf(evidence);
    }

    static InstallSelection of(PythonEvidence evidence, TestPlan tests, Pep440Version python) {
        return new Choosing(evidence, tests, python).choose();
    }

    private static final class Choosing {
        /** What a CI job installs for itself, not for the tests. */
        private static final String NOT_FOR_TESTS =
                "tox.*|nox|pip|wheel|build|twine|poetry.*|pdm|uv|hatch|pre-commit|virtualenv|pipenv|coveralls|codecov|flit|setuptools-scm|maturin|cibuildwheel|check-manifest";

        private final PythonEvidence evidence;
        private final TestPlan tests;
        private final Pep440Version python;
        private final Set<String> sources = new LinkedHashSet<>();
        private final Set<String> provided = new LinkedHashSet<>();
        private final Map<String, String> requirements = new LinkedHashMap<>();
        private final Map<String, String> undeclared = new LinkedHashMap<>();
        private final List<String> missing = new ArrayList<>();
        private final Set<String> ids = new LinkedHashSet<>();

        /** Distribution to the requirement text and why it is needed. */
        private final Map<String, Need> needs = new TreeMap<>();

        private record Need(String requirement, String because) {}

        Choosing(PythonEvidence evidence, TestPlan tests, Pep440Version python) {
            this.evidence = evidence;
            this.tests = tests;
            this.python = python;
        }

        InstallSelection choose() {
            boolean installable = isInstallable();
            provided.add(evidence.name());
            if (installable) {
                provided.addAll(evidence.names(Sources.RUNTIME));
            } else {
                runtimeFiles();
            }
            findNeeds();
            int before = taken();
            named();
            if (taken() == before) {
                usual();
            }
            cover();
            single();
            return new InstallSelection(
                    installable,
                    List.copyOf(sources),
                    List.copyOf(requirements.values()),
                    undeclared,
                    missing,
                    List.copyOf(ids));
        }

        private boolean isInstallable() {
            boolean setup =
                    evidence.of(Subjects.NAME).stream().anyMatch(f -> !f.file().endsWith("PKG-INFO"));
            return setup || evidence.has(Subjects.BUILD_BACKEND);
        }

        private void runtimeFiles() {
            evidence.of(Subjects.REQUIREMENTS_FILE).stream()
                    .filter(f -> "runtime".equals(f.attributes().get("for")))
                    .forEach(f -> take(Sources.file(f.value()), f.id()));
            if (sources.isEmpty() && !evidence.names(Sources.RUNTIME).isEmpty()) {
                evidence.dependencies(Sources.RUNTIME).forEach(f -> require(f.value(), f.id()));
            }
        }

        private void findNeeds() {
            if (tests.runner().equals(TestPlan.PYTEST)) {
                need("pytest", "it runs the tests");
            }
            evidence.of(Subjects.PYTEST_PLUGIN)
                    .forEach(f -> need(
                            f.value(),
                            "pytest needs it for " + f.attributes().getOrDefault("because", "") + " (" + f.location()
                                    + ")"));
            tests.arguments()
                    .forEach(a -> PythonNames.pluginOfOption(a).ifPresent(p -> need(p, "the test command has " + a)));
            for (Finding use : evidence.of(Subjects.IMPORT)) {
                if (!isOptional(use)) {
                    String because = "imported in " + use.location();
                    String distribution = use.attributes().get("distribution");
                    if (distribution != null) {
                        need(distribution, because);
                    } else if (!evidence.has(Subjects.LOCK)) {
                        String guess = Requirement.normalise(use.value().replaceFirst("\\..*", ""));
                        if (!everywhere().contains(guess)) {
                            missing.add(use.value() + " (" + use.location() + ")");
                        }
                    }
                }
            }
            for (Finding gone : evidence.of(Subjects.REMOVED_MODULE)) {
                boolean lacking = Pep440Version.tryParse(gone.attributes().getOrDefault("removed-in", "9"))
                        .filter(v -> python.compareTo(v) >= 0)
                        .isPresent();
                String distribution = gone.value().startsWith("distutils")
                        ? "setuptools"
                        : gone.attributes().getOrDefault("distribution", "");
                if (lacking && !isOptional(gone) && !distribution.isEmpty()) {
                    need(distribution, "Python " + python + " lacks " + gone.value() + " (" + gone.location() + ")");
                }
            }
        }

        private static boolean isOptional(Finding use) {
            return "true".equals(use.attributes().get("optional"));
        }

        private Set<String> everywhere() {
            Set<String> all = new LinkedHashSet<>();
            evidence.sources().forEach(s -> all.addAll(evidence.names(s)));
            all.add(evidence.name());
            return all;
        }

        private void need(String requirement, String because) {
            Requirement.tryParse(requirement).ifPresent(r -> {
                if (!r.name().equals(evidence.name())) {
                    needs.putIfAbsent(r.name(), new Need(requirement, because));
                }
            });
        }

        /** What CI's own job installs where it calls the runner itself; else what the tool that runs the tests installs. */
        private void named() {
            int before = taken();
            tests.ci().ifPresent(this::fromCi);
            if (taken() > before) {
                return;
            }
            for (String tool : List.of("tox", "nox")) {
                List<Finding> named = evidence.of(Subjects.TEST_SOURCE).stream()
                        .filter(f -> Sources.kind(f.attributes().getOrDefault("named-by", ""))
                                .equals(tool))
                        .toList();
                for (Finding finding : named) {
                    if (evidence.knows(finding.value())) {
                        take(finding.value(), finding.id());
                    }
                }
                evidence.sources().stream()
                        .filter(s -> Sources.kind(s).equals(tool))
                        .forEach(s -> take(s, ""));
                if (taken() > before) {
                    return;
                }
            }
            for (CiCommand command : evidence.ciCommands()) {
                if (taken() == before && command.purpose() == CiCommand.Purpose.TEST && command.reproducible()) {
                    fromCi(command);
                }
            }
        }

        private int taken() {
            return sources.size() + requirements.size();
        }

        private void fromCi(CiCommand run) {
            for (CiCommand command : evidence.jobOf(run)) {
                for (PipCommand install : PipCommand.in(command.command())) {
                    fromCi(command, install);
                }
            }
        }

        private void fromCi(CiCommand command, PipCommand install) {
            for (String file : install.files()) {
                takeIfKnown(Sources.file(file), command.id());
            }
            for (String extra : install.extras()) {
                takeIfKnown(Sources.extra(extra), command.id());
            }
            for (String group : install.groups()) {
                takeIfKnown(Sources.group(group), command.id());
                for (String tool : List.of("poetry", "pdm", "uv")) {
                    takeIfKnown(Sources.listed(tool, group), command.id());
                }
            }
            for (String word : install.requirements()) {
                Optional<Requirement> requirement = Requirement.tryParse(word);
                if (requirement.isPresent()
                        && !requirement.get().name().matches(NOT_FOR_TESTS)
                        && !requirement.get().name().equals(evidence.name())
                        && !word.contains("$")) {
                    require(word, command.id());
                }
            }
        }

        private void takeIfKnown(String source, String id) {
            if (evidence.knows(source)) {
                take(source, id);
            }
        }

        private void take(String source, String id) {
            sources.add(source);
            provided.addAll(evidence.names(source));
            if (id.isEmpty()) {
                evidence.dependencies(source).stream().limit(1).forEach(f -> ids.add(f.id()));
            } else {
                ids.add(id);
            }
        }

        private void require(String text, String id) {
            Requirement.tryParse(text).ifPresent(r -> {
                requirements.putIfAbsent(r.name(), r.toString());
                provided.add(r.name());
                ids.add(id);
            });
        }

        /** Nobody names a source: the best of those called after tests, else the best that has pytest. */
        private void usual() {
            candidates().stream()
                    .filter(s ->
                            rank(s) >= 85 || (rank(s) >= 40 && evidence.names(s).contains("pytest")))
                    .findFirst()
                    .ifPresent(s -> take(s, ""));
        }

        private List<String> candidates() {
            return evidence.sources().stream()
                    .filter(s -> rank(s) > 0 && !sources.contains(s))
                    .sorted(Comparator.comparingInt(Choosing::rank)
                            .reversed()
                            .thenComparingInt(s -> Sources.kind(s).equals("group") ? 0 : 1)
                            .thenComparing(s -> s))
                    .toList();
        }

        /** How much a source's name says that it is for tests. */
        static int rank(String source) {
            String kind = Sources.kind(source);
            String name = Sources.name(source);
            if (kind.equals(Sources.RUNTIME) || kind.equals(Sources.BUILD)) {
                return 0;
            }
            if (kind.equals("make")) {
                return 50;
            }
            String plain = kind.equals("file")
                    ? Requirement.normalise(
                                    name.replaceFirst("\\.(?:txt|in)$", "").replace('/', '-'))
                            .replaceAll("(?:^|-)(?:requirements|reqs|requires)(?:-|$)", "-")
                            .replaceAll("^-|-$", "")
                    : name;
            if (plain.matches("tests?|testing|tests-require")) {
                return 100;
            }
            if (plain.matches("(?:.*-)?(?:tests?|testing)(?:-.*)?")) {
                return 90;
            }
            if (plain.matches("pytest|unit|unittests?|check")) {
                return 85;
            }
            if (plain.matches("(?:.*-)?(?:dev|develop|development)(?:-.*)?")) {
                return 70;
            }
            if (plain.matches("ci|default|complete|hatch-test")) {
                return 60;
            }
            return plain.equals("all") ? 40 : 0;
        }

        /** The fewest further sources that bring what is still needed. */
        private void cover() {
            while (true) {
                Set<String> unmet = unmet();
                Optional<String> best = candidates().stream()
                        .filter(s -> covered(s, unmet) > 0)
                        .max(Comparator.<String>comparingInt(s -> covered(s, unmet))
                                .thenComparingInt(Choosing::rank));
                if (best.isEmpty()) {
                    return;
                }
                take(best.get(), "");
            }
        }

        private Set<String> unmet() {
            Set<String> unmet = new LinkedHashSet<>(needs.keySet());
            unmet.removeAll(provided);
            return unmet;
        }

        private int covered(String source, Set<String> unmet) {
            Set<String> names = evidence.names(source);
            return (int) unmet.stream().filter(names::contains).count();
        }

        /** What no chosen source brings, one by one; with the version that some other source asks for. */
        private void single() {
            for (String name : unmet()) {
                Need need = needs.getOrDefault(name, new Need(name, ""));
                Optional<Finding> declared = evidence.of(Subjects.DEPENDENCY).stream()
                        .filter(f -> PythonEvidence.distribution(f).equals(name))
                        .findFirst();
                if (declared.isPresent()) {
                    require(declared.get().value(), declared.get().id());
                } else {
                    Requirement.tryParse(need.requirement())
                            .ifPresent(r -> requirements.putIfAbsent(r.name(), r.toString()));
                    undeclared.put(need.requirement(), need.because());
                }
            }
        }
    }

    /** Names of the groups after PEP 735 among the sources. */
    List<String> named(String kind) {
        return sources.stream()
                .filter(s -> Sources.kind(s).equals(kind))
                .map(Sources::name)
                .toList();
    }

    /** The single requirements of sources that only their own tool could install. */
    List<String> listed(PythonEvidence evidence) {
        Map<String, String> found = new LinkedHashMap<>();
        for (String source : sources) {
            boolean direct = Set.of("extra", "group", "file").contains(Sources.kind(source));
            if (!direct) {
                for (Finding finding : evidence.dependencies(source)) {
                    if (!PythonEvidence.distribution(finding).equals(evidence.name())) {
                        found.putIfAbsent(finding.value(), finding.value());
                    }
                }
            }
        }
        requirements.forEach(r -> found.putIfAbsent(r, r));
        return List.copyOf(found.values());
    }
}
