package dev.bootwright.ecosystem.maven;

import dev.bootwright.discover.CiCommand;
import dev.bootwright.discover.Finding;
import dev.bootwright.plan.PlanningInput;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * The suite of one reactor as its own CI runs it.
 *
 * @param phase of the life cycle that runs the tests
 * @param profiles as {@code -P} takes them
 * @param properties kept of the command, and the switches by which CI skips checks
 * @param projects what {@code -pl} takes; empty for the whole reactor
 * @param settings what {@code -s} takes, relative to the reactor's root; empty for none
 * @param env variables of the job
 * @param jvm flags that the job gives Maven's own JVM
 * @param notes what this suite does otherwise than the project's own command, one sentence each
 */
record MavenSuite(
        String phase,
        List<String> profiles,
        Map<String, String> properties,
        String projects,
        String settings,
        Map<String, String> env,
        List<String> jvm,
        List<String> evidence,
        List<String> notes) {
    /** Says of a call that packages, as the suite does, that no integration test follows. */
    static final String WITHOUT_INTEGRATION = "-DskipITs";

    private static final String SKIPS_INTEGRATION = "skipITs";

    private static final Pattern SKIPS_CHECK =
            Pattern.compile("(?i)[A-Za-z0-9._-]*(?:skip|\\.disabled?|checks?\\.off)[A-Za-z0-9._-]*");
    private static final Pattern SKIPS_TESTS = Pattern.compile(
            "(?i)skip(?:_|-|\\.)?(?:unit|integration)?(?:_|-|\\.)?(?:tests?|its?)|maven\\.test\\.skip(?:\\.exec)?|(?:surefire|failsafe)\\.skip.*|skip\\.(?:unit\\.|integration\\.)?(?:tests|its?)");
    private static final Pattern OF_CI_ALONE = Pattern.compile(
            "sonar\\..*|repoToken|coveralls.*|codecov.*|style\\.color|maven\\.repo\\.local|alt[A-Z].*|gpg\\..*|http\\..*|https\\..*|maven\\.wagon.*"
                    + "|aether\\..*|org\\.slf4j.*|maven\\.test\\.failure\\.ignore|testFailureIgnore|user\\.home|revision|changelist|sha1|releaseVersion|developmentVersion|tag|jacoco\\.skip");
    private static final Pattern SAFE_NAME = Pattern.compile("[A-Za-z0-9._-]{1,100}");
    private static final Pattern SAFE_VALUE = Pattern.compile("[A-Za-z0-9._,:/=@+!*|&() -]{0,300}");
    private static final Pattern VARIABLE = Pattern.compile("[A-Za-z_][A-Za-z0-9_]*");
    private static final Pattern JVM_FLAG =
            Pattern.compile("-X[A-Za-z0-9:+=._-]+|--add-(?:opens|exports)=[A-Za-z0-9./=_-]+");

    private static final Set<String> DROPPED_VARIABLES = Set.of(
            "CI",
            "HOME",
            "PATH",
            "USER",
            "SHELL",
            "PWD",
            "JAVA_HOME",
            "JDK_HOME",
            "MAVEN_OPTS",
            "MAVEN_ARGS",
            "MAVEN_CONFIG",
            "M2_HOME",
            "MAVEN_HOME",
            "JAVA_TOOL_OPTIONS",
            "JAVA_VERSION",
            "MAVEN_CLI_OPTS",
            "TERM",
            "TZ",
            "LANG");

    MavenSuite {
        profiles = List.copyOf(profiles);
        properties = Collections.unmodifiableMap(new TreeMap<>(properties));
        env = Collections.unmodifiableMap(new TreeMap<>(env));
        jvm = List.copyOf(jvm);
        evidence = List.copyOf(evidence);
        notes = List.copyOf(notes);
    }

    private record Source(MavenCommand command, CiCommand ci) {}

    static MavenSuite of(PlanningInput input, String project) {
        List<Source> sources = sources(input, project);
        List<Source> tests = sources.stream()
                .filter(s -> s.command().executesTests())
                .sorted(Comparator.comparing((Source s) -> s.command().isNarrowed())
                        .thenComparing(s -> s.command().is(SKIPS_INTEGRATION))
                        .thenComparing(s -> s.command().options().containsKey("-pl"))
                        .thenComparing(s -> isRelease(s.command()))
                        .thenComparing(s -> s.command().goals().stream().anyMatch(g -> g.contains("sonar"))))
                .toList();
        Map<String, String> properties = new TreeMap<>();
        List<String> evidence = new ArrayList<>();
        checks(sources, properties, evidence);
        declared(input, project, properties, evidence);
        if (tests.isEmpty()) {
            boolean integration =
                    !input.report().of(MavenSubjects.FAILSAFE, project).isEmpty();
            return new MavenSuite(
                    integration ? "verify" : "test",
                    List.of(),
                    properties,
                    "",
                    "",
                    Map.of(),
                    List.of(),
                    evidence,
                    List.of());
        }
        return of(tests.getFirst(), tests, properties, evidence, input);
    }

    private static MavenSuite of(
            Source best,
            List<Source> tests,
            Map<String, String> properties,
            List<String> evidence,
            PlanningInput input) {
        MavenCommand command = best.command();
        List<String> notes = new ArrayList<>();
        command.properties().forEach((name, value) -> {
            if (isKept(name, value) && !Set.of("test", "it.test").contains(name)) {
                properties.put(name, value);
            }
        });
        if (command.isNarrowed()) {
            notes.add("CI runs only some tests (" + best.ci().location() + "); this suite runs all");
        }
        if (command.is(SKIPS_INTEGRATION)) {
            properties.put(SKIPS_INTEGRATION, "");
            notes.add("CI skips the integration tests (" + best.ci().location() + ")");
        }
        LinkedHashSet<String> others = new LinkedHashSet<>();
        tests.stream()
                .filter(s -> !s.command().profiles().equals(command.profiles()))
                .forEach(s -> others.addAll(s.command().profiles()));
        others.removeAll(command.profiles());
        others.stream()
                .filter(p -> SAFE_NAME.matcher(p).matches())
                .forEach(p -> notes.add("CI also tests with the profile " + p));
        evidence.add(best.ci().id());
        String phase = command.phase().equals("deploy") ? "verify" : command.phase();
        String projects = command.options().getOrDefault("-pl", "");
        return new MavenSuite(
                phase,
                command.profiles().stream()
                        .filter(p -> p.matches("[!A-Za-z0-9._?+-]{1,80}"))
                        .toList(),
                properties,
                SAFE_VALUE.matcher(projects).matches() ? projects : "",
                settings(command),
                env(best, input.overrides().environment().keySet()),
                jvm(best),
                evidence.stream().distinct().toList(),
                notes);
    }

    private static List<Source> sources(PlanningInput input, String project) {
        List<Source> sources = new ArrayList<>();
        for (CiCommand ci : input.report().ciCommands()) {
            if (!ci.reproducible()) {
                continue;
            }
            String start = ci.workingDirectory().isEmpty() ? "." : ci.workingDirectory();
            for (MavenCommand command : MavenCommand.in(ci.command(), ci.line())) {
                if (command.projectFolder(start).filter(f -> f.equals(project)).isPresent()) {
                    sources.add(new Source(command, ci));
                }
            }
        }
        return sources;
    }

    private static boolean isRelease(MavenCommand command) {
        return command.profiles().stream()
                .anyMatch(p -> p.matches("(?i).*(?:release|deploy|sonar|ossrh|publish|native).*"));
    }

    /** Checks are no tests: they are skipped by the switches that CI itself uses, in whichever of its calls. */
    private static void checks(List<Source> sources, Map<String, String> properties, List<String> evidence) {
        for (Source source : sources) {
            source.command().properties().forEach((name, value) -> {
                boolean on = value.isEmpty() || value.equals("true");
                if (on
                        && SKIPS_CHECK.matcher(name).matches()
                        && !SKIPS_TESTS.matcher(name).matches()
                        && isKept(name, value)) {
                    properties.put(name, value);
                    evidence.add(source.ci().id());
                }
            });
        }
    }

    /** Those that a POM names neither count nor stand before the tests; what a foreign parent brings must not rewrite. */
    private static void declared(
            PlanningInput input, String project, Map<String, String> properties, List<String> evidence) {
        for (Finding check : input.report().of(MavenSubjects.CHECK, project)) {
            String name = check.attributes().getOrDefault("property", "");
            if (!name.isEmpty() && properties.putIfAbsent(name, "true") == null) {
                evidence.add(check.id());
            }
        }
        List<Finding> parents = input.report().of(MavenSubjects.PARENT, project);
        if (!parents.isEmpty()) {
            Checks.REWRITING.forEach(name -> properties.putIfAbsent(name, "true"));
            evidence.add(parents.getFirst().id());
        }
    }

    private static boolean isKept(String name, String value) {
        return SAFE_NAME.matcher(name).matches()
                && SAFE_VALUE.matcher(value).matches()
                && !OF_CI_ALONE.matcher(name).matches()
                && !SKIPS_TESTS.matcher(name).matches();
    }

    private static String settings(MavenCommand command) {
        String settings = command.options().getOrDefault("-s", "");
        return settings.matches("[A-Za-z0-9._/-]{1,200}") && !settings.startsWith("/") && !settings.contains("..")
                ? settings
                : "";
    }

    private static List<String> jvm(Source source) {
        String options = source.command()
                .env()
                .getOrDefault("MAVEN_OPTS", source.ci().env().getOrDefault("MAVEN_OPTS", ""));
        return List.of(options.strip().split("\\s+")).stream()
                .filter(o -> JVM_FLAG.matcher(o).matches() && !o.startsWith("-XX:TieredStopAtLevel"))
                .toList();
    }

    private static Map<String, String> env(Source source, Set<String> decided) {
        Map<String, String> all = new LinkedHashMap<>(source.ci().env());
        all.putAll(source.command().env());
        Map<String, String> kept = new TreeMap<>();
        all.forEach((name, value) -> {
            boolean known = !value.contains("$") && value.length() <= 1000;
            boolean tool = DROPPED_VARIABLES.contains(name)
                    || name.matches("(?:GITHUB_|RUNNER_|CODECOV|COVERALLS|SONAR|MAVEN_|GPG|OSSRH|DOCKER).*");
            if (known
                    && !tool
                    && !decided.contains(name)
                    && VARIABLE.matcher(name).matches()) {
                kept.put(name, value);
            }
        });
        return kept;
    }

    /** Whether the phase lies behind the one in which Failsafe runs. */
    boolean integrates() {
        return MavenCommand.TEST_PHASES.indexOf(phase) >= MavenCommand.TEST_PHASES.indexOf("integration-test");
    }

    /** What the command line says beside phase and tests: profiles, properties, modules, settings. */
    List<String> arguments() {
        List<String> arguments = new ArrayList<>();
        if (!settings.isEmpty()) {
            arguments.addAll(List.of("-s", settings));
        }
        if (!profiles.isEmpty()) {
            arguments.add("-P" + String.join(",", profiles));
        }
        properties.forEach((name, value) -> arguments.add("-D" + name + (value.isEmpty() ? "" : "=" + value)));
        if (!projects.isEmpty()) {
            arguments.addAll(List.of("-pl", projects, "-am"));
        }
        return arguments;
    }

    /** Switches that undo what the POM says about skipping tests and their reports, as far as the command line can. */
    static List<String> undone(PlanningInput input, String project) {
        return Stream.of(MavenSubjects.SKIP, MavenSubjects.NO_REPORTS)
                .flatMap(subject -> input.report().of(subject, project).stream())
                .filter(f -> f.attributes().getOrDefault("property", "").equals("yes"))
                .map(Finding::value)
                .distinct()
                .sorted()
                .map(name -> "-D" + name + "=false")
                .toList();
    }

    static Optional<String> runsTests(String script, int line) {
        return MavenCommand.in(script, line).stream()
                .filter(MavenCommand::executesTests)
                .map(MavenCommand::phase)
                .findFirst();
    }
}
