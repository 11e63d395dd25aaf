package dev.bootwright.ecosystem.javascript.read;

import dev.bootwright.acquire.SourceTree;
import dev.bootwright.discover.FindingSink;
import dev.bootwright.discover.TreeIndex;
import dev.bootwright.discover.TreeScope;
import dev.bootwright.format.Node;
import dev.bootwright.format.yaml.YamlReader;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.regex.Pattern;

/** The packages of a tree by folder, and which of them are installed together. */
final class Packages {
    private static final int MOST = 400;

    private final Map<String, NodePackage> byFolder = new TreeMap<>();

    /**
     * @param folder relative to the tree, {@code .} for the root
     * @param scope what the folder is for
     */
    record NodePackage(String folder, String text, PackageManifest manifest, TreeScope.Kind scope) {
        String path(String name) {
            return Packages.path(folder, name);
        }

        String line(int number) {
            return text.lines()
                    .skip(Math.max(0, number - 1))
                    .findFirst()
                    .orElse("")
                    .strip();
        }
    }

    static Packages of(TreeIndex tree, FindingSink sink) {
        Packages packages = new Packages();
        for (SourceTree.Entry entry : tree.named("package.json")) {
            String path = entry.path().toString();
            String folder = folder(path);
            TreeScope.Kind scope = tree.scope().ofFolder(folder);
            boolean used = scope == TreeScope.Kind.OWN
                    || scope == TreeScope.Kind.EXAMPLE
                    || scope == TreeScope.Kind.DOCUMENTATION;
            if (!used
                    || entry.kind() == SourceTree.Kind.LINK
                    || isTestData(folder)
                    || packages.byFolder.size() >= MOST) {
                continue;
            }
            tree.read(entry, SourceTree.MANIFEST_LIMIT)
                    .ifPresent(text -> PackageManifest.parse(text)
                            .orReport(u -> sink.unknown(path, u.line(), u.reason()))
                            .ifPresent(m -> packages.byFolder.put(folder, new NodePackage(folder, text, m, scope))));
        }
        return packages;
    }

    /** Packages in folders of tests are what the tests work on. */
    private static boolean isTestData(String folder) {
        return ("/" + folder + "/").matches(".*/(?:tests?|__tests__|__mocks__|specs?|e2e|cypress|bench(?:mark)?s?)/.*");
    }

    List<NodePackage> all() {
        return List.copyOf(byFolder.values());
    }

    Optional<NodePackage> in(String folder) {
        return Optional.ofNullable(byFolder.get(folder));
    }

    Optional<NodePackage> named(String name) {
        return byFolder.values().stream()
                .filter(p -> p.manifest()
                        .text("name")
                        .map(e -> e.value().equals(name))
                        .orElse(false))
                .findFirst();
    }

    /** The package that a file belongs to. */
    Optional<NodePackage> owner(String file) {
        String at = folder(file);
        while (true) {
            NodePackage found = byFolder.get(at);
            if (found != null || at.equals(".")) {
                return Optional.ofNullable(found);
            }
            at = folder(at);
        }
    }

    /** The folder whose installation brings a package's dependencies: its workspace's root, else its own. */
    String installRoot(NodePackage of, TreeIndex tree) {
        String at = of.folder();
        while (!at.equals(".")) {
            at = folder(at);
            NodePackage above = byFolder.get(at);
            if (above != null && isMember(workspaces(above, tree), at, of.folder())) {
                return at;
            }
        }
        return of.folder();
    }

    static List<String> workspaces(NodePackage root, TreeIndex tree) {
        List<String> patterns = new ArrayList<>(root.manifest().workspaces());
        tree.find(root.path("pnpm-workspace.yaml"))
                .flatMap(e -> tree.read(e, SourceTree.MANIFEST_LIMIT))
                .flatMap(text -> YamlReader.read(text).toOptional())
                .flatMap(n -> n.get("packages"))
                .map(Node::texts)
                .ifPresent(patterns::addAll);
        return patterns;
    }

    private static boolean isMember(List<String> patterns, String root, String folder) {
        String relative = root.equals(".") ? folder : folder.substring(root.length() + 1);
        boolean member = false;
        for (String pattern : patterns) {
            boolean not = pattern.startsWith("!");
            String plain = (not ? pattern.substring(1) : pattern)
                    .replaceFirst("^\\./", "")
                    .replaceAll("/+$", "");
            if (glob(plain).matcher(relative).matches()) {
                member = !not;
            }
        }
        return member;
    }

    /** A pattern of folders as a regular expression: stars, double stars and braces. */
    static Pattern glob(String pattern) {
        StringBuilder out = new StringBuilder();
        int depth = 0;
        for (int i = 0; i < pattern.length(); i++) {
            char c = pattern.charAt(i);
            if (pattern.startsWith("**/", i)) {
                out.append("(?:[^/]+/)*");
                i += 2;
            } else if (pattern.startsWith("**", i)) {
                out.append(".*");
                i++;
            } else if (c == '*') {
                out.append("[^/]*");
            } else if (c == '?') {
                out.append("[^/]");
            } else if (c == '{') {
                depth++;
                out.append("(?:");
            } else if (c == '}' && depth > 0) {
                depth--;
                out.append(')');
            } else if (c == ',' && depth > 0) {
                out.append('|');
            } else {
                out.append(Pattern.quote(String.valueOf(c)));
            }
        }
        return Pattern.compile(depth == 0 ? out.toString() : Pattern.quote(pattern));
    }

    static String folder(String path) {
        int slash = path.lastIndexOf('/');
        return slash < 0 ? "." : path.substring(0, slash);
    }

    static String path(String folder, String name) {
        return folder.equals(".") ? name : folder + "/" + name;
    }
}
