package dev.bootwright.discover;

import dev.bootwright.acquire.SourceTree;
import dev.bootwright.format.Node;
import dev.bootwright.format.json.JsonReader;
import dev.bootwright.format.toml.TomlDocument;
import dev.bootwright.format.toml.TomlValue;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Reads which versions of tools a repository's version managers and environment managers pin; none of them is run. */
public final class ToolPins {
    /** In the order in which they are asked: what names exact versions first. */
    private static final List<String> FILES =
            List.of(".tool-versions", "mise.toml", ".mise.toml", ".sdkmanrc", "devbox.json", "flake.nix", "shell.nix");

    private static final int LINE_LIMIT = 2_000;
    private static final int LENGTH_LIMIT = 4_096;

    private static final Map<String, String> SAME =
            Map.of("nodejs", "node", "golang", "go", "jdk", "java", "openjdk", "java");

    private static final Pattern ASDF = Pattern.compile("\\s*([A-Za-z][A-Za-z0-9_.:/-]*)\\s+([^#\\s]+)([^#]*)(?:#.*)?");
    private static final Pattern SDKMAN = Pattern.compile("\\s*([a-z][a-z0-9]*)\\s*=\\s*([^#\\s]+)().*");
    private static final Pattern DEVBOX = Pattern.compile("([^@\\s]+)@(\\S+)");
    private static final Map<String, Pattern> NIX = Map.of(
            "python", Pattern.compile("\\bpython(3)(\\d{1,2})\\b"),
            "node", Pattern.compile("\\bnodejs(?:-slim)?[_-](\\d+)(?:_x)?\\b"),
            "go", Pattern.compile("\\bgo_(1)_(\\d+)\\b"),
            "java", Pattern.compile("\\b(?:jdk|openjdk|temurin-bin-|zulu)(\\d+)(?:_headless)?\\b"));

    /**
     * @param tool as it is commonly called: {@code node}, {@code go}, {@code java}, {@code python}, …
     * @param version as the file has it, for example {@code 3.12}, {@code temurin-17.0.1} or {@code latest}
     * @param more further versions that the file names, separated by spaces
     * @param file from the root of the tree
     * @param line from 1
     */
    public record Pin(String tool, String version, String more, String file, int line, String text) {
        /** The folder of the file; {@code .} for the root. */
        public String folder() {
            int slash = file.lastIndexOf('/');
            return slash < 0 ? "." : file.substring(0, slash);
        }
    }

    private ToolPins() {}

    /** Of one tool, in all folders that may vote. */
    public static List<Pin> of(TreeIndex tree, String tool) {
        return all(tree).stream().filter(pin -> pin.tool().equals(tool)).toList();
    }

    /** Of every tool, file by file. */
    public static List<Pin> all(TreeIndex tree) {
        List<Pin> pins = new ArrayList<>();
        for (SourceTree.Entry entry : tree.voting(FILES.toArray(String[]::new))) {
            pins.addAll(read(tree, entry));
        }
        return pins;
    }

    /** Of one tool, in one folder. */
    public static List<Pin> in(TreeIndex tree, String folder, String tool) {
        List<Pin> pins = new ArrayList<>();
        for (String name : FILES) {
            tree.find(folder.equals(".") ? name : folder + "/" + name)
                    .ifPresent(entry -> pins.addAll(read(tree, entry)));
        }
        return pins.stream().filter(pin -> pin.tool().equals(tool)).toList();
    }

    private static List<Pin> read(TreeIndex tree, SourceTree.Entry entry) {
        String path = entry.path().toString();
        String text = entry.kind() == SourceTree.Kind.FILE && entry.size() <= SourceTree.MANIFEST_LIMIT
                ? tree.read(entry, SourceTree.MANIFEST_LIMIT).orElse("")
                : "";
        List<Pin> pins = new ArrayList<>();
        switch (entry.path().name()) {
            case ".tool-versions" -> lines(path, text, ASDF, pins);
            case ".sdkmanrc" -> lines(path, text, SDKMAN, pins);
            case "mise.toml", ".mise.toml" ->
                TomlDocument.parse(text)
                        .root()
                        .table("tools")
                        .ifPresent(tools -> tools.entries()
                                .forEach((tool, value) -> version(value)
                                        .ifPresent(version -> add(pins, tool, version, "", path, value.line(), text))));
            case "devbox.json" ->
                JsonReader.read(text)
                        .toOptional()
                        .flatMap(root -> root.get("packages"))
                        .ifPresent(packages -> devbox(path, text, packages, pins));
            default -> nix(path, text, pins);
        }
        return pins;
    }

    private static void lines(String path, String text, Pattern form, List<Pin> pins) {
        List<String> lines = text.lines().limit(LINE_LIMIT).toList();
        for (int i = 0; i < lines.size(); i++) {
            Matcher line = form.matcher(lines.get(i).length() > LENGTH_LIMIT ? "" : lines.get(i));
            if (line.matches()) {
                add(pins, line.group(1), line.group(2), line.group(3).strip(), path, i + 1, text);
            }
        }
    }

    private static Optional<String> version(TomlValue value) {
        return switch (value) {
            case TomlValue.Text text -> Optional.of(text.value());
            case TomlValue.Scalar scalar -> Optional.of(scalar.value());
            case TomlValue.Items items -> items.values().stream().findFirst().flatMap(ToolPins::version);
            case TomlValue.Table table -> table.text("version").map(TomlValue.Text::value);
        };
    }

    private static void devbox(String path, String text, Node packages, List<Pin> pins) {
        for (Node item : packages.list()) {
            Matcher named = DEVBOX.matcher(item.text().orElse(""));
            if (named.matches()) {
                add(pins, named.group(1), named.group(2), "", path, item.line(), text);
            }
        }
        packages.entries()
                .forEach((tool, value) -> value.text()
                        .or(() -> value.text("version"))
                        .ifPresent(version -> add(pins, tool, version, "", path, value.line(), text)));
    }

    /**
     * A program in a language of its own, of which only names of packages with a version in them are known. One that names
     * several versions of a tool offers them, and pins none.
     */
    private static void nix(String path, String text, List<Pin> pins) {
        List<Pin> named = new ArrayList<>();
        List<String> lines = text.lines().limit(LINE_LIMIT).toList();
        for (int i = 0; i < lines.size(); i++) {
            String line =
                    lines.get(i).length() > LENGTH_LIMIT ? "" : lines.get(i).replaceAll("#.*", "");
            for (Map.Entry<String, Pattern> tool : NIX.entrySet()) {
                Matcher name = tool.getValue().matcher(line);
                while (name.find()) {
                    String version = name.groupCount() == 1 ? name.group(1) : name.group(1) + "." + name.group(2);
                    add(named, tool.getKey(), version, "", path, i + 1, text);
                }
            }
        }
        NIX.keySet().stream().sorted().forEach(tool -> {
            List<Pin> own =
                    named.stream().filter(pin -> pin.tool().equals(tool)).toList();
            if (own.stream().map(Pin::version).distinct().count() == 1) {
                pins.add(own.getFirst());
            }
        });
    }

    private static void add(
            List<Pin> pins, String tool, String version, String more, String path, int line, String text) {
        String name = tool.toLowerCase(Locale.ROOT).replaceFirst("^core:", "");
        String snippet = text.lines().skip(line - 1L).findFirst().orElse("");
        pins.add(new Pin(SAME.getOrDefault(name, name), version, more, path, line, snippet));
    }
}
