package dev.bootwright.ecosystem.golang;

import dev.bootwright.acquire.SourceTree;
import dev.bootwright.discover.TreeIndex;
import dev.bootwright.discover.TreeScope;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** The Go modules of a tree by folder, and which of them owns a file. */
final class GoModules {
    private static final int MOST = 200;

    private final Map<String, Module> byFolder = new TreeMap<>();

    /**
     * @param folder relative to the tree, {@code .} for the root
     * @param scope what the folder is for
     */
    record Module(String folder, SourceTree.Entry entry, String text, GoModFile file, TreeScope.Kind scope) {
        String line(int number) {
            return text.lines()
                    .skip(Math.max(0, number - 1))
                    .findFirst()
                    .orElse("")
                    .strip();
        }

        String path(String name) {
            return GoModules.path(folder, name);
        }
    }

    static GoModules of(TreeIndex tree) {
        GoModules modules = new GoModules();
        for (SourceTree.Entry entry : tree.named("go.mod")) {
            String folder = folder(entry.path().toString());
            TreeScope.Kind scope = tree.scope().ofFolder(folder);
            if (isIgnored(folder) || scope == TreeScope.Kind.VENDORED || modules.byFolder.size() >= MOST) {
                continue;
            }
            tree.read(entry, SourceTree.MANIFEST_LIMIT)
                    .ifPresent(text -> modules.byFolder.put(
                            folder, new Module(folder, entry, text, GoModFile.parse(text), scope)));
        }
        return modules;
    }

    List<Module> all() {
        return new ArrayList<>(byFolder.values());
    }

    Optional<Module> in(String folder) {
        return Optional.ofNullable(byFolder.get(folder));
    }

    /** The module whose packages a file belongs to. */
    Optional<Module> owner(String file) {
        String folder = folder(file);
        while (true) {
            Module module = byFolder.get(folder);
            if (module != null || folder.equals(".")) {
                return Optional.ofNullable(module);
            }
            folder = folder(folder);
        }
    }

    /** Folders that the go command never matches with {@code ./...}. */
    static boolean isIgnored(String folder) {
        for (String part : folder.split("/")) {
            if (part.equals("testdata")
                    || part.equals("vendor")
                    || part.startsWith("_")
                    || (part.startsWith(".") && part.length() > 1)) {
                return true;
            }
        }
        return false;
    }

    static String folder(String path) {
        int slash = path.lastIndexOf('/');
        return slash < 0 ? "." : path.substring(0, slash);
    }

    static String path(String folder, String name) {
        return folder.equals(".") ? name : folder + "/" + name;
    }

    /** A folder named relative to another one; empty when it is outside the tree. */
    static Optional<String> resolve(String folder, String target) {
        List<String> parts = new ArrayList<>();
        for (String part : (folder + "/" + target).split("/")) {
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
}
