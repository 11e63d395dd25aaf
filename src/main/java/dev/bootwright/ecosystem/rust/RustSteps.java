package dev.bootwright.ecosystem.rust;

import dev.bootwright.base.EcosystemId;
import dev.bootwright.base.StepId;
import dev.bootwright.contract.AptInstall;
import dev.bootwright.contract.ProjectCommands;
import dev.bootwright.contract.ProjectNames;
import dev.bootwright.contract.ShellText;
import dev.bootwright.contract.StepProposal;
import dev.bootwright.contract.StepProposal.LockSpec;
import dev.bootwright.contract.StepProposal.VersionProbe;
import dev.bootwright.contract.StepProposer;
import dev.bootwright.discover.Finding;
import dev.bootwright.plan.BootstrapPlan;
import dev.bootwright.plan.BootstrapPlan.PlannedProject;
import dev.bootwright.plan.PlanningInput;
import dev.bootwright.step.CommandLine;
import dev.bootwright.step.Commands;
import dev.bootwright.step.DependencyPolicy;
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
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** Turns a Rust route into steps: one of each kind a folder where cargo runs. */
final class RustSteps implements StepProposer {
    static final String RUNNER = "cargo";

    private static final List<String> NEEDED =
            List.of("ca-certificates", "g++", "gcc", "git", "libc6-dev", "make", "pkg-config");
    private static final String NOT_ASKED =
            "rust.*|cargo.*|docker.*|podman.*|apt-.*|sudo|curl|wget|software-properties-common|gnupg.*|lsb-release|build-essential|gcc-.*cross.*|gcc-multilib|mingw.*|musl.*|qemu.*";

    private static final StepLimits SYSTEM = new StepLimits(1800, 600);
    private static final StepLimits DOWNLOAD = new StepLimits(1800, 900);
    private static final StepLimits COMPILE = new StepLimits(3600, 1800);
    private static final StepLimits CHECK = new StepLimits(300, 300);
    private static final StepLimits SUITE = new StepLimits(1800, 900);

    @Override
    public EcosystemId ecosystem() {
        return RustEcosystem.ID;
    }

    @Override
    public StepProposal propose(PlanningInput input, BootstrapPlan plan, Route route) {
        return new Proposal(input, plan, route).build();
    }

    private static final class Proposal {
        private final PlanningInput input;
        private final Route route;
        private final RustFacts facts;
        private final ToolchainChoice toolchain;
        private final boolean rustup;
        private final Map<String, RustSuite> suites = new LinkedHashMap<>();
        private final List<LockSpec> locks = new ArrayList<>();
        private final List<Step> steps = new ArrayList<>();

        Proposal(PlanningInput input, BootstrapPlan plan, Route route) {
            this.input = input;
            this.route = route;
            this.facts = new RustFacts(input);
            this.toolchain = route.toolchains().getFirst();
            this.rustup = toolchain.source().equals(RustToolchains.RUSTUP);
            for (PlannedProject project : plan.projects()) {
                suites.put(project.path(), RustSuite.of(input, project.path()));
            }
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
                    environment(),
                    steps,
                    List.of(),
                    locks,
                    List.of(new VersionProbe("rustc", "rustc --version"), new VersionProbe("cargo", "cargo --version")),
                    commands(),
                    new RustWarnings(input, route, facts, suites).all());
        }

        /** Flags as of cargo's configuration, so that flags in the project's own are kept. */
        private Map<String, String> environment() {
            Map<String, String> env = new TreeMap<>();
            if (rustup) {
                env.put("RUSTUP_TOOLCHAIN", toolchain.version());
            }
            if (RustToolchains.isNewerThanCode(toolchain, input)) {
                env.put("CARGO_BUILD_RUSTFLAGS", "--cap-lints=warn");
            }
            return env;
        }

        private void system() {
            Set<String> evidence = new LinkedHashSet<>(toolchain.evidence());
            TreeSet<String> needed = new TreeSet<>(NEEDED);
            needed.addAll(rustup ? List.of("rustup") : List.of("cargo", "rustc"));
            TreeSet<String> asked = new TreeSet<>();
            for (String project : suites.keySet()) {
                List<Finding> found = input.report().of(RustSubjects.LIBRARY, project);
                asked.addAll(RustLibraries.packages(
                        found.stream().map(Finding::value).toList()));
                found.forEach(f -> evidence.add(f.id()));
            }
            input.report().of(RustSubjects.SYSTEM_PACKAGE).stream()
                    .filter(f -> "true".equals(f.attributes().get("tests")))
                    .filter(f -> !f.value().matches(NOT_ASKED))
                    .forEach(f -> {
                        asked.add(f.value());
                        evidence.add(f.id());
                    });
            asked.removeAll(needed);
            add(
                    "rust-system-packages",
                    Phase.SYSTEM,
                    Role.INSTALL,
                    null,
                    AptInstall.block(List.copyOf(needed), List.copyOf(asked)),
                    SYSTEM,
                    List.copyOf(evidence));
        }

        private void toolchain() {
            String block = "rustc --version\ncargo --version\n" + check();
            if (rustup) {
                block = "rustup toolchain install " + toolchain.version() + " --profile minimal --no-self-update"
                        + components() + "\n" + block;
            }
            add("rust-toolchain", Phase.TOOLCHAIN, Role.INSTALL, null, block, DOWNLOAD, toolchain.evidence());
        }

        /** The parts that the project's own file asks for and that tests may call. */
        private String components() {
            return input.report().of(RustSubjects.TOOLCHAIN).stream()
                    .flatMap(f -> List.of(
                            f.attributes().getOrDefault("components", "").split(" "))
                            .stream())
                    .filter(c -> c.matches("rustfmt|clippy|rust-src|llvm-tools(-preview)?|rustc-dev"))
                    .distinct()
                    .sorted()
                    .reduce("", (all, c) -> all + " --component " + c);
        }

        private String check() {
            String version = toolchain.version();
            if (!version.matches("1\\.[0-9.]+")) {
                String channel = version.replaceFirst("-.*", "");
                return channel.equals("stable")
                        ? "rustc --version | grep -E '^rustc 1\\.[0-9.]+ '"
                        : "rustc --version | grep -F -e '-" + channel + "'";
            }
            String end = version.matches("1\\.[0-9]+") ? "." : " ";
            return "[[ \"$(rustc --version)\" == 'rustc " + version + end + "'* ]]";
        }

        private void dependencies(String project) {
            boolean locked = facts.isLocked(project) && route.policy() == DependencyPolicy.LOCKED;
            String block = "cargo fetch --locked";
            if (!locked) {
                block = CargoLocks.resolve(project, route.asOf());
                locks.add(CargoLocks.captured(project));
            }
            add(
                    "rust-dependencies",
                    Phase.DEPENDENCIES,
                    Role.INSTALL,
                    project,
                    block,
                    DOWNLOAD,
                    facts.ids(RustSubjects.LOCK, project));
        }

        /**
         * Tests build what they need, programs of their package too, and parts with other features than {@code cargo build}
         * would: to build both is to build much twice. In a workspace tests may call another package's programs.
         */
        private void build(String project, RustSuite suite) {
            boolean tested = facts.hasTests(project);
            String build = ShellText.quote(cargo("build", suite));
            String block = build;
            if (tested) {
                List<String> words = cargo("test", suite);
                words.add("--no-run");
                String failing = "  echo 'not all tests build: the run of the suite tells which'\n";
                block = "if ! " + ShellText.quote(words) + "; then\n" + failing
                        + (facts.isWorkspace(project) ? "fi\n" + build : "  " + build + "\nfi");
            }
            List<String> evidence = new ArrayList<>(facts.ids(RustSubjects.PACKAGE, project));
            evidence.addAll(tested ? facts.ids(RustSubjects.TESTS, project) : List.of());
            add("rust-build", Phase.BUILD, Role.BUILD, project, block, COMPILE, evidence);
        }

        private static List<String> cargo(String verb, RustSuite suite) {
            List<String> words = new ArrayList<>(List.of("cargo", verb, "--locked"));
            words.addAll(suite.selection());
            words.addAll(suite.features());
            return words;
        }

        private void doctor() {
            add("rust-doctor-toolchain", Phase.DOCTOR, Role.CHECK, null, check(), CHECK, toolchain.evidence());
            for (String project : suites.keySet()) {
                add(
                        "rust-doctor-packages",
                        Phase.DOCTOR,
                        Role.CHECK,
                        project,
                        "test -s Cargo.lock\ntest \"$(cargo locate-project --workspace --message-format plain)\" = \"$PWD/Cargo.toml\"",
                        CHECK,
                        facts.ids(RustSubjects.PACKAGE, project));
            }
        }

        private void collect(String project, RustSuite suite) {
            List<String> words = cargo("test", suite);
            words.addAll(List.of("--no-fail-fast", "--", "--list"));
            test("rust-collect", Phase.MINIMAL, Role.COLLECT, project, suite, words, COMPILE);
        }

        private void strongest(String project, RustSuite suite) {
            test("rust-strongest", Phase.STRONGEST, Role.EXECUTE, project, suite, testWords(suite), SUITE);
        }

        private List<String> testWords(RustSuite suite) {
            List<String> words = cargo("test", suite);
            words.add("--no-fail-fast");
            List<String> harness = new ArrayList<>(suite.harness());
            input.overrides().excluded().forEach(e -> harness.add("--skip=" + e.selector()));
            if (!harness.isEmpty()) {
                words.add("--");
                words.addAll(harness);
            }
            return words;
        }

        private void test(
                String name,
                Phase phase,
                Role role,
                String project,
                RustSuite suite,
                List<String> words,
                StepLimits limits) {
            StepId id = ProjectNames.step(name, project);
            List<String> evidence = new ArrayList<>(suite.evidence());
            evidence.addAll(facts.ids(RustSubjects.TESTS, project));
            String asked = role == Role.EXECUTE ? input.overrides().testCommand() : null;
            String command = asked == null ? ShellText.quote(words) : asked;
            steps.add(new Step(
                    id,
                    phase,
                    role,
                    StepUser.DEVELOPER,
                    project,
                    RUNNER,
                    command + " 2>&1 | tee \"$BOOTWRIGHT_REPORTS/" + id + ".txt\"",
                    suite.env(),
                    project,
                    limits,
                    evidence,
                    asked == null ? Origin.PLAN : Origin.override("test-command")));
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
                    evidence,
                    Origin.PLAN));
        }

        private List<ProjectCommands> commands() {
            return suites.entrySet().stream()
                    .map(suite -> new ProjectCommands(suite.getKey(), commands(suite.getValue())))
                    .toList();
        }

        private Commands commands(RustSuite suite) {
            List<String> build = cargo("build", suite);
            List<String> test = cargo("test", suite);
            List<String> all = testWords(suite);
            List<String> one = new ArrayList<>(test);
            one.addAll(List.of("--", "--exact", "{test}"));
            List<String> file = new ArrayList<>(List.of("bash", "-c", FILE, "--", "{file}"));
            file.addAll(test);
            return new Commands(
                    CommandLine.with(Map.of(), build),
                    CommandLine.with(suite.env(), all),
                    CommandLine.with(suite.env(), file),
                    CommandLine.with(suite.env(), one),
                    CommandLine.with(Map.of(), build));
        }

        /** A file below {@code tests} is a target of its own; others are found in the library's and programs' targets. */
        private static final String FILE = "file=$1; shift; case \"$file\" in tests/*.rs|*/tests/*.rs)"
                + " exec \"$@\" --test \"$(basename \"$file\" .rs)\" ;; *) exec \"$@\" --tests ;; esac";
    }
}
