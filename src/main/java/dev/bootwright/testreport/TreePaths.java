package dev.bootwright.testreport;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * Paths as tests print them, made relative to the repository's tree; textual only, no file is looked at.
 *
 * @param tree the tree's absolute path where the tests ran
 */
public record TreePaths(String tree) {
    private static final Set<String> FOREIGN =
            Set.of("site-packages", "dist-packages", "node_modules", ".venv", ".tox", ".nox");

    /** Joins and normalises; an absolute {@code path} stands alone. */
    public static String resolve(String directory, String path) {
        Deque<String> parts = new ArrayDeque<>();
        for (String part : (path.startsWith("/") ? path : directory + "/" + path).split("/", -1)) {
            if (part.equals("..")) {
                parts.pollLast();
            } else if (!part.isEmpty() && !part.equals(".")) {
                parts.addLast(part);
            }
        }
        return "/" + String.join("/", parts);
    }

    /** Relative to the tree where the path lies in it, {@code .} for the tree itself; else unchanged. */
    public String relative(String absolute) {
        if (absolute.equals(tree)) {
            return ".";
        }
        return absolute.startsWith(tree + "/") ? absolute.substring(tree.length() + 1) : absolute;
    }

    /** {@code file:line} relative to the tree; empty when the place is not in the repository's own files. */
    public Optional<String> ownLine(String directory, String place) {
        int colon = place.lastIndexOf(':');
        if (colon <= 0 || colon == place.length() - 1) {
            return Optional.empty();
        }
        String line = place.substring(colon + 1);
        if (line.length() > 9 || !line.chars().allMatch(c -> c >= '0' && c <= '9')) {
            return Optional.empty();
        }
        String absolute = resolve(directory, place.substring(0, colon));
        if (!absolute.startsWith(tree + "/")) {
            return Optional.empty();
        }
        String relative = relative(absolute);
        for (String part : relative.split("/", -1)) {
            if (FOREIGN.contains(part)) {
                return Optional.empty();
            }
        }
        return Optional.of(CleanText.line(relative, 500) + ":" + line);
    }

    /** The innermost place that lies in the repository; empty text when there is none. */
    public String innermostOwnLine(String directory, List<String> outermostFirst) {
        for (String place : outermostFirst.reversed()) {
            Optional<String> own = ownLine(directory, place);
            if (own.isPresent()) {
                return own.get();
            }
        }
        return "";
    }
}
