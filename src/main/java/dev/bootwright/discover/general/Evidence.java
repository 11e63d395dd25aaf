package dev.bootwright.discover.general;

import dev.bootwright.acquire.SourceTree;
import dev.bootwright.discover.EvidenceKind;
import dev.bootwright.discover.Finding;
import dev.bootwright.discover.FindingSink;
import dev.bootwright.discover.SourceLines;
import dev.bootwright.discover.TreeIndex;
import java.util.Map;
import java.util.Optional;

/** One file that a detector reads findings out of. */
record Evidence(String file, String project, String text, SourceLines lines, EvidenceKind kind, FindingSink sink) {
    /** Empty, and told, when the file is too large or cannot be read. */
    static Optional<Evidence> open(TreeIndex tree, SourceTree.Entry entry, EvidenceKind kind, FindingSink sink) {
        String path = entry.path().toString();
        if (entry.kind() == SourceTree.Kind.LINK) {
            return Optional.empty();
        }
        if (entry.size() > SourceTree.MANIFEST_LIMIT) {
            sink.unknown(path, 0, "larger than " + SourceTree.MANIFEST_LIMIT + " bytes; not read");
            return Optional.empty();
        }
        Optional<String> text = tree.read(entry, SourceTree.MANIFEST_LIMIT);
        if (text.isEmpty()) {
            sink.unknown(path, 0, "cannot be read");
        }
        return text.map(content ->
                new Evidence(path, entry.path().parent().toString(), content, new SourceLines(content), kind, sink));
    }

    void finding(String subject, String value, int line) {
        finding(subject, value, line, Map.of());
    }

    void finding(String subject, String value, int line, Map<String, String> attributes) {
        sink.finding(Finding.of(subject, value, project, file, line, lines.snippet(line), kind, attributes));
    }

    void unknown(int line, String reason) {
        sink.unknown(file, line, reason);
    }

    /** The same file as evidence for the whole repository. */
    Evidence ofRoot() {
        return new Evidence(file, ".", text, lines, kind, sink);
    }
}
