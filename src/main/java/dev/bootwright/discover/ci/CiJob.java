package dev.bootwright.discover.ci;

import dev.bootwright.base.Digest;
import dev.bootwright.discover.CellChoice;
import dev.bootwright.discover.CiCommand;
import dev.bootwright.discover.CiCommand.Purpose;
import dev.bootwright.discover.CommandPurpose;
import dev.bootwright.discover.EvidenceKind;
import dev.bootwright.discover.Finding;
import dev.bootwright.discover.JobFindings;
import dev.bootwright.discover.Obstacles;
import dev.bootwright.discover.ServiceNames;
import dev.bootwright.discover.SystemPackages;
import dev.bootwright.format.Node;
import dev.bootwright.format.Reading;
import dev.bootwright.format.shell.ShellScript;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** One job of a CI file, gathered piece by piece and then told as a whole: whether it tests is known only at its end. */
final class CiJob {
    private static final int COMMAND_LIMIT = 32 << 10;
    private static final int MOST_COMMANDS = 500;
    private static final Pattern NAME = Pattern.compile("[A-Za-z_][A-Za-z0-9_]*");

    private final CiFile file;
    private final String id;
    private final int line;
    private final Map<String, Node> cell;
    private final int cells;
    private final Map<String, String> env = new LinkedHashMap<>();
    private final List<Pending> pending = new ArrayList<>();
    private final List<CiCommand> commands = new ArrayList<>();
    private final TreeSet<String> services = new TreeSet<>();
    private String directory = ".";
    private String obstacle;

    private record Pending(String subject, String value, int line, Map<String, String> attributes) {}

    /**
     * @param cell the chosen cell of the job's matrix; empty without one
     * @param cells how many there are
     */
    CiJob(CiFile file, String id, int line, Map<String, Node> cell, int cells) {
        this.file = file;
        this.id = id;
        this.line = line;
        this.cell = cell;
        this.cells = cells;
        this.obstacle = file.beside();
    }

    /** Says why nothing of the job can run here; the first reason stays. */
    void obstacle(String reason) {
        obstacle = obstacle.isEmpty() ? reason : obstacle;
    }

    void directory(String path) {
        String plain = path.strip();
        while (plain.startsWith("./")) {
            plain = plain.substring(2);
        }
        boolean inside =
                !plain.startsWith("/") && !plain.startsWith("~") && !plain.contains("$") && !plain.contains("..");
        directory = inside && !plain.isEmpty() ? plain : ".";
    }

    /** A variable of the job; one whose value is known only when it runs is left out. */
    void variable(String name, String value) {
        if (NAME.matcher(name).matches() && !value.contains("$")) {
            env.put(name, value);
        }
    }

    void variables(Node mapping) {
        mapping.entries()
                .forEach((name, value) ->
                        value.text().or(() -> value.text("value")).ifPresent(v -> variable(name, v)));
    }

    void secret(String name, int at) {
        add("ci.secret", name, at, Map.of());
    }

    void systemPackage(String name, int at) {
        add("system.package", name, at, Map.of());
    }

    /** @param all of the matrix, the chosen one among them */
    void version(String subject, String chosen, List<String> all, int at) {
        add(subject, chosen, at, Map.of("all", String.join(",", all)));
    }

    /** The image that the job runs in; one of a toolchain tells its version. */
    void image(String image, int at) {
        if (image.contains("$")) {
            file.sink().unknown(file.path(), at, "the image is known only at run time: " + image);
            return;
        }
        add("ci.container", image, at, Map.of());
        ToolchainImage.of(image)
                .ifPresent(found -> version(found.subject(), found.version(), List.of(found.version()), at));
    }

    void service(String image, int at) {
        String name = ServiceNames.ofImage(image);
        if (services.add(name)) {
            add("ci.service", name, at, Map.of("image", image, "name", name));
        }
    }

    /** Each item of a list, or a text, as a command of its own. */
    void scripts(Node node) {
        switch (node) {
            case Node.Scalar scalar -> script(scalar.value(), scalar.textLine());
            case Node.Sequence sequence -> sequence.items().forEach(this::scripts);
            case Node.Mapping mapping -> file.sink().unknown(file.path(), mapping.line(), "a command that is no text");
        }
    }

    void script(String text, int at) {
        String command = text.strip();
        if (command.isEmpty() || commands.size() >= MOST_COMMANDS) {
            return;
        }
        if (command.length() > COMMAND_LIMIT) {
            file.sink().unknown(file.path(), at, "script is longer than " + COMMAND_LIMIT + " characters and was cut");
            command = command.substring(0, COMMAND_LIMIT);
        }
        Reading<ShellScript> reading = ShellScript.read(command, at);
        ShellScript parsed = reading.orReport(unknown -> file.sink()
                        .unknown(file.path(), unknown.line(), "script is not understood: " + unknown.reason()))
                .orElse(new ShellScript(List.of()));
        Purpose purpose = CommandPurpose.of(parsed);
        if (obstacle.isEmpty()) {
            SystemPackages.of(parsed).forEach(wanted -> systemPackage(wanted.name(), wanted.line()));
            parsed.commands()
                    .forEach(c -> ServiceNames.started(c.invocation()).ifPresent(name -> service(name, c.line())));
        }
        String reason = Stream.of(
                        obstacle,
                        Obstacles.script(parsed, purpose),
                        purpose == Purpose.DEPLOY ? "publishes or deploys" : "")
                .filter(r -> !r.isEmpty())
                .findFirst()
                .orElse("");
        String name = CellChoice.name(cell);
        String digest = Digest.ofFields(List.of(file.path(), Integer.toString(at), id, name, command))
                .hex();
        commands.add(new CiCommand(
                "c-" + digest.substring(0, 8),
                file.path(),
                at,
                file.system(),
                id,
                name,
                command,
                env,
                directory,
                purpose,
                reason.isEmpty(),
                reason,
                List.copyOf(services),
                ""));
    }

    private void add(String subject, String value, int at, Map<String, String> attributes) {
        pending.add(new Pending(subject, value, at, attributes));
    }

    /** Tells all that was gathered. What speaks for another environment than the repository's own is not told. */
    void tell() {
        if (commands.isEmpty()) {
            return;
        }
        Map<String, String> attributes = new LinkedHashMap<>();
        attributes.put("os", "Linux");
        attributes.put("cells", Integer.toString(cells));
        if (!obstacle.isEmpty()) {
            attributes.put("obstacle", obstacle);
        }
        boolean tests = commands.stream().anyMatch(c -> c.purpose() == Purpose.TEST);
        commands.forEach(file.sink()::ciCommand);
        if (!file.beside().isEmpty()) {
            return;
        }
        JobFindings job = new JobFindings(id, tests, CellChoice.name(cell));
        finding(job, new Pending("ci.job", id, line, attributes));
        if (obstacle.isEmpty()) {
            pending.forEach(p -> finding(job, p));
        }
    }

    private void finding(JobFindings job, Pending told) {
        file.sink()
                .finding(Finding.of(
                        job.subject(told.subject()),
                        told.value(),
                        directory,
                        file.path(),
                        told.line(),
                        file.lines().snippet(told.line()),
                        EvidenceKind.CI,
                        job.attributes(told.attributes())));
    }
}
