package dev.bootwright.ecosystem.cpp;

import dev.bootwright.base.EcosystemId;
import dev.bootwright.base.StepId;
import dev.bootwright.contract.ProjectCommands;
import dev.bootwright.contract.ProjectNames;
import dev.bootwright.contract.StepProposal;
import dev.bootwright.contract.StepProposal.VersionProbe;
import dev.bootwright.contract.StepProposal.Warning;
import dev.bootwright.contract.StepProposer;
import dev.bootwright.discover.CiCommand;
import dev.bootwright.discover.Finding;
import dev.bootwright.format.shell.Invocation;
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
import dev.bootwright.toolchain.FileIndex;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** Turns a route into steps: packages once, then configure, build and tests of each project. */
final class CppSteps implements StepProposer {
    private static final StepLimits SYSTEM = new StepLimits(1800, 600);
    private static final StepLimits COMPILE = new StepLimits(3600, 1800);
    private static final StepLimits CHECK = new StepLimits(300, 300);
    private static final StepLimits SUITE = new StepLimits(900, 900);

    private final FileIndex.Source indexes;

    CppSteps(FileIndex.Source indexes) {
        this.indexes = indexes;
    }

    @Override
    public EcosystemId ecosystem() {
        return CppEcosystem.ID;
    }

    @Override
    public StepProposal propose(PlanningInput input, BootstrapPlan plan, Route route) {
        return new Proposal(input, plan, route, indexes.of(route.base())).build();
    }

    private static final class Proposal {
        private final PlanningInput input;
        private final Route route;
        private final CppSystemPackages packages;
        private final Map<String, CppBlocks> projects = new LinkedHashMap<>();
        private final Map<String, List<String>> evidence = new TreeMap<>();
        private final List<Step> steps = new ArrayList<>();

        Proposal(PlanningInput input, BootstrapPlan plan, Route route, FileIndex index) {
            this.input = input;
            this.route = route;
            List<CppFacts> facts = plan.projects().stream()
                    .map(PlannedProject::path)
                    .map(path -> new CppFacts(input, path))
                    .toList();
            this.packages = CppSystemPackages.of(input, facts, index);
            facts.forEach(this::project);
        }

        private void project(CppFacts facts) {
            BuildSystem system = facts.system();
            List<String> ids = new ArrayList<>(facts.ids(CppSubjects.BUILD));
            List<String> options = List.of();
            List<String> selection = List.of();
            if (system == BuildSystem.CMAKE) {
                CMakeOptions cmake = CMakeOptions.of(facts);
                List<String> words = new ArrayList<>(cmake.words());
                packages.sources()
                        .forEach((name, folder) ->
                                words.add("-DFETCHCONTENT_SOURCE_DIR_" + name.toUpperCase(Locale.ROOT) + "=" + folder));
                options = words;
                ids.addAll(cmake.evidence());
                selection = selection(facts, ids);
            } else if (system == BuildSystem.MESON) {
                options = facts.of(CppSubjects.TEST_OPTION).stream()
                        .filter(f -> f.attributes().getOrDefault("default", "").equals("off"))
                        .map(f -> "-D" + f.value() + "=" + f.attributes().getOrDefault("on", "true"))
                        .toList();
                ids.addAll(facts.ids(CppSubjects.TEST_OPTION));
            }
            evidence.put(facts.project(), ids);
            projects.put(
                    facts.project(),
                    new CppBlocks(facts, system, directory(facts), facts.target(system), options, selection));
        }

        /** What CI itself leaves out of CTest. */
        private static List<String> selection(CppFacts facts, List<String> ids) {
            for (CiCommand command : CppFacts.testCommands(facts.input())) {
                for (Invocation call : CppFacts.calls(command)) {
                    List<String> words = call.arguments();
                    for (String option : List.of("-E", "-LE")) {
                        int at = words.indexOf(option);
                        if (call.program().equals("ctest")
                                && at >= 0
                                && at + 1 < words.size()
                                && !words.get(at + 1).contains("$")) {
                            ids.add(command.id());
                            return List.of(option, words.get(at + 1));
                        }
                    }
                }
            }
            return List.of();
        }

        private static String directory(CppFacts facts) {
            return facts.of(CppSubjects.BUILD).stream()
                    .map(f -> f.attributes().getOrDefault("directory", ""))
                    .filter(d -> !d.isEmpty())
                    .findFirst()
                    .orElse("build");
        }

        StepProposal build() {
            List<String> system = new ArrayList<>(packages.evidence());
            system.addAll(route.evidence());
            add("cpp-system-packages", Phase.SYSTEM, Role.INSTALL, null, packages.block(), SYSTEM, system);
            add(
                    "cpp-toolchain",
                    Phase.TOOLCHAIN,
                    Role.INSTALL,
                    null,
                    "cc --version\nc++ --version",
                    CHECK,
                    route.evidence());
            projects.forEach((path, blocks) -> {
                if (!blocks.configure().isEmpty()) {
                    add("cpp-configure", Phase.BUILD, Role.BUILD, path, blocks.configure(), COMPILE, ids(path));
                }
                add("cpp-build", Phase.BUILD, Role.BUILD, path, blocks.build(), COMPILE, ids(path));
                if (!blocks.testBuild().isEmpty()) {
                    add("cpp-test-build", Phase.BUILD, Role.BUILD, path, blocks.testBuild(), COMPILE, ids(path));
                }
            });
            String compiler = "gcc -dumpversion | grep -E '^"
                    + route.toolchains().getFirst().version() + "([.]|$)'";
            add("cpp-doctor-compiler", Phase.DOCTOR, Role.CHECK, null, compiler, CHECK, route.evidence());
            projects.forEach((path, blocks) ->
                    add("cpp-doctor-build", Phase.DOCTOR, Role.CHECK, path, blocks.check(), CHECK, ids(path)));
            projects.forEach((path, blocks) -> test("cpp-collect", Phase.MINIMAL, Role.COLLECT, path, blocks));
            projects.forEach((path, blocks) -> test("cpp-strongest", Phase.STRONGEST, Role.EXECUTE, path, blocks));
            return new StepProposal(Map.of(), steps, List.of(), List.of(), versions(), commands(), warnings());
        }

        private List<String> ids(String path) {
            return evidence.getOrDefault(path, List.of());
        }

        private void test(String name, Phase phase, Role role, String path, CppBlocks blocks) {
            StepId id = ProjectNames.step(name, path);
            String asked = input.overrides().testCommand();
            String own = role == Role.COLLECT ? blocks.collect(id) : blocks.strongest(id);
            boolean replaced = asked != null && role == Role.EXECUTE;
            String block = replaced ? "{ " + asked + "\n} 2>&1 | tee \"$BOOTWRIGHT_REPORTS/" + id + ".txt\"" : own;
            steps.add(new Step(
                    id,
                    phase,
                    role,
                    StepUser.DEVELOPER,
                    path,
                    replaced ? MakeSupport.RUNNER : blocks.facts().runner(blocks.system()),
                    block,
                    Map.of(),
                    path,
                    role == Role.COLLECT ? COMPILE : SUITE,
                    tests(path),
                    replaced ? Origin.override("test-command") : Origin.PLAN));
        }

        private List<String> tests(String path) {
            List<String> all = new ArrayList<>(ids(path));
            all.addAll(new CppFacts(input, path).ids(CppSubjects.TESTS));
            CppFacts.testCommands(input).stream().map(CiCommand::id).forEach(all::add);
            return all.stream().distinct().toList();
        }

        private void add(
                String name,
                Phase phase,
                Role role,
                @Nullable String project,
                String block,
                StepLimits limits,
                List<String> ids) {
            boolean system = phase == Phase.SYSTEM;
            String folder = project == null ? "." : project;
            steps.add(new Step(
                    ProjectNames.step(name, folder),
                    phase,
                    role,
                    system ? StepUser.ROOT : StepUser.DEVELOPER,
                    project,
                    null,
                    block,
                    system ? Map.of("DEBIAN_FRONTEND", "noninteractive") : Map.of(),
                    folder,
                    limits,
                    ids.stream().distinct().toList(),
                    Origin.PLAN));
        }

        private List<VersionProbe> versions() {
            Map<String, String> all = new TreeMap<>(Map.of("gcc", "gcc -dumpfullversion"));
            projects.values().forEach(b -> all.putAll(b.versions()));
            return all.entrySet().stream()
                    .map(e -> new VersionProbe(e.getKey(), e.getValue()))
                    .toList();
        }

        private List<ProjectCommands> commands() {
            return projects.entrySet().stream()
                    .map(project -> new ProjectCommands(
                            project.getKey(),
                            new Commands(
                                    project.getValue().buildCommand(),
                                    project.getValue().testCommand(),
                                    project.getValue().testPart("{file}"),
                                    project.getValue().testPart("{test}"),
                                    project.getValue().buildCommand())))
                    .toList();
        }

        private List<Warning> warnings() {
            List<Warning> warnings = new ArrayList<>();
            warnings.add(new Warning(
                    "unpinned", "the distribution decides the versions of compiler and libraries", List.of()));
            packages.sources()
                    .forEach((name, folder) -> warnings.add(new Warning(
                            "weak-validation",
                            name + " is built from the distribution's sources in " + folder
                                    + ", not from the commit that the project would fetch",
                            List.of())));
            for (Finding missing : packages.missing()) {
                warnings.add(new Warning(
                        "weak-validation",
                        "no package of " + route.base().suite() + " is known to hold " + missing.value()
                                + ", which the build requires",
                        List.of(missing.id())));
            }
            if (!packages.isIndexed()) {
                warnings.add(new Warning(
                        "weak-validation",
                        "the distribution's file index could not be read, so only packages that CI names are installed",
                        List.of()));
            }
            projects.forEach((path, blocks) -> selected(path, blocks, warnings));
            return warnings;
        }

        private void selected(String path, CppBlocks blocks, List<Warning> warnings) {
            if (!blocks.selection().isEmpty()) {
                warnings.add(new Warning(
                        "not-covered",
                        "tests that CI leaves out by " + String.join(" ", blocks.selection()),
                        ids(path)));
            }
            if (blocks.facts().runner(blocks.system()).equals(MakeSupport.RUNNER)) {
                warnings.add(new Warning(
                        "weak-validation", "make has no report: tests are counted by what they print", ids(path)));
            }
        }
    }
}
