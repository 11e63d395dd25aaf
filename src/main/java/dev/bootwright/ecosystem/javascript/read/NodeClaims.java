package dev.bootwright.ecosystem.javascript.read;

import dev.bootwright.discover.EvidenceKind;
import dev.bootwright.discover.Finding;
import dev.bootwright.discover.FindingSink;
import dev.bootwright.format.Scrubber;
import java.util.Map;

/** Tells a sink what was found of one package. */
record NodeClaims(FindingSink sink, String project) {
    void add(String subject, String value, String file, int line, String snippet, EvidenceKind kind) {
        add(subject, value, file, line, snippet, kind, Map.of());
    }

    void add(
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
