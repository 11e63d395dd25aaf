package dev.bootwright.sandbox.namespace;

import java.io.IOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/**
 * What a sandbox has written, seen from the host: the upper directory of its overlay. Its content is hostile; it is only
 * ever looked at without following links.
 */
final class UpperDirectory {
    private static final Set<String> TEMPORARY = Set.of("tmp", "var/tmp", "run");

    private final Path upper;
    private final List<Path> lower;
    private final TreeSet<String> mountPoints = new TreeSet<>();

    /**
     * @param lower the roots of the layers below, top first
     */
    UpperDirectory(Path upper, List<Path> lower) {
        this.upper = upper;
        this.lower = List.copyOf(lower);
    }

    static UpperDirectory create(Path upper, List<Path> lower) throws IOException {
        Files.createDirectory(upper);
        Files.setAttribute(upper, "unix:mode", 0755);
        own(upper);
        return new UpperDirectory(upper, lower);
    }

    /** Gives a folder to root of the sandboxes. */
    static void own(Path folder) throws IOException {
        Files.setAttribute(folder, "unix:uid", UserNamespace.FIRST_HOST_ID);
        Files.setAttribute(folder, "unix:gid", UserNamespace.FIRST_HOST_ID);
    }

    Path path() {
        return upper;
    }

    /**
     * Remembers what bubblewrap is about to create for a bind, so that it never counts as written by the command.
     *
     * @return the folders above the target that are missing, outermost first, as absolute paths inside
     */
    synchronized List<String> noteMountPoint(String target) {
        Path path = Path.of("/").relativize(Path.of(target).normalize());
        List<String> missing = new ArrayList<>();
        for (Path part = path; part != null && !part.toString().isEmpty() && !exists(part); part = part.getParent()) {
            mountPoints.add(part.toString());
            if (!part.equals(path)) {
                missing.addFirst("/" + part);
            }
        }
        return missing;
    }

    /** Removes the empty files and folders that only served as mount points. All processes must be gone. */
    synchronized void dropMountPoints() throws IOException {
        for (String name : mountPoints.descendingSet()) {
            Path path = upper.resolve(name);
            if (isReallyBelow(path) && isEmpty(path)) {
                Files.delete(path);
            }
        }
    }

    /** Whether nothing was changed outside of temporary folders. A folder that only was looked into does not count. */
    synchronized boolean isPristine() {
        boolean[] pristine = {true};
        try {
            Files.walkFileTree(upper, new SimpleFileVisitor<>() {
                @Override
                public FileVisitResult preVisitDirectory(Path folder, BasicFileAttributes attributes)
                        throws IOException {
                    String name = upper.relativize(folder).toString();
                    if (TEMPORARY.contains(name)) {
                        return FileVisitResult.SKIP_SUBTREE;
                    }
                    if (!name.isEmpty() && !mountPoints.contains(name) && !isUnchanged(folder, name)) {
                        pristine[0] = false;
                        return FileVisitResult.TERMINATE;
                    }
                    return FileVisitResult.CONTINUE;
                }

                @Override
                public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) throws IOException {
                    String name = upper.relativize(file).toString();
                    if (mountPoints.contains(name) && isEmpty(file)) {
                        return FileVisitResult.CONTINUE;
                    }
                    pristine[0] = false;
                    return FileVisitResult.TERMINATE;
                }
            });
        } catch (IOException e) {
            return false;
        }
        return pristine[0];
    }

    private boolean isUnchanged(Path folder, String name) throws IOException {
        for (Path layer : lower) {
            Path below = layer.resolve(name);
            if (Files.isDirectory(below, LinkOption.NOFOLLOW_LINKS)) {
                return attributes(folder).equals(attributes(below));
            }
        }
        return false;
    }

    private static List<Object> attributes(Path path) throws IOException {
        Map<String, Object> all = Files.readAttributes(path, "unix:mode,uid,gid", LinkOption.NOFOLLOW_LINKS);
        List<Object> wanted = new ArrayList<>();
        for (String name : List.of("mode", "uid", "gid")) {
            wanted.add(String.valueOf(all.get(name)));
        }
        return wanted;
    }

    private boolean exists(Path part) {
        if (Files.exists(upper.resolve(part), LinkOption.NOFOLLOW_LINKS)) {
            return true;
        }
        return lower.stream().anyMatch(layer -> Files.exists(layer.resolve(part), LinkOption.NOFOLLOW_LINKS));
    }

    private boolean isReallyBelow(Path path) throws IOException {
        Path parent = path.getParent();
        return parent != null
                && Files.isDirectory(parent, LinkOption.NOFOLLOW_LINKS)
                && parent.toRealPath()
                        .equals(upper.toRealPath()
                                .resolve(upper.relativize(parent))
                                .normalize());
    }

    private static boolean isEmpty(Path path) throws IOException {
        if (Files.isDirectory(path, LinkOption.NOFOLLOW_LINKS)) {
            try (var entries = Files.newDirectoryStream(path)) {
                return !entries.iterator().hasNext();
            }
        }
        return Files.isRegularFile(path, LinkOption.NOFOLLOW_LINKS) && Files.size(path) == 0;
    }
}
