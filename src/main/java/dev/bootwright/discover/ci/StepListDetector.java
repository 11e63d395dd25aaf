package dev.bootwright.discover.ci;

import dev.bootwright.acquire.SourceTree;
import dev.bootwright.discover.Detector;
import dev.bootwright.discover.FindingSink;
import dev.bootwright.discover.TreeIndex;
import dev.bootwright.format.Node;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Reads systems whose files are images with commands: Cirrus CI, Drone and Woodpecker. */
public final class StepListDetector implements Detector {
    @Override
    public String name() {
        return "cirrus-drone-woodpecker";
    }

    @Override
    public void detect(SourceTree source, FindingSink sink) {
        TreeIndex tree = TreeIndex.of(source);
        CiFile.open(tree, ".cirrus.yml", "Cirrus CI", sink).ifPresent(StepListDetector::cirrus);
        for (String path : List.of(".drone.yml", ".woodpecker.yml", ".woodpecker.yaml")) {
            String system = path.startsWith(".drone") ? "Drone" : "Woodpecker";
            CiFile.open(tree, path, system, sink).ifPresent(StepListDetector::steps);
        }
        tree.matching(n -> n.endsWith(".yml") || n.endsWith(".yaml")).stream()
                .map(entry -> entry.path().toString())
                .filter(path -> path.matches("\\.woodpecker/[^/]+"))
                .forEach(path -> CiFile.open(tree, path, "Woodpecker", sink).ifPresent(StepListDetector::steps));
    }

    private static void cirrus(CiFile file) {
        if (!(file.root() instanceof Node.Mapping root)) {
            return;
        }
        root.entries().forEach((key, task) -> {
            if (!key.equals("task") && !key.endsWith("_task")) {
                return;
            }
            String name = task.text("name").orElse(key.replaceFirst("_?task$", ""));
            CiJob job = new CiJob(file, name.isEmpty() ? "task" : name, root.keyLine(key), Map.of(), 1);
            Node place = task.get("container").or(() -> root.get("container")).orElse(task);
            place.text("image").ifPresent(image -> job.image(image, place.line()));
            for (String other : List.of("macos_instance", "osx_instance", "windows_container", "freebsd_instance")) {
                if (task.get(other).isPresent()) {
                    job.obstacle("runs on another system than Linux");
                }
            }
            root.get("env").ifPresent(job::variables);
            task.get("env").ifPresent(job::variables);
            task.entries().forEach((part, script) -> {
                if (part.endsWith("script")) {
                    job.scripts(script);
                }
            });
            job.tell();
        });
    }

    /** The steps are one job: they share the tree, and each may have an image of its own. */
    private static void steps(CiFile file) {
        Node root = file.root();
        CiJob job = new CiJob(file, root.text("name").orElse("pipeline"), root.line(), Map.of(), 1);
        named(root.get("services").orElse(new Node.Sequence(List.of(), root.line())))
                .forEach((name, service) -> service.text("image").ifPresent(i -> job.service(i, service.line())));
        named(root.get("steps").or(() -> root.get("pipeline")).orElse(new Node.Sequence(List.of(), root.line())))
                .forEach((name, step) -> {
                    if (step.get("commands").isPresent()) {
                        step.text("image").ifPresent(image -> job.image(image, step.line()));
                        step.get("environment").ifPresent(job::variables);
                        step.get("commands").ifPresent(job::scripts);
                    }
                });
        job.tell();
    }

    /** Lists with names inside and mappings by name are both in use. */
    private static Map<String, Node> named(Node node) {
        Map<String, Node> named = new LinkedHashMap<>(node.entries());
        node.list().forEach(item -> named.put(item.text("name").orElse("step " + named.size()), item));
        return named;
    }
}
