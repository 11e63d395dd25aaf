package dev.bootwright.discover;

import dev.bootwright.base.Digest;
import dev.bootwright.format.Scrubber;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * One claim about the repository, with the line it was read from.
 *
 * @param id stable for equal content, for example {@code f-3a9c01d2}
 * @param subject dotted, for example {@code python.requires-python}; see {@code docs/findings.md}
 * @param value what is claimed, for example {@code >=3.8}
 * @param project the project's directory relative to the tree, {@code .} for the root
 * @param file relative to the tree
 * @param line from 1; 0 when the whole file is meant
 * @param snippet the line or lines, at most 200 characters, control characters and secrets scrubbed
 * @param attributes further named values, sorted
 */
public record Finding(
        String id,
        String subject,
        String value,
        String project,
        String file,
        int line,
        String snippet,
        EvidenceKind kind,
        Map<String, String> attributes) {
    public Finding {
        snippet = Scrubber.snippet(snippet);
        Map<String, String> scrubbed = new TreeMap<>();
        attributes.forEach((name, text) -> scrubbed.put(name, Scrubber.attribute(name, text)));
        attributes = Collections.unmodifiableMap(scrubbed);
    }

    public static Finding of(
            String subject,
            String value,
            String project,
            String file,
            int line,
            String snippet,
            EvidenceKind kind,
            Map<String, String> attributes) {
        String id = "f-"
                + Digest.ofFields(List.of(subject, value, project, file, Integer.toString(line)))
                        .hex()
                        .substring(0, 8);
        return new Finding(id, subject, value, project, file, line, snippet, kind, attributes);
    }

    public int weight() {
        return kind.weight();
    }

    /** {@code file:line}. */
    public String location() {
        return line > 0 ? file + ":" + line : file;
    }
}
