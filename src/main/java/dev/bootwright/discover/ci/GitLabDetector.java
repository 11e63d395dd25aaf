package dev.bootwright.discover.ci;

import dev.bootwright.acquire.SourceTree;
import dev.bootwright.discover.Detector;
import dev.bootwright.discover.FindingSink;
import dev.bootwright.discover.TreeIndex;
import dev.bootwright.format.Node;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Reads {@code .gitlab-ci.yml}: jobs with what they extend; files that it includes from elsewhere are named. */
public final class GitLabDetector implements Detector {
    private static final int DEPTH = 8;
    private static final Set<String> NO_JOBS = Set.of(
            "image",
            "services",
            "stages",
            "types",
            "variables",
            "before_script",
            "after_script",
            "cache",
            "include",
            "default",
            "workflow",
            "spec");

    @Override
    public String name() {
        return "gitlab-ci";
    }

    @Override
    public void detect(SourceTree source, FindingSink sink) {
        CiFile.open(TreeIndex.of(source), ".gitlab-ci.yml", "GitLab CI", sink).ifPresent(GitLabDetector::read);
    }

    private static void read(CiFile file) {
        if (!(file.root() instanceof Node.Mapping root)) {
            return;
        }
        root.get("include")
                .ifPresent(node ->
                        file.sink().unknown(file.path(), node.line(), "what is included from other files is not read"));
        root.entries().forEach((name, node) -> {
            if (!NO_JOBS.contains(name) && !name.startsWith(".") && node instanceof Node.Mapping) {
                job(file, root, name, root.keyLine(name), merged(root, node, 0));
            }
        });
    }

    /** A job over what it extends; of equal keys its own hold, and of variables all. */
    private static Map<String, Node> merged(Node root, Node job, int depth) {
        Map<String, Node> all = new LinkedHashMap<>();
        if (depth < DEPTH) {
            for (String parent : job.get("extends").map(Node::texts).orElse(List.of())) {
                root.get(parent).ifPresent(node -> overlay(all, merged(root, node, depth + 1)));
            }
        }
        overlay(all, job.entries());
        return all;
    }

    private static void overlay(Map<String, Node> all, Map<String, Node> more) {
        more.forEach((key, value) -> {
            Node below = all.get(key);
            if (key.equals("variables") && below != null) {
                Map<String, Node> variables = new LinkedHashMap<>(below.entries());
                variables.putAll(value.entries());
                all.put(key, new Node.Mapping(variables, Map.of(), value.line()));
            } else {
                all.put(key, value);
            }
        });
    }

    private static void job(CiFile file, Node root, String name, int line, Map<String, Node> job) {
        Node script = job.get("script");
        if (script == null) {
            return;
        }
        Cells cells = Cells.of(matrix(job), cell -> true);
        CiJob told = new CiJob(file, name, line, cells.chosen(), cells.all().size());
        obstacles(told, job);
        root.get("variables").ifPresent(told::variables);
        Optional.ofNullable(job.get("variables")).ifPresent(told::variables);
        cells.chosen().forEach((variable, value) -> value.text().ifPresent(v -> told.variable(variable, v)));
        setting(root, job, "image")
                .ifPresent(node -> node.text()
                        .or(() -> node.text("name"))
                        .ifPresent(image -> told.image(replaced(image, cells.chosen()), node.line())));
        setting(root, job, "services")
                .ifPresent(node -> node.list()
                        .forEach(service -> service.text()
                                .or(() -> service.text("name"))
                                .filter(image -> !image.contains("dind"))
                                .ifPresent(image -> told.service(image, service.line()))));
        setting(root, job, "before_script").ifPresent(told::scripts);
        told.scripts(script);
        told.tell();
    }

    private static void obstacles(CiJob told, Map<String, Node> job) {
        if (Optional.ofNullable(job.get("when"))
                .flatMap(Node::text)
                .filter("manual"::equals)
                .isPresent()) {
            told.obstacle("is started by hand");
        }
        Optional.ofNullable(job.get("environment"))
                .ifPresent(node -> told.obstacle("deploys to the environment "
                        + node.text().or(() -> node.text("name")).orElse("named at run time")));
        boolean elsewhere = Optional.ofNullable(job.get("tags")).map(Node::texts).orElse(List.of()).stream()
                .anyMatch(tag -> tag.matches("(?i).*(windows|macos|osx|arm).*"));
        if (elsewhere) {
            told.obstacle("runs on another system than this one");
        }
    }

    /** What the job says, else the defaults. */
    private static Optional<Node> setting(Node root, Map<String, Node> job, String key) {
        return Optional.ofNullable(job.get(key))
                .or(() -> root.at("default", key))
                .or(() -> root.get(key));
    }

    private static List<Map<String, Node>> matrix(Map<String, Node> job) {
        List<Map<String, Node>> cells = new ArrayList<>();
        Optional.ofNullable(job.get("parallel"))
                .flatMap(node -> node.get("matrix"))
                .ifPresent(matrix -> matrix.list().forEach(part -> {
                    Map<String, List<Node>> axes = new LinkedHashMap<>();
                    part.entries().forEach((name, values) -> axes.put(name, values.list()));
                    cells.addAll(Cells.product(axes));
                }));
        return cells;
    }

    /** {@code python:$VERSION} with the cell's value. */
    private static String replaced(String text, Map<String, Node> cell) {
        String all = text;
        for (Map.Entry<String, Node> variable : cell.entrySet()) {
            String value = variable.getValue().text().orElse("");
            all = all.replace("${" + variable.getKey() + "}", value).replace("$" + variable.getKey(), value);
        }
        return all;
    }
}
