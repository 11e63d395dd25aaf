package dev.bootwright.ecosystem.python.read;

import dev.bootwright.acquire.SourceTree.Entry;
import dev.bootwright.discover.EvidenceKind;
import dev.bootwright.discover.Finding;
import dev.bootwright.discover.FindingSink;
import dev.bootwright.discover.TreeIndex;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Predicate;
import java.util.regex.Pattern;

/**
 * Follows imports from a project's test files through its own modules: what they need from outside, where tests are and for
 * which runner.
 */
final class ImportScan {
    private static final int MOST_FILES = 3000;
    private static final long MOST_CHARACTERS = 6L << 20;
    private static final int LONGEST_FILE = 512 << 10;

    /** Files that are read side by side, at most; their texts are held. */
    private static final int AT_ONCE = 256;

    private static final Pattern IN_TEST_FOLDER =
            Pattern.compile("(?:.*/)?(?:tests?|testing|unittests?|unit_tests?)/.*");
    private static final String TEST_FOLDER = "tests?|testing|unittests?|unit_tests?";

    private final TreeIndex tree;
    private final String project;
    private final FindingSink sink;
    private final Predicate<String> testName;
    private final Map<String, Use> imports = new TreeMap<>();
    private final Map<String, Integer> testFolders = new TreeMap<>();
    private final Map<String, Map<String, Integer>> styles = new TreeMap<>();
    private final Set<String> roots = new LinkedHashSet<>();
    private final Set<String> files = new HashSet<>();
    private final Set<String> folders = new HashSet<>();
    private final FixtureUse fixtures = new FixtureUse();
    private long characters;

    /** One module that is imported, and where first; a use without condition counts more than one with. */
    private record Use(String module, boolean optional, boolean inTests, String file, int line) {}

    /**
     * What one file tells.
     *
     * @param modules first parts of all imported names
     * @param local files of the tree that it imports whenever it is loaded
     * @param uses imports from outside
     */
    private record Told(
            String path, int characters, Set<String> modules, Set<String> local, List<Use> uses, FixtureUse fixtures) {}

    ImportScan(TreeIndex tree, String project, FindingSink sink, Predicate<String> testName) {
        this.tree = tree;
        this.project = project;
        this.sink = sink;
        this.testName = testName;
    }

    /** Starts at the test files among these sources of the project; without any, at all of them. */
    void scan(List<Entry> sources) {
        for (Entry source : sources) {
            files.add(source.path().toString());
            String folder = source.path().parent().toString();
            while (folders.add(folder) && folder.contains("/")) {
                folder = folder.substring(0, folder.lastIndexOf('/'));
            }
        }
        List<Entry> tests = sources.stream()
                .filter(e -> testName.test(e.path().name()) || e.path().name().equals("conftest.py"))
                .toList();
        roots.addAll(List.of(project, below("src"), below("lib"), below("python")));
        for (Entry test : tests) {
            roots.add(test.path().parent().toString());
            roots.add(test.path().parent().parent().toString());
        }
        follow(tests.isEmpty() ? sources : tests);
        report();
    }

    private void follow(List<Entry> start) {
        Deque<String> pending = new ArrayDeque<>();
        Set<String> seen = new HashSet<>();
        for (Entry entry : start) {
            pending.add(entry.path().toString());
        }
        int read = 0;
        while (!pending.isEmpty()) {
            List<String> next = new ArrayList<>();
            while (!pending.isEmpty() && next.size() < AT_ONCE) {
                String path = pending.remove();
                if (seen.add(path)) {
                    next.add(path);
                }
            }
            for (Optional<Told> told : next.parallelStream().map(this::read).toList()) {
                if (read++ >= MOST_FILES || characters > MOST_CHARACTERS) {
                    sink.unknown(
                            project, 0, "imports were followed through " + (read - 1) + " Python files and no further");
                    return;
                }
                told.ifPresent(t -> {
                    keep(t);
                    pending.addAll(t.local());
                });
            }
        }
    }

    private Optional<Told> read(String path) {
        return tree.find(path).flatMap(e -> tree.readOnce(e, LONGEST_FILE)).map(text -> file(path, text));
    }

    private String below(String folder) {
        return project.equals(".") ? folder : project + "/" + folder;
    }

    /** Reads one file; changes nothing, as other files are read at the same time. */
    private Told file(String path, String text) {
        boolean test = isTest(path);
        List<PythonTokens.Token> tokens = test ? PythonTokens.of(text) : PythonTokens.ofImports(text);
        Set<String> modules = new HashSet<>();
        Set<String> local = new TreeSet<>();
        List<Use> uses = new ArrayList<>();
        for (PythonImport one : PythonImport.in(tokens)) {
            modules.add(one.top());
            Set<String> targets = targets(path, one);
            if (!one.optional()) {
                local.addAll(targets);
            }
            if (targets.isEmpty() && one.level() == 0 && !isLocal(path, one.top())) {
                uses.add(new Use(one.module(), one.optional(), test, path, one.line()));
            }
        }
        FixtureUse inFile = new FixtureUse();
        if (test) {
            inFile.read(path, tokens);
        }
        return new Told(path, text.length(), modules, local, uses, inFile);
    }

    private void keep(Told told) {
        String path = told.path();
        Set<String> modules = told.modules();
        characters += told.characters();
        told.uses().forEach(this::use);
        fixtures.add(told.fixtures());
        if (testName.test(path.substring(path.lastIndexOf('/') + 1))) {
            String folder = topFolder(path);
            testFolders.merge(folder, 1, Integer::sum);
            String style = modules.contains("pytest") ? "pytest" : modules.contains("unittest") ? "unittest" : "plain";
            styles.computeIfAbsent(folder, _ -> new TreeMap<>()).merge(style, 1, Integer::sum);
        }
    }

    private boolean isTest(String path) {
        String inProject = project.equals(".") ? path : path.substring(project.length() + 1);
        String name = path.substring(path.lastIndexOf('/') + 1);
        return IN_TEST_FOLDER.matcher(inProject).matches() || testName.test(name) || name.equals("conftest.py");
    }

    /** The files of the tree that an import loads: the module, its packages, and names that are modules themselves. */
    private Set<String> targets(String importer, PythonImport one) {
        Set<String> found = new LinkedHashSet<>();
        String folder = parent(importer);
        if (one.level() > 0) {
            for (int i = 1; i < one.level(); i++) {
                folder = parent(folder);
            }
            load(folder, one, found);
            return found;
        }
        load(folder, one, found);
        for (String root : roots) {
            if (found.isEmpty()) {
                load(root, one, found);
            }
        }
        return found;
    }

    private void load(String root, PythonImport one, Set<String> found) {
        String path = root;
        if (!one.module().isEmpty()) {
            for (String part : one.module().split("\\.")) {
                path = path.equals(".") ? part : path + "/" + part;
                add(path + "/__init__.py", found);
                add(path + ".py", found);
            }
        } else {
            add(path.equals(".") ? "__init__.py" : path + "/__init__.py", found);
        }
        for (String name : one.names()) {
            String child = path.equals(".") ? name : path + "/" + name;
            add(child + ".py", found);
            add(child + "/__init__.py", found);
        }
    }

    private void add(String path, Set<String> found) {
        if (files.contains(path)) {
            found.add(path);
        }
    }

    private static String parent(String path) {
        int slash = path.lastIndexOf('/');
        return slash < 0 ? "." : path.substring(0, slash);
    }

    /** Whether a folder without {@code __init__.py}, or a generated module beside it, bears the name. */
    private boolean isLocal(String importer, String top) {
        for (String root : roots) {
            String path = root.equals(".") ? top : root + "/" + top;
            if (folders.contains(path) || files.contains(path + ".py")) {
                return true;
            }
        }
        String sibling = parent(importer).equals(".") ? top : parent(importer) + "/" + top;
        return files.contains(sibling + ".py") || tree.has(sibling + ".pyx") || tree.has(sibling + ".c");
    }

    private String topFolder(String path) {
        String inProject = project.equals(".") ? path : path.substring(project.length() + 1);
        int slash = inProject.indexOf('/');
        if (slash < 0) {
            return ".";
        }
        String[] parts = inProject.split("/");
        for (int i = 0; i + 1 < parts.length; i++) {
            if (parts[i].matches(TEST_FOLDER)) {
                return String.join("/", List.of(parts).subList(0, i + 1));
            }
        }
        return inProject.substring(0, slash);
    }

    private void use(Use use) {
        int dot = use.module().indexOf('.');
        String top = dot < 0 ? use.module() : use.module().substring(0, dot);
        boolean gone = PythonNames.removedIn(top).isPresent();
        if (top.startsWith("_") || (PythonNames.isStandard(top) && !gone)) {
            return;
        }
        String key = PythonNames.distributionOf(use.module()).orElse(top);
        Use known = imports.get(key);
        if (known == null || strength(use) > strength(known)) {
            imports.put(key, use);
        }
    }

    private static int strength(Use use) {
        return (use.optional() ? 0 : 2) + (use.inTests() ? 1 : 0);
    }

    private void report() {
        imports.forEach((key, use) -> {
            Map<String, String> attributes = new LinkedHashMap<>();
            attributes.put("optional", Boolean.toString(use.optional()));
            attributes.put("where", use.inTests() ? "tests" : "source");
            PythonNames.distributionOf(use.module()).ifPresent(d -> attributes.put("distribution", d));
            String top = use.module().replaceFirst("\\..*", "");
            boolean removed = PythonNames.removedIn(top).isPresent();
            PythonNames.removedIn(top).ifPresent(v -> attributes.put("removed-in", v));
            String subject = removed ? Subjects.REMOVED_MODULE : Subjects.IMPORT;
            found(subject, use.module(), use.file(), use.line(), attributes);
        });
        fixtures.plugins()
                .forEach((distribution, use) -> found(
                        Subjects.PYTEST_PLUGIN, distribution, use.file(), use.line(), Map.of("because", use.what())));
        List<String> ordered = new ArrayList<>(testFolders.keySet());
        for (String folder : ordered) {
            Map<String, String> attributes = new LinkedHashMap<>();
            String path = folder.equals(".") ? project : below(folder);
            attributes.put("files", Integer.toString(testFolders.getOrDefault(folder, 0)));
            attributes.put("package", Boolean.toString(tree.has(path + "/__init__.py")));
            styles.getOrDefault(folder, Map.of())
                    .forEach((style, number) -> attributes.put(style, Integer.toString(number)));
            found(Subjects.TESTS, folder, path, 0, attributes);
        }
    }

    private void found(String subject, String value, String file, int line, Map<String, String> attributes) {
        sink.finding(Finding.of(subject, value, project, file, line, "", EvidenceKind.FILE_NAMES, attributes));
    }
}
