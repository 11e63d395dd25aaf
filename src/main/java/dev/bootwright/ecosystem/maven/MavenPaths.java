package dev.bootwright.ecosystem.maven;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Optional;

/** Folders and files of a tree by name alone. */
final class MavenPaths {
    private MavenPaths() {}

    /** The folder that holds a file; {@code .} for the root. */
    static String folder(String path) {
        int slash = path.lastIndexOf('/');
        return slash < 0 ? "." : path.substring(0, slash);
    }

    static String path(String folder, String name) {
        return folder.equals(".") ? name : folder + "/" + name;
    }

    static boolean isBelow(String path, String folder) {
        return folder.equals(".") || path.equals(folder) || path.startsWith(folder + "/");
    }

    /** Joins and normalises; empty for what leads out of the tree or is not known statically. */
    static Optional<String> resolve(String folder, String target) {
        if (target.startsWith("/") || target.contains("$") || target.contains("\\")) {
            return Optional.empty();
        }
        Deque<String> parts = new ArrayDeque<>();
        for (String part : (folder + "/" + target).split("/", -1)) {
            if (part.equals("..")) {
                if (parts.pollLast() == null) {
                    return Optional.empty();
                }
            } else if (!part.isEmpty() && !part.equals(".")) {
                parts.addLast(part);
            }
        }
        return Optional.of(parts.isEmpty() ? "." : String.join("/", parts));
    }

    /** The module that holds a source file by the usual layout; empty where there is none. */
    static Optional<String> moduleOfSource(String path) {
        if (path.startsWith("src/")) {
            return Optional.of(".");
        }
        int at = path.indexOf("/src/");
        return at < 0 ? Optional.empty() : Optional.of(path.substring(0, at));
    }
}
