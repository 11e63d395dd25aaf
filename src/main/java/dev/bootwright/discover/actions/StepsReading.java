package dev.bootwright.discover.actions;

import dev.bootwright.base.Digest;
import dev.bootwright.discover.CiCommand;
import dev.bootwright.discover.CiCommand.Purpose;
import dev.bootwright.discover.CommandPurpose;
import dev.bootwright.discover.Obstacles;
import dev.bootwright.discover.ServiceNames;
import dev.bootwright.discover.SourceLines;
import dev.bootwright.discover.SystemPackages;
import dev.bootwright.format.Node;
import dev.bootwright.format.Reading;
import dev.bootwright.format.Scrubber;
import dev.bootwright.format.shell.ShellScript;
import dev.bootwright.format.yaml.YamlReader;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Reads the steps of a job or of a local composite action. */
final class StepsReading {
    private static final int ACTION_DEPTH = 5;
    private static final int STEP_LIMIT = 500;
    private static final int COMMAND_LIMIT = 32 << 10;
    private static final int LINE_LIMIT = 1_000;
    private static final Pattern LASTING = Pattern.compile(
            "\\s*echo\\s+[\"']?([A-Za-z_][A-Za-z0-9_]*)=([^\"'\\n>]*?)[\"']?\\s*>>\\s*[\"']?\\$\\{?GITHUB_ENV}?[\"']?\\s*");

    private final JobReading job;
    private final String file;
    private final SourceLines lines;
    private final int depth;

    StepsReading(JobReading job, String file, SourceLines lines, int depth) {
        this.job = job;
        this.file = file;
        this.lines = lines;
        this.depth = depth;
    }

    /** @return the scope behind the last step: steps may set variables for the next ones */
    Scope read(Optional<Node> steps, Scope outer, Condition around) {
        Scope scope = outer;
        int count = 0;
        for (Node step : steps.map(Node::list).orElse(List.of())) {
            if (++count > STEP_LIMIT) {
                job.sink().unknown(file, step.line(), "more than " + STEP_LIMIT + " steps");
                break;
            }
            Map<String, StaticValue> own = Expressions.env(step.get("env"), scope);
            Scope inner = scope.withEnv(own);
            Condition condition = around.and(Condition.of(step.get("if"), inner));
            Optional<Node> run = step.get("run");
            Optional<String> uses = step.text("uses");
            if (run.isPresent() && run.get() instanceof Node.Scalar script) {
                run(step, script, inner, own, condition);
                scope = lasting(script.value(), scope);
            } else if (uses.isPresent()) {
                int line = step.get("uses").map(Node::line).orElse(step.line());
                scope = uses(step, uses.get(), line, inner, scope, condition);
            } else {
                job.sink().unknown(file, step.line(), "a step that neither runs nor uses anything");
            }
        }
        return scope;
    }

    private void run(Node step, Node.Scalar script, Scope scope, Map<String, StaticValue> own, Condition condition) {
        Expressions.Template template = Expressions.substitute(script.value(), scope);
        Set<String> unknowns = new LinkedHashSet<>(template.unknowns().values());
        own.values().forEach(value -> {
            if (value instanceof StaticValue.Unknown(String what) && Obstacles.isSecret(what)) {
                unknowns.add(what);
            }
        });
        String shell = step.text("shell").orElse(job.shell());
        String obstacle = first(job.obstacle(), condition.obstacle(), Obstacles.shell(shell));
        Reading<ShellScript> reading = ShellScript.read(template.text(), script.textLine());
        ShellScript parsed = reading.orReport(unknown -> {
                    if (Obstacles.shell(shell).isEmpty()) {
                        job.sink().unknown(file, unknown.line(), "script is not understood: " + unknown.reason());
                    }
                })
                .orElse(new ShellScript(List.of()));
        Purpose purpose = CommandPurpose.of(parsed);
        String written = step.text("working-directory").orElse("");
        Expressions.Template place = Expressions.substitute(written, scope);
        unknowns.addAll(place.unknowns().values());
        Optional<String> directory = written.isEmpty() ? Optional.of(job.directory()) : directory(place.text());
        String reason = first(
                obstacle,
                Obstacles.unknowns(unknowns),
                directory.isEmpty() ? "runs outside the repository (" + written + ")" : "",
                Obstacles.script(parsed, purpose),
                purpose == Purpose.DEPLOY ? "publishes or deploys" : "");
        for (String unknown : unknowns) {
            if (Obstacles.isSecret(unknown) && purpose == Purpose.TEST) {
                job.secret(Obstacles.secretName(unknown), file, script.line());
            }
        }
        if (condition.obstacle().isEmpty() && scope.runner().equals("Linux")) {
            installs(parsed);
        }
        command(template.text(), script.textLine(), scope, directory.orElse("."), purpose, reason, condition);
    }

    private void installs(ShellScript script) {
        for (SystemPackages.Wanted wanted : SystemPackages.of(script)) {
            job.add("system.package", wanted.name(), file, lines, wanted.line(), Map.of());
        }
        script.commands()
                .forEach(command -> ServiceNames.started(command.invocation())
                        .ifPresent(name -> job.startedService(name, file, lines, command.line())));
    }

    private void command(
            String text, int line, Scope scope, String directory, Purpose purpose, String reason, Condition condition) {
        Map<String, String> env = new LinkedHashMap<>();
        scope.env().forEach((name, value) -> {
            if (value.known()) {
                env.put(name, value.text());
            }
        });
        String command = text.strip();
        if (command.length() > COMMAND_LIMIT) {
            job.sink().unknown(file, line, "script is longer than " + COMMAND_LIMIT + " characters and was cut");
            command = command.substring(0, COMMAND_LIMIT);
        }
        String id = "c-"
                + Digest.ofFields(List.of(
                                file, Integer.toString(line), job.workflow().file(), job.id(), job.cell(), command))
                        .hex()
                        .substring(0, 8);
        job.command(new CiCommand(
                id,
                file,
                line,
                job.workflow().name(),
                job.id(),
                job.cell(),
                command,
                env,
                directory,
                purpose,
                reason.isEmpty(),
                reason,
                job.services(),
                condition.undecided()));
    }

    private static String first(String... reasons) {
        for (String reason : reasons) {
            if (!reason.isEmpty()) {
                return reason;
            }
        }
        return "";
    }

    /** Variables written to {@code $GITHUB_ENV} hold for the steps behind. */
    private static Scope lasting(String script, Scope scope) {
        if (!script.contains("GITHUB_ENV")) {
            return scope;
        }
        Map<String, StaticValue> more = new LinkedHashMap<>();
        for (String line : script.split("\n", -1)) {
            Matcher matcher = LASTING.matcher(line);
            if (line.length() > LINE_LIMIT || !matcher.matches()) {
                continue;
            }
            String value = matcher.group(2);
            more.put(
                    matcher.group(1),
                    value.contains("$") || value.contains("`")
                            ? new StaticValue.Unknown("env." + matcher.group(1))
                            : new StaticValue.Text(value));
        }
        return scope.withEnv(more);
    }

    private Scope uses(Node step, String uses, int line, Scope inner, Scope outer, Condition condition) {
        Map<String, StaticValue> with = Expressions.env(step.get("with"), inner);
        if (uses.startsWith("./") || uses.equals(".")) {
            return local(uses, with, line, inner, outer, condition);
        }
        if (!condition.obstacle().isEmpty()) {
            return outer;
        }
        int at = uses.indexOf('@');
        String action = at < 0 ? uses : uses.substring(0, at);
        Map<String, String> attributes = new LinkedHashMap<>();
        with.forEach((name, value) -> {
            if (value.known() && value.text().length() <= 200 && attributes.size() < 12) {
                attributes.put("with." + name, Scrubber.snippet(value.text()));
            }
        });
        job.add("ci.action", uses, file, lines, line, attributes);
        if (action.equals("actions/checkout")) {
            checkout(with, line);
        }
        for (SetupActions.Setup setup : SetupActions.of(action)) {
            setup(setup, uses, step.get("with"), inner, line);
        }
        return outer;
    }

    private void checkout(Map<String, StaticValue> with, int line) {
        String submodules =
                with.getOrDefault("submodules", StaticValue.nothing()).text();
        if (submodules.equals("true") || submodules.equals("recursive")) {
            job.add("git.submodules", submodules, file, lines, line, Map.of());
        }
        if (with.getOrDefault("lfs", StaticValue.nothing()).text().equals("true")) {
            job.add("git.lfs", "true", file, lines, line, Map.of());
        }
        if (with.getOrDefault("fetch-depth", StaticValue.nothing()).text().equals("0")) {
            job.add("git.full-history", "true", file, lines, line, Map.of());
        }
    }

    private void setup(SetupActions.Setup setup, String uses, Optional<Node> with, Scope scope, int line) {
        Optional<Node> input = with.flatMap(node -> node.get(setup.input()));
        int at = input.map(Node::line).orElse(line);
        if (setup.subject().equals("system.package")) {
            input.flatMap(Node::text)
                    .map(text -> SystemPackages.list(
                            Expressions.substitute(text, scope).text()))
                    .orElse(List.of())
                    .forEach(name -> job.add("system.package", name, file, lines, at, Map.of()));
            return;
        }
        Optional<String> written = input.flatMap(Node::text);
        if (written.isEmpty() && setup.input().equals("toolchain") && uses.startsWith("dtolnay/")) {
            written = Optional.of(uses.substring(uses.indexOf('@') + 1));
        }
        if (written.isPresent()) {
            versions(setup, written.get(), scope, at);
        } else if (!setup.fileInput().isEmpty()) {
            with.flatMap(node -> node.text(setup.fileInput()))
                    .ifPresent(name -> job.add(
                            setup.subject() + "-file",
                            Expressions.substitute(name, scope).text(),
                            file,
                            lines,
                            with.flatMap(n -> n.get(setup.fileInput()))
                                    .map(Node::line)
                                    .orElse(line),
                            Map.of()));
        }
    }

    private void versions(SetupActions.Setup setup, String written, Scope scope, int line) {
        StaticValue value = Expressions.value(written, scope);
        List<String> all = new ArrayList<>();
        for (Map<String, Node> cell : job.cells()) {
            StaticValue inCell = Expressions.value(written, scope.withCell(cell));
            if (inCell.known()) {
                lines(inCell.text()).forEach(version -> {
                    if (!all.contains(version)) {
                        all.add(version);
                    }
                });
            }
        }
        if (value instanceof StaticValue.Unknown(String what)) {
            job.sink().unknown(file, line, setup.subject() + " is known only at run time (" + what + ")");
            return;
        }
        List<String> chosen = lines(value.text());
        if (!chosen.isEmpty()) {
            job.add(setup.subject(), chosen.getLast(), file, lines, line, Map.of("all", String.join(",", all)));
        }
    }

    private static List<String> lines(String text) {
        return text.lines().map(String::strip).filter(line -> !line.isEmpty()).toList();
    }

    private Scope local(
            String uses, Map<String, StaticValue> with, int line, Scope inner, Scope outer, Condition condition) {
        Optional<String> folder = directory(uses);
        if (folder.isEmpty() || depth >= ACTION_DEPTH) {
            job.sink().unknown(file, line, "local action cannot be followed: " + uses);
            return outer;
        }
        String base = folder.get().equals(".") ? "" : folder.get() + "/";
        Optional<String> path = List.of(base + "action.yml", base + "action.yaml").stream()
                .filter(job.workflow().tree()::has)
                .findFirst();
        Optional<String> text = path.flatMap(job.workflow().tree()::read);
        if (path.isEmpty() || text.isEmpty()) {
            job.sink().unknown(file, line, "local action has no action.yml: " + uses);
            return outer;
        }
        Optional<Node> action = YamlReader.read(text.get())
                .orReport(unknown -> job.sink().unknown(path.get(), unknown.line(), unknown.reason()));
        Optional<Node> steps = action.flatMap(node -> node.at("runs", "steps"));
        if (steps.isEmpty()) {
            job.add("ci.action", uses, file, lines, line, Map.of("local", "true"));
            return outer;
        }
        Map<String, StaticValue> inputs = new LinkedHashMap<>();
        action.flatMap(node -> node.get("inputs"))
                .ifPresent(node -> node.entries().forEach((name, input) -> {
                    Optional<String> standard = input.text("default");
                    inputs.put(
                            name, standard.map(s -> Expressions.value(s, inner)).orElse(StaticValue.nothing()));
                }));
        inputs.putAll(with);
        Scope behind = new StepsReading(job, path.get(), new SourceLines(text.get()), depth + 1)
                .read(steps, inner.inAction(inputs, folder.get()), condition);
        Map<String, StaticValue> set = new LinkedHashMap<>(behind.env());
        set.keySet().removeAll(inner.env().keySet());
        return outer.withEnv(set);
    }

    /** A path inside the tree, normalised; empty when it leaves it or is not known. */
    static Optional<String> directory(String written) {
        String path = written.strip();
        if (path.startsWith("/") || path.startsWith("~") || path.contains("$")) {
            return Optional.empty();
        }
        Deque<String> parts = new ArrayDeque<>();
        for (String part : path.split("/")) {
            if (part.equals("..")) {
                if (parts.isEmpty()) {
                    return Optional.empty();
                }
                parts.removeLast();
            } else if (!part.isEmpty() && !part.equals(".")) {
                parts.addLast(part);
            }
        }
        return Optional.of(parts.isEmpty() ? "." : String.join("/", parts));
    }
}
