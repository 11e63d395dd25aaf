package dev.bootwright.discover.ci;

import dev.bootwright.acquire.SourceTree;
import dev.bootwright.discover.FindingSink;
import dev.bootwright.discover.SourceLines;
import dev.bootwright.discover.TreeIndex;
import dev.bootwright.format.Node;
import dev.bootwright.format.yaml.YamlReader;
import java.util.List;
import java.util.Optional;

/**
 * One file of a CI system.
 *
 * @param system the system's name for people
 * @param beside why what it runs does not speak for the repository; empty where it does
 */
record CiFile(String path, String system, SourceLines lines, Node root, String beside, FindingSink sink) {
    private static final String ACTIONS = ".github/workflows/";

    /** Empty where there is no such file; told, where it cannot be understood. */
    static Optional<CiFile> open(TreeIndex tree, String path, String system, FindingSink sink) {
        return text(tree, path, sink)
                .flatMap(text -> YamlReader.read(text)
                        .orReport(unknown -> sink.unknown(path, unknown.line(), unknown.reason()))
                        .map(root -> new CiFile(path, system, new SourceLines(text), root, beside(tree), sink)));
    }

    private static Optional<String> text(TreeIndex tree, String path, FindingSink sink) {
        Optional<SourceTree.Entry> entry = tree.find(path).filter(e -> e.kind() == SourceTree.Kind.FILE);
        if (entry.isEmpty()) {
            return Optional.empty();
        }
        Optional<String> text = tree.read(entry.get(), SourceTree.MANIFEST_LIMIT);
        if (entry.get().size() > SourceTree.MANIFEST_LIMIT || text.isEmpty()) {
            sink.unknown(path, 0, "larger than " + SourceTree.MANIFEST_LIMIT + " bytes or not readable; not read");
            return Optional.empty();
        }
        return text;
    }

    /** A file that is no table of values: its root is empty. */
    static Optional<CiFile> openText(TreeIndex tree, String path, String system, FindingSink sink) {
        return text(tree, path, sink)
                .map(text -> new CiFile(
                        path, system, new SourceLines(text), new Node.Sequence(List.of(), 1), beside(tree), sink));
    }

    /** Projects that moved to GitHub Actions often leave their old files behind. */
    private static String beside(TreeIndex tree) {
        boolean actions = tree.matching(name -> name.endsWith(".yml") || name.endsWith(".yaml")).stream()
                .anyMatch(e -> e.path().toString().startsWith(ACTIONS));
        return actions ? "the repository also has workflows of GitHub Actions, which count instead" : "";
    }
}
