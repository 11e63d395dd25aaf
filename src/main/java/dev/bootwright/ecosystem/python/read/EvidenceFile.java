package dev.bootwright.ecosystem.python.read;

import dev.bootwright.discover.EvidenceKind;
import dev.bootwright.discover.Finding;
import dev.bootwright.discover.FindingSink;
import dev.bootwright.format.Scrubber;
import java.util.List;
import java.util.Map;

/** One file of one project while it is read: turns what its lines claim into findings. */
final class EvidenceFile {
    private final String project;
    private final String path;
    private final List<String> lines;
    private final String text;
    private final FindingSink sink;

    EvidenceFile(String project, String path, String text, FindingSink sink) {
        this.project = project;
        this.path = path;
        this.text = text;
        this.lines = text.lines().toList();
        this.sink = sink;
    }

    String project() {
        return project;
    }

    String path() {
        return path;
    }

    String text() {
        return text;
    }

    void found(String subject, String value, int line, EvidenceKind kind, Map<String, String> attributes) {
        sink.finding(Finding.of(subject, value, project, path, line, snippet(line), kind, attributes));
    }

    void found(String subject, String value, int line, EvidenceKind kind) {
        found(subject, value, line, kind, Map.of());
    }

    void unknown(int line, String reason) {
        sink.unknown(path, line, reason);
    }

    /** A dependency given as text after PEP 508; anything else is recorded as not understood. */
    void dependency(String requirement, String source, int line, EvidenceKind kind) {
        Requirement.tryParse(requirement)
                .ifPresentOrElse(
                        r -> found(
                                Subjects.DEPENDENCY,
                                r.toString(),
                                line,
                                kind,
                                Map.of("source", source, "distribution", r.name())),
                        () -> unknown(line, "not a dependency specifier: " + requirement));
    }

    private String snippet(int line) {
        return line >= 1 && line <= lines.size() ? Scrubber.snippet(lines.get(line - 1)) : "";
    }
}
