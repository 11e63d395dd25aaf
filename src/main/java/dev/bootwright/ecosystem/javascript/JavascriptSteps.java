package dev.bootwright.ecosystem.javascript;

import dev.bootwright.base.EcosystemId;
import dev.bootwright.base.StepId;
import dev.bootwright.contract.ProjectCommands;
import dev.bootwright.contract.ProjectNames;
import dev.bootwright.contract.ShellText;
import dev.bootwright.contract.StepProposal;
import dev.bootwright.contract.StepProposal.LockSpec;
import dev.bootwright.contract.StepProposal.VersionProbe;
import dev.bootwright.contract.StepProposer;
import dev.bootwright.discover.Finding;
import dev.bootwright.ecosystem.javascript.read.NodeSubjects;
import dev.bootwright.ecosystem.javascript.read.PackageDetector;
import dev.bootwright.plan.BootstrapPlan;
import dev.bootwright.plan.BootstrapPlan.PlannedProject;
import dev.bootwright.plan.PlanningInput;
import dev.bootwright.step.Commands;
import dev.bootwright.step.Origin;
import dev.bootwright.step.Phase;
import dev.bootwright.step.Role;
import dev.bootwright.step.Route;
import dev.bootwright.step.Step;
import dev.bootwright.step.StepLimits;
import dev.bootwright.step.StepUser;
import dev.bootwright.version.npm.NpmVersion;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** Turns a route into steps: one installation a root, then build, collect and execute steps a package. */
final class JavascriptSteps implements StepProposer {
    private static final String HOME = "${HOME}/.local/share/node/node_modules/";
    private static final StepLimits SYSTEM = new StepLimits(1800, 900);
    private static final StepLimits DOWNLOAD = new StepLimits(2400, 900);
    private static final StepLimits COMPILE = new StepLimits(1800, 900);
    private static final StepLimits CHECK = new StepLimits(300, 300);
    private static final StepLimits SUITE = new StepLimits(1800, 900);

    @Override
    public EcosystemId ecosystem() {
        return PackageDetector.JAVASCRIPT;
    }

    @Override
    public StepProposal propose(PlanningInput input, BootstrapPlan plan, Route route) {
        return new Proposal(input, plan, route).build();
    }

    private static final class Proposal {
        private final PlanningInput input;
        private final Route route;
        private final NodeFacts facts;
        private final NpmVersion node;
        private final TestSuite suite;
        private final Map<String, List<TestStage>> stages = new LinkedHashMap<>();
        private final Map<String, PackageManager> managers = new LinkedHashMap<>();
        private final RunnerBlocks blocks;
        private final List<LockSpec> locks = new ArrayList<>();
        private final List<Step> steps = new ArrayList<>();

        Proposal(PlanningInput input, BootstrapPlan plan, Route route) {
            this.input = input;
            this.route = route;
            this.facts = new NodeFacts(input.report());
            this.node = NpmVersion.parse(route.toolchains().getFirst().version());
            this.suite = TestSuite.of(input, facts);
            for (PlannedProject project : plan.projects()) {
                List<TestStage> found = suite.stages().getOrDefault(project.path(), List.of());
                stages.put(project.path(), found.isEmpty() ? List.of(nothing(project.path())) : found);
                String root = facts.installRoot(project.path());
                managers.computeIfAbsent(root, r -> PackageManager.of(input, facts, r));
            }
            this.blocks = new RunnerBlocks(facts, node, isPlugAndPlay());
        }

        /** Where nothing says how tests are run: Node's own runner looks for them, and finds none or some. */
        private static TestStage nothing(String project) {
            return new TestStage(Runner.NODE_TEST, project, project, List.of("node", "--test"), Map.of(), List.of());
        }

        private boolean isPlugAndPlay() {
            PackageManager first = managers.values().iterator().next();
            return first.kind().equals("yarn-berry")
                    && facts.option(first.root(), "nodeLinker")
                            .map(f -> f.attributes().getOrDefault("value", "").equals("pnp"))
                            .orElse(true);
        }

        StepProposal build() {
            system();
            toolchain();
            managers.values().forEach(this::dependencies);
            builds();
            doctor();
            stages.forEach((project, all) -> numbered(project, all, this::collect));
            stages.forEach((project, all) -> numbered(project, all, this::strongest));
            return new StepProposal(
                    Map.of(
                            "PATH",
                            HOME + "node-linux-" + architecture() + "/bin:" + HOME
                                    + ".bin:${PATH}:${TREE}/node_modules/.bin"),
                    steps,
                    List.of(),
                    locks,
                    List.of(new VersionProbe("node", "node --version | sed 's/^v//'")),
                    commands(),
                    new JavascriptWarnings(input, route, facts, suite, managers).all());
        }

        private String architecture() {
            return input.architecture().equals("amd64") ? "x64" : input.architecture();
        }

        private void system() {
            NodeSystemPackages packages = NodeSystemPackages.of(input, NodeClient.of(route));
            add(
                    "node-system-packages",
                    Phase.SYSTEM,
                    Role.INSTALL,
                    null,
                    packages.block(),
                    SYSTEM,
                    packages.evidence());
        }

        private void toolchain() {
            Set<String> wanted = new LinkedHashSet<>(List.of("node-linux-" + architecture() + "@" + node));
            managers.values().forEach(m -> wanted.addAll(m.packages(node)));
            String block = NodeClient.of(route).install(ShellText.quote(List.copyOf(wanted)))
                    + "\nnode --version\ntest \"$(node --version)\" = v" + node;
            add("node-toolchain", Phase.TOOLCHAIN, Role.INSTALL, null, block, DOWNLOAD, route.evidence());
        }

        private void dependencies(PackageManager manager) {
            String root = manager.root();
            List<String> evidence = new ArrayList<>(manager.evidence());
            evidence.addAll(facts.ids(NodeSubjects.DEPENDENCIES, root));
            String date = route.asOf() == null ? "" : route.asOf().toString();
            StringBuilder block = new StringBuilder(manager.install(facts, date));
            if (manager.kind().equals("npm") && !manager.isLocked()) {
                locks.add(NodeLocks.of(root));
            }
            if (manager.skipsScripts(facts) && facts.tool(root, "patch-package").isPresent()) {
                block.append("\nnode_modules/.bin/patch-package");
            }
            Map<String, String> env = new TreeMap<>();
            env.put("npm_config_nodedir", HOME + "node-linux-" + architecture());
            downloads(root).forEach(env::putAll);
            steps.add(new Step(
                    ProjectNames.step("node-dependencies", root),
                    Phase.DEPENDENCIES,
                    Role.INSTALL,
                    StepUser.DEVELOPER,
                    null,
                    null,
                    block.toString(),
                    env,
                    root,
                    DOWNLOAD,
                    evidence,
                    Origin.PLAN));
        }

        /** Browsers and the like that packages fetch while they are installed; no test here needs them. */
        private List<Map<String, String>> downloads(String root) {
            return facts.report().of(NodeSubjects.DOWNLOAD).stream()
                    .filter(f -> facts.installRoot(f.project()).equals(root))
                    .map(f -> switch (f.value()) {
                        case "puppeteer" ->
                            Map.of("PUPPETEER_SKIP_DOWNLOAD", "true", "PUPPETEER_SKIP_CHROMIUM_DOWNLOAD", "true");
                        case "playwright" -> Map.of("PLAYWRIGHT_SKIP_BROWSER_DOWNLOAD", "1");
                        case "cypress" -> Map.of("CYPRESS_INSTALL_BINARY", "0");
                        case "electron" -> Map.of("ELECTRON_SKIP_BINARY_DOWNLOAD", "1");
                        default -> Map.of("CHROMEDRIVER_SKIP_DOWNLOAD", "true");
                    })
                    .toList();
        }

        private void builds() {
            for (BuildPlan.Build build : new BuildPlan(input, facts, suite, stages.keySet()).all()) {
                PackageManager manager = managers.get(facts.installRoot(build.project()));
                String program = manager == null ? "npm" : manager.kind().replace("yarn-berry", "yarn");
                add(
                        build.script().equals("build")
                                ? "node-build"
                                : "node-build-" + ProjectNames.slug(build.script()),
                        Phase.BUILD,
                        Role.BUILD,
                        build.project(),
                        program + " run " + ShellText.quote(build.script()),
                        COMPILE,
                        build.evidence());
            }
        }

        private void doctor() {
            add(
                    "node-doctor-toolchain",
                    Phase.DOCTOR,
                    Role.CHECK,
                    null,
                    "test \"$(node --version)\" = v" + node,
                    CHECK,
                    route.toolchains().getFirst().evidence());
            for (PackageManager manager : managers.values()) {
                boolean external = facts.first(NodeSubjects.DEPENDENCIES, manager.root())
                        .map(f -> !f.value().equals("0"))
                        .orElse(false);
                if (external) {
                    add(
                            "node-doctor-dependencies",
                            Phase.DOCTOR,
                            Role.CHECK,
                            manager.root(),
                            isPlugAndPlay() ? "test -e .pnp.cjs -o -e .pnp.js" : "test -d node_modules",
                            CHECK,
                            facts.ids(NodeSubjects.DEPENDENCIES, manager.root()));
                }
            }
        }

        @FunctionalInterface
        private interface Write {
            void step(String project, TestStage stage, int number);
        }

        private static void numbered(String project, List<TestStage> all, Write write) {
            for (int i = 0; i < all.size(); i++) {
                write.step(project, all.get(i), i);
            }
        }

        private void collect(String project, TestStage stage, int number) {
            StepId id = testId("collect", stage, number);
            test(id, Phase.MINIMAL, Role.COLLECT, project, stage, blocks.collect(stage, id));
        }

        private void strongest(String project, TestStage stage, int number) {
            StepId id = testId("strongest", stage, number);
            test(id, Phase.STRONGEST, Role.EXECUTE, project, stage, blocks.execute(stage, id));
        }

        private static StepId testId(String what, TestStage stage, int number) {
            return ProjectNames.step(
                    stage.runner().id() + "-" + what + (number == 0 ? "" : "-" + (number + 1)), stage.project());
        }

        private void test(StepId id, Phase phase, Role role, String project, TestStage stage, String block) {
            List<String> evidence = new ArrayList<>(stage.evidence());
            evidence.addAll(facts.ids(NodeSubjects.TESTS, project));
            evidence.removeIf(String::isEmpty);
            Map<String, String> env = new TreeMap<>(RunnerBlocks.env(stage));
            if (!project.equals(".")) {
                env.put("PATH", "${TREE}/" + project + "/node_modules/.bin:${PATH}");
            }
            boolean asked = input.overrides().testCommand() != null && role == Role.EXECUTE;
            steps.add(new Step(
                    id,
                    phase,
                    role,
                    StepUser.DEVELOPER,
                    project,
                    stage.runner().id(),
                    block,
                    env,
                    stage.directory(),
                    SUITE,
                    evidence.stream().distinct().toList(),
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
                    system ? Map.of("DEBIAN_FRONTEND", "noninteractive") : Map.of(),
                    project == null ? "." : project,
                    limits,
                    evidence.stream().distinct().toList(),
                    Origin.PLAN));
        }

        private List<ProjectCommands> commands() {
            return stages.entrySet().stream()
                    .map(project ->
                            new ProjectCommands(project.getKey(), commands(project.getKey(), project.getValue())))
                    .toList();
        }

        /** One file and one test are of the first suite. */
        private Commands commands(String project, List<TestStage> suites) {
            TestStage stage = suites.getFirst();
            Optional<Finding> build = facts.script(project, "build");
            PackageManager manager = managers.get(facts.installRoot(project));
            String program = manager == null ? "npm" : manager.kind().replace("yarn-berry", "yarn");
            List<String> make = build.isPresent() ? List.of(program, "run", "build") : List.of();
            return new Commands(
                    make,
                    ProjectCommands.inTurn(suites.stream()
                            .map(suite -> blocks.command(suite, List.of()))
                            .toList()),
                    fileCommand(stage, List.of()),
                    fileCommand(stage, one(stage.runner())),
                    make);
        }

        private List<String> fileCommand(TestStage stage, @Nullable List<String> more) {
            if (more == null || stage.runner() == Runner.SCRIPT) {
                return List.of();
            }
            List<String> all = new ArrayList<>(more);
            if (stage.runner() == Runner.JEST) {
                all.add("--runTestsByPath");
            }
            all.add("{file}");
            return blocks.command(stage, all);
        }

        private static @Nullable List<String> one(Runner runner) {
            return switch (runner) {
                case JEST, VITEST -> List.of("-t", "^{test}$");
                case MOCHA -> List.of("--grep", "^{test}$");
                case NODE_TEST -> List.of("--test-name-pattern=^{test}$");
                case AVA, TAP, JASMINE, UVU, SCRIPT -> null;
            };
        }
    }
}
