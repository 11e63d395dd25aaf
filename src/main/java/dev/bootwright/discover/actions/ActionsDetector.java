package dev.bootwright.discover.actions;

import dev.bootwright.acquire.SourceTree;
import dev.bootwright.discover.Detector;
import dev.bootwright.discover.FindingSink;
import dev.bootwright.discover.SourceLines;
import dev.bootwright.discover.TreeIndex;
import dev.bootwright.format.Node;
import dev.bootwright.format.yaml.YamlReader;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Reads the workflows of GitHub Actions: every command, and what the jobs around them need. */
public final class ActionsDetector implements Detector {
    private static final String FOLDER = ".github/workflows/";
    private static final int WORKFLOW_LIMIT = 200;

    @Override
    public String name() {
        return "github-actions";
    }

    @Override
    public void detect(SourceTree tree, FindingSink sink) {
        TreeIndex index = TreeIndex.of(tree);
        Map<String, Read> workflows = new LinkedHashMap<>();
        for (SourceTree.Entry entry : index.matching(name -> name.endsWith(".yml") || name.endsWith(".yaml"))) {
            String path = entry.path().toString();
            if (!path.startsWith(FOLDER) || entry.path().depth() != 2) {
                continue;
            }
            if (workflows.size() >= WORKFLOW_LIMIT) {
                sink.unknown(path, 0, "more than " + WORKFLOW_LIMIT + " workflows; this one is not read");
                continue;
            }
            if (entry.size() > SourceTree.MANIFEST_LIMIT) {
                sink.unknown(path, 0, "larger than " + SourceTree.MANIFEST_LIMIT + " bytes");
                continue;
            }
            Optional<String> text = index.read(entry, SourceTree.MANIFEST_LIMIT);
            if (text.isEmpty()) {
                sink.unknown(path, 0, "cannot be read");
                continue;
            }
            YamlReader.read(text.get())
                    .orReport(unknown -> sink.unknown(path, unknown.line(), unknown.reason()))
                    .ifPresent(root -> workflows.put(path, new Read(root, text.get())));
        }
        Map<String, Node> callers = callers(workflows);
        workflows.forEach((path, read) -> workflow(index, path, read, Optional.ofNullable(callers.get(path)), sink));
    }

    private record Read(Node root, String text) {}

    /** The first job that calls each local reusable workflow, by the workflow's path. */
    private static Map<String, Node> callers(Map<String, Read> workflows) {
        Map<String, Node> callers = new LinkedHashMap<>();
        for (Read read : workflows.values()) {
            Map<String, Node> jobs = read.root().get("jobs").map(Node::entries).orElse(Map.of());
            for (Node job : jobs.values()) {
                job.text("uses")
                        .filter(uses -> uses.startsWith("./"))
                        .ifPresent(uses -> callers.putIfAbsent(uses.substring(2), job));
            }
        }
        return callers;
    }

    private static void workflow(TreeIndex index, String path, Read read, Optional<Node> caller, FindingSink sink) {
        Node root = read.root();
        Optional<Node> jobs = root.get("jobs");
        if (jobs.isEmpty() || !(jobs.get() instanceof Node.Mapping mapping)) {
            sink.unknown(path, root.line(), "a workflow without jobs");
            return;
        }
        String name = root.text("name").orElse(path.substring(FOLDER.length()));
        WorkflowFile workflow = new WorkflowFile(
                index,
                path,
                new SourceLines(read.text()),
                name,
                root,
                Triggers.of(root.get("on")),
                inputs(root, caller));
        mapping.entries().forEach((id, job) -> new JobReading(workflow, id, job, mapping.keyLine(id), sink).read());
    }

    private static Map<String, StaticValue> inputs(Node root, Optional<Node> caller) {
        Map<String, StaticValue> inputs = new LinkedHashMap<>();
        for (String event : List.of("workflow_dispatch", "workflow_call")) {
            root.at("on", event, "inputs")
                    .ifPresent(node -> node.entries()
                            .forEach((name, input) -> inputs.put(
                                    name,
                                    input.get("default").map(StaticValue::of).orElse(StaticValue.nothing()))));
        }
        caller.flatMap(job -> job.get("with"))
                .ifPresent(with -> with.entries().forEach((name, value) -> {
                    String text = value.text().orElse("");
                    inputs.put(
                            name,
                            text.contains("${{") ? new StaticValue.Unknown("inputs." + name) : StaticValue.of(value));
                }));
        return inputs;
    }
}
