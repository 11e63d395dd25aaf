package dev.bootwright.ecosystem.python;

import dev.bootwright.base.EcosystemId;
import dev.bootwright.base.StepId;
import dev.bootwright.contract.ProjectCommands;
import dev.bootwright.contract.ProjectNames;
import dev.bootwright.contract.StepProposal;
import dev.bootwright.contract.StepProposal.LockSpec;
import dev.bootwright.contract.StepProposal.VersionProbe;
import dev.bootwright.contract.StepProposal.Warning;
import dev.bootwright.contract.StepProposer;
import dev.bootwright.discover.Finding;
import dev.bootwright.ecosystem.python.PythonInterpreters.Interpreter;
import dev.bootwright.ecosystem.python.read.PythonDetector;
import dev.bootwright.ecosystem.python.read.Requirement;
import dev.bootwright.ecosystem.python.read.Subjects;
import dev.bootwright.plan.BootstrapPlan;
import dev.bootwright.plan.PlanningInput;
import dev.bootwright.step.CommandLine;
import dev.bootwright.step.Commands;
import dev.bootwright.step.Origin;
import dev.bootwright.step.Phase;
import dev.bootwright.step.Role;
import dev.bootwright.step.Route;
import dev.bootwright.step.Step;
import dev.bootwright.step.StepLimits;
import dev.bootwright.step.StepUser;
import dev.bootwright.step.ToolchainChoice;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Turns a Python route into steps: one environment in the tree, every project installed into it, each tested by itself. */
final class PythonSteps implements StepProposer {
    private static final StepLimits SYSTEM = new StepLimits(1800, 600);
    private static final StepLimits INSTALL = new StepLimits(1800, 900);
    private static final StepLimits CHECK = new StepLimits(300, 300);
    private static final StepLimits COLLECT = new StepLimits(600, 300);
    private static final StepLimits SUITE = new StepLimits(900, 600);

    private static final Map<String, String> UV =
            Map.of("UV_LINK_MODE", "copy", "UV_NO_CACHE", "1", "UV_NO_PROGRESS", "1", "UV_PYTHON_DOWNLOADS", "never");

    @Override
    public EcosystemId ecosystem() {
        return PythonDetector.PYTHON;
    }

    @Override
    public StepProposal propose(PlanningInput input, BootstrapPlan plan, Route route) {
        return new Proposal(input, plan, route).build();
    }

    /** One project of the plan with what was decided for it. */
    record ProjectSteps(PythonEvidence evidence, TestPlan tests, InstallSelection selection) {
        String path() {
            return evidence.project();
        }
    }

    private static final class Proposal {
        private final PlanningInput input;
        private final Route route;
        private final ToolchainChoice toolchain;
        private final Interpreter interpreter;
        private final List<ProjectSteps> projects = new ArrayList<>();
        private final List<Step> steps = new ArrayList<>();

        Proposal(PlanningInput input, BootstrapPlan plan, Route route) {
            this.input = input;
            this.route = route;
            this.toolchain = route.toolchains().getFirst();
            this.interpreter = PythonInterpreters.all(input.architecture()).stream()
                    .filter(i ->
                            i.exact().equals(toolchain.version()) && i.source().equals(toolchain.source()))
                    .findFirst()
                    .orElseThrow(() -> new IllegalArgumentException("no interpreter of " + toolchain));
            for (BootstrapPlan.PlannedProject planned : plan.projects()) {
                PythonEvidence evidence = new PythonEvidence(input.report(), planned.path());
                TestPlan tests = TestPlan.of(evidence);
                projects.add(new ProjectSteps(
                        evidence, tests, InstallSelection.of(evidence, tests, interpreter.minorVersion())));
            }
        }

        StepProposal build() {
            system();
            add(
                    "python-toolchain",
                    Phase.TOOLCHAIN,
                    Role.INSTALL,
                    null,
                    PythonBlocks.toolchain(interpreter),
                    Map.of(),
                    INSTALL,
                    toolchain.evidence());
            add(
                    "python-environment",
                    Phase.DEPENDENCIES,
                    Role.INSTALL,
                    null,
                    PythonBlocks.environment(interpreter),
                    uv(),
                    INSTALL,
                    toolchain.evidence());
            projects.forEach(this::dependencies);
            doctor();
            projects.forEach(this::collect);
            projects.forEach(this::strongest);
            return new StepProposal(
                    env(),
                    steps,
                    List.of(),
                    List.of(new LockSpec(PythonBlocks.LOCK_NAME, PythonBlocks.freeze())),
                    versions(),
                    commands(),
                    warnings());
        }

        private void system() {
            SystemPackages packages = SystemPackages.of(
                    projects.stream().map(ProjectSteps::evidence).toList(),
                    projects.stream().map(ProjectSteps::tests).toList(),
                    projects.stream().map(ProjectSteps::selection).toList(),
                    !interpreter.source().equals(PythonInterpreters.DISTRIBUTION));
            steps.add(new Step(
                    new StepId("python-system-packages"),
                    Phase.SYSTEM,
                    Role.INSTALL,
                    StepUser.ROOT,
                    null,
                    null,
                    PythonBlocks.systemPackages(packages),
                    Map.of("DEBIAN_FRONTEND", "noninteractive"),
                    ".",
                    SYSTEM,
                    Stream.concat(toolchain.evidence().stream(), packages.evidence().stream())
                            .distinct()
                            .toList(),
                    Origin.PLAN));
        }

        private Map<String, String> uv() {
            Map<String, String> env = new TreeMap<>(UV);
            if (interpreter.source().equals(PythonInterpreters.MANAGED)) {
                env.remove("UV_PYTHON_DOWNLOADS");
            }
            return env;
        }

        private void dependencies(ProjectSteps project) {
            PythonInstall install = new PythonInstall(input, route, project);
            Map<String, String> env = uv();
            env.putAll(install.versionVariables());
            List<String> evidence = new ArrayList<>(project.selection().evidence());
            evidence.addAll(install.evidence());
            add(
                    "python-dependencies",
                    Phase.DEPENDENCIES,
                    Role.INSTALL,
                    project.path(),
                    install.block(),
                    env,
                    INSTALL,
                    evidence);
        }

        private void doctor() {
            String runner = projects.stream()
                    .map(p -> p.tests().runner())
                    .filter(TestPlan.PYTEST::equals)
                    .findFirst()
                    .orElse(TestPlan.UNITTEST);
            Map<String, String> env = Map.of("PYTHONDONTWRITEBYTECODE", "1");
            add(
                    "python-doctor",
                    Phase.DOCTOR,
                    Role.CHECK,
                    null,
                    PythonBlocks.doctor(interpreter, runner),
                    env,
                    CHECK,
                    toolchain.evidence());
            for (ProjectSteps project : projects) {
                if (project.selection().installable()
                        && !project.evidence().name().isEmpty()) {
                    add(
                            "python-doctor-project",
                            Phase.DOCTOR,
                            Role.CHECK,
                            project.path(),
                            PythonBlocks.doctorProject(project.evidence().name(), modules(project.evidence())),
                            env,
                            CHECK,
                            project.evidence()
                                    .first(Subjects.NAME)
                                    .map(f -> List.of(f.id()))
                                    .orElse(List.of()));
                }
            }
        }

        /** Packages that bear the project's name. */
        private static List<String> modules(PythonEvidence evidence) {
            return evidence.of(Subjects.PACKAGE).stream()
                    .map(Finding::value)
                    .filter(m -> Requirement.normalise(m).equals(evidence.name()))
                    .distinct()
                    .toList();
        }

        private void collect(ProjectSteps project) {
            StepId id = ProjectNames.step("python-collect", project.path());
            List<String> arguments = arguments(project);
            String block = project.tests().runner().equals(TestPlan.UNITTEST)
                    ? PythonBlocks.unittestCollect(arguments)
                    : PythonBlocks.pytestCollect(arguments);
            test(id, Phase.MINIMAL, Role.COLLECT, project, block, COLLECT);
        }

        private void strongest(ProjectSteps project) {
            StepId id = ProjectNames.step("python-strongest", project.path());
            List<String> arguments = arguments(project);
            String block = project.tests().runner().equals(TestPlan.UNITTEST)
                    ? PythonBlocks.unittest(id.value(), arguments)
                    : PythonBlocks.pytest(id.value(), arguments);
            test(id, Phase.STRONGEST, Role.EXECUTE, project, block, SUITE);
        }

        private static List<String> arguments(ProjectSteps project) {
            TestPlan tests = project.tests();
            if (tests.runner().equals(TestPlan.UNITTEST)) {
                return tests.arguments().isEmpty() ? discovery(project.evidence()) : tests.arguments();
            }
            List<String> arguments = new ArrayList<>();
            if (tests.noCoverage()) {
                arguments.add("--no-cov");
            }
            arguments.addAll(tests.arguments());
            return arguments;
        }

        private static List<String> discovery(PythonEvidence evidence) {
            Optional<Finding> tests = evidence.of(Subjects.TESTS).stream()
                    .filter(f -> !f.value().equals("."))
                    .findFirst();
            if (tests.isEmpty()) {
                return List.of("discover");
            }
            List<String> words =
                    new ArrayList<>(List.of("discover", "-s", tests.get().value()));
            if ("true".equals(tests.get().attributes().get("package"))) {
                words.addAll(List.of("-t", "."));
            }
            return words;
        }

        private void test(StepId id, Phase phase, Role role, ProjectSteps project, String block, StepLimits limits) {
            steps.add(new Step(
                    id,
                    phase,
                    role,
                    StepUser.DEVELOPER,
                    project.path(),
                    project.tests().runner(),
                    block,
                    project.tests().env(),
                    project.tests().directory(),
                    limits,
                    project.tests().evidence(),
                    Origin.PLAN));
        }

        private void add(
                String name,
                Phase phase,
                Role role,
                @Nullable String project,
                String block,
                Map<String, String> env,
                StepLimits limits,
                List<String> evidence) {
            Map<String, String> all = new TreeMap<>(env);
            if (phase == Phase.DEPENDENCIES) {
                buildEnv().forEach(all::putIfAbsent);
            }
            steps.add(new Step(
                    ProjectNames.step(name, project == null ? "." : project),
                    phase,
                    role,
                    StepUser.DEVELOPER,
                    project,
                    null,
                    block,
                    all,
                    ".",
                    limits,
                    List.copyOf(new LinkedHashSet<>(evidence)),
                    Origin.PLAN));
        }

        /** What a build may ask for as the tests do, for example whether extensions are compiled. */
        private Map<String, String> buildEnv() {
            Map<String, String> all = new TreeMap<>();
            projects.forEach(p -> p.tests().env().forEach(all::putIfAbsent));
            return all;
        }

        private static Map<String, String> env() {
            Map<String, String> env = new LinkedHashMap<>();
            env.put("PATH", "${TREE}/.venv/bin:${HOME}/.local/bin:${PATH}");
            env.put("VIRTUAL_ENV", "${TREE}/.venv");
            return env;
        }

        private List<VersionProbe> versions() {
            List<VersionProbe> probes = new ArrayList<>(List.of(
                    new VersionProbe("python", "python -c 'import platform; print(platform.python_version())'"),
                    new VersionProbe("uv", "uv --version | cut -d ' ' -f 2")));
            if (projects.stream().anyMatch(p -> p.tests().runner().equals(TestPlan.PYTEST))) {
                probes.add(new VersionProbe("pytest", "python -c 'import pytest; print(pytest.__version__)'"));
            }
            return probes;
        }

        private List<ProjectCommands> commands() {
            return projects.stream()
                    .map(project -> new ProjectCommands(project.path(), commands(project)))
                    .toList();
        }

        private Commands commands(ProjectSteps first) {
            List<String> build = first.selection().installable()
                    ? CommandLine.with(literal(buildEnv()), new PythonInstall(input, route, first).rebuild())
                    : List.of();
            List<String> runner = CommandLine.with(
                    literal(first.tests().env()),
                    first.tests().runner().equals(TestPlan.UNITTEST)
                            ? List.of("python", "-m", "unittest")
                            : List.of("python", "-m", "pytest"));
            List<String> options = first.tests().noCoverage() ? List.of("--no-cov") : List.of();
            return new Commands(
                    build,
                    joined(runner, arguments(first)),
                    joined(joined(runner, options), List.of("{file}")),
                    joined(joined(runner, options), List.of("{test}")),
                    build);
        }

        /** Without the values that the shell would expand: an argument list can't give them. */
        private static Map<String, String> literal(Map<String, String> env) {
            Map<String, String> literal = new TreeMap<>(env);
            literal.values().removeIf(value -> value.contains("$"));
            return literal;
        }

        private static List<String> joined(List<String> first, List<String> second) {
            List<String> all = new ArrayList<>(first);
            all.addAll(second);
            return all;
        }

        private List<Warning> warnings() {
            List<Warning> warnings = new ArrayList<>();
            projects.forEach(p -> warnings.addAll(PythonWarnings.of(input, route, interpreter, p)));
            Set<Warning> distinct = new LinkedHashSet<>(warnings);
            return List.copyOf(distinct);
        }
    }
}
