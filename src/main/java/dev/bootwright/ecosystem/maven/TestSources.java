package dev.bootwright.ecosystem.maven;

import java.io.IOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Finds the source file of a class among a repository's files, by package and name. */
final class TestSources {
    private static final int MOST = 200_000;
    private static final Set<String> EXTENSIONS = Set.of(".java", ".kt", ".groovy", ".scala");
    private static final Set<String> IGNORED = Set.of(".git", "target", "node_modules", ".bootstrap");

    private final Map<String, List<String>> byStem = new HashMap<>();
    private final Map<String, String> known = new HashMap<>();
    private int files;

    private TestSources() {}

    static TestSources of(Path host) {
        TestSources sources = new TestSources();
        try {
            Files.walkFileTree(host, sources.new Visitor(host));
        } catch (IOException e) {
            // what was listed so far is what is known
            return sources;
        }
        sources.byStem.values().forEach(paths -> paths.sort(Comparator.naturalOrder()));
        return sources;
    }

    private final class Visitor extends SimpleFileVisitor<Path> {
        private final Path host;

        private Visitor(Path host) {
            this.host = host;
        }

        @Override
        public FileVisitResult preVisitDirectory(Path folder, BasicFileAttributes attributes) {
            return IGNORED.contains(String.valueOf(folder.getFileName()))
                    ? FileVisitResult.SKIP_SUBTREE
                    : FileVisitResult.CONTINUE;
        }

        @Override
        public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) {
            String name = String.valueOf(file.getFileName());
            int dot = name.lastIndexOf('.');
            if (attributes.isRegularFile() && dot > 0 && EXTENSIONS.contains(name.substring(dot))) {
                byStem.computeIfAbsent(name.substring(0, dot), n -> new ArrayList<>(1))
                        .add(host.relativize(file).toString());
                files++;
            }
            return files < MOST ? FileVisitResult.CONTINUE : FileVisitResult.TERMINATE;
        }

        @Override
        public FileVisitResult visitFileFailed(Path file, IOException e) {
            return FileVisitResult.CONTINUE;
        }
    }

    /**
     * The file relative to the tree; empty where it is not known.
     *
     * @param module the folder in which the class was tested, relative to the tree
     * @param stem the file's name without its ending where the class file tells it, else empty
     */
    String fileOf(String module, String className, String stem) {
        return known.computeIfAbsent(module + "\0" + className + "\0" + stem, k -> find(module, className, stem));
    }

    private String find(String module, String className, String stem) {
        int nested = className.indexOf('$', className.lastIndexOf('.') + 2);
        String outer = nested < 0 ? className : className.substring(0, nested);
        int dot = outer.lastIndexOf('.');
        String folder = dot < 0 ? "" : outer.substring(0, dot).replace('.', '/');
        String name = stem.isEmpty() ? outer.substring(dot + 1) : stem;
        List<String> candidates = byStem.getOrDefault(name, List.of());
        return candidates.stream()
                .filter(p -> isInPackage(p, folder))
                .min(Comparator.comparing((String p) -> !MavenPaths.isBelow(p, module))
                        .thenComparing(p -> p))
                .or(() -> candidates.stream()
                        .filter(p -> MavenPaths.isBelow(p, module))
                        .findFirst())
                .orElse("");
    }

    private static boolean isInPackage(String path, String folder) {
        String parent = "/" + MavenPaths.folder(path);
        return folder.isEmpty() || parent.endsWith("/" + folder);
    }
}
