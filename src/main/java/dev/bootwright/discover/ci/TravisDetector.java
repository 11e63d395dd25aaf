package dev.bootwright.discover.ci;

import dev.bootwright.acquire.SourceTree;
import dev.bootwright.discover.Detector;
import dev.bootwright.discover.FindingSink;
import dev.bootwright.discover.TreeIndex;
import dev.bootwright.format.Node;
import dev.bootwright.format.shell.ShellScript;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Reads {@code .travis.yml}: the phases of a build for the cell that is followed. */
public final class TravisDetector implements Detector {
    private static final List<String> PHASES = List.of("before_install", "install", "before_script", "script");
    private static final Map<String, String> VERSIONS = Map.of(
            "python", "python.ci-version",
            "go", "go.ci-version",
            "node_js", "node.ci-version",
            "jdk", "java.ci-version",
            "rust", "rust.ci-version",
            "rvm", "ruby.ci-version",
            "php", "php.ci-version");

    /** What a build runs that names no script, where the file beside tells that it can. */
    private static final Map<String, List<String>> STANDARD = Map.of(
            "java", List.of("pom.xml", "mvn test -B"),
            "node_js", List.of("package.json", "npm test"),
            "go", List.of("go.mod", "go test -v ./..."),
            "rust", List.of("Cargo.toml", "cargo test --verbose"));

    @Override
    public String name() {
        return "travis";
    }

    @Override
    public void detect(SourceTree source, FindingSink sink) {
        TreeIndex tree = TreeIndex.of(source);
        CiFile.open(tree, ".travis.yml", "Travis CI", sink).ifPresent(file -> read(tree, file));
    }

    private static void read(TreeIndex tree, CiFile file) {
        Node root = file.root();
        List<Map<String, Node>> all = new ArrayList<>(Cells.product(axes(root)));
        List<Map<String, Node>> included = included(root);
        if (all.size() == 1 && all.getFirst().isEmpty() && !included.isEmpty()) {
            all.clear();
        }
        all.addAll(included);
        Cells cells = Cells.of(all, TravisDetector::isLinux);
        Map<String, Node> cell = cells.chosen();
        CiJob job = new CiJob(
                file,
                text(cell, "name").orElse("build"),
                root.line(),
                shown(cell),
                cells.all().size());
        if (!isLinux(cell) || (!cell.containsKey("os") && !isLinux(root.entries()))) {
            job.obstacle("runs on another system than Linux");
        }
        environment(job, root, cell);
        VERSIONS.forEach((axis, subject) -> cells.value(axis)
                .or(() -> root.get(axis))
                .ifPresent(node -> node.texts().stream()
                        .findFirst()
                        .ifPresent(v ->
                                job.version(subject, plain(axis, v), plain(axis, cells.texts(axis)), node.line()))));
        surroundings(job, root, cell);
        scripts(job, tree, root, cell);
        job.tell();
    }

    private static void surroundings(CiJob job, Node root, Map<String, Node> cell) {
        for (Node owner : List.of(root, new Node.Mapping(cell, Map.of(), root.line()))) {
            owner.at("addons", "apt", "packages")
                    .or(() -> owner.at("addons", "apt_packages"))
                    .ifPresent(names ->
                            names.list().forEach(n -> n.text().ifPresent(name -> job.systemPackage(name, n.line()))));
            owner.get("services")
                    .ifPresent(names -> names.list().stream()
                            .filter(n -> n.text()
                                    .filter(t -> !t.equals("docker") && !t.equals("xvfb"))
                                    .isPresent())
                            .forEach(n -> n.text().ifPresent(name -> job.service(name, n.line()))));
        }
    }

    private static void scripts(CiJob job, TreeIndex tree, Node root, Map<String, Node> cell) {
        for (String phase : PHASES) {
            Optional.ofNullable(cell.get(phase)).or(() -> root.get(phase)).ifPresent(job::scripts);
        }
        if (!cell.containsKey("script") && root.get("script").isEmpty()) {
            root.get("language")
                    .ifPresent(language -> Optional.ofNullable(
                                    STANDARD.get(language.text().orElse("")))
                            .filter(standard -> tree.has(standard.getFirst()))
                            .ifPresent(standard -> job.script(standard.getLast(), language.line())));
        }
    }

    private static Map<String, List<Node>> axes(Node root) {
        Map<String, List<Node>> axes = new LinkedHashMap<>();
        VERSIONS.keySet().stream()
                .sorted()
                .forEach(axis -> root.get(axis).ifPresent(node -> axes.put(axis, node.list())));
        root.at("env", "matrix")
                .or(() -> root.at("env", "jobs"))
                .or(() -> root.get("env").filter(env -> env instanceof Node.Sequence))
                .ifPresent(env -> axes.put("env", items(env)));
        return axes;
    }

    private static List<Node> items(Node node) {
        return node instanceof Node.Mapping ? List.of(node) : node.list();
    }

    private static List<Map<String, Node>> included(Node root) {
        return root
                .at("jobs", "include")
                .or(() -> root.at("matrix", "include"))
                .map(Node::list)
                .orElse(List.of())
                .stream()
                .map(Node::entries)
                .filter(entry -> !entry.containsKey("deploy"))
                .toList();
    }

    private static boolean isLinux(Map<String, Node> cell) {
        Node os = cell.get("os");
        return os == null || os.texts().isEmpty() || os.texts().contains("linux");
    }

    private static void environment(CiJob job, Node root, Map<String, Node> cell) {
        root.at("env", "global").ifPresent(node -> variables(job, node));
        root.get("env").filter(env -> env instanceof Node.Scalar).ifPresent(node -> variables(job, node));
        Optional.ofNullable(cell.get("env")).ifPresent(node -> variables(job, node));
    }

    /** Texts like {@code A=1 B="x y"}, mappings, and encrypted entries. */
    private static void variables(CiJob job, Node node) {
        switch (node) {
            case Node.Scalar scalar ->
                ShellScript.read(scalar.value(), scalar.line())
                        .toOptional()
                        .ifPresent(
                                script -> script.commands().forEach(c -> c.env().forEach(job::variable)));
            case Node.Sequence sequence -> sequence.items().forEach(item -> variables(job, item));
            case Node.Mapping mapping -> {
                if (mapping.get("secure").isPresent()) {
                    job.secret("an encrypted variable", mapping.line());
                } else {
                    job.variables(mapping);
                }
            }
        }
    }

    /** {@code openjdk11} is Java 11. */
    private static String plain(String axis, String version) {
        return axis.equals("jdk") ? version.replaceFirst("^[a-z]+", "") : version;
    }

    private static List<String> plain(String axis, List<String> versions) {
        return versions.stream().map(v -> plain(axis, v)).toList();
    }

    private static Map<String, Node> shown(Map<String, Node> cell) {
        Map<String, Node> shown = new LinkedHashMap<>(cell);
        shown.keySet().removeIf(key -> !VERSIONS.containsKey(key) && !key.equals("env") && !key.equals("os"));
        return shown;
    }

    private static Optional<String> text(Map<String, Node> cell, String key) {
        return Optional.ofNullable(cell.get(key)).flatMap(Node::text);
    }
}
