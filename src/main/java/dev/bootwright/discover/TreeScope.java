package dev.bootwright.discover;

import dev.bootwright.acquire.SourceTree;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.regex.Pattern;

/** Tells which folders of a tree speak for the repository and which only lie in it: vendored, generated, examples. */
public final class TreeScope {
    /** What a folder is for. */
    public enum Kind {
        OWN,
        TEST_DATA,
        EXAMPLE,
        TEMPLATE,
        DOCUMENTATION,
        VENDORED,
        GENERATED;

        /** Whether files here are evidence of what the repository is. */
        public boolean votes() {
            return this == OWN;
        }
    }

    private static final Map<String, Kind> NAMES = Map.ofEntries(
            Map.entry("vendor", Kind.VENDORED),
            Map.entry("_vendor", Kind.VENDORED),
            Map.entry("vendored", Kind.VENDORED),
            Map.entry("node_modules", Kind.VENDORED),
            Map.entry("bower_components", Kind.VENDORED),
            Map.entry("third_party", Kind.VENDORED),
            Map.entry("third-party", Kind.VENDORED),
            Map.entry("thirdparty", Kind.VENDORED),
            Map.entry("3rdparty", Kind.VENDORED),
            Map.entry("external", Kind.VENDORED),
            Map.entry("extern", Kind.VENDORED),
            Map.entry("deps", Kind.VENDORED),
            Map.entry("site-packages", Kind.VENDORED),
            Map.entry("godeps", Kind.VENDORED),
            Map.entry("venv", Kind.VENDORED),
            Map.entry(".venv", Kind.VENDORED),
            Map.entry(".tox", Kind.VENDORED),
            Map.entry(".nox", Kind.VENDORED),
            Map.entry(".eggs", Kind.VENDORED),
            Map.entry("testdata", Kind.TEST_DATA),
            Map.entry("test-data", Kind.TEST_DATA),
            Map.entry("test_data", Kind.TEST_DATA),
            Map.entry("fixtures", Kind.TEST_DATA),
            Map.entry("__fixtures__", Kind.TEST_DATA),
            Map.entry("__snapshots__", Kind.TEST_DATA),
            Map.entry("example", Kind.EXAMPLE),
            Map.entry("examples", Kind.EXAMPLE),
            Map.entry("_examples", Kind.EXAMPLE),
            Map.entry("sample", Kind.EXAMPLE),
            Map.entry("samples", Kind.EXAMPLE),
            Map.entry("demo", Kind.EXAMPLE),
            Map.entry("demos", Kind.EXAMPLE),
            Map.entry("tutorial", Kind.EXAMPLE),
            Map.entry("tutorials", Kind.EXAMPLE),
            Map.entry("template", Kind.TEMPLATE),
            Map.entry("templates", Kind.TEMPLATE),
            Map.entry("skeleton", Kind.TEMPLATE),
            Map.entry("doc", Kind.DOCUMENTATION),
            Map.entry("docs", Kind.DOCUMENTATION),
            Map.entry("documentation", Kind.DOCUMENTATION),
            Map.entry("website", Kind.DOCUMENTATION),
            Map.entry("__pycache__", Kind.GENERATED),
            Map.entry("generated", Kind.GENERATED),
            Map.entry("_build", Kind.GENERATED),
            Map.entry("build", Kind.GENERATED),
            Map.entry("dist", Kind.GENERATED),
            Map.entry("target", Kind.GENERATED),
            Map.entry("out", Kind.GENERATED));

    /** Ordinary package names in some languages: a folder with sources of its own keeps its vote. */
    private static final Set<String> AMBIGUOUS = Set.of(
            "build",
            "dist",
            "target",
            "out",
            "generated",
            "external",
            "extern",
            "deps",
            "doc",
            "example",
            "sample",
            "template",
            "templates",
            "fixtures",
            "skeleton");

    /** Below a source root of the JVM's build tools every folder is a package, whatever its name. */
    private static final Pattern JVM_PACKAGE =
            Pattern.compile("(?:.*/)?src/[A-Za-z0-9_-]+/(?:java|kotlin|groovy|scala)/.+");

    private static final TreeScope EMPTY = new TreeScope(Set.of());

    private final Set<String> sourceFolders;
    private final Map<String, Kind> known = new ConcurrentHashMap<>();

    private TreeScope(Set<String> sourceFolders) {
        this.sourceFolders = sourceFolders;
    }

    public static TreeScope of(SourceTree tree) {
        return of(tree.entries());
    }

    static TreeScope of(List<SourceTree.Entry> entries) {
        Set<String> sourceFolders = new HashSet<>();
        for (SourceTree.Entry entry : entries) {
            String path = entry.path().toString();
            if (path.endsWith("/__init__.py") || (path.endsWith(".go") && !path.endsWith("_test.go"))) {
                sourceFolders.add(folder(path));
            }
        }
        return sourceFolders.isEmpty() ? EMPTY : new TreeScope(sourceFolders);
    }

    /** The kind of the folder that holds this file; the outermost folder that is not {@code OWN} decides. */
    public Kind of(String file) {
        return ofFolder(folder(file));
    }

    /** The kind of a folder; {@code .} is {@code OWN}. */
    public Kind ofFolder(String folder) {
        if (folder.equals(".")) {
            return Kind.OWN;
        }
        Kind cached = known.get(folder);
        if (cached != null) {
            return cached;
        }
        Kind above = ofFolder(folder(folder));
        Kind kind = above == Kind.OWN ? named(folder) : above;
        known.put(folder, kind);
        return kind;
    }

    public boolean votes(String file) {
        return of(file).votes();
    }

    private Kind named(String folder) {
        if (JVM_PACKAGE.matcher(folder).matches()) {
            return Kind.OWN;
        }
        String name = folder.substring(folder.lastIndexOf('/') + 1).toLowerCase(Locale.ROOT);
        if (name.contains("{{")) {
            return Kind.TEMPLATE;
        }
        Kind kind = NAMES.getOrDefault(name, Kind.OWN);
        return AMBIGUOUS.contains(name) && sourceFolders.contains(folder) ? Kind.OWN : kind;
    }

    private static String folder(String path) {
        int slash = path.lastIndexOf('/');
        return slash < 0 ? "." : path.substring(0, slash);
    }
}
