package dev.bootwright.discover.ci;

import dev.bootwright.acquire.SourceTree;
import dev.bootwright.discover.Detector;
import dev.bootwright.discover.FindingSink;
import dev.bootwright.discover.TreeIndex;
import dev.bootwright.format.Node;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Reads {@code bitbucket-pipelines.yml}: the steps of every pipeline, those of equal commands once. */
public final class BitbucketDetector implements Detector {
    @Override
    public String name() {
        return "bitbucket-pipelines";
    }

    @Override
    public void detect(SourceTree source, FindingSink sink) {
        CiFile.open(TreeIndex.of(source), "bitbucket-pipelines.yml", "Bitbucket Pipelines", sink)
                .ifPresent(BitbucketDetector::read);
    }

    private static void read(CiFile file) {
        List<Node> steps = new ArrayList<>();
        file.root().get("pipelines").ifPresent(pipelines -> collect(pipelines, steps));
        List<List<String>> told = new ArrayList<>();
        for (Node step : steps) {
            List<String> commands = step.get("script").map(Node::texts).orElse(List.of());
            if (!told.contains(commands)) {
                told.add(commands);
                step(file, step);
            }
        }
    }

    /** Steps lie in lists below {@code default}, below names of branches, and in {@code parallel} groups or {@code stage}s. */
    private static void collect(Node node, List<Node> steps) {
        node.list().forEach(item -> collect(item, steps));
        node.entries().forEach((key, value) -> {
            if (key.equals("step")) {
                steps.add(value);
            } else {
                collect(value, steps);
            }
        });
    }

    private static void step(CiFile file, Node step) {
        CiJob job = new CiJob(file, step.text("name").orElse("step"), step.line(), Map.of(), 1);
        image(step)
                .or(() -> image(file.root()))
                .flatMap(image -> image.text().map(name -> Map.entry(name, image.line())))
                .ifPresent(image -> job.image(image.getKey(), image.getValue()));
        step.get("runs-on").ifPresent(where -> {
            if (where.texts().stream().anyMatch(label -> label.matches("windows|macos"))) {
                job.obstacle("runs on another system than Linux");
            }
        });
        for (Node service : step.get("services").map(Node::list).orElse(List.of())) {
            service.text()
                    .ifPresent(name -> file.root()
                            .at("definitions", "services", name, "image")
                            .flatMap(image -> image.text().or(() -> image.text("name")))
                            .or(() -> Optional.of(name).filter(n -> !n.equals("docker")))
                            .ifPresent(image -> job.service(image, service.line())));
        }
        // An item that is no text is a pipe: an action of the system.
        step.get("script").map(Node::list).orElse(List.of()).stream()
                .filter(Node.Scalar.class::isInstance)
                .forEach(job::scripts);
        job.tell();
    }

    private static Optional<Node> image(Node owner) {
        return owner.get("image")
                .flatMap(image -> image instanceof Node.Mapping ? image.get("name") : Optional.of(image));
    }
}
