package dev.bootwright.ecosystem.javascript;

import dev.bootwright.discover.DiscoveryReport;
import dev.bootwright.discover.Finding;
import dev.bootwright.discover.TreeScope;
import dev.bootwright.ecosystem.javascript.read.NodeSubjects;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Reads, for single packages, what the detectors found. */
final class NodeFacts {
    private final DiscoveryReport report;
    private final Map<String, Finding> packages = new LinkedHashMap<>();
    private final Map<String, Map<String, Finding>> scripts = new HashMap<>();

    NodeFacts(DiscoveryReport report) {
        this.report = report;
        report.of(NodeSubjects.PACKAGE).forEach(f -> packages.put(f.project(), f));
        report.of(NodeSubjects.SCRIPT)
                .forEach(f -> scripts.computeIfAbsent(f.project(), p -> new LinkedHashMap<>())
                        .putIfAbsent(f.value(), f));
    }

    DiscoveryReport report() {
        return report;
    }

    boolean isPackage(String folder) {
        return packages.containsKey(folder);
    }

    boolean isOwn(String project) {
        return attribute(project, "scope").equals(TreeScope.Kind.OWN.name());
    }

    private String attribute(String project, String name) {
        Finding found = packages.get(project);
        return found == null ? "" : found.attributes().getOrDefault(name, "");
    }

    /** The folder whose installation brings this package's dependencies. */
    String installRoot(String project) {
        String root = attribute(project, "root");
        return root.isEmpty() ? project : root;
    }

    boolean isModule(String project) {
        return attribute(project, "type").equals("module");
    }

    /** Packages that are installed together with a root, itself left out, in path order. */
    List<String> members(String root) {
        return packages.keySet().stream()
                .filter(p -> !p.equals(root) && installRoot(p).equals(root))
                .sorted()
                .toList();
    }

    Optional<String> folderOf(String packageName) {
        return packages.entrySet().stream()
                .filter(e -> e.getValue().value().equals(packageName))
                .map(Map.Entry::getKey)
                .findFirst();
    }

    String nameOf(String project) {
        Finding found = packages.get(project);
        return found == null ? project : found.value();
    }

    /** The nearest package at or above a folder; the root where there is none. */
    String owner(String folder) {
        String at = folder;
        while (!packages.containsKey(at) && !at.equals(".")) {
            int slash = at.lastIndexOf('/');
            at = slash < 0 ? "." : at.substring(0, slash);
        }
        return at;
    }

    Map<String, Finding> scripts(String project) {
        return scripts.getOrDefault(project, Map.of());
    }

    Optional<Finding> script(String project, String name) {
        return Optional.ofNullable(scripts(project).get(name));
    }

    /** Calls of runners that stand in a task runner's file. */
    List<Finding> tasks(String project) {
        return report.of(NodeSubjects.TASK, project);
    }

    static String command(Finding script) {
        return script.attributes().getOrDefault("command", "");
    }

    int tests(String project) {
        return first(NodeSubjects.TESTS, project)
                .map(f -> Integer.parseInt(f.value()))
                .orElse(0);
    }

    /** How many of the test files read import this library. */
    int testsWith(String project, String library) {
        return first(NodeSubjects.TESTS, project)
                .map(f -> Integer.parseInt(f.attributes().getOrDefault("library." + library, "0")))
                .orElse(0);
    }

    /** A tool among the dependencies of a package or of the root that it is installed with. */
    Optional<Finding> tool(String project, String name) {
        return report.of(NodeSubjects.TOOL, project).stream()
                .filter(f -> f.value().equals(name))
                .findFirst()
                .or(() -> report.of(NodeSubjects.TOOL, installRoot(project)).stream()
                        .filter(f -> f.value().equals(name))
                        .findFirst());
    }

    /** The first number of a tool's range; empty when it is not there or not known. */
    Optional<Integer> toolMajor(String project, String name) {
        return tool(project, name)
                .map(f -> f.attributes().getOrDefault("version", "").replaceAll("^[^0-9]*([0-9]{0,4}).*$", "$1"))
                .filter(v -> !v.isEmpty())
                .map(Integer::parseInt);
    }

    /** Packages of this tree that a package depends on, all the way down, in order of need. */
    List<String> needs(String project) {
        Set<String> found = new LinkedHashSet<>();
        visit(project, found, new LinkedHashSet<>());
        found.remove(project);
        return List.copyOf(found);
    }

    private void visit(String project, Set<String> done, Set<String> open) {
        if (!open.add(project)) {
            return;
        }
        for (Finding need : report.of(NodeSubjects.WORKSPACE_DEPENDENCY, project)) {
            visit(need.value(), done, open);
        }
        done.add(project);
    }

    Optional<Finding> first(String subject, String project) {
        return report.of(subject, project).stream().findFirst();
    }

    List<String> ids(String subject, String project) {
        return report.of(subject, project).stream().map(Finding::id).toList();
    }

    /** The value of an option of .npmrc and the like; the package's own before its root's. */
    Optional<Finding> option(String project, String name) {
        List<Finding> all = new ArrayList<>(report.of(NodeSubjects.INSTALL_OPTION, project));
        all.addAll(report.of(NodeSubjects.INSTALL_OPTION, installRoot(project)));
        return all.stream()
                .filter(f -> f.attributes().getOrDefault("option", "").equals(name))
                .findFirst();
    }
}
