package dev.bootwright.ecosystem.python.read;

import dev.bootwright.acquire.SourceTree;
import dev.bootwright.acquire.SourceTree.Entry;
import dev.bootwright.base.EcosystemId;
import dev.bootwright.discover.Detector;
import dev.bootwright.discover.FindingSink;
import dev.bootwright.discover.ProjectMatch;
import dev.bootwright.discover.RecordedSink;
import dev.bootwright.discover.TreeIndex;
import dev.bootwright.format.toml.TomlDocument;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/** Finds Python projects and reads all that each says about its interpreter, dependencies and tests. */
public final class PythonDetector implements Detector {
    public static final EcosystemId PYTHON = new EcosystemId("python");

    private static final int MOST_PROJECTS = 200;
    private static final int ROOT_WEIGHT = 60;
    private static final int NESTED_WEIGHT = 20;
    private static final int FILES_ONLY_WEIGHT = 15;

    private static final List<String> MANIFESTS = List.of("pyproject.toml", "setup.py", "setup.cfg");
    private static final List<String> WEAK_MANIFESTS = List.of("requirements.txt", "Pipfile", "tox.ini", "pytest.ini");

    @Override
    public String name() {
        return "python";
    }

    @Override
    public Set<String> singleValuedSubjects() {
        return new LinkedHashSet<>(
                List.of(Subjects.REQUIRES_PYTHON, Subjects.PINNED_VERSION, Subjects.NAME, Subjects.BUILD_BACKEND));
    }

    @Override
    public void detect(SourceTree source, FindingSink sink) {
        TreeIndex tree = TreeIndex.of(source);
        Map<String, String> projects = projects(tree);
        ProjectFiles files = ProjectFiles.of(tree, projects.keySet());
        unreadable(tree, projects, sink);
        List.copyOf(projects.entrySet()).parallelStream()
                .map(p -> read(tree, p.getKey(), p.getValue(), files))
                .toList()
                .forEach(recorded -> recorded.replay(sink));
    }

    /** A manifest too broken to show that it is one. */
    private static void unreadable(TreeIndex tree, Map<String, String> projects, FindingSink sink) {
        for (Entry entry : tree.voting("pyproject.toml")) {
            if (!projects.containsValue(entry.path().toString())) {
                TomlDocument.parse(tree.read(entry, SourceTree.MANIFEST_LIMIT).orElse("")).problems().stream()
                        .limit(1)
                        .forEach(p -> sink.unknown(entry.path().toString(), p.line(), "broken TOML: " + p.message()));
            }
        }
    }

    private static RecordedSink read(TreeIndex tree, String folder, String manifest, ProjectFiles files) {
        RecordedSink sink = new RecordedSink();
        boolean root = folder.equals(".");
        boolean strong = MANIFESTS.contains(manifest.substring(manifest.lastIndexOf('/') + 1));
        int weight = strong ? (root ? ROOT_WEIGHT : NESTED_WEIGHT) : FILES_ONLY_WEIGHT;
        sink.project(new ProjectMatch(PYTHON, folder, manifest, weight));
        new ProjectReader(tree, folder, sink, files).read();
        return sink;
    }

    private static Map<String, String> projects(TreeIndex tree) {
        Map<String, String> found = new TreeMap<>();
        for (String name : MANIFESTS) {
            for (Entry entry : tree.voting(name)) {
                String folder = entry.path().parent().toString();
                boolean inTests = folder.matches("(?:.*/)?tests?(?:/.*)?");
                if (!inTests && found.size() < MOST_PROJECTS && isProject(tree, entry)) {
                    found.putIfAbsent(folder, entry.path().toString());
                }
            }
        }
        boolean python = tree.entries().stream().anyMatch(e -> e.path().name().endsWith(".py"));
        for (String name : WEAK_MANIFESTS) {
            if (found.isEmpty() && python && tree.has(name)) {
                found.put(".", name);
            }
        }
        if (found.isEmpty()) {
            // Python files with tests and no manifest at all are a project too.
            List<String> tests = looseTests(tree);
            found.putAll(applications(tree, tests));
            if (found.isEmpty() && !tests.isEmpty()) {
                found.put(".", tests.getFirst());
            }
        }
        return found;
    }

    /** Folders that list requirements of their own and between them hold all tests, such as the services of one repository. */
    private static Map<String, String> applications(TreeIndex tree, List<String> tests) {
        Map<String, String> found = new TreeMap<>();
        for (String name : WEAK_MANIFESTS) {
            for (Entry entry : tree.voting(name)) {
                String folder = entry.path().parent().toString();
                if (found.size() < MOST_PROJECTS && tests.stream().anyMatch(t -> t.startsWith(folder + "/"))) {
                    found.putIfAbsent(folder, entry.path().toString());
                }
            }
        }
        List<String> folders = List.copyOf(found.keySet());
        found.keySet().removeIf(inner -> folders.stream().anyMatch(outer -> inner.startsWith(outer + "/")));
        boolean all =
                tests.stream().allMatch(t -> found.keySet().stream().anyMatch(folder -> t.startsWith(folder + "/")));
        return all ? found : Map.of();
    }

    private static List<String> looseTests(TreeIndex tree) {
        return tree.entries().stream()
                .map(e -> e.path().toString())
                .filter(p -> p.matches("(?:.*/)?(?:test_[^/]*|[^/]*_test)\\.py"))
                .filter(tree.scope()::votes)
                .toList();
    }

    /** A pyproject.toml that only configures a linter is no project; a setup.cfg needs metadata. */
    private static boolean isProject(TreeIndex tree, Entry entry) {
        String text = tree.read(entry, SourceTree.MANIFEST_LIMIT).orElse("");
        return switch (entry.path().name()) {
            case "pyproject.toml" ->
                text.contains("[project]")
                        || text.contains("[build-system]")
                        || text.contains("[tool.poetry]")
                        || text.contains("[dependency-groups]")
                        || text.contains("[tool.pytest");
            case "setup.cfg" -> text.contains("[metadata]") || text.contains("[options]");
            default -> text.contains("setup");
        };
    }
}
