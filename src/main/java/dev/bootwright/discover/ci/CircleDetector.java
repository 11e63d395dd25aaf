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

/** Reads {@code .circleci/config.yml}: jobs with their executors, commands of the file's own and parameters. */
public final class CircleDetector implements Detector {
    private static final int DEPTH = 5;
    private static final Pattern PARAMETER = Pattern.compile("<<\\s*parameters\\.([\\w-]+)\\s*>>");

    @Override
    public String name() {
        return "circleci";
    }

    @Override
    public void detect(SourceTree source, FindingSink sink) {
        CiFile.open(TreeIndex.of(source), ".circleci/config.yml", "CircleCI", sink)
                .ifPresent(CircleDetector::read);
    }

    private static void read(CiFile file) {
        file.root().get("jobs").filter(node -> node instanceof Node.Mapping).ifPresent(node -> {
            Node.Mapping jobs = (Node.Mapping) node;
            jobs.entries().forEach((name, job) -> job(file, name, jobs.keyLine(name), job));
        });
    }

    private static void job(CiFile file, String name, int line, Node job) {
        Cells cells = Cells.of(matrix(file.root(), name), cell -> true);
        Map<String, String> parameters = defaults(job);
        cells.chosen().forEach((key, value) -> value.text().ifPresent(text -> parameters.put(key, text)));
        CiJob told = new CiJob(file, name, line, cells.chosen(), cells.all().size());
        executor(file.root(), job, parameters, told);
        job.get("environment").ifPresent(told::variables);
        job.text("working_directory").ifPresent(told::directory);
        steps(file.root(), job.get("steps"), parameters, told, 0);
        told.tell();
    }

    private static void executor(Node root, Node job, Map<String, String> parameters, CiJob told) {
        Optional<String> named =
                job.text("executor").or(() -> job.at("executor", "name").flatMap(Node::text));
        Node place = named.flatMap(n -> root.at("executors", replaced(n, parameters)))
                .orElse(job);
        Map<String, String> inner = new LinkedHashMap<>(defaults(place));
        inner.putAll(parameters);
        job.get("executor")
                .ifPresent(node -> node.entries()
                        .forEach((key, value) ->
                                value.text().ifPresent(text -> inner.put(key, replaced(text, parameters)))));
        if (place.get("macos").isPresent() || place.get("windows").isPresent()) {
            told.obstacle("runs on another system than Linux");
        }
        place.get("environment").ifPresent(told::variables);
        List<Node> containers = place.get("docker").map(Node::list).orElse(List.of());
        for (int i = 0; i < containers.size(); i++) {
            Node container = containers.get(i);
            String image =
                    container.text("image").map(text -> replaced(text, inner)).orElse("");
            if (i == 0) {
                container.get("environment").ifPresent(told::variables);
                told.image(image, container.line());
            } else {
                told.service(image, container.line());
            }
        }
    }

    private static void steps(Node root, Optional<Node> steps, Map<String, String> parameters, CiJob told, int depth) {
        for (Node step : steps.map(Node::list).orElse(List.of())) {
            Optional<Node> run = step.get("run");
            if (run.isPresent()) {
                Node command = run.get().get("command").orElse(run.get());
                if (command instanceof Node.Scalar script) {
                    run.get().text("working_directory").ifPresent(told::directory);
                    told.script(replaced(script.value(), parameters), script.textLine());
                    run.get().text("working_directory").ifPresent(directory -> told.directory("."));
                }
            } else if (depth < DEPTH) {
                called(root, step, parameters, told, depth);
            }
        }
    }

    /** A command that the file itself defines, or steps that only run under a condition. */
    private static void called(Node root, Node step, Map<String, String> parameters, CiJob told, int depth) {
        String name = step.text()
                .orElseGet(() -> step.entries().keySet().stream().findFirst().orElse(""));
        Optional<Node> command = root.at("commands", name);
        if (command.isPresent()) {
            Map<String, String> inner = defaults(command.get());
            step.get(name)
                    .ifPresent(given -> given.entries()
                            .forEach((key, value) ->
                                    value.text().ifPresent(text -> inner.put(key, replaced(text, parameters)))));
            steps(root, command.get().get("steps"), inner, told, depth + 1);
        } else if (name.equals("when") || name.equals("unless")) {
            steps(root, step.at(name, "steps"), parameters, told, depth + 1);
        }
    }

    private static Map<String, String> defaults(Node owner) {
        Map<String, String> defaults = new LinkedHashMap<>();
        owner.get("parameters")
                .ifPresent(node -> node.entries()
                        .forEach((name, parameter) ->
                                parameter.text("default").ifPresent(value -> defaults.put(name, value))));
        return defaults;
    }

    /** The parameters that workflows call a job with. */
    private static List<Map<String, Node>> matrix(Node root, String job) {
        List<Map<String, Node>> cells = new ArrayList<>();
        root.get("workflows")
                .ifPresent(workflows -> workflows
                        .entries()
                        .values()
                        .forEach(workflow -> workflow.get("jobs")
                                .ifPresent(jobs -> jobs.list()
                                        .forEach(call -> call.get(job).ifPresent(with -> {
                                            Map<String, List<Node>> axes = new LinkedHashMap<>();
                                            with.entries().forEach((key, value) -> {
                                                if (value.text().isPresent()
                                                        && !key.equals("name")
                                                        && !key.equals("context")) {
                                                    axes.put(key, List.of(value));
                                                }
                                            });
                                            with.at("matrix", "parameters")
                                                    .ifPresent(node -> node.entries()
                                                            .forEach((key, value) -> axes.put(key, value.list())));
                                            cells.addAll(Cells.product(axes));
                                        })))));
        return cells;
    }

    private static String replaced(String text, Map<String, String> parameters) {
        return PARAMETER
                .matcher(text)
                .replaceAll(match -> Matcher.quoteReplacement(parameters.getOrDefault(match.group(1), match.group())));
    }
}
