package dev.bootwright.discover.actions;

import dev.bootwright.acquire.SourceTree;
import dev.bootwright.discover.Detector;
import dev.bootwright.discover.FindingSink;
import dev.bootwright.discover.RecordedSink;
import dev.bootwright.discover.SourceLines;
import dev.bootwright.discover.TreeIndex;
import dev.bootwright.format.Node;
import dev.bootwright.format.yaml.YamlReader;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Reads the workflows of GitHub Actions: every command, and what the jobs around them need. */
public final class ActionsDetector implements Detector {
    private static final String FOLDER = ".github/workflows/";
    private static final int WORKFLOW_LIMIT = 200;

    /** From this many workflows on they are worth a second core. */
    private static final int PARALLEL = 8;

    @Override
    public String name() {
        return "github-actions";
    }

    @Override
    public void detect(SourceTree tree, FindingSink sink) {
        TreeIndex index = TreeIndex.of(tree);
        List<SourceTree.Entry> entries = entries(index, sink);
        Map<String, Read> workflows = new LinkedHashMap<>();
        Stream<Read> reads = (entries.size() > PARALLEL ? entries.parallelStream() : entries.stream())
                .map(entry -> read(index, entry));
        for (Read read : reads.toList()) {
            read.sink().replay(sink);
            if (read.root() != null) {
                workflows.put(read.path(), read);
            }
        }
        Map<String, Node> callers = callers(workflows);
        Map<String, Integer> oddities = new ConcurrentHashMap<>();
        List<Read> all = List.copyOf(workflows.values());
        Stream<RecordedSink> evaluated = (all.size() > PARALLEL ? all.parallelStream() : all.stream()).map(read -> {
            RecordedSink recorded = new RecordedSink();
            workflow(index, read, Optional.ofNullable(callers.get(read.path())), oddities, recorded);
            return recorded;
        });
        evaluated.toList().forEach(recorded -> recorded.replay(sink));
    }

    private static List<SourceTree.Entry> entries(TreeIndex index, FindingSink sink) {
        List<SourceTree.Entry> result = new ArrayList<>();
        for (SourceTree.Entry entry : index.matching(name -> name.endsWith(".yml") || name.endsWith(".yaml"))) {
            String path = entry.path().toString();
            if (!path.startsWith(FOLDER) || entry.path().depth() != 2) {
                continue;
            }
            if (result.size() >= WORKFLOW_LIMIT) {
                sink.unknown(path, 0, "more than " + WORKFLOW_LIMIT + " workflows; this one is not read");
            } else if (entry.size() > SourceTree.MANIFEST_LIMIT) {
                sink.unknown(path, 0, "larger than " + SourceTree.MANIFEST_LIMIT + " bytes");
            } else {
                result.add(entry);
            }
        }
        return result;
    }

    private static Read read(TreeIndex index, SourceTree.Entry entry) {
        String path = entry.path().toString();
        RecordedSink sink = new RecordedSink();
        Optional<String> text = index.read(entry, SourceTree.MANIFEST_LIMIT);
        if (text.isEmpty()) {
            sink.unknown(path, 0, "cannot be read");
        }
        Optional<Node> root = text.flatMap(content ->
                YamlReader.read(content).orReport(unknown -> sink.unknown(path, unknown.line(), unknown.reason())));
        return new Read(path, root.orElse(null), text.orElse(""), sink);
    }

    /**
     * @param root null when the file was not understood
     */
    private record Read(String path, @Nullable Node root, String text, RecordedSink sink) {}

    /** The first job that calls each local reusable workflow, by the workflow's path. */
    private static Map<String, Node> callers(Map<String, Read> workflows) {
        Map<String, Node> callers = new LinkedHashMap<>();
        for (Read read : workflows.values()) {
            Map<String, Node> jobs = Optional.ofNullable(read.root())
                    .flatMap(root -> root.get("jobs"))
                    .map(Node::entries)
                    .orElse(Map.of());
            for (Node job : jobs.values()) {
                job.text("uses")
                        .filter(uses -> uses.startsWith("./"))
                        .ifPresent(uses -> callers.putIfAbsent(uses.substring(2), job));
            }
        }
        return callers;
    }

    private static void workflow(
            TreeIndex index, Read read, Optional<Node> caller, Map<String, Integer> oddities, FindingSink sink) {
        Node root = read.root();
        String path = read.path();
        if (root == null) {
            return;
        }
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
                inputs(root, caller),
                oddities);
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
