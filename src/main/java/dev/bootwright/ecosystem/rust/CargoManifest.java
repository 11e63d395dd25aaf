package dev.bootwright.ecosystem.rust;

import dev.bootwright.format.toml.TomlDocument;
import dev.bootwright.format.toml.TomlValue;
import java.nio.file.FileSystems;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * One {@code Cargo.toml}.
 *
 * @param folder of the file, {@code .} for the root of the tree
 */
record CargoManifest(String folder, TomlDocument document) {
    private static final List<String> DEPENDENCIES = List.of("dependencies", "dev-dependencies", "build-dependencies");
    private static final List<String> TARGETS = List.of("lib", "bin", "test", "example", "bench");

    /** A target of a package as its manifest declares it. */
    record Target(String kind, String name, int line) {}

    /** A dependency with what its entry says. */
    record Dependency(String name, int line, Optional<String> path, Optional<String> git) {}

    static CargoManifest parse(String folder, String text) {
        return new CargoManifest(folder, TomlDocument.parse(text));
    }

    TomlValue.Table root() {
        return document.root();
    }

    boolean isWorkspace() {
        return root().table("workspace").isPresent();
    }

    boolean isPackage() {
        return root().text("package", "name").isPresent();
    }

    String path() {
        return in(folder, "Cargo.toml");
    }

    static String in(String folder, String name) {
        return folder.equals(".") ? name : folder + "/" + name;
    }

    static String folderOf(String path) {
        int slash = path.lastIndexOf('/');
        return slash < 0 ? "." : path.substring(0, slash);
    }

    /** A value of the package, or what a workspace gives to its packages. */
    Optional<TomlValue.Text> stated(String key) {
        return root().text("package", key).or(() -> root().text("workspace", "package", key));
    }

    /** Whether a folder below this workspace is one of its members, as its patterns say. */
    boolean hasMember(String other) {
        String relative = relative(other);
        boolean excluded = root().texts("workspace", "exclude").stream()
                .anyMatch(p -> relative.equals(clean(p.value())) || relative.startsWith(clean(p.value()) + "/"));
        return !excluded
                && root().texts("workspace", "members").stream().anyMatch(p -> matches(clean(p.value()), relative));
    }

    private String relative(String other) {
        return folder.equals(".") ? other : other.startsWith(folder + "/") ? other.substring(folder.length() + 1) : "";
    }

    private static String clean(String pattern) {
        return pattern.replaceFirst("^\\./", "").replaceFirst("/+$", "");
    }

    private static boolean matches(String pattern, String path) {
        if (pattern.length() > 200 || path.isEmpty()) {
            return false;
        }
        try {
            return FileSystems.getDefault().getPathMatcher("glob:" + pattern).matches(Path.of(path));
        } catch (IllegalArgumentException e) {
            return pattern.equals(path);
        }
    }

    /** All entries of dependency tables, those for certain platforms and the workspace's too. */
    List<Dependency> dependencies() {
        List<Dependency> found = new ArrayList<>();
        List<TomlValue.Table> owners = new ArrayList<>(List.of(root()));
        root().table("workspace").ifPresent(owners::add);
        root().table("target")
                .ifPresent(t -> t.entries().values().forEach(v -> {
                    if (v instanceof TomlValue.Table table) {
                        owners.add(table);
                    }
                }));
        for (TomlValue.Table owner : owners) {
            for (String kind : DEPENDENCIES) {
                owner.table(kind)
                        .ifPresent(table -> table.entries().forEach((name, value) -> {
                            found.add(dependency(name, value));
                        }));
            }
        }
        return found;
    }

    private static Dependency dependency(String name, TomlValue value) {
        if (value instanceof TomlValue.Table table) {
            return new Dependency(
                    table.text("package").map(TomlValue.Text::value).orElse(name),
                    value.line(),
                    table.text("path").map(TomlValue.Text::value),
                    table.text("git").map(TomlValue.Text::value));
        }
        return new Dependency(name, value.line(), Optional.empty(), Optional.empty());
    }

    /** Targets whose tests cargo is told not to run. */
    List<Target> untested() {
        return targets("test", "false");
    }

    /** Test targets with a main function of their own, whose tests libtest does not report. */
    List<Target> ownHarness() {
        return targets("harness", "false").stream()
                .filter(t -> !t.kind().equals("bench") && !t.kind().equals("example"))
                .toList();
    }

    private List<Target> targets(String key, String wanted) {
        List<Target> found = new ArrayList<>();
        for (String kind : TARGETS) {
            List<TomlValue> tables = new ArrayList<>(root().items(kind));
            root().table(kind).ifPresent(tables::add);
            for (TomlValue value : tables) {
                if (value instanceof TomlValue.Table table
                        && table.get(key).flatMap(TomlValue::plain).orElse("").equals(wanted)) {
                    String name = table.text("name").map(TomlValue.Text::value).orElse("");
                    found.add(new Target(kind, name, table.line()));
                }
            }
        }
        return found;
    }

    /** The names by which its targets' binaries may be called. */
    List<String> crateNames() {
        List<String> names = new ArrayList<>();
        root().text("package", "name").ifPresent(t -> names.add(t.value()));
        root().text("lib", "name").ifPresent(t -> names.add(t.value()));
        for (TomlValue value : root().items("bin")) {
            if (value instanceof TomlValue.Table table) {
                table.text("name").ifPresent(t -> names.add(t.value()));
            }
        }
        return names.stream().map(n -> n.replace('-', '_')).toList();
    }

    Map<String, TomlValue> features() {
        return root().table("features").map(TomlValue.Table::entries).orElse(Map.of());
    }
}
