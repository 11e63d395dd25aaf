package dev.bootwright.ecosystem.python.read;

import dev.bootwright.acquire.SourceTree.Entry;
import dev.bootwright.discover.EvidenceKind;
import dev.bootwright.discover.Finding;
import dev.bootwright.discover.FindingSink;
import dev.bootwright.discover.TreeIndex;
import dev.bootwright.ecosystem.python.read.PythonTokens.Kind;
import dev.bootwright.ecosystem.python.read.PythonTokens.Token;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Predicate;

/** Reads the imports of a project's tests and sources: what they need from outside, where tests are and for which runner. */
final class ImportScan {
    private static final int MOST_FILES = 3000;
    private static final long MOST_CHARACTERS = 6L << 20;
    private static final int LONGEST_FILE = 512 << 10;

    private final TreeIndex tree;
    private final String project;
    private final FindingSink sink;
    private final Predicate<String> testName;
    private final Map<String, Use> imports = new TreeMap<>();
    private final Map<String, Integer> testFolders = new TreeMap<>();
    private final Map<String, Map<String, Integer>> styles = new HashMap<>();
    private long characters;

    /** One module that is imported, and where first; a use without condition counts more than one with. */
    private record Use(String module, boolean optional, boolean inTests, String file, int line) {}

    ImportScan(TreeIndex tree, String project, FindingSink sink, Predicate<String> testName) {
        this.tree = tree;
        this.project = project;
        this.sink = sink;
        this.testName = testName;
    }

    /** Scans these files of the project; test files first, as long as the bounds allow. */
    void scan(List<Entry> sources) {
        List<Entry> tests = new ArrayList<>();
        List<Entry> others = new ArrayList<>();
        for (Entry entry : sources) {
            (isTest(entry.path().toString()) ? tests : others).add(entry);
        }
        Set<String> local = localModules(sources, tests);
        List<Entry> ordered = new ArrayList<>(tests);
        ordered.addAll(others);
        int read = 0;
        for (Entry entry : ordered) {
            if (read >= MOST_FILES || characters > MOST_CHARACTERS) {
                sink.unknown(project, 0, "imports were read in " + read + " of " + ordered.size() + " Python files");
                break;
            }
            read++;
            boolean test = read <= tests.size();
            tree.read(entry, LONGEST_FILE).ifPresent(text -> file(entry, text, test, local));
        }
        report();
    }

    private boolean isTest(String path) {
        String name = path.substring(path.lastIndexOf('/') + 1);
        String inProject = project.equals(".") ? path : path.substring(project.length() + 1);
        boolean folder = inProject.matches("(?:.*/)?(?:tests?|testing|unittests?|unit_tests?)/.*");
        return folder || testName.test(name) || name.equals("conftest.py");
    }

    /** Names that an import can find in the tree: at the project's root, below src or lib, and beside tests. */
    private Set<String> localModules(List<Entry> sources, List<Entry> tests) {
        Set<String> roots = new HashSet<>(Set.of(project, below("src"), below("lib"), below("python")));
        for (Entry test : tests) {
            roots.add(test.path().parent().toString());
            roots.add(test.path().parent().parent().toString());
        }
        Set<String> names = new HashSet<>();
        for (Entry entry : sources) {
            String path = entry.path().toString();
            String folder = entry.path().parent().toString();
            if (roots.contains(folder)) {
                names.add(path.substring(path.lastIndexOf('/') + 1, path.length() - ".py".length()));
            }
            String child = folder;
            while (!child.equals(".") && child.length() >= project.length()) {
                String parent = child.contains("/") ? child.substring(0, child.lastIndexOf('/')) : ".";
                if (roots.contains(parent)) {
                    names.add(child.substring(child.lastIndexOf('/') + 1));
                }
                child = parent;
            }
        }
        return names;
    }

    private String below(String folder) {
        return project.equals(".") ? folder : project + "/" + folder;
    }

    private void file(Entry entry, String text, boolean test, Set<String> local) {
        characters += text.length();
        String path = entry.path().toString();
        boolean counted = test && testName.test(entry.path().name());
        Set<String> modules = new HashSet<>();
        List<Token> tokens = PythonTokens.of(text);
        for (int i = 0; i + 1 < tokens.size(); i++) {
            Token token = tokens.get(i);
            boolean from = token.is("from");
            if (!token.startsLine() || token.kind() != Kind.NAME || !(from || token.is("import"))) {
                continue;
            }
            for (String module : from ? fromModule(tokens, i + 1) : importedModules(tokens, i + 1)) {
                modules.add(top(module));
                use(new Use(module, token.indent() > 0, test, path, token.line()), local, entry);
            }
        }
        if (counted) {
            String folder = topFolder(path);
            testFolders.merge(folder, 1, Integer::sum);
            String style = modules.contains("pytest") ? "pytest" : modules.contains("unittest") ? "unittest" : "plain";
            styles.computeIfAbsent(folder, _ -> new TreeMap<>()).merge(style, 1, Integer::sum);
        }
    }

    private String topFolder(String path) {
        String inProject = project.equals(".") ? path : path.substring(project.length() + 1);
        int slash = inProject.indexOf('/');
        if (slash < 0) {
            return ".";
        }
        String[] parts = inProject.split("/");
        for (int i = 0; i + 1 < parts.length; i++) {
            if (parts[i].matches("tests?|testing|unittests?|unit_tests?")) {
                return String.join("/", List.of(parts).subList(0, i + 1));
            }
        }
        return inProject.substring(0, slash);
    }

    private static List<String> fromModule(List<Token> tokens, int at) {
        String module = dotted(tokens, at);
        return module.isEmpty() ? List.of() : List.of(module);
    }

    private static List<String> importedModules(List<Token> tokens, int from) {
        List<String> found = new ArrayList<>();
        int at = from;
        while (at < tokens.size() && !tokens.get(at).startsLine() && found.size() < 50) {
            String module = dotted(tokens, at);
            if (module.isEmpty()) {
                break;
            }
            found.add(module);
            while (at < tokens.size()
                    && !tokens.get(at).startsLine()
                    && !tokens.get(at).is(",")) {
                at++;
            }
            if (at < tokens.size() && tokens.get(at).is(",")) {
                at++;
            }
        }
        return found;
    }

    /** A dotted name from a position; empty for a relative one. */
    private static String dotted(List<Token> tokens, int from) {
        StringBuilder name = new StringBuilder();
        int at = from;
        while (at < tokens.size()
                && !tokens.get(at).startsLine()
                && tokens.get(at).kind() == Kind.NAME) {
            name.append(tokens.get(at).text());
            if (at + 1 >= tokens.size() || !tokens.get(at + 1).is(".")) {
                break;
            }
            name.append('.');
            at += 2;
        }
        return name.toString();
    }

    private static String top(String module) {
        int dot = module.indexOf('.');
        return dot < 0 ? module : module.substring(0, dot);
    }

    private void use(Use use, Set<String> local, Entry entry) {
        String top = top(use.module());
        String sibling =
                entry.path().parent().isRoot() ? top + ".py" : entry.path().parent() + "/" + top + ".py";
        boolean ours = local.contains(top) || tree.has(sibling);
        boolean gone = PythonNames.removedIn(top).isPresent();
        if (ours || top.startsWith("_") || (PythonNames.isStandard(top) && !gone)) {
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
            String top = top(use.module());
            PythonNames.distributionOf(use.module()).ifPresent(d -> attributes.put("distribution", d));
            boolean removed = PythonNames.removedIn(top).isPresent();
            PythonNames.removedIn(top).ifPresent(v -> attributes.put("removed-in", v));
            sink.finding(Finding.of(
                    removed ? Subjects.REMOVED_MODULE : Subjects.IMPORT,
                    use.module(),
                    project,
                    use.file(),
                    use.line(),
                    "",
                    EvidenceKind.FILE_NAMES,
                    attributes));
        });
        testFolders.forEach((folder, count) -> {
            Map<String, String> attributes = new LinkedHashMap<>();
            attributes.put("files", Integer.toString(count));
            styles.getOrDefault(folder, Map.of())
                    .forEach((style, number) -> attributes.put(style, Integer.toString(number)));
            String path = folder.equals(".") ? project : below(folder);
            attributes.put("package", Boolean.toString(tree.has(path + "/__init__.py")));
            sink.finding(Finding.of(Subjects.TESTS, folder, project, path, 0, "", EvidenceKind.FILE_NAMES, attributes));
        });
    }
}
