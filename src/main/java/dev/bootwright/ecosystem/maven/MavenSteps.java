package dev.bootwright.ecosystem.maven;

import dev.bootwright.base.EcosystemId;
import dev.bootwright.contract.ProjectCommands;
import dev.bootwright.contract.ProjectNames;
import dev.bootwright.contract.ShellText;
import dev.bootwright.contract.StepProposal;
import dev.bootwright.contract.StepProposal.LockSpec;
import dev.bootwright.contract.StepProposal.VersionProbe;
import dev.bootwright.contract.StepProposer;
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
import dev.bootwright.step.ToolchainChoice;
import dev.bootwright.toolchain.JdkReleases;
import dev.bootwright.version.maven.MavenVersion;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** Turns a route into steps: one JDK and one Maven for all, then each reactor built, listed and tested as a whole. */
final class MavenSteps implements StepProposer {
    private static final StepLimits SYSTEM = new StepLimits(1800, 600);
    private static final StepLimits DOWNLOAD = new StepLimits(1800, 900);
    private static final StepLimits COMPILE = new StepLimits(3600, 1800);
    private static final StepLimits CHECK = new StepLimits(300, 300);
    private static final StepLimits SUITE = new StepLimits(3600, 1200);
    private static final String LOCK = "maven-artifacts.txt";
    private static final String RESOLVED =
            "find \"${HOME}/.m2/repository\" -name '*.jar' -printf '%P\\n' | LC_ALL=C sort";

    @Override
    public EcosystemId ecosystem() {
        return MavenEcosystem.ID;
    }

    @Override
    public StepProposal propose(PlanningInput input, BootstrapPlan plan, Route route) {
        return new Proposal(input, plan, route).build();
    }

    private static final class Proposal {
        private final PlanningInput input;
        private final Route route;
        private final MavenProjects facts;
        private final JdkReleases.Jdk jdk;
        private final ToolchainChoice maven;
        private final MavenBlocks blocks;
        private final Map<String, MavenSuite> suites = new LinkedHashMap<>();
        private final List<Step> steps = new ArrayList<>();

        Proposal(PlanningInput input, BootstrapPlan plan, Route route) {
            this.input = input;
            this.route = route;
            this.facts = new MavenProjects(input);
            this.jdk = JdkReleases.of(
                            Integer.parseInt(route.toolchains().getFirst().version()))
                    .orElseThrow();
            this.maven = route.toolchains().get(1);
            this.blocks = new MavenBlocks(MavenVersion.parse(maven.version()));
            plan.projects().stream()
                    .map(PlannedProject::path)
                    .forEach(path -> suites.put(path, MavenSuite.of(input, path)));
        }

        StepProposal build() {
            MavenSystemPackages packages = MavenSystemPackages.of(input, jdk);
            Set<String> evidence =
                    new LinkedHashSet<>(route.toolchains().getFirst().evidence());
            evidence.addAll(packages.evidence());
            add(
                    "java-system-packages",
                    Phase.SYSTEM,
                    Role.INSTALL,
                    null,
                    packages.block(),
                    SYSTEM,
                    List.copyOf(evidence));
            toolchain();
            List<String> projects = List.copyOf(suites.keySet());
            suites.forEach((project, suite) -> build(project, suite, project.equals(projects.getLast())));
            doctor();
            suites.forEach(this::collect);
            suites.forEach(this::strongest);
            Map<String, String> env = new TreeMap<>();
            env.put(
                    "JAVA_HOME",
                    "/usr/lib/jvm/java-" + jdk.feature() + "-openjdk-"
                            + route.base().architecture());
            if (isFromRegistry()) {
                env.put("PATH", MavenBlocks.SHARE + "/apache-maven-" + maven.version() + "/bin:${PATH}");
            }
            return new StepProposal(
                    env,
                    steps,
                    List.of(),
                    List.of(new LockSpec(LOCK, RESOLVED)),
                    List.of(
                            new VersionProbe(
                                    "java",
                                    "\"$JAVA_HOME/bin/java\" -version 2>&1 | sed -n 's/.* version \"\\(.*\\)\".*/\\1/p'"),
                            new VersionProbe(
                                    "maven",
                                    "mvn -B --version | sed -n 's/.*Apache Maven \\([0-9][0-9A-Za-z.-]*\\).*/\\1/p'")),
                    commands(),
                    new MavenWarnings(input, route, facts, suites).all());
        }

        private boolean isFromRegistry() {
            return maven.source().equals("registry");
        }

        private void toolchain() {
            List<String> evidence =
                    new ArrayList<>(route.toolchains().getFirst().evidence());
            evidence.addAll(maven.evidence());
            String block = (isFromRegistry() ? blocks.install() : "") + blocks.check(jdk.feature());
            add("java-toolchain", Phase.TOOLCHAIN, Role.INSTALL, null, block, DOWNLOAD, evidence);
        }

        /** Maven resolves while it builds, so that a reactor's dependencies cannot be brought by a step of their own. */
        private void build(String project, MavenSuite suite, boolean last) {
            String lock =
                    (project.equals(".") ? "" : "../".repeat(project.split("/").length)) + ".bootstrap/lock/" + LOCK;
            String block = MavenBlocks.jvm(suite.jvm()) + blocks.call(compiling(suite));
            for (String agent : facts.values(MavenSubjects.AGENT, project)) {
                block += "\n" + blocks.call(MavenBlocks.fetching(agent));
            }
            if (last) {
                block += """

                        if [ -s %1$s ]; then
                          %2$s | diff %1$s - || {
                            echo "Maven brought (>) other files than the contract's lock names (<): a version that no POM fixes has moved" >&2
                            exit 1
                          }
                        fi""".formatted(lock, RESOLVED);
            }
            List<String> evidence = new ArrayList<>(suite.evidence());
            for (String subject : List.of(
                    MavenSubjects.PROJECT, MavenSubjects.MODULE, MavenSubjects.CONFIGURATION, MavenSubjects.AGENT)) {
                evidence.addAll(facts.all(subject, project));
            }
            add("maven-build", Phase.BUILD, Role.INSTALL, project, block, COMPILE, evidence);
        }

        /** Compiles everything, tests included; modules are packaged where CI's own phase packages them too. */
        private List<String> compiling(MavenSuite suite) {
            List<String> arguments = new ArrayList<>(suite.arguments());
            arguments.add("-DskipTests");
            if (!suite.phase().equals("test")
                    && !suite.integrates()
                    && !arguments.contains(MavenSuite.WITHOUT_INTEGRATION)) {
                arguments.add(MavenSuite.WITHOUT_INTEGRATION);
            }
            arguments.add(suite.phase().equals("test") ? "test-compile" : "package");
            return arguments;
        }

        /** Failures are let pass so that modules which need a failed one are tested too; they are counted by the reports. */
        private List<String> counted(String project, MavenSuite suite) {
            List<String> arguments = new ArrayList<>(testing(project, suite));
            arguments.add(1, SurefireSupport.GO_ON);
            return arguments;
        }

        private List<String> testing(String project, MavenSuite suite) {
            List<String> arguments = new ArrayList<>(List.of("-fae"));
            arguments.addAll(suite.arguments());
            arguments.addAll(MavenSuite.undone(input, project));
            arguments.add(suite.phase());
            return arguments;
        }

        private void doctor() {
            add(
                    "java-doctor-toolchain",
                    Phase.DOCTOR,
                    Role.CHECK,
                    null,
                    blocks.check(jdk.feature()),
                    CHECK,
                    route.toolchains().getFirst().evidence());
            for (String project : suites.keySet()) {
                if (facts.hasTests(project)) {
                    add(
                            "maven-doctor-classes",
                            Phase.DOCTOR,
                            Role.CHECK,
                            project,
                            "classes=\"$(find . -path '*/target/test-classes/*' -name '*.class' -print -quit)\"\ntest -n \"$classes\"",
                            CHECK,
                            facts.ids(MavenSubjects.TESTS, project));
                }
            }
        }

        private void collect(String project, MavenSuite suite) {
            String block = MavenBlocks.jvm(suite.jvm()) + blocks.call(compiling(suite));
            test("maven-collect", Phase.MINIMAL, Role.COLLECT, project, suite, block, COMPILE);
        }

        private void strongest(String project, MavenSuite suite) {
            String asked = input.overrides().testCommand();
            String call = asked == null ? blocks.call(counted(project, suite)) : asked;
            String block = MavenBlocks.jvm(suite.jvm()) + call;
            test("maven-strongest", Phase.STRONGEST, Role.EXECUTE, project, suite, block, SUITE);
        }

        private void test(
                String name,
                Phase phase,
                Role role,
                String project,
                MavenSuite suite,
                String block,
                StepLimits limits) {
            List<String> evidence = new ArrayList<>(suite.evidence());
            evidence.addAll(facts.ids(MavenSubjects.TESTS, project));
            boolean asked = input.overrides().testCommand() != null && role == Role.EXECUTE;
            steps.add(new Step(
                    ProjectNames.step(name, project),
                    phase,
                    role,
                    StepUser.DEVELOPER,
                    project,
                    SurefireSupport.RUNNER,
                    block,
                    suite.env(),
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
            MavenSuite suite = phase == Phase.BUILD && project != null ? suites.get(project) : null;
            Map<String, String> env = suite == null ? Map.of() : suite.env();
            steps.add(new Step(
                    ProjectNames.step(name, project == null ? "." : project),
                    phase,
                    role,
                    system ? StepUser.ROOT : StepUser.DEVELOPER,
                    project,
                    null,
                    block,
                    system ? Map.of("DEBIAN_FRONTEND", "noninteractive") : env,
                    project == null ? "." : project,
                    limits,
                    evidence,
                    Origin.PLAN));
        }

        private List<ProjectCommands> commands() {
            return suites.entrySet().stream()
                    .map(suite -> new ProjectCommands(suite.getKey(), commands(suite.getKey(), suite.getValue())))
                    .toList();
        }

        private Commands commands(String project, MavenSuite suite) {
            List<String> build = blocks.words(compiling(suite));
            List<String> narrow = new ArrayList<>(suite.arguments());
            narrow.addAll(MavenSuite.undone(input, project));
            narrow.addAll(SurefireSupport.WITHOUT_TESTS);
            List<String> one = new ArrayList<>(narrow);
            String phase = suite.phase().equals("test") ? "test" : "package";
            one.addAll(List.of("-Dtest={test}", phase));
            String file = "name=\"${1##*/}\" && exec " + ShellText.quote(blocks.words(narrow))
                    + " \"-Dtest=${name%.*}\" " + phase;
            return new Commands(
                    build,
                    blocks.words(testing(project, suite)),
                    List.of("bash", "-c", file, "--", "{file}"),
                    blocks.words(one),
                    build);
        }
    }
}
