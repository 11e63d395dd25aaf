package dev.bootwright.ecosystem.cpp;

import dev.bootwright.discover.CiCommand;
import dev.bootwright.discover.Finding;
import dev.bootwright.format.shell.Invocation;
import dev.bootwright.format.shell.ShellCommand;
import dev.bootwright.format.shell.ShellScript;
import dev.bootwright.plan.PlanningInput;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Asks the report about one project: what builds it, what tests it, and what CI says about both. */
record CppFacts(PlanningInput input, String project) {
    private static final int CI_VOTE = 100;
    private static final int TESTS_VOTE = 40;

    List<Finding> of(String subject) {
        return input.report().of(subject, project);
    }

    List<String> ids(String subject) {
        return of(subject).stream().map(Finding::id).toList();
    }

    boolean has(BuildSystem system) {
        return of(CppSubjects.BUILD).stream().anyMatch(f -> f.value().equals(system.id()));
    }

    boolean hasTool(String name) {
        return of(CppSubjects.TOOL).stream().anyMatch(f -> f.value().equals(name));
    }

    /** The one whose tests CI runs, else one that has tests, else the first by order. */
    BuildSystem system() {
        Map<BuildSystem, Integer> votes = new EnumMap<>(BuildSystem.class);
        for (BuildSystem system : BuildSystem.values()) {
            if (has(system)) {
                votes.put(system, tests(system).isEmpty() ? 0 : TESTS_VOTE);
            }
        }
        for (CiCommand command : testCommands(input)) {
            calls(command)
                    .forEach(call -> votes.computeIfPresent(
                            systemOf(call, votes.keySet()), (system, votesBefore) -> Math.max(votesBefore, CI_VOTE)));
        }
        return votes.entrySet().stream()
                .max(Map.Entry.<BuildSystem, Integer>comparingByValue()
                        .thenComparing(
                                Map.Entry.<BuildSystem, Integer>comparingByKey().reversed()))
                .map(Map.Entry::getKey)
                .orElse(BuildSystem.MAKE);
    }

    private static BuildSystem systemOf(Invocation call, Set<BuildSystem> there) {
        return switch (call.program()) {
            case "ctest", "cmake" -> BuildSystem.CMAKE;
            case "meson" -> BuildSystem.MESON;
            case "ninja" -> there.contains(BuildSystem.MESON) ? BuildSystem.MESON : BuildSystem.CMAKE;
            default -> there.contains(BuildSystem.AUTOTOOLS) ? BuildSystem.AUTOTOOLS : BuildSystem.MAKE;
        };
    }

    /** What shows that a build system runs tests. */
    Optional<Finding> tests(BuildSystem system) {
        return of(CppSubjects.TESTS).stream()
                .filter(f -> switch (system) {
                    case CMAKE -> f.value().equals("ctest");
                    case MESON -> f.value().equals("meson test");
                    case AUTOTOOLS -> f.value().equals("make check");
                    case MAKE -> MakeScan.TARGETS.contains(f.value());
                })
                .findFirst();
    }

    /** The runner that counts: automake's own only where automake makes the makefiles. */
    String runner(BuildSystem system) {
        return system == BuildSystem.AUTOTOOLS && !isAutomake() ? BuildSystem.MAKE.runner() : system.runner();
    }

    private boolean isAutomake() {
        return tests(BuildSystem.AUTOTOOLS)
                .filter(f -> f.file().endsWith(".am"))
                .isPresent();
    }

    /** The target of make that runs tests: as CI calls it, else as the makefile names it. */
    String target(BuildSystem system) {
        for (CiCommand command : testCommands(input)) {
            for (Invocation call : calls(command)) {
                if (call.program().endsWith("make") && !call.program().equals("cmake")) {
                    Optional<String> named = call.arguments().stream()
                            .filter(MakeScan.TARGETS::contains)
                            .findFirst();
                    if (named.isPresent()) {
                        return named.get();
                    }
                }
            }
        }
        if (system == BuildSystem.AUTOTOOLS) {
            return tests(system).isPresent() ? "check" : "test";
        }
        return tests(BuildSystem.MAKE).map(Finding::value).orElse("test");
    }

    /** Commands with which CI runs tests of this ecosystem, those that can run here. */
    static List<CiCommand> testCommands(PlanningInput input) {
        return input.report().ciCommands().stream()
                .filter(c -> c.reproducible() && isTest(c))
                .toList();
    }

    static boolean isTest(CiCommand command) {
        return !calls(command).isEmpty();
    }

    /** Calls within a command that run tests. */
    static List<Invocation> calls(CiCommand command) {
        List<Invocation> found = new ArrayList<>();
        for (Invocation call : invocations(command)) {
            List<String> words = call.arguments();
            boolean runs = switch (call.program()) {
                case "ctest" -> true;
                case "meson" -> !words.isEmpty() && words.getFirst().equals("test");
                case "ninja" -> words.contains("test");
                case "cmake" ->
                    words.contains("--build")
                            && (words.contains("test") || words.contains("check") || words.contains("RUN_TESTS"));
                case "make", "gmake" -> words.stream().anyMatch(MakeScan.TARGETS::contains);
                default -> false;
            };
            if (runs) {
                found.add(call);
            }
        }
        return found;
    }

    static List<Invocation> invocations(CiCommand command) {
        return ShellScript.read(command.command(), 1)
                .toOptional()
                .map(script ->
                        script.commands().stream().map(ShellCommand::invocation).toList())
                .orElse(List.of());
    }
}
