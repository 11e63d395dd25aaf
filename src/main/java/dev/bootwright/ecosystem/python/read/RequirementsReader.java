package dev.bootwright.ecosystem.python.read;

import dev.bootwright.discover.EvidenceKind;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Reads a requirements file of pip: names with versions, nested files, editable projects; options are left alone. */
final class RequirementsReader {
    private RequirementsReader() {}

    /** Paths of the files that it includes with {@code -r}, relative to its own folder. */
    static List<String> read(EvidenceFile file) {
        List<String> nested = new ArrayList<>();
        String source = Sources.file(file.path());
        int number = 0;
        int start = 1;
        StringBuilder joined = new StringBuilder();
        for (String raw : file.text().lines().toList()) {
            number++;
            if (joined.isEmpty()) {
                start = number;
            }
            if (raw.endsWith("\\")) {
                joined.append(raw, 0, raw.length() - 1).append(' ');
                continue;
            }
            line(file, joined.append(raw).toString(), start, source, nested);
            joined.setLength(0);
        }
        if (!joined.isEmpty()) {
            line(file, joined.toString(), start, source, nested);
        }
        return nested;
    }

    private static void line(EvidenceFile file, String raw, int number, String source, List<String> nested) {
        String line = raw.replaceFirst("(^|\\s)#.*$", "").strip();
        if (line.isEmpty()) {
            return;
        }
        if (line.startsWith("-r") || line.startsWith("--requirement")) {
            String path = line.replaceFirst("^(-r|--requirement)[=\\s]*", "").strip();
            nested.add(path);
            file.found(
                    Subjects.GROUP_INCLUDE,
                    Sources.file(resolve(file.path(), path)),
                    number,
                    EvidenceKind.MANIFEST,
                    Map.of("source", source));
            return;
        }
        if (line.startsWith("-e") || line.startsWith("--editable") || line.startsWith(".")) {
            String path = line.replaceFirst("^(-e|--editable)[=\\s]*", "").strip();
            if (path.startsWith("git+") || path.contains("://")) {
                file.unknown(number, "an editable dependency from elsewhere: " + path);
            }
            return;
        }
        if (line.startsWith("-")) {
            return;
        }
        file.dependency(line.replaceFirst("\\s--hash.*$", ""), source, number, EvidenceKind.MANIFEST);
    }

    /** A path relative to a file's folder, as one relative to the tree; {@code ..} is resolved. */
    static String resolve(String reader, String named) {
        List<String> parts = new ArrayList<>(List.of(reader.split("/")));
        parts.removeLast();
        for (String part : named.split("/")) {
            if (part.equals("..") && !parts.isEmpty()) {
                parts.removeLast();
            } else if (!part.isEmpty() && !part.equals(".") && !part.equals("..")) {
                parts.add(part);
            }
        }
        return parts.isEmpty() ? "." : String.join("/", parts);
    }
}
