package dev.bootwright.ecosystem.golang;

import dev.bootwright.base.EcosystemId;
import dev.bootwright.base.StepId;
import dev.bootwright.contract.ProjectCommands;
import dev.bootwright.contract.ProjectNames;
import dev.bootwright.contract.ShellText;
import dev.bootwright.contract.StepProposal;
import dev.bootwright.contract.StepProposal.LockSpec;
import dev.bootwright.contract.StepProposal.VersionProbe;
import dev.bootwright.contract.StepProposal.Warning;
import dev.bootwright.contract.StepProposer;
import dev.bootwright.discover.Finding;
import dev.bootwright.failure.FailureCode;
import dev.bootwright.failure.ToolException;
import dev.bootwright.plan.BootstrapPlan;
import dev.bootwright.plan.BootstrapPlan.PlannedProject;
import dev.bootwright.plan.PlanningInput;
import dev.bootwright.step.CommandLine;
import dev.bootwright.step.Commands;
import dev.bootwright.step.DependencyPolicy;
import dev.bootwright.step.ExcludedTest;
import dev.bootwright.step.Origin;
import dev.bootwright.step.Phase;
import dev.bootwright.step.Role;
import dev.bootwright.step.Route;
import dev.bootwright.step.Step;
import dev.bootwright.step.StepLimits;
import dev.bootwright.step.StepUser;
import dev.bootwright.step.ToolchainChoice;
import dev.bootwright.version.gomod.GoVersion;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Turns a Go route into steps: one of each kind a module, so that every module has counts of its own. */
final class GoSteps implements StepProposer {
    static final String RUNNER = "go";

    /** Names that run without being asked for: benchmarks do not. */
    static final String RUNNABLE = "^(Test|Fuzz|Example)";

    private static final String SKIP = "-skip=";

    /** Since this version what was compiled and vetted once is found again by the next run. */
    private static final String BUILD_CACHE = "1.10";

    private static final StepLimits SYSTEM = new StepLimits(1800, 600);
    private static final StepLimits DOWNLOAD = new StepLimits(1800, 900);
    private static final StepLimits COMPILE = new StepLimits(3600, 1800);
    private static final StepLimits CHECK = new StepLimits(300, 300);
    private static final StepLimits SUITE = new StepLimits(900, 900);

    @Override
    public EcosystemId ecosystem() {
        return GoEcosystem.ID;
    }

    @Override
    public StepProposal propose(PlanningInput input, BootstrapPlan plan, Route route) {
        return new Proposal(input, plan, route).build();
    }

    private static final class Proposal {
        private final PlanningInput input;
        private final Route route;
        private final GoProjects facts;
        private final ToolchainChoice toolchain;
        private final GoVersion version;
        private final boolean registry;
        private final Map<String, GoSuite> suites = new LinkedHashMap<>();
        private final List<LockSpec> locks = new ArrayList<>();
        private final List<Step> steps = new ArrayList<>();

        Proposal(PlanningInput input, BootstrapPlan plan, Route route) {
            this.input = input;
            this.route = route;
            this.facts = new GoProjects(input);
            this.toolchain = route.toolchains().getFirst();
            this.version = GoVersion.parse(toolchain.version());
            this.registry = toolchain.source().equals("registry");
            List<String> paths =
                    plan.projects().stream().map(PlannedProject::path).toList();
            Set<String> modules = new TreeSet<>(input.report().of(GoSubjects.MODULE).stream()
                    .map(f -> f.project())
                    .toList());
            for (String path : paths) {
                Set<String> others = new TreeSet<>(modules);
                others.remove(path);
                GoSuite suite = GoSuite.of(input, path, others);
                if (!facts.hasModule(path) && !suite.isBelow(importPath(path))) {
                    suite = suite.everywhere();
                }
                suites.put(path, isUnknownToProject(path) ? suite.withoutVet() : suite);
            }
        }

        /**
         * The toolchain is newer than what the module was written for, and no CI run with it is known: its vet, which
         * go test runs too, judges by rules that the authors could not know, and would keep tests from running.
         */
        private boolean isUnknownToProject(String project) {
            List<String> ci = input.report().of(GoSubjects.CI_VERSION).stream()
                    .map(Finding::id)
                    .toList();
            boolean tested = toolchain.evidence().stream().anyMatch(ci::contains);
            boolean older = facts.language(project)
                    .map(language -> language.compareTo(GoVersion.parse(version.language())) < 0)
                    .orElse(true);
            return !tested && older;
        }

        StepProposal build() {
            system();
            toolchain();
            suites.keySet().forEach(this::dependencies);
            suites.forEach(this::build);
            doctor();
            suites.forEach(this::collect);
            suites.forEach(this::strongest);
            return new StepProposal(
                    Map.of("GOTOOLCHAIN", registry ? version.toolchainName() : "local"),
                    steps,
                    List.of(),
                    locks,
                    List.of(new VersionProbe("go", "go env GOVERSION | sed 's/^go//'")),
                    commands(),
                    warnings());
        }

        private void system() {
            Set<String> evidence = new LinkedHashSet<>(toolchain.evidence());
            suites.keySet().forEach(p -> evidence.addAll(facts.ids(GoSubjects.CGO, p)));
            GoSystemPackages packages = GoSystemPackages.of(input);
            evidence.addAll(packages.evidence());
            add(
                    "go-system-packages",
                    Phase.SYSTEM,
                    Role.INSTALL,
                    null,
                    packages.block(),
                    SYSTEM,
                    List.copyOf(evidence));
        }

        private void toolchain() {
            String expected = registry ? version.toolchainName() : "go" + version.language() + ".";
            String found = "\"$(go env GOVERSION)\"";
            String check = registry ? "test " + found + " = " + expected : "[[ " + found + " == " + expected + "* ]]";
            add(
                    "go-toolchain",
                    Phase.TOOLCHAIN,
                    Role.INSTALL,
                    null,
                    "GOTOOLCHAIN=local go telemetry off\ngo version\n" + check,
                    DOWNLOAD,
                    toolchain.evidence());
        }

        private void dependencies(String project) {
            List<String> evidence = new ArrayList<>(facts.ids(GoSubjects.DEPENDENCIES, project));
            evidence.addAll(facts.ids(GoSubjects.SUM, project));
            String block;
            if (route.packageManager().equals(GoRoutes.VENDORED) && facts.isVendored(project)) {
                evidence.addAll(facts.ids(GoSubjects.VENDOR, project));
                block = "go list -mod=vendor -deps -test ./... > /dev/null";
            } else if (!facts.hasModule(project)) {
                evidence.addAll(facts.ids(GoSubjects.IMPORT_PATH, project));
                block = GoLocks.link(importPath(project));
            } else if (!facts.isLocked(project) || isUnlockedRoute(project)) {
                block = GoLocks.withoutSum(project);
                locks.add(GoLocks.sum(project));
            } else if (facts.dependencies(project) == 0) {
                return;
            } else {
                block = "go mod download\n" + GoLocks.check(project);
                locks.add(GoLocks.modules(project));
            }
            add("go-dependencies", Phase.DEPENDENCIES, Role.INSTALL, project, block, DOWNLOAD, evidence);
        }

        private boolean isUnlockedRoute(String project) {
            return route.packageManager().equals(GoRoutes.MODULES)
                    && route.policy() == DependencyPolicy.DECLARED
                    && facts.dependencies(project) > 0;
        }

        private String importPath(String project) {
            return facts.first(GoSubjects.IMPORT_PATH, project)
                    .map(f -> f.value())
                    .orElseGet(() -> "local/" + input.repository().name().replaceAll("[^A-Za-z0-9._~-]", "-"));
        }

        private void build(String project, GoSuite suite) {
            String packages = words(suite.packages());
            add(
                    "go-build",
                    Phase.BUILD,
                    Role.BUILD,
                    project,
                    inPlace(project, "go build " + words(buildFlags(suite)) + " " + packages),
                    COMPILE,
                    facts.ids(GoSubjects.MODULE, project));
            if (version.isAtLeast(BUILD_CACHE) && facts.hasTests(project)) {
                add(
                        "go-test-build",
                        Phase.BUILD,
                        Role.BUILD,
                        project,
                        inPlace(project, testBuild(suite)),
                        COMPILE,
                        facts.ids(GoSubjects.TESTS, project));
            }
        }

        /** Compiles, vets and links all that {@code go test} would, and runs nothing of it. */
        private String testBuild(GoSuite suite) {
            return "if ! go test -count=1 -exec=true -run='^$'" + arguments(suite, false) + " > /dev/null; then\n"
                    + "  echo 'not all test packages build: the run of the suite tells which'\nfi";
        }

        private static List<String> tags(GoSuite suite) {
            return suite.flags().stream().filter(f -> f.startsWith("-tags=")).toList();
        }

        private List<String> buildFlags(GoSuite suite) {
            Stream<String> stamp = version.isAtLeast("1.18") ? Stream.of("-buildvcs=false") : Stream.of();
            return Stream.of(stamp, Stream.of("-o", "/dev/null"), tags(suite).stream())
                    .flatMap(flags -> flags)
                    .toList();
        }

        private void doctor() {
            String expected = registry ? version.toolchainName() : "go" + version.language() + ".";
            String check = registry
                    ? "test \"$(go env GOVERSION)\" = " + expected
                    : "[[ \"$(go env GOVERSION)\" == " + expected + "* ]]";
            add("go-doctor-toolchain", Phase.DOCTOR, Role.CHECK, null, check, CHECK, toolchain.evidence());
            for (String project : suites.keySet()) {
                boolean vendored = route.packageManager().equals(GoRoutes.VENDORED) && facts.isVendored(project);
                String block = facts.hasModule(project)
                        ? "test \"$(go env GOMOD)\" = \"$PWD/go.mod\""
                        : "test . -ef \"${HOME}/go/src/" + importPath(project) + "\"";
                if (!vendored && facts.dependencies(project) > 0) {
                    block += "\nGOFLAGS=-mod=readonly GOPROXY=off go mod verify";
                }
                add(
                        "go-doctor-module",
                        Phase.DOCTOR,
                        Role.CHECK,
                        project,
                        block,
                        CHECK,
                        facts.ids(GoSubjects.MODULE, project));
            }
        }

        private void collect(String project, GoSuite suite) {
            StepId id = ProjectNames.step("go-collect", project);
            test(
                    id,
                    Phase.MINIMAL,
                    Role.COLLECT,
                    project,
                    suite,
                    inPlace(
                            project,
                            "go test -count=1 -list '" + RUNNABLE + "'" + arguments(suite, false)
                                    + " | tee \"$BOOTWRIGHT_REPORTS/" + id + ".txt\""),
                    COMPILE);
        }

        private void strongest(String project, GoSuite suite) {
            StepId id = ProjectNames.step("go-strongest", project);
            test(
                    id,
                    Phase.STRONGEST,
                    Role.EXECUTE,
                    project,
                    suite,
                    inPlace(
                            project,
                            asked(id, suite)
                                    .orElse("go test -count=1 -json" + arguments(suite, true)
                                            + " > \"$BOOTWRIGHT_REPORTS/" + id + ".json\"")),
                    SUITE);
        }

        /** A test command of the user's own that is not go's: its go is told to report. */
        private Optional<String> asked(StepId id, GoSuite suite) {
            String command = input.overrides().testCommand();
            if (command == null || GoTestCommand.in(command, 1).size() == 1) {
                return Optional.empty();
            }
            String skipped = skipped(suite).stream().map(f -> "' " + f + "'").collect(Collectors.joining());
            return Optional.of("export GOFLAGS=\"${GOFLAGS:-} -json\"" + skipped + "\n{ " + command
                    + "\n} > \"$BOOTWRIGHT_REPORTS/" + id + ".json\"");
        }

        /** What is left out: by the user, and by the project's own command; of two flags only the last would hold. */
        private List<String> skipped(GoSuite suite) {
            List<ExcludedTest> excluded = input.overrides().excluded();
            if (excluded.isEmpty()) {
                return List.of();
            }
            if (!version.isAtLeast(GoExclusion.SINCE)) {
                throw ToolException.of(
                        FailureCode.INVALID_CONFIGURATION,
                        "configuration",
                        "[[exclude]] names " + excluded.getFirst().selector() + ", but go " + toolchain.version()
                                + " can't leave single tests out: -skip came with " + GoExclusion.SINCE,
                        "choose a newer Go by toolchain.go in bootwright.toml, or let the test skip itself");
            }
            String own = suite.flags().stream()
                    .filter(f -> f.startsWith(SKIP))
                    .map(f -> "|" + f.substring(SKIP.length()))
                    .collect(Collectors.joining());
            return List.of(SKIP + GoExclusion.pattern(excluded) + own);
        }

        private List<String> flags(GoSuite suite) {
            List<String> skipped = skipped(suite);
            return Stream.concat(
                            skipped.stream(),
                            suite.flags().stream().filter(f -> skipped.isEmpty() || !f.startsWith(SKIP)))
                    .toList();
        }

        private String arguments(GoSuite suite, boolean all) {
            StringBuilder text = new StringBuilder();
            (all ? flags(suite) : suite.flags())
                    .stream()
                            .filter(f -> all || f.startsWith("-tags=") || f.startsWith("-p=") || f.startsWith("-vet="))
                            .forEach(f -> text.append(' ').append(ShellText.quote(f)));
            return text.append(' ').append(words(suite.packages())).toString();
        }

        private void test(
                StepId id, Phase phase, Role role, String project, GoSuite suite, String block, StepLimits limits) {
            List<String> evidence = new ArrayList<>(suite.evidence());
            evidence.addAll(facts.ids(GoSubjects.TESTS, project));
            boolean asked = input.overrides().testCommand() != null && role == Role.EXECUTE;
            List<String> lines = new ArrayList<>(role == Role.EXECUTE ? suite.prelude() : List.of());
            lines.add(block);
            steps.add(new Step(
                    id,
                    phase,
                    role,
                    StepUser.DEVELOPER,
                    project,
                    RUNNER,
                    String.join("\n", lines),
                    testEnv(project, suite),
                    project,
                    limits,
                    evidence,
                    asked ? Origin.override("test-command") : Origin.PLAN));
        }

        private void add(
                String name,
                Phase phase,
                Role role,
                @Nullable String project,
                String block,
                StepLimits limits,
                List<String> evidence) {
            boolean system = phase == Phase.SYSTEM;
            steps.add(new Step(
                    ProjectNames.step(name, project == null ? "." : project),
                    phase,
                    role,
                    system ? StepUser.ROOT : StepUser.DEVELOPER,
                    project,
                    null,
                    block,
                    system ? Map.of("DEBIAN_FRONTEND", "noninteractive") : project == null ? Map.of() : env(project),
                    project == null ? "." : project,
                    limits,
                    evidence,
                    Origin.PLAN));
        }

        private Map<String, String> env(String project) {
            if (!facts.hasModule(project)) {
                return Map.of("GO111MODULE", "off");
            }
            Map<String, String> env = new TreeMap<>();
            if (facts.isOutsideWorkspace(project)) {
                env.put("GOWORK", "off");
            }
            if (facts.isVendored(project)) {
                boolean vendored = route.packageManager().equals(GoRoutes.VENDORED);
                if (!vendored) {
                    env.put("GOFLAGS", "-mod=readonly");
                } else if (!facts.language(project)
                        .map(v -> v.isAtLeast("1.14"))
                        .orElse(false)) {
                    env.put("GOFLAGS", "-mod=vendor");
                }
            }
            return env;
        }

        private Map<String, String> testEnv(String project, GoSuite suite) {
            Map<String, String> env = new TreeMap<>(env(project));
            env.putAll(suite.env());
            return env;
        }

        /** Code from before modules is found only below its import path. */
        private String inPlace(String project, String block) {
            return facts.hasModule(project) ? block : GoLocks.enter(importPath(project)) + block;
        }

        private List<ProjectCommands> commands() {
            return suites.entrySet().stream()
                    .map(suite -> new ProjectCommands(suite.getKey(), commands(suite.getKey(), suite.getValue())))
                    .toList();
        }

        private Commands commands(String project, GoSuite suite) {
            Map<String, String> env = env(project);
            Map<String, String> testEnv = testEnv(project, suite);
            List<String> before = suite.prelude();
            List<String> build = command(project, env, List.of(), "build", buildFlags(suite), suite.packages());
            List<String> test = new ArrayList<>(List.of("-count=1"));
            test.addAll(flags(suite));
            List<String> one = new ArrayList<>(test);
            one.add("-run=^{test}$");
            List<String> file = List.of("{file}");
            return new Commands(
                    build,
                    command(project, testEnv, before, "test", test, suite.packages()),
                    command(project, testEnv, before, "test", test, file),
                    command(project, testEnv, before, "test", one, file),
                    build);
        }

        /**
         * An argument list that works in the project's folder.
         *
         * @param before what the suite's own script does first
         */
        private List<String> command(
                String project,
                Map<String, String> env,
                List<String> before,
                String verb,
                List<String> flags,
                List<String> packages) {
            List<String> argv = new ArrayList<>(List.of("go", verb));
            argv.addAll(flags);
            argv.addAll(packages);
            List<String> lines = new ArrayList<>();
            if (!facts.hasModule(project)) {
                lines.add("cd \"${HOME}/go/src/" + importPath(project) + "\"");
            }
            lines.addAll(before);
            if (lines.isEmpty()) {
                return CommandLine.with(env, argv);
            }
            List<String> wrapped =
                    new ArrayList<>(List.of("bash", "-c", String.join(" && ", lines) + " && exec \"$@\"", "--"));
            wrapped.addAll(argv);
            return CommandLine.with(env, wrapped);
        }

        private List<Warning> warnings() {
            return new GoWarnings(input, route, facts, suites).all();
        }

        private static String words(List<String> values) {
            return ShellText.quote(values);
        }
    }
}
