package dev.bootwright.ecosystem.python;

import dev.bootwright.discover.CiCommand;
import dev.bootwright.discover.EvidenceKind;
import dev.bootwright.discover.Finding;
import dev.bootwright.ecosystem.python.read.Subjects;
import dev.bootwright.ecosystem.python.read.TestInvocation;
import dev.bootwright.format.shell.ShellScript;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * How a project's whole suite is run.
 *
 * @param runner {@code pytest} or {@code unittest}
 * @param arguments that choose what is run; what only shapes the report is left off
 * @param directory where it runs, relative to the tree
 * @param env variables that CI or tox set for the tests
 * @param ci the CI command it follows; empty when it follows none
 * @param followed who runs tests like this, for people; empty for the runner's own defaults
 * @param others further test runs of the same origin that it does not repeat
 * @param noCoverage whether a threshold of coverage must be kept from deciding
 */
record TestPlan(
        String runner,
        List<String> arguments,
        String directory,
        Map<String, String> env,
        Optional<CiCommand> ci,
        String followed,
        List<String> others,
        boolean noCoverage,
        List<String> evidence) {
    static final String PYTEST = "pytest";
    static final String UNITTEST = "unittest";

    TestPlan {
        arguments = List.copyOf(arguments);
        env = new LinkedHashMap<>(env);
        others = List.copyOf(others);
        evidence = List.copyOf(evidence);
    }

    /** A run of tests by somebody, with what shows it. */
    private record Candidate(
            String runner,
            List<String> arguments,
            String directory,
            Map<String, String> env,
            Optional<CiCommand> ci,
            String followed,
            int weight,
            String id) {}

    static TestPlan of(PythonEvidence evidence) {
        List<Candidate> candidates = candidates(evidence);
        Optional<Candidate> chosen = candidates.stream()
                .filter(c -> !c.runner().equals("script"))
                .max(Comparator.comparingInt(Candidate::weight).thenComparingInt(c -> -narrowness(c.arguments())));
        List<String> ids = new ArrayList<>();
        chosen.ifPresent(c -> ids.add(c.id()));
        evidence.of(Subjects.TESTS).stream().limit(3).forEach(f -> ids.add(f.id()));
        evidence.of(Subjects.PYTEST_CONFIG).stream().limit(3).forEach(f -> ids.add(f.id()));
        String runner = runner(evidence, candidates, chosen);
        boolean follows = chosen.filter(c -> c.runner().equals(runner)).isPresent();
        List<Candidate> together = follows ? together(candidates, chosen.get()) : List.of();
        together.forEach(c -> ids.add(c.id()));
        List<String> arguments = follows ? united(chosen.get(), together) : List.of();
        Map<String, String> env = new LinkedHashMap<>();
        evidence.of(Subjects.TEST_ENV).forEach(f -> harmless(f.attributes().getOrDefault("name", ""), f.value(), env));
        chosen.ifPresent(c -> c.env().forEach((k, v) -> harmless(k, v, env)));
        boolean cov = runner.equals(PYTEST) && evidence.has(Subjects.COVERAGE_THRESHOLD) && usesCoverage(evidence);
        if (cov) {
            evidence.of(Subjects.COVERAGE_THRESHOLD).forEach(f -> ids.add(f.id()));
        }
        return new TestPlan(
                runner,
                arguments,
                follows ? chosen.get().directory() : evidence.project(),
                env,
                chosen.flatMap(Candidate::ci),
                follows ? chosen.get().followed() : "",
                follows ? others(candidates, chosen.get(), together) : List.of(),
                cov,
                ids.stream().distinct().toList());
    }

    private static List<Candidate> candidates(PythonEvidence evidence) {
        List<Candidate> found = new ArrayList<>();
        evidence.ciTestRuns().forEach((command, runs) -> {
            for (TestInvocation run : runs) {
                found.add(new Candidate(
                        run.runner(),
                        TestArguments.selecting(run.runner(), run.arguments()),
                        below(command.workingDirectory(), run.directory() == null ? "." : run.directory()),
                        command.env(),
                        Optional.of(command),
                        "CI (" + command.location() + ")",
                        EvidenceKind.CI.weight(),
                        command.id()));
            }
        });
        for (Finding finding : evidence.of(Subjects.TEST_RUN)) {
            found.add(new Candidate(
                    finding.attributes().getOrDefault("runner", ""),
                    TestArguments.selecting(finding.attributes().getOrDefault("runner", ""), words(finding.value())),
                    below(evidence.project(), finding.attributes().getOrDefault("directory", ".")),
                    Map.of(),
                    Optional.empty(),
                    finding.attributes().getOrDefault("named-by", "") + " (" + finding.location() + ")",
                    finding.weight()
                            - (finding.attributes().getOrDefault("named-by", "").startsWith("target ") ? 1 : 0),
                    finding.id()));
        }
        return found;
    }

    private static String below(String folder, String child) {
        if (child.equals(".")) {
            return folder;
        }
        return folder.equals(".") ? child : folder + "/" + child;
    }

    static List<String> words(String text) {
        List<String> words = new ArrayList<>();
        ShellScript.read(text, 1).toOptional().ifPresent(s -> s.commands().forEach(c -> words.addAll(c.words())));
        return words;
    }

    /** Fewer paths and filters run more of the suite. */
    private static int narrowness(List<String> arguments) {
        int narrow = 0;
        for (String argument : arguments) {
            narrow += argument.equals("-k") || argument.equals("-m") || argument.contains("::") ? 5 : 0;
            narrow += argument.startsWith("-") ? 0 : 1;
        }
        return narrow;
    }

    private static String runner(PythonEvidence evidence, List<Candidate> candidates, Optional<Candidate> chosen) {
        if (chosen.isPresent()) {
            return chosen.get().runner();
        }
        boolean pytestUsed = evidence.has(Subjects.PYTEST_CONFIG)
                || evidence.of(Subjects.TESTS).stream()
                        .anyMatch(
                                f -> !f.attributes().getOrDefault("pytest", "0").equals("0"))
                || evidence.of(Subjects.DEPENDENCY).stream()
                        .anyMatch(f -> PythonEvidence.distribution(f).equals("pytest"));
        boolean unittestOnly = evidence.of(Subjects.TESTS).stream()
                .anyMatch(f -> !f.attributes().getOrDefault("unittest", "0").equals("0")
                        && f.attributes().getOrDefault("plain", "0").equals("0"));
        boolean ownScript = candidates.stream().anyMatch(c -> c.runner().equals("script"));
        return !pytestUsed && unittestOnly && !ownScript ? UNITTEST : PYTEST;
    }

    /** Commands that run other files in the same way, such as one for unit and one for integration tests. */
    private static List<Candidate> together(List<Candidate> candidates, Candidate chosen) {
        boolean parts = chosen.runner().equals(PYTEST)
                && !TestArguments.operands(chosen.arguments()).isEmpty();
        return candidates.stream()
                .filter(c -> parts && isBeside(c, chosen) && isSameWay(c, chosen))
                .filter(c -> c.directory().equals(chosen.directory()) && c.env().equals(chosen.env()))
                .filter(c -> !TestArguments.operands(c.arguments()).isEmpty())
                .filter(c -> c.ci().map(ci -> ci.services().isEmpty()).orElse(true))
                .toList();
    }

    /** Whether another command counts as much as the chosen one. */
    private static boolean isBeside(Candidate other, Candidate chosen) {
        return !other.equals(chosen) && other.weight() == chosen.weight();
    }

    private static boolean isSameWay(Candidate other, Candidate chosen) {
        return other.runner().equals(chosen.runner())
                && TestArguments.options(other.arguments()).equals(TestArguments.options(chosen.arguments()));
    }

    private static List<String> united(Candidate chosen, List<Candidate> together) {
        List<String> arguments = new ArrayList<>(chosen.arguments());
        together.stream()
                .flatMap(c -> TestArguments.operands(c.arguments()).stream())
                .filter(operand -> !arguments.contains(operand))
                .distinct()
                .forEach(arguments::add);
        return arguments;
    }

    /** What else is run and is not followed; files that no command names are told by their names after the run. */
    private static List<String> others(List<Candidate> candidates, Candidate chosen, List<Candidate> together) {
        boolean whole = TestArguments.operands(chosen.arguments()).isEmpty();
        return candidates.stream()
                .filter(c -> isBeside(c, chosen)
                        && !together.contains(c)
                        && !c.runner().equals("script"))
                .filter(c ->
                        !c.arguments().equals(chosen.arguments()) || !c.runner().equals(chosen.runner()))
                .filter(c -> !(whole && isSameWay(c, chosen)))
                .map(c -> c.followed() + " also runs “" + c.runner() + " " + String.join(" ", c.arguments()) + "”")
                .distinct()
                .toList();
    }

    private static boolean usesCoverage(PythonEvidence evidence) {
        return evidence.of(Subjects.PYTEST_PLUGIN).stream()
                .anyMatch(f -> f.value().equals("pytest-cov"));
    }

    private static final Set<String> KEPT_OUT = Set.of(
            "PATH",
            "HOME",
            "USER",
            "OS",
            "PYTHON",
            "PYTHONPATH",
            "VIRTUAL_ENV",
            "PWD",
            "SHELL",
            "TMPDIR",
            "CI",
            "PYTEST_ADDOPTS");

    /** A variable with a literal value that is neither a secret nor about CI's own machine, caches or coverage. */
    private static void harmless(String name, String value, Map<String, String> env) {
        boolean plain = name.matches("[A-Za-z_][A-Za-z0-9_]*") && !value.contains("$") && value.length() < 500;
        boolean foreign = name.matches(
                "(?i).*(?:token|secret|password|passwd|credential|api_?key|_key|coverage|codecov|coveralls).*|(?:COV|PIP|UV|TOX|NOX|POETRY|PDM|HATCH|GITHUB|RUNNER|ACTIONS|CACHE|CONDA|DOCKER|AWS|XDG)_.*|.*(?:_DIR|_CACHE|_HOME|_URL|_PATH)");
        if (plain && !foreign && !KEPT_OUT.contains(name)) {
            env.put(name, value);
        }
    }
}
