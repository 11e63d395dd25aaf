package dev.bootwright.discover.general;

import dev.bootwright.acquire.SourceTree;
import dev.bootwright.discover.CiCommand.Purpose;
import dev.bootwright.discover.CommandPurpose;
import dev.bootwright.discover.Detector;
import dev.bootwright.discover.EvidenceKind;
import dev.bootwright.discover.FindingSink;
import dev.bootwright.discover.ServiceNames;
import dev.bootwright.discover.SystemPackages;
import dev.bootwright.discover.TreeIndex;
import dev.bootwright.format.Node;
import dev.bootwright.format.Scrubber;
import dev.bootwright.format.dockerfile.Dockerfile;
import dev.bootwright.format.dockerfile.Dockerfile.Instruction;
import dev.bootwright.format.json.JsonReader;
import dev.bootwright.format.shell.ShellCommand;
import dev.bootwright.format.shell.ShellScript;
import dev.bootwright.format.yaml.YamlReader;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** What Dockerfiles, devcontainers and compose files tell about the environment the repository is used in. */
final class ContainerDetector implements Detector {
    private static final int FILE_LIMIT = 30;
    private static final Pattern REFERENCE =
            Pattern.compile("\\$(?:\\{([A-Za-z_][A-Za-z0-9_]*)(?::-([^}]*))?}|([A-Za-z_][A-Za-z0-9_]*))");
    private static final Pattern FLAGS = Pattern.compile("^(?:--[a-z]+(?:=\\S+)?\\s+){1,10}");

    @Override
    public String name() {
        return "containers";
    }

    @Override
    public void detect(SourceTree tree, FindingSink sink) {
        TreeIndex index = TreeIndex.of(tree);
        index.matching(ContainerDetector::isDockerfile).stream()
                .filter(e -> index.scope().votes(e.path().toString()))
                .limit(FILE_LIMIT)
                .forEach(e -> Evidence.open(index, e, EvidenceKind.ENVIRONMENT_FILE, sink)
                        .ifPresent(ContainerDetector::dockerfile));
        index.voting("devcontainer.json", ".devcontainer.json").stream()
                .limit(FILE_LIMIT)
                .forEach(e -> Evidence.open(index, e, EvidenceKind.ENVIRONMENT_FILE, sink)
                        .map(Evidence::ofRoot)
                        .ifPresent(ContainerDetector::devcontainer));
        index.voting("docker-compose.yml", "docker-compose.yaml", "compose.yml", "compose.yaml").stream()
                .limit(FILE_LIMIT)
                .forEach(e -> Evidence.open(index, e, EvidenceKind.ENVIRONMENT_FILE, sink)
                        .ifPresent(ContainerDetector::compose));
    }

    private static boolean isDockerfile(String name) {
        String lower = name.toLowerCase(Locale.ROOT);
        return lower.equals("dockerfile")
                || lower.equals("containerfile")
                || (lower.startsWith("dockerfile.") && !lower.endsWith(".dockerignore"))
                || lower.endsWith(".dockerfile");
    }

    private static void dockerfile(Evidence evidence) {
        Optional<Dockerfile> read = Dockerfile.read(evidence.text())
                .orReport(unknown -> evidence.unknown(unknown.line(), unknown.reason()));
        Map<String, String> values = new LinkedHashMap<>();
        List<String> stages = new ArrayList<>();
        for (Instruction instruction : read.map(Dockerfile::instructions).orElse(List.of())) {
            switch (instruction.keyword()) {
                case "ARG" -> assign(instruction.arguments(), values);
                case "ENV" -> environment(evidence, instruction, values);
                case "FROM" -> from(evidence, instruction, values, stages);
                case "RUN" -> run(evidence, instruction);
                default -> {}
            }
        }
    }

    private static void assign(String text, Map<String, String> values) {
        int equals = text.indexOf('=');
        if (equals > 0) {
            values.put(
                    text.substring(0, equals).strip(),
                    unquoted(text.substring(equals + 1).strip()));
        }
    }

    private static void environment(Evidence evidence, Instruction instruction, Map<String, String> values) {
        ShellScript.read(instruction.arguments().replace("\\\n", " "), instruction.line())
                .toOptional()
                .ifPresent(script -> script.commands()
                        .forEach(command -> command.env().forEach((name, value) -> {
                            values.put(name, value);
                            evidence.finding(
                                    "container.env",
                                    name,
                                    instruction.line(),
                                    Map.of("value", Scrubber.attribute(name, value)));
                        })));
    }

    private static void from(
            Evidence evidence, Instruction instruction, Map<String, String> values, List<String> stages) {
        List<String> words =
                new ArrayList<>(List.of(instruction.arguments().strip().split("\\s+")));
        words.removeIf(word -> word.startsWith("--"));
        if (words.isEmpty() || words.getFirst().isEmpty()) {
            return;
        }
        String image = expanded(words.getFirst(), values);
        boolean stage = stages.contains(image);
        if (words.size() >= 3 && words.get(1).equalsIgnoreCase("as")) {
            stages.add(words.get(2));
        }
        if (image.contains("$")) {
            evidence.unknown(instruction.line(), "base image is known only at build time: " + image);
        } else if (!stage && !image.equals("scratch")) {
            evidence.finding("container.base-image", image, instruction.line());
        }
    }

    private static void run(Evidence evidence, Instruction instruction) {
        String text = instruction.arguments().strip();
        if (text.startsWith("[")) {
            return;
        }
        text = FLAGS.matcher(text).replaceFirst("");
        commands(evidence, "container.command", text, instruction.line());
    }

    private static void commands(Evidence evidence, String subject, String text, int line) {
        Optional<ShellScript> script =
                ShellScript.read(text, line).orReport(unknown -> evidence.unknown(unknown.line(), unknown.reason()));
        if (script.isEmpty()) {
            return;
        }
        SystemPackages.of(script.get())
                .forEach(wanted ->
                        evidence.finding("system.package", wanted.name(), wanted.line(), Map.of("tests", "false")));
        for (ShellCommand command : script.get().commands()) {
            Purpose purpose = CommandPurpose.of(command);
            if (purpose != Purpose.OTHER) {
                evidence.finding(
                        subject,
                        String.join(" ", command.words()),
                        command.line(),
                        Map.of("purpose", purpose.name().toLowerCase(Locale.ROOT)));
            }
        }
    }

    private static String expanded(String text, Map<String, String> values) {
        return REFERENCE.matcher(text).replaceAll(match -> {
            String name = match.group(1) == null ? match.group(3) : match.group(1);
            String standard = match.group(2) == null ? match.group() : match.group(2);
            return Matcher.quoteReplacement(values.getOrDefault(name, standard));
        });
    }

    private static String unquoted(String text) {
        boolean quoted = text.length() > 1 && (text.startsWith("\"") || text.startsWith("'"));
        return quoted ? text.substring(1, text.length() - 1) : text;
    }

    private static void devcontainer(Evidence evidence) {
        Optional<Node> root = JsonReader.read(evidence.text())
                .orReport(unknown -> evidence.unknown(unknown.line(), unknown.reason()));
        if (root.isEmpty() || !(root.get() instanceof Node.Mapping mapping)) {
            return;
        }
        mapping.text("image")
                .ifPresent(image -> evidence.finding("container.base-image", image, mapping.keyLine("image")));
        mapping.get("features")
                .ifPresent(features -> features.entries().forEach((name, options) -> {
                    Map<String, String> attributes = new LinkedHashMap<>();
                    options.text("version").ifPresent(version -> attributes.put("version", version));
                    evidence.finding("devcontainer.feature", name, options.line(), attributes);
                }));
        for (String key : List.of("onCreateCommand", "updateContentCommand", "postCreateCommand", "postStartCommand")) {
            mapping.get(key).ifPresent(node -> lifecycle(evidence, node));
        }
    }

    /** A text is a script, a sequence one command, a mapping several of either. */
    private static void lifecycle(Evidence evidence, Node node) {
        switch (node) {
            case Node.Scalar scalar -> commands(evidence, "devcontainer.command", scalar.value(), scalar.line());
            case Node.Sequence sequence ->
                commands(evidence, "devcontainer.command", String.join(" ", sequence.texts()), sequence.line());
            case Node.Mapping mapping ->
                mapping.entries().values().stream()
                        .filter(child -> !(child instanceof Node.Mapping))
                        .forEach(child -> lifecycle(evidence, child));
        }
    }

    private static void compose(Evidence evidence) {
        Optional<Node> root = YamlReader.read(evidence.text())
                .orReport(unknown -> evidence.unknown(unknown.line(), unknown.reason()));
        root.flatMap(node -> node.get("services"))
                .ifPresent(services -> services.entries().forEach((name, service) -> {
                    Optional<String> image = service.text("image");
                    if (image.isPresent() && service.get("build").isEmpty()) {
                        evidence.finding(
                                "compose.service",
                                ServiceNames.ofImage(image.get()),
                                service.get("image").map(Node::line).orElse(service.line()),
                                Map.of("image", image.get(), "name", name));
                    }
                }));
    }
}
