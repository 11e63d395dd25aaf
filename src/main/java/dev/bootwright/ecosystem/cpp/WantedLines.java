package dev.bootwright.ecosystem.cpp;

import static dev.bootwright.discover.EvidenceKind.MANIFEST;

import dev.bootwright.discover.Claims;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Tells what the lines of one file ask the machine for; each thing once. */
final class WantedLines {
    private final Claims claims;
    private final String file;
    private final String[] lines;
    private final Set<String> told = new HashSet<>();

    WantedLines(Claims claims, String file, String text) {
        this.claims = claims;
        this.file = file;
        this.lines = text.split("\n", -1);
    }

    /**
     * @param how {@code pkg-config}, {@code library}, {@code header}, {@code program} or {@code macro}
     * @param pattern whose first group holds one name or several, parted by blanks or commas
     */
    void wanted(String how, Pattern pattern, boolean required) {
        for (int i = 0; i < lines.length; i++) {
            Matcher matcher = pattern.matcher(lines[i]);
            while (matcher.find()) {
                String found = matcher.group(1).replaceAll("[<>=!]+ *[0-9][^\\s,]*", " ");
                for (String word : found.split("[\\s,\\[\\]'\"]+", -1)) {
                    if (word.matches("[A-Za-z0-9_][A-Za-z0-9_+./-]*") && told.add(how + " " + word)) {
                        claims.add(
                                CppSubjects.WANTED,
                                word,
                                file,
                                i + 1,
                                lines[i].strip(),
                                MANIFEST,
                                Map.of("how", how, "required", String.valueOf(required)));
                    }
                }
            }
        }
    }

    /** The first line that matches, as a finding of this subject and value. */
    boolean first(String subject, String value, Pattern pattern) {
        for (int i = 0; i < lines.length; i++) {
            if (pattern.matcher(lines[i]).find()) {
                claims.add(subject, value, file, i + 1, lines[i].strip(), MANIFEST);
                return true;
            }
        }
        return false;
    }
}
