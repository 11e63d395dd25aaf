package dev.bootwright.discover.actions;

import dev.bootwright.discover.CellChoice;
import dev.bootwright.discover.CiCommand;
import dev.bootwright.discover.EvidenceKind;
import dev.bootwright.discover.Finding;
import dev.bootwright.discover.FindingSink;
import dev.bootwright.discover.JobFindings;
import dev.bootwright.discover.Obstacles;
import dev.bootwright.discover.ServiceNames;
import dev.bootwright.discover.SourceLines;
import dev.bootwright.format.Node;
import dev.bootwright.format.Scrubber;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/** Reads one job of a workflow for the cell that was chosen. */
final class JobReading {
    private final WorkflowFile workflow;
    private final String id;
    private final Node job;
    private final int line;
    private final FindingSink sink;

    private final List<Pending> pending = new ArrayList<>();
    private final List<CiCommand> commands = new ArrayList<>();
    private final Set<String> services = new TreeSet<>();
    private final Set<String> secrets = new LinkedHashSet<>();

    private List<Map<String, Node>> cells = List.of();
    private String cell = "";
    private String directory = ".";
    private String shell = "bash";
    private String obstacle = "";

    /** A finding that waits until it is known whether the job runs tests. */
    private record Pending(
            String subject, String value, String file, int line, String snippet, Map<String, String> attributes) {}

    JobReading(WorkflowFile workflow, String id, Node job, int line, FindingSink sink) {
        this.workflow = workflow;
        this.id = id;
        this.job = job;
        this.line = line;
        this.sink = sink;
    }

    WorkflowFile workflow() {
        return workflow;
    }

    String id() {
        return id;
    }

    FindingSink sink() {
        return sink;
    }

    String cell() {
        return cell;
    }

    String directory() {
        return directory;
    }

    String shell() {
        return shell;
    }

    String obstacle() {
        return obstacle;
    }

    List<Map<String, Node>> cells() {
        return cells;
    }

    List<String> services() {
        return List.copyOf(services);
    }

    void read() {
        if (!(job instanceof Node.Mapping)) {
            sink.unknown(workflow.file(), line, "job " + id + " is no mapping");
            return;
        }
        if (job.get("uses").isPresent()) {
            reusable(job.get("uses").get());
            return;
        }
        Scope outer = scopeOfWorkflow();
        Matrix matrix = Matrix.of(job, outer);
        matrix.reason()
                .ifPresent(what -> sink.unknown(
                        workflow.file(),
                        matrix.line(),
                        "matrix of job " + id + " is computed at run time (" + what + ")"));
        cells = matrix.cells();
        Map<String, Node> chosen = CellChoice.choose(
                cells,
                c -> {
                    Runner runner = Runner.of(job.get("runs-on"), outer.withCell(c));
                    return runner.os().equals("Linux") && runner.obstacle().isEmpty();
                },
                workflow.oddities());
        cell = CellChoice.name(chosen);
        Scope inCell = new Scope(
                chosen, matrix.computed(), outer.env(), outer.inputs(), "Linux", outer.event(), outer.actionPath());
        Runner runner = Runner.of(job.get("runs-on"), inCell);
        Scope scope = inCell.withRunner(runner.os());
        scope = scope.withEnv(Expressions.env(job.get("env"), scope));
        defaults(scope);
        Condition condition = Condition.of(job.get("if"), scope);
        obstacle = obstacles(runner, condition);
        surroundings(scope);
        new StepsReading(this, workflow.file(), workflow.lines(), 0).read(job.get("steps"), scope, condition);
        jobFinding(runner, condition, systems(outer));
        emit();
    }

    private Scope scopeOfWorkflow() {
        Scope scope = new Scope(
                Map.of(),
                Set.of(),
                Map.of(),
                workflow.inputs(),
                "Linux",
                workflow.triggers().event(),
                "");
        return scope.withEnv(Expressions.env(workflow.root().get("env"), scope));
    }

    private void reusable(Node uses) {
        String path = uses.text().orElse("");
        boolean local = path.startsWith("./");
        add("ci.reusable-workflow", path, workflow.file(), uses.line(), Map.of("local", Boolean.toString(local)));
        if (!local) {
            sink.unknown(workflow.file(), uses.line(), "the workflow of another repository is not read: " + path);
        }
        emit();
    }

    private void defaults(Scope scope) {
        for (Node node : List.of(workflow.root(), job)) {
            node.at("defaults", "run", "shell").flatMap(Node::text).ifPresent(text -> shell = text);
            node.at("defaults", "run", "working-directory")
                    .flatMap(Node::text)
                    .ifPresent(text -> directory = StepsReading.directory(
                                    Expressions.substitute(text, scope).text())
                            .orElse("."));
        }
    }

    private String obstacles(Runner runner, Condition condition) {
        if (!workflow.triggers().obstacle().isEmpty()) {
            return workflow.triggers().obstacle();
        }
        if (!runner.obstacle().isEmpty()) {
            return runner.obstacle();
        }
        if (!condition.obstacle().isEmpty()) {
            return condition.obstacle();
        }
        Optional<Node> environment = job.get("environment");
        return environment
                .map(node -> "deploys to the environment "
                        + node.text().or(() -> node.text("name")).orElse("named at run time"))
                .orElse("");
    }

    /** Services, the container, and secrets that the whole job sees. */
    private void surroundings(Scope scope) {
        scope.env().forEach((name, value) -> {
            if (value instanceof StaticValue.Unknown(String what) && Obstacles.isSecret(what)) {
                secret(Obstacles.secretName(what), workflow.file(), line);
            }
        });
        job.get("container").ifPresent(node -> {
            String image = node.text().or(() -> node.text("image")).orElse("");
            Expressions.Template resolved = Expressions.substitute(image, scope);
            if (!resolved.text().isEmpty()) {
                add("ci.container", resolved.text(), workflow.file(), node.line(), Map.of());
            }
        });
        job.get("services").ifPresent(node -> node.entries().forEach((name, service) -> service(name, service, scope)));
    }

    private void service(String name, Node service, Scope scope) {
        String image = Expressions.substitute(
                        service.text().or(() -> service.text("image")).orElse(""), scope)
                .text();
        if (image.isEmpty()) {
            return;
        }
        Map<String, String> attributes = new LinkedHashMap<>();
        attributes.put("image", image);
        attributes.put("name", name);
        service.get("ports").ifPresent(ports -> attributes.put("ports", String.join(" ", ports.texts())));
        List<String> env = new ArrayList<>();
        Expressions.env(service.get("env"), scope)
                .forEach((key, value) -> env.add(key + "=" + (value.known() ? value.text() : Scrubber.MASK)));
        if (!env.isEmpty()) {
            attributes.put("env", String.join(" ", env));
        }
        String known = ServiceNames.ofImage(image);
        services.add(known);
        add("ci.service", known, workflow.file(), service.line(), attributes);
    }

    void startedService(String name, String file, SourceLines lines, int at) {
        services.add(name);
        pending.add(new Pending("ci.service", name, file, at, lines.snippet(at), Map.of("image", "", "name", name)));
    }

    void secret(String name, String file, int at) {
        if (!name.equals("GITHUB_TOKEN") && secrets.add(name)) {
            add("ci.secret", name, file, at, Map.of());
        }
    }

    void add(String subject, String value, String file, int at, Map<String, String> attributes) {
        pending.add(new Pending(
                subject,
                value,
                file,
                at,
                file.equals(workflow.file()) ? workflow.lines().snippet(at) : value,
                attributes));
    }

    void add(String subject, String value, String file, SourceLines lines, int at, Map<String, String> attributes) {
        pending.add(new Pending(subject, value, file, at, lines.snippet(at), attributes));
    }

    void command(CiCommand command) {
        commands.add(command);
    }

    /** The operating systems of all cells, in the matrix's order. */
    private Set<String> systems(Scope scope) {
        Set<String> systems = new LinkedHashSet<>();
        cells.forEach(c ->
                systems.add(Runner.of(job.get("runs-on"), scope.withCell(c)).os()));
        return systems;
    }

    private void jobFinding(Runner runner, Condition condition, Set<String> systems) {
        Map<String, String> attributes = new LinkedHashMap<>();
        attributes.put("os", runner.os());
        if (systems.size() > 1) {
            attributes.put("systems", String.join(",", systems));
        }
        attributes.put("cells", Integer.toString(cells.size()));
        if (!obstacle.isEmpty()) {
            attributes.put("obstacle", obstacle);
        }
        if (!condition.undecided().isEmpty()) {
            attributes.put("condition", condition.undecided());
        }
        add("ci.job", id, workflow.file(), line, attributes);
    }

    private void emit() {
        boolean tests = commands.stream().anyMatch(c -> c.purpose() == CiCommand.Purpose.TEST);
        commands.forEach(sink::ciCommand);
        JobFindings job = new JobFindings(id, tests, cell);
        for (Pending p : pending) {
            sink.finding(Finding.of(
                    job.subject(p.subject()),
                    p.value(),
                    directory,
                    p.file(),
                    p.line(),
                    p.snippet(),
                    EvidenceKind.CI,
                    job.attributes(p.attributes())));
        }
    }
}
