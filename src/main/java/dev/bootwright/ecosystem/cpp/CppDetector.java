package dev.bootwright.ecosystem.cpp;

import dev.bootwright.acquire.SourceTree;
import dev.bootwright.discover.Claims;
import dev.bootwright.discover.Detector;
import dev.bootwright.discover.EvidenceKind;
import dev.bootwright.discover.FindingSink;
import dev.bootwright.discover.ProjectMatch;
import dev.bootwright.discover.TreeIndex;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;
import java.util.function.Predicate;
import java.util.regex.Pattern;

/** Reads CMake, Meson and Autotools files and makefiles beside C or C++ sources. */
final class CppDetector implements Detector {
    static final Pattern SOURCE = Pattern.compile(".*\\.(c|cc|cpp|cxx|c\\+\\+|C)");
    private static final Pattern CODE = Pattern.compile(".*\\.(c|cc|cpp|cxx|c\\+\\+|C|h|hh|hpp|hxx|ipp)");
    private static final Pattern IMPORT = Pattern.compile("^\\s*(?:import|from)\\s+([A-Za-z_][A-Za-z0-9_]*)");
    private static final Pattern EXTENSION = Pattern.compile("\\b(Extension)\\(");
    private static final int MOST_PROJECTS = 3;

    @Override
    public String name() {
        return "c and c++ builds";
    }

    @Override
    public void detect(SourceTree source, FindingSink sink) {
        TreeIndex tree = TreeIndex.of(source);
        List<SourceTree.Entry> code = tree.matching(name -> CODE.matcher(name).matches());
        if (code.isEmpty()) {
            return;
        }
        Map<String, List<BuildSystem>> folders = folders(tree);
        List<String> chosen = new ArrayList<>();
        for (String folder : folders.keySet()) {
            boolean below = chosen.stream().anyMatch(c -> c.equals(".") || folder.startsWith(c + "/"));
            if (!below && chosen.size() < MOST_PROJECTS && holdsCode(code, folder)) {
                chosen.add(folder);
            }
        }
        chosen.forEach(folder -> project(tree, folder, folders.getOrDefault(folder, List.of()), sink));
    }

    /** Folders that vote and hold a manifest, those nearest to the root first. */
    private static Map<String, List<BuildSystem>> folders(TreeIndex tree) {
        Map<String, List<BuildSystem>> folders = new LinkedHashMap<>();
        TreeSet<String> names = new TreeSet<>((a, b) -> {
            int depth = Integer.compare(depth(a), depth(b));
            return depth != 0 ? depth : a.compareTo(b);
        });
        for (BuildSystem system : BuildSystem.values()) {
            for (SourceTree.Entry entry : tree.voting(system.manifests().toArray(String[]::new))) {
                names.add(folder(entry.path().toString()));
            }
        }
        for (String name : names) {
            List<BuildSystem> systems = new ArrayList<>();
            for (BuildSystem system : BuildSystem.values()) {
                if (manifest(tree, system, name).isPresent()) {
                    systems.add(system);
                }
            }
            folders.put(name, systems);
        }
        return folders;
    }

    static Optional<String> manifest(TreeIndex tree, BuildSystem system, String folder) {
        return system.manifests().stream()
                .map(m -> path(folder, m))
                .filter(tree::has)
                .findFirst();
    }

    private static boolean holdsCode(List<SourceTree.Entry> code, String folder) {
        return folder.equals(".")
                || code.stream().anyMatch(e -> e.path().toString().startsWith(folder + "/"));
    }

    private static void project(TreeIndex tree, String folder, List<BuildSystem> systems, FindingSink sink) {
        Claims claims = new Claims(sink, folder);
        boolean first = true;
        for (BuildSystem system : systems) {
            String manifest = manifest(tree, system, folder).orElseThrow();
            if (system == BuildSystem.MAKE && !compiles(tree, manifest)) {
                continue;
            }
            EvidenceKind kind = system == BuildSystem.MAKE ? EvidenceKind.FILE_NAMES : EvidenceKind.MANIFEST;
            claims.add(
                    CppSubjects.BUILD,
                    system.id(),
                    manifest,
                    0,
                    "",
                    kind,
                    Map.of("directory", buildFolder(tree, folder)));
            if (first) {
                sink.project(new ProjectMatch(CppEcosystem.ID, folder, manifest, kind.weight()));
                first = false;
            }
            switch (system) {
                case CMAKE -> new CMakeScan(tree, folder, claims).run();
                case MESON -> new MesonScan(tree, folder, claims).run();
                case AUTOTOOLS -> new AutotoolsScan(tree, folder, claims).run();
                case MAKE -> new MakeScan(tree, manifest, claims).run();
            }
        }
        if (!first) {
            python(tree, folder, claims);
        }
    }

    /** Builds that call a Python set-up script need what it imports, and Python's headers for an extension. */
    private static void python(TreeIndex tree, String folder, Claims claims) {
        for (SourceTree.Entry entry : files(tree, folder, "setup.py"::equals)) {
            WantedLines lines = new WantedLines(
                    claims,
                    entry.path().toString(),
                    tree.read(entry, SourceTree.MANIFEST_LIMIT).orElse(""));
            lines.wanted("python", IMPORT, false);
            lines.wanted("python-headers", EXTENSION, false);
        }
    }

    /** The usual name, or the first one that the repository does not have itself. */
    private static String buildFolder(TreeIndex tree, String folder) {
        for (String name : List.of("build", "_build", "out", "builddir")) {
            String path = path(folder, name);
            if (!tree.has(path)
                    && tree.entries().stream()
                            .noneMatch(e -> e.path().toString().startsWith(path + "/"))) {
                return name;
            }
        }
        return "build-here";
    }

    /** A makefile of another language's project calls no compiler of C. */
    private static boolean compiles(TreeIndex tree, String manifest) {
        return tree.read(manifest)
                .filter(text -> text.matches(
                        "(?s).*(?:\\$[({](?:CC|CXX|CFLAGS|CXXFLAGS|LDFLAGS)[)}]|\\bg?cc\\b|\\bg\\+\\+|\\bcmake\\b).*"))
                .isPresent();
    }

    static String path(String folder, String name) {
        return folder.equals(".") ? name : folder + "/" + name;
    }

    static String folder(String path) {
        int slash = path.lastIndexOf('/');
        return slash < 0 ? "." : path.substring(0, slash);
    }

    private static int depth(String folder) {
        return folder.equals(".")
                ? 0
                : 1 + (int) folder.chars().filter(c -> c == '/').count();
    }

    /** Files of a project that its build reads, in path order, bounded. */
    static List<SourceTree.Entry> files(TreeIndex tree, String folder, Predicate<String> name) {
        return tree.matching(name).stream()
                .filter(e -> tree.scope().votes(e.path().toString()))
                .filter(e -> folder.equals(".") || e.path().toString().startsWith(folder + "/"))
                .limit(400)
                .toList();
    }
}
