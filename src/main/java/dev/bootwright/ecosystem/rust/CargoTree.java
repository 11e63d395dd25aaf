package dev.bootwright.ecosystem.rust;

import dev.bootwright.acquire.SourceTree;
import dev.bootwright.discover.TreeIndex;
import dev.bootwright.discover.TreeScope;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * The packages of a tree, each with the folder of the workspace that it belongs to.
 *
 * @param manifests by folder, in path order
 * @param roots the folder where cargo runs for each folder of a manifest
 */
record CargoTree(Map<String, CargoManifest> manifests, Map<String, String> roots) {
    private static final int MOST = 2000;

    static CargoTree of(TreeIndex tree) {
        Map<String, CargoManifest> manifests = new LinkedHashMap<>();
        for (SourceTree.Entry entry : tree.named("Cargo.toml")) {
            String folder = CargoManifest.folderOf(entry.path().toString());
            TreeScope.Kind kind = tree.scope().ofFolder(folder);
            if (manifests.size() < MOST && kind != TreeScope.Kind.VENDORED && kind != TreeScope.Kind.GENERATED) {
                tree.read(entry, SourceTree.MANIFEST_LIMIT)
                        .ifPresent(text -> manifests.put(folder, CargoManifest.parse(folder, text)));
            }
        }
        Map<String, String> roots = new LinkedHashMap<>();
        manifests.keySet().forEach(folder -> roots.put(folder, folder));
        for (CargoManifest workspace : manifests.values()) {
            if (workspace.isWorkspace()) {
                members(workspace, manifests).forEach(m -> roots.put(m, workspace.folder()));
            }
        }
        return new CargoTree(manifests, roots);
    }

    /** Named by the patterns, or reached from there by path dependencies. */
    private static List<String> members(CargoManifest workspace, Map<String, CargoManifest> manifests) {
        Set<String> found = new HashSet<>(Set.of(workspace.folder()));
        List<String> open = new ArrayList<>(List.of(workspace.folder()));
        for (String folder : manifests.keySet()) {
            if (workspace.hasMember(folder) && found.add(folder)) {
                open.add(folder);
            }
        }
        while (!open.isEmpty()) {
            String folder = open.removeLast();
            CargoManifest manifest = manifests.get(folder);
            if (manifest == null) {
                continue;
            }
            for (CargoManifest.Dependency dependency : manifest.dependencies()) {
                Optional<String> target = dependency.path().flatMap(p -> resolve(folder, p));
                target.filter(t -> isWithin(t, workspace.folder()) && manifests.containsKey(t) && found.add(t))
                        .ifPresent(open::add);
            }
        }
        return List.copyOf(found);
    }

    private static boolean isWithin(String candidate, String root) {
        return root.equals(".") || candidate.equals(root) || candidate.startsWith(root + "/");
    }

    /** A folder relative to another; empty when it leaves the tree. */
    static Optional<String> resolve(String folder, String relative) {
        List<String> parts = new ArrayList<>(folder.equals(".") ? List.of() : List.of(folder.split("/")));
        if (relative.startsWith("/")) {
            return Optional.empty();
        }
        for (String part : relative.split("/")) {
            if (part.equals("..")) {
                if (parts.isEmpty()) {
                    return Optional.empty();
                }
                parts.removeLast();
            } else if (!part.isEmpty() && !part.equals(".")) {
                parts.add(part);
            }
        }
        return Optional.of(parts.isEmpty() ? "." : String.join("/", parts));
    }

    /** The packages for which cargo runs in one folder. */
    List<CargoManifest> under(String root) {
        return manifests.values().stream()
                .filter(m -> root.equals(roots.get(m.folder())))
                .toList();
    }

    /** The folder where cargo runs for a source file: that of the nearest manifest above it. */
    Optional<String> rootOf(String file) {
        String at = CargoManifest.folderOf(file);
        while (true) {
            String root = roots.get(at);
            if (root != null) {
                return Optional.of(root);
            }
            if (at.equals(".")) {
                return Optional.empty();
            }
            at = CargoManifest.folderOf(at);
        }
    }
}
