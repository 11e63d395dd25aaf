package dev.bootwright.discover;

import com.fasterxml.jackson.annotation.JsonIgnore;
import java.util.List;
import java.util.stream.Stream;

/**
 * All findings of a tree, conflicts kept. Equal for equal trees.
 *
 * @param projects best first
 * @param findings sorted by subject, project, descending weight, file, line
 * @param ciCommands in file order
 */
public record DiscoveryReport(
        int schemaVersion,
        List<ProjectMatch> projects,
        List<Finding> findings,
        List<CiCommand> ciCommands,
        List<Conflict> conflicts,
        List<Unknown> unknowns) {
    public static final int SCHEMA_VERSION = 1;

    /** How the reason of an unknown begins whose file is not part of the tree. */
    public static final String LEFT_OUT = "left out: ";

    public DiscoveryReport {
        projects = List.copyOf(projects);
        findings = List.copyOf(findings);
        ciCommands = List.copyOf(ciCommands);
        conflicts = List.copyOf(conflicts);
        unknowns = List.copyOf(unknowns);
    }

    /** Findings of one subject that do not agree. */
    public record Conflict(String subject, String project, List<String> findingIds) {
        public Conflict {
            findingIds = List.copyOf(findingIds);
        }
    }

    /** Something that was not understood, and why. */
    public record Unknown(String file, int line, String reason) {
        /** Whether nothing of the file is known: it is not of its own format, or it was left out. */
        @JsonIgnore
        public boolean isAboutAllOfIt() {
            return reason.startsWith("broken ") || reason.startsWith(LEFT_OUT);
        }
    }

    /** The same, fit to be shown and kept: CI commands may hold what looks like a secret. */
    public DiscoveryReport scrubbed() {
        return new DiscoveryReport(
                schemaVersion,
                projects,
                findings,
                ciCommands.stream().map(CiCommand::scrubbed).toList(),
                conflicts,
                unknowns);
    }

    /** Findings of exactly this subject, strongest first. */
    public List<Finding> of(String subject) {
        return findings.stream().filter(f -> f.subject().equals(subject)).toList();
    }

    /** Findings of this subject for one project, strongest first. */
    public List<Finding> of(String subject, String project) {
        return findings.stream()
                .filter(f -> f.subject().equals(subject) && f.project().equals(project))
                .toList();
    }

    /** Findings whose subject starts with the prefix. */
    public Stream<Finding> startingWith(String prefix) {
        return findings.stream().filter(f -> f.subject().startsWith(prefix));
    }
}
