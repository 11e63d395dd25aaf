package dev.bootwright.ecosystem.javascript.read;

import dev.bootwright.format.Node;
import dev.bootwright.format.Reading;
import dev.bootwright.format.json.JsonReader;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** What a {@code package.json} says, with the lines it says it on. */
record PackageManifest(Node root) {
    private static final List<String> GROUPS = List.of("dependencies", "devDependencies", "optionalDependencies");

    /** @param line where it stands */
    record Entry(String name, String value, int line) {}

    static Reading<PackageManifest> parse(String text) {
        return JsonReader.read(text).map(PackageManifest::new);
    }

    Optional<Entry> text(String... keys) {
        return root.at(keys).flatMap(n -> n.text().map(t -> new Entry(keys[keys.length - 1], t, n.line())));
    }

    /** All texts below a key, in file order. */
    List<Entry> entries(String... keys) {
        List<Entry> found = new ArrayList<>();
        root.at(keys)
                .ifPresent(node -> node.entries()
                        .forEach((name, value) ->
                                value.text().ifPresent(text -> found.add(new Entry(name, text, value.line())))));
        return found;
    }

    /** Scripts; where wireit runs one, its real command. */
    List<Entry> scripts() {
        List<Entry> scripts = new ArrayList<>();
        for (Entry script : entries("scripts")) {
            Optional<Entry> real =
                    script.value().equals("wireit") ? text("wireit", script.name(), "command") : Optional.empty();
            scripts.add(
                    real.map(r -> new Entry(script.name(), r.value(), r.line())).orElse(script));
        }
        return scripts;
    }

    /** Name and range of every direct dependency but peers, the first of equal names. */
    Map<String, Entry> dependencies() {
        Map<String, Entry> all = new LinkedHashMap<>();
        for (String group : GROUPS) {
            entries(group).forEach(e -> all.putIfAbsent(e.name(), e));
        }
        return all;
    }

    /** Patterns of the folders of workspaces; empty where there are none. */
    List<String> workspaces() {
        Optional<Node> node = root.get("workspaces");
        return node.map(n -> n.get("packages").map(Node::texts).orElseGet(n::texts))
                .orElse(List.of());
    }

    boolean has(String key) {
        return root.get(key).isPresent();
    }

    /** Files that users of the package are given: they may have to be built first. */
    List<Entry> outputs() {
        List<Entry> found = new ArrayList<>();
        for (String key : List.of("main", "module", "types", "typings")) {
            text(key).ifPresent(found::add);
        }
        root.get("exports").ifPresent(e -> exported(e, found, 0));
        return found;
    }

    private static void exported(Node node, List<Entry> found, int depth) {
        node.text().ifPresent(t -> found.add(new Entry("exports", t, node.line())));
        if (depth < 4 && found.size() < 20) {
            node.entries().values().forEach(v -> exported(v, found, depth + 1));
        }
    }
}
