package dev.bootwright.discover;

import dev.bootwright.format.Scrubber;
import java.util.Map;

/** Tells a sink what was found of one project; values and snippets are scrubbed. */
public record Claims(FindingSink sink, String project) {
    public void add(String subject, String value, String file, int line, String snippet, EvidenceKind kind) {
        add(subject, value, file, line, snippet, kind, Map.of());
    }

    public void add(
            String subject,
            String value,
            String file,
            int line,
            String snippet,
            EvidenceKind kind,
            Map<String, String> attributes) {
        sink.finding(Finding.of(
                subject, Scrubber.snippet(value), project, file, line, Scrubber.snippet(snippet), kind, attributes));
    }
}
