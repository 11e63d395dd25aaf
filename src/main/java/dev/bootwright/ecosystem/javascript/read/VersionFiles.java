package dev.bootwright.ecosystem.javascript.read;

import static dev.bootwright.discover.EvidenceKind.CI;
import static dev.bootwright.discover.EvidenceKind.ENVIRONMENT_FILE;
import static dev.bootwright.discover.EvidenceKind.MANIFEST;

import dev.bootwright.acquire.SourceTree;
import dev.bootwright.discover.Claims;
import dev.bootwright.discover.FindingSink;
import dev.bootwright.discover.ToolPins;
import dev.bootwright.discover.TreeIndex;
import dev.bootwright.format.Node;
import dev.bootwright.format.yaml.YamlReader;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Reads files that pin a Node version: .nvmrc, .node-version, Dockerfiles, the node_js list of Travis. */
final class VersionFiles {
    private static final Pattern PLAIN = Pattern.compile("^\\s*(v?[0-9][0-9.xX*]*|lts/\\S+|node|stable|current)\\s*$");
    private static final Pattern IMAGE = Pattern.compile(
            "(?i)^\\s*FROM\\s+(?:--platform=\\S+\\s+)?(?:\\S*/)?node:v?([0-9]+(?:\\.[0-9]+){0,2}|lts)(?:[-\\s@].*)?$");

    private final TreeIndex tree;
    private final Packages packages;
    private final FindingSink sink;

    VersionFiles(TreeIndex tree, Packages packages, FindingSink sink) {
        this.tree = tree;
        this.packages = packages;
        this.sink = sink;
    }

    void run() {
        for (SourceTree.Entry entry : tree.voting(".nvmrc", ".node-version", "Dockerfile")) {
            boolean image = entry.path().name().equals("Dockerfile");
            Pattern form = image ? IMAGE : PLAIN;
            String path = entry.path().toString();
            int number = 0;
            for (String line : tree.read(entry, 64 << 10).orElse("").split("\n", 2000)) {
                number++;
                Matcher m = line.length() > 300 ? form.matcher("") : form.matcher(line);
                if (m.matches()) {
                    String project = packages.owner(path)
                            .map(Packages.NodePackage::folder)
                            .orElse(".");
                    new Claims(sink, project)
                            .add(
                                    image ? NodeSubjects.IMAGE : NodeSubjects.VERSION_FILE,
                                    m.group(1),
                                    path,
                                    number,
                                    line,
                                    image ? ENVIRONMENT_FILE : MANIFEST);
                    break;
                }
            }
        }
        for (ToolPins.Pin pin : ToolPins.of(tree, "node")) {
            String project =
                    packages.owner(pin.file()).map(Packages.NodePackage::folder).orElse(".");
            new Claims(sink, project)
                    .add(NodeSubjects.VERSION_FILE, pin.version(), pin.file(), pin.line(), pin.text(), MANIFEST);
        }
        travis();
    }

    private void travis() {
        Optional<Node> versions = tree.read(".travis.yml")
                .flatMap(text -> YamlReader.read(text).toOptional())
                .flatMap(n -> n.get("node_js"));
        List<String> all = versions.map(Node::texts).orElse(List.of());
        if (!all.isEmpty()) {
            int line = versions.map(Node::line).orElse(1);
            new Claims(sink, ".")
                    .add(
                            NodeSubjects.CI_VERSION,
                            all.getFirst(),
                            ".travis.yml",
                            line,
                            "node_js: " + String.join(", ", all),
                            CI,
                            Map.of("all", String.join(",", all), "tests", "true", "job", "travis"));
        }
    }
}
