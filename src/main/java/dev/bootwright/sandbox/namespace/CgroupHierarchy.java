package dev.bootwright.sandbox.namespace;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * One mounted control-group tree, and the group of this process in it.
 *
 * @param controllers the version 1 controllers; empty for the unified tree
 * @param mount where the tree is mounted
 * @param own the folder of this process's own group
 */
record CgroupHierarchy(List<String> controllers, Path mount, Path own) {
    CgroupHierarchy {
        controllers = List.copyOf(controllers);
    }

    boolean isUnified() {
        return controllers.isEmpty();
    }

    /** All trees of this machine that the given process takes part in. */
    static List<CgroupHierarchy> detect(Path procSelf) throws IOException {
        return parse(
                Files.readString(procSelf.resolve("cgroup"), StandardCharsets.ISO_8859_1),
                Files.readString(procSelf.resolve("mountinfo"), StandardCharsets.ISO_8859_1));
    }

    static List<CgroupHierarchy> parse(String cgroup, String mountInfo) {
        Map<String, String> paths = new LinkedHashMap<>();
        for (String line : cgroup.lines().toList()) {
            String[] fields = line.split(":", 3);
            if (fields.length == 3) {
                paths.put(fields[1], fields[2]);
            }
        }
        List<CgroupHierarchy> found = new ArrayList<>();
        for (String line : mountInfo.lines().toList()) {
            mounted(line, paths).ifPresent(found::add);
        }
        return found;
    }

    /** One line: {@code id parent major:minor root point options … - type source super-options}. */
    private static Optional<CgroupHierarchy> mounted(String line, Map<String, String> paths) {
        String[] halves = line.split(" - ", 2);
        String[] left = halves[0].split(" ");
        if (halves.length != 2 || left.length < 6) {
            return Optional.empty();
        }
        String[] right = halves[1].split(" ");
        Path point = Path.of(left[4]);
        if (right[0].equals("cgroup2")) {
            return Optional.ofNullable(paths.get(""))
                    .map(path -> new CgroupHierarchy(List.of(), point, inside(point, left[3], path)));
        }
        if (!right[0].equals("cgroup") || right.length < 3) {
            return Optional.empty();
        }
        List<String> options = List.of(right[2].split(","));
        for (Map.Entry<String, String> entry : paths.entrySet()) {
            List<String> controllers = List.of(entry.getKey().split(","));
            if (!entry.getKey().isEmpty() && options.containsAll(controllers)) {
                return Optional.of(new CgroupHierarchy(controllers, point, inside(point, left[3], entry.getValue())));
            }
        }
        return Optional.empty();
    }

    /** A mount can show only a part of its tree; what lies above it can't be named. */
    private static Path inside(Path point, String root, String path) {
        String below = path.startsWith(root) ? path.substring(root.length()) : "";
        while (below.startsWith("/")) {
            below = below.substring(1);
        }
        return below.isEmpty() ? point : point.resolve(below);
    }
}
