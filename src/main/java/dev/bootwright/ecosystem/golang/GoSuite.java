package dev.bootwright.ecosystem.golang;

import dev.bootwright.discover.CiCommand;
import dev.bootwright.discover.EvidenceKind;
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
import java.util.TreeSet;
import java.util.regex.Pattern;

/**
 * The suite of one module as its own CI or Makefile runs it.
 *
 * @param packages patterns, relative to the module
 * @param flags kept of the command, ready for the command line
 * @param env kept of the command and its CI job
 * @param prelude commands that make temporary files for the tests
 * @param notes what this suite does otherwise than the project's own command, one sentence each
 */
record GoSuite(
        List<String> packages,
        List<String> flags,
        Map<String, String> env,
        List<String> prelude,
        List<String> evidence,
        List<String> notes) {
    static final String VET_OFF = "-vet=off";

    private static final String EVERYTHING = "./...";

    /** Flags that change which tests run or what they see. */
    private static final List<String> KEPT =
            List.of("short", "p", "parallel", "cpu", "timeout", "ldflags", "vet", "skip");

    private static final Set<String> DROPPED_VARIABLES = Set.of(
            "CI",
            "HOME",
            "PATH",
            "USER",
            "SHELL",
            "PWD",
            "GOPATH",
            "GOROOT",
            "GOBIN",
            "GOCACHE",
            "GOMODCACHE",
            "GOPROXY",
            "GOSUMDB",
            "GOTOOLCHAIN",
            "GOFLAGS",
            "GO111MODULE",
            "GOOS",
            "GOARCH",
            "GOVERSION",
            "GO_VERSION");

    private static final Pattern VARIABLE = Pattern.compile("[A-Za-z_][A-Za-z0-9_]*");
    private static final Pattern SAFE_FLAG = Pattern.compile("[A-Za-z0-9_.,:/=|^*+@%-]*");
    private static final Pattern SAFE_PACKAGE = Pattern.compile("\\.?[A-Za-z0-9_./~-]*");
    private static final Pattern LOCAL = Pattern.compile("(?i).*(?:sqlite|:memory:|file:).*");
    private static final Pattern SERVER =
            Pattern.compile("(?i).*(?:localhost|127\\.0\\.0\\.1|host=|tcp\\(|@|postgres|mysql|redis|mongo|mariadb).*");

    GoSuite {
        packages = List.copyOf(packages);
        flags = List.copyOf(flags);
        env = Collections.unmodifiableMap(new TreeMap<>(env));
        prelude = List.copyOf(prelude);
        evidence = List.copyOf(evidence);
        notes = List.copyOf(notes);
    }

    /** Every package is named by a pattern in the folder or by a path below this one. */
    boolean isBelow(String importPath) {
        return packages.stream()
                .allMatch(p -> p.startsWith(".") || p.equals(importPath) || p.startsWith(importPath + "/"));
    }

    GoSuite everywhere() {
        return new GoSuite(List.of(EVERYTHING), flags, env, prelude, evidence, notes);
    }

    /** The same suite, compiled without vet; unchanged where the project itself says what vet does. */
    GoSuite withoutVet() {
        if (flags.stream().anyMatch(f -> f.startsWith("-vet="))) {
            return this;
        }
        List<String> more = new ArrayList<>(List.of(VET_OFF));
        more.addAll(flags);
        return new GoSuite(packages, more, env, prelude, evidence, notes);
    }

    private record Source(
            GoTestCommand command, Map<String, String> env, int weight, String evidence, String location) {}

    static GoSuite of(PlanningInput input, String project, Set<String> otherProjects) {
        List<Source> sources = sources(input, project, otherProjects);
        String asked = input.overrides().testCommand();
        if (asked != null) {
            return asked(asked, project);
        }
        if (sources.isEmpty()) {
            return new GoSuite(List.of(EVERYTHING), List.of(), Map.of(), List.of(), List.of(), List.of());
        }
        int strongest = sources.stream().mapToInt(Source::weight).max().orElse(0);
        List<Source> best =
                sources.stream().filter(s -> s.weight() == strongest).toList();
        List<String> notes = new ArrayList<>();
        List<Source> used = alike(best, notes);
        notes(best, notes);
        return new GoSuite(
                packages(used, project, notes),
                flags(used.getFirst()),
                env(used, input.overrides().environment().keySet()),
                variants(used).getFirst().command().prelude(),
                used.stream().map(Source::evidence).distinct().toList(),
                notes.stream().distinct().toList());
    }

    /** What the user asked for; a command that is not go's own is run as it is by {@link GoSteps}. */
    private static GoSuite asked(String command, String project) {
        List<GoTestCommand> own = GoTestCommand.in(command, 1);
        if (own.size() != 1 || own.getFirst().isComputed()) {
            return new GoSuite(List.of(EVERYTHING), List.of(), Map.of(), List.of(), List.of(), List.of());
        }
        Source source = new Source(own.getFirst(), own.getFirst().env(), 0, "", "");
        List<String> flags = new ArrayList<>(flags(source));
        String run = own.getFirst().flags().get("run");
        if (run != null) {
            flags.add("-run=" + run);
        }
        return new GoSuite(
                packages(List.of(source), project, new ArrayList<>()),
                flags,
                own.getFirst().env(),
                List.of(),
                List.of(),
                List.of());
    }

    private static List<Source> sources(PlanningInput input, String project, Set<String> otherProjects) {
        List<Source> sources = new ArrayList<>();
        List<Finding> own = input.report().of(GoSubjects.TEST_COMMAND, project);
        for (CiCommand ci : input.report().ciCommands()) {
            if (!ci.reproducible()) {
                continue;
            }
            for (GoTestCommand command : GoTestCommand.in(ci.command(), ci.line())) {
                Optional<String> folder = GoModules.resolve(
                        ci.workingDirectory().isEmpty() ? "." : ci.workingDirectory(),
                        command.directory().isEmpty() ? "." : command.directory());
                if (folder.isPresent() && owner(folder.get(), project, otherProjects)) {
                    sources.add(source(command, ci, command.env(), ci.id(), ci.location(), EvidenceKind.CI.weight()));
                }
            }
            for (Finding finding : own) {
                if (isCalledBy(ci, finding)) {
                    GoTestCommand command = GoTestCommand.of(finding.attributes(), finding.line());
                    sources.add(source(
                            command, ci, command.env(), finding.id(), finding.location(), EvidenceKind.CI.weight()));
                }
            }
        }
        for (Finding finding : own) {
            Set<String> targets =
                    Set.of(finding.attributes().getOrDefault("targets", "").split(" "));
            boolean named =
                    targets.stream().anyMatch(t -> t.matches("(?:go-?)?(?:unit-?)?tests?(?:-?unit)?|check|unit"));
            if (named) {
                GoTestCommand command = GoTestCommand.of(finding.attributes(), finding.line());
                sources.add(new Source(command, command.env(), finding.weight(), finding.id(), finding.location()));
            }
        }
        return sources.stream().filter(s -> isNative(s.env())).toList();
    }

    private static Source source(
            GoTestCommand command,
            CiCommand ci,
            Map<String, String> own,
            String evidence,
            String location,
            int weight) {
        Map<String, String> env = new LinkedHashMap<>(ci.env());
        env.putAll(own);
        return new Source(command, env, weight, evidence, location);
    }

    /** The module that owns a folder is the nearest above it. */
    private static boolean owner(String folder, String project, Set<String> otherProjects) {
        String at = folder;
        while (!at.equals(project)) {
            if (at.equals(".") || otherProjects.contains(at)) {
                return false;
            }
            at = GoModules.folder(at);
        }
        return true;
    }

    static boolean isCalledBy(CiCommand ci, Finding finding) {
        String targets = finding.attributes().getOrDefault("targets", "");
        if (targets.isEmpty()) {
            return ci.command().contains(finding.file());
        }
        return List.of(targets.split(" ")).stream()
                .anyMatch(t -> Pattern.compile("\\bmake\\b[^\\n;&|]*\\s" + Pattern.quote(t) + "(?=[\\s;&|]|$)")
                        .matcher(ci.command())
                        .find());
    }

    private static boolean isNative(Map<String, String> env) {
        String system = env.getOrDefault("GOOS", "");
        String architecture = env.getOrDefault("GOARCH", "");
        return (system.isEmpty() || system.equals("linux") || system.contains("$"))
                && (architecture.isEmpty() || architecture.equals("amd64") || architecture.contains("$"));
    }

    /** Of several commands those that belong together: no test filter, no needless tags, no server where one can do without. */
    private static List<Source> alike(List<Source> best, List<String> notes) {
        List<Source> sorted = best.stream()
                .sorted(Comparator.comparingInt(
                                (Source s) -> s.command().flags().containsKey("run") ? 1 : 0)
                        .thenComparingInt(s -> s.command().tags().isEmpty() ? 0 : 1))
                .toList();
        Source first = sorted.getFirst();
        List<Source> used = sorted.stream()
                .filter(s -> s.command().tags().equals(first.command().tags()))
                .filter(s -> !s.command().flags().containsKey("run")
                        || first.command().flags().containsKey("run"))
                .toList();
        TreeSet<String> otherTags = new TreeSet<>();
        best.stream()
                .map(s -> s.command().tags())
                .filter(t -> !t.isEmpty() && !t.equals(first.command().tags()))
                .forEach(otherTags::add);
        otherTags.forEach(t -> notes.add("the project also tests with the build tags " + t));
        return used;
    }

    private static void notes(List<Source> best, List<String> notes) {
        best.stream()
                .filter(s -> s.command().is("race"))
                .findFirst()
                .ifPresent(s -> notes.add(
                        "the project tests with the race detector (" + s.location() + "); this suite does not"));
        for (Source source : best) {
            String run = source.command().flags().get("run");
            if (run != null) {
                notes.add("the project runs only tests named " + run + " (" + source.location()
                        + "); this suite runs all");
            }
        }
    }

    private static List<String> packages(List<Source> used, String project, List<String> notes) {
        LinkedHashSet<String> patterns = new LinkedHashSet<>();
        for (Source source : used) {
            GoTestCommand command = source.command();
            if (command.isComputed() || command.coversEverything()) {
                if (command.isComputed()) {
                    notes.add("the project computes its list of packages (" + source.location()
                            + "); this suite takes all of the module");
                }
                return List.of(EVERYTHING);
            }
            String folder = relative(command.directory().isEmpty() ? "." : command.directory(), project);
            if (command.packages().isEmpty()) {
                patterns.add(folder.equals(".") ? "." : "./" + folder);
            }
            for (String name : command.packages()) {
                if (!SAFE_PACKAGE.matcher(name).matches()) {
                    return List.of(EVERYTHING);
                }
                boolean local = name.startsWith("./") || name.equals(".");
                patterns.add(local && !folder.equals(".") ? "./" + folder + name.substring(1) : name);
            }
        }
        if (patterns.isEmpty()) {
            return List.of(EVERYTHING);
        }
        notes.add("packages outside of " + String.join(" ", patterns) + ", which the project's own command leaves out");
        return List.copyOf(patterns);
    }

    private static String relative(String folder, String project) {
        if (project.equals(".") || folder.equals(".")) {
            return project.equals(".") ? folder : ".";
        }
        return folder.startsWith(project + "/") ? folder.substring(project.length() + 1) : ".";
    }

    private static List<String> flags(Source source) {
        List<String> flags = new ArrayList<>();
        if (!source.command().tags().isEmpty()) {
            flags.add("-tags=" + source.command().tags());
        }
        for (String name : KEPT) {
            String value = source.command().flags().get(name);
            if (value != null && SAFE_FLAG.matcher(value).matches()) {
                flags.add("-" + name + (value.isEmpty() || value.equals("true") ? "" : "=" + value));
            }
        }
        return flags;
    }

    /** Those that need no server first. */
    private static List<Source> variants(List<Source> used) {
        return used.stream()
                .sorted(Comparator.comparingInt(s -> s.env().values().stream()
                        .mapToInt(v -> LOCAL.matcher(v).matches()
                                ? -1
                                : SERVER.matcher(v).matches() ? 1 : 0)
                        .sum()))
                .toList();
    }

    /**
     * Where commands give a variable different values, the one that needs no server; never what the user decided. A cell
     * of a matrix that gives it an empty text leaves it out.
     */
    private static Map<String, String> env(List<Source> used, Set<String> decided) {
        Map<String, String> env = new TreeMap<>();
        for (Source source : variants(used)) {
            source.env().forEach((name, value) -> {
                boolean known =
                        !value.isEmpty() && !value.contains("${{") && !value.contains("$") && value.length() <= 1000;
                boolean tool = DROPPED_VARIABLES.contains(name)
                        || name.startsWith("GITHUB_")
                        || name.startsWith("RUNNER_")
                        || name.startsWith("CODECOV")
                        || name.startsWith("COVERALLS");
                if (known
                        && !tool
                        && !decided.contains(name)
                        && VARIABLE.matcher(name).matches()) {
                    env.putIfAbsent(name, value);
                }
            });
        }
        return env;
    }
}
