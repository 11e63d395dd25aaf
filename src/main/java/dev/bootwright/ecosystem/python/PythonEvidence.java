package dev.bootwright.ecosystem.python;

import dev.bootwright.discover.CiCommand;
import dev.bootwright.discover.DiscoveryReport;
import dev.bootwright.discover.Finding;
import dev.bootwright.ecosystem.python.read.Requirement;
import dev.bootwright.ecosystem.python.read.Sources;
import dev.bootwright.ecosystem.python.read.Subjects;
import dev.bootwright.ecosystem.python.read.TestInvocation;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** What a discovery report says about one Python project, by what it is asked for. */
final class PythonEvidence {
    private final DiscoveryReport report;
    private final String project;
    private final Map<String, List<Finding>> declared = new LinkedHashMap<>();
    private final Map<String, Set<String>> includes = new LinkedHashMap<>();

    PythonEvidence(DiscoveryReport report, String project) {
        this.report = report;
        this.project = project;
        for (Finding finding : of(Subjects.DEPENDENCY)) {
            declared.computeIfAbsent(finding.attributes().getOrDefault("source", ""), _ -> new ArrayList<>())
                    .add(finding);
        }
        for (Finding finding : of(Subjects.GROUP_INCLUDE)) {
            includes.computeIfAbsent(finding.attributes().getOrDefault("source", ""), _ -> new LinkedHashSet<>())
                    .add(finding.value());
        }
    }

    String project() {
        return project;
    }

    List<Finding> of(String subject) {
        return report.of(subject, project);
    }

    Optional<Finding> first(String subject) {
        return of(subject).stream().findFirst();
    }

    boolean has(String subject) {
        return first(subject).isPresent();
    }

    /** The distribution's name in normal form; empty when the project has none. */
    String name() {
        return first(Subjects.NAME).map(f -> Requirement.normalise(f.value())).orElse("");
    }

    /** All places that declare dependencies, as {@link Sources} names them. */
    Set<String> sources() {
        Set<String> all = new LinkedHashSet<>(declared.keySet());
        all.addAll(includes.keySet());
        of(Subjects.REQUIREMENTS_FILE).forEach(f -> all.add(Sources.file(f.value())));
        return all;
    }

    boolean knows(String source) {
        return declared.containsKey(source)
                || includes.containsKey(source)
                || of(Subjects.REQUIREMENTS_FILE).stream()
                        .anyMatch(f -> Sources.file(f.value()).equals(source));
    }

    /** The dependencies that a source brings, those of what it includes too. */
    List<Finding> dependencies(String source) {
        List<Finding> found = new ArrayList<>();
        collect(source, found, new LinkedHashSet<>());
        return found;
    }

    private void collect(String source, List<Finding> found, Set<String> seen) {
        if (!seen.add(source)) {
            return;
        }
        for (Finding finding : declared.getOrDefault(source, List.of())) {
            found.add(finding);
            if (distribution(finding).equals(name())) {
                Requirement.tryParse(finding.value())
                        .ifPresent(r -> r.extras().forEach(e -> collect(Sources.extra(e), found, seen)));
            }
        }
        includes.getOrDefault(source, Set.of()).forEach(i -> collect(i, found, seen));
    }

    static String distribution(Finding dependency) {
        return dependency.attributes().getOrDefault("distribution", "");
    }

    /** Names of distributions that a source brings. */
    Set<String> names(String source) {
        Set<String> names = new LinkedHashSet<>();
        dependencies(source).forEach(f -> names.add(distribution(f)));
        return names;
    }

    /** CI commands that run this project's tests here and now, with what they run. */
    Map<CiCommand, List<TestInvocation>> ciTestRuns() {
        Map<CiCommand, List<TestInvocation>> found = new LinkedHashMap<>();
        for (CiCommand command : report.ciCommands()) {
            if (command.reproducible() && inProject(command)) {
                List<TestInvocation> runs = TestInvocation.in(command.command(), command.line());
                if (!runs.isEmpty()) {
                    found.put(command, runs);
                }
            }
        }
        return found;
    }

    private boolean inProject(CiCommand command) {
        return project.equals(".")
                || command.workingDirectory().equals(project)
                || command.workingDirectory().startsWith(project + "/");
    }

    /** The commands of the CI job that a command belongs to, in order, but for those that do not run here. */
    List<CiCommand> jobOf(CiCommand command) {
        return report.ciCommands().stream()
                .filter(c -> c.file().equals(command.file()) && c.job().equals(command.job()))
                .filter(CiCommand::reproducible)
                .toList();
    }

    List<CiCommand> ciCommands() {
        return report.ciCommands();
    }
}
