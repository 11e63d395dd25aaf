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
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Reads {@code azure-pipelines.yml}: the steps of its jobs for the cell that is followed. */
public final class AzureDetector implements Detector {
    private static final Pattern VARIABLE = Pattern.compile("\\$\\(([\\w.]+)\\)");
    private static final Map<String, List<String>> TASKS = Map.of(
            "UsePythonVersion", List.of("python.ci-version", "versionSpec"),
            "NodeTool", List.of("node.ci-version", "versionSpec"),
            "UseNode", List.of("node.ci-version", "version"),
            "GoTool", List.of("go.ci-version", "version"),
            "JavaToolInstaller", List.of("java.ci-version", "versionSpec"));

    @Override
    public String name() {
        return "azure-pipelines";
    }

    @Override
    public void detect(SourceTree source, FindingSink sink) {
        TreeIndex tree = TreeIndex.of(source);
        for (String path :
                List.of("azure-pipelines.yml", ".azure-pipelines.yml", ".azure-pipelines/azure-pipelines.yml")) {
            CiFile.open(tree, path, "Azure Pipelines", sink).ifPresent(AzureDetector::read);
        }
    }

    private static void read(CiFile file) {
        Node root = file.root();
        for (Node job : jobs(root)) {
            String name = job.text("job").or(() -> job.text("displayName")).orElse("build");
            List<Map<String, Node>> all = new ArrayList<>();
            job.at("strategy", "matrix")
                    .ifPresent(node -> node.entries().values().forEach(cell -> all.add(cell.entries())));
            Cells cells = Cells.of(all, cell -> isLinux(pool(root, job), cell));
            Map<String, String> variables = variables(root, job, cells.chosen());
            CiJob told = new CiJob(
                    file, name, job.line(), cells.chosen(), cells.all().size());
            if (!isLinux(pool(root, job), cells.chosen())) {
                told.obstacle("runs on another system than Linux");
            }
            variables.forEach(told::variable);
            for (Node step : job.get("steps").map(Node::list).orElse(List.of())) {
                step(step, variables, cells, told);
            }
            told.tell();
        }
    }

    private static List<Node> jobs(Node root) {
        List<Node> jobs = new ArrayList<>();
        root.get("stages").map(Node::list).orElse(List.of()).forEach(stage -> jobs.addAll(jobs(stage)));
        root.get("jobs").map(Node::list).ifPresent(jobs::addAll);
        if (root.get("steps").isPresent()) {
            jobs.add(root);
        }
        return jobs;
    }

    private static String pool(Node root, Node job) {
        return job.at("pool", "vmImage")
                .or(() -> root.at("pool", "vmImage"))
                .flatMap(Node::text)
                .orElse("");
    }

    private static boolean isLinux(String pool, Map<String, Node> cell) {
        String image = pool;
        for (Map.Entry<String, Node> variable : cell.entrySet()) {
            image = image.replace(
                    "$(" + variable.getKey() + ")", variable.getValue().text().orElse(""));
        }
        return !image.matches("(?i).*(win|mac|osx).*");
    }

    private static Map<String, String> variables(Node root, Node job, Map<String, Node> cell) {
        Map<String, String> variables = new LinkedHashMap<>();
        for (Node owner : List.of(root, job)) {
            owner.get("variables").ifPresent(node -> {
                node.entries().forEach((name, value) -> value.text().ifPresent(v -> variables.put(name, v)));
                node.list()
                        .forEach(item -> item.text("name")
                                .ifPresent(name -> item.text("value").ifPresent(value -> variables.put(name, value))));
            });
        }
        cell.forEach((name, value) -> value.text().ifPresent(v -> variables.put(name, v)));
        return variables;
    }

    private static void step(Node step, Map<String, String> variables, Cells cells, CiJob told) {
        Optional<Node> script = step.get("script").or(() -> step.get("bash"));
        if (script.isPresent() && script.get() instanceof Node.Scalar text) {
            step.text("workingDirectory").ifPresent(d -> told.directory(replaced(d, variables)));
            told.script(replaced(text.value(), variables), text.textLine());
            step.text("workingDirectory").ifPresent(d -> told.directory("."));
            return;
        }
        String task = step.text("task").orElse("");
        List<String> tool = TASKS.get(task.contains("@") ? task.substring(0, task.indexOf('@')) : task);
        if (tool != null) {
            step.at("inputs", tool.getLast())
                    .ifPresent(input -> input.text().ifPresent(written -> {
                        List<String> all = new ArrayList<>();
                        cells.all().forEach(cell -> {
                            Map<String, String> own = new LinkedHashMap<>(variables);
                            cell.forEach((name, value) -> value.text().ifPresent(v -> own.put(name, v)));
                            all.add(replaced(written, own));
                        });
                        told.version(
                                tool.getFirst(),
                                replaced(written, variables),
                                all.stream().distinct().toList(),
                                input.line());
                    }));
        }
    }

    private static String replaced(String text, Map<String, String> variables) {
        return VARIABLE.matcher(text)
                .replaceAll(match -> Matcher.quoteReplacement(variables.getOrDefault(match.group(1), match.group())));
    }
}
