package dev.bootwright.discover;

import dev.bootwright.format.Scrubber;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/** A discovery report as text for people, at most 100 columns wide. */
public final class DiscoveryPage {
    private static final int WIDTH = 100;
    private static final int VALUES = 6;
    private static final int SUBJECT_COLUMN = 30;
    private static final int PLACE_COLUMN = 62;

    /** Subjects that say how CI is built up; the CI section shows them better. */
    private static final Set<String> IN_CI_SECTION = Set.of("ci.job", "ci.action");

    private DiscoveryPage() {}

    public static String text(DiscoveryReport report) {
        StringBuilder out = new StringBuilder();
        projects(report, out);
        findings(report, out);
        ci(report, out);
        conflicts(report, out);
        unknowns(report, out);
        return out.toString();
    }

    private static void projects(DiscoveryReport report, StringBuilder out) {
        heading(out, "Projects");
        if (report.projects().isEmpty()) {
            line(out, "  none was recognised");
        }
        for (ProjectMatch project : report.projects()) {
            line(
                    out,
                    "  " + column(project.ecosystem().value(), 10) + column(project.path(), 30) + "  "
                            + project.manifest());
        }
    }

    private static void findings(DiscoveryReport report, StringBuilder out) {
        heading(out, "Findings");
        Map<String, List<Finding>> groups = new LinkedHashMap<>();
        for (Finding finding : report.findings()) {
            if (!IN_CI_SECTION.contains(finding.subject())) {
                groups.computeIfAbsent(finding.subject() + "\n" + finding.project(), key -> new ArrayList<>())
                        .add(finding);
            }
        }
        if (groups.isEmpty()) {
            line(out, "  none");
        }
        groups.values().forEach(group -> group(group, out));
    }

    private static void group(List<Finding> group, StringBuilder out) {
        Map<String, List<Finding>> byValue = new LinkedHashMap<>();
        group.stream()
                .sorted(Comparator.comparing(
                        f -> !f.attributes().getOrDefault("tests", "").equals("true")))
                .forEach(f -> byValue.computeIfAbsent(f.value(), v -> new ArrayList<>())
                        .add(f));
        Finding first = group.getFirst();
        String subject = first.subject() + (first.project().equals(".") ? "" : " [" + first.project() + "]");
        int shown = 0;
        for (Map.Entry<String, List<Finding>> entry : byValue.entrySet()) {
            if (shown++ == VALUES) {
                line(
                        out,
                        " ".repeat(SUBJECT_COLUMN) + "  … " + (byValue.size() - VALUES) + " more: --why "
                                + first.subject());
                return;
            }
            List<Finding> same = entry.getValue();
            String place = same.getFirst().location() + (same.size() > 1 ? " +" + (same.size() - 1) : "");
            row(out, shown == 1 ? subject : "", note(same.getFirst()), place);
        }
    }

    /** The value with what makes it readable on its own. */
    private static String note(Finding finding) {
        String value = Scrubber.snippet(finding.value());
        Map<String, String> attributes = finding.attributes();
        return switch (finding.subject()) {
            case "language.files" -> value + " (" + attributes.getOrDefault("count", "?") + ")";
            case "tests.files" -> value + " (" + attributes.getOrDefault("language", "?") + ")";
            case "make.target", "doc.command", "agent.command", "container.command" ->
                value + " (" + attributes.getOrDefault("purpose", "?") + ")";
            case "need.service" ->
                value + attributes.getOrDefault("image", "").transform(i -> i.isEmpty() ? "" : " (" + i + ")");
            default -> value;
        };
    }

    private static void ci(DiscoveryReport report, StringBuilder out) {
        List<CiCommand> commands = report.ciCommands();
        if (commands.isEmpty()) {
            return;
        }
        long here = commands.stream().filter(CiCommand::reproducible).count();
        heading(out, "CI evidence: " + commands.size() + " commands, " + here + " can run here");
        String at = "";
        for (CiCommand command : commands) {
            String job = command.file() + "  job " + command.job()
                    + (command.cell().isEmpty() ? "" : "  (" + command.cell() + ")")
                    + (command.services().isEmpty() ? "" : "  with " + String.join(", ", command.services()));
            if (!job.equals(at)) {
                line(out, "  " + job);
                at = job;
            }
            command(command, out);
        }
    }

    private static void command(CiCommand command, StringBuilder out) {
        String purpose = command.purpose().name().toLowerCase(Locale.ROOT);
        String place = command.workingDirectory().equals(".") ? "" : "in " + command.workingDirectory() + ": ";
        line(
                out,
                "    " + column(command.reproducible() ? "yes" : "no", 5) + column(purpose, 14)
                        + column(":" + command.line(), 7) + place + Scrubber.snippet(command.command()));
        if (!command.reason().isEmpty()) {
            line(out, " ".repeat(30) + "↳ " + Scrubber.snippet(command.reason()));
        }
        if (command.reproducible() && !command.condition().isEmpty()) {
            line(out, " ".repeat(30) + "if " + Scrubber.snippet(command.condition()));
        }
    }

    private static void conflicts(DiscoveryReport report, StringBuilder out) {
        if (report.conflicts().isEmpty()) {
            return;
        }
        heading(out, "Conflicts");
        Map<String, Finding> byId = new TreeMap<>();
        report.findings().forEach(f -> byId.put(f.id(), f));
        for (DiscoveryReport.Conflict conflict : report.conflicts()) {
            String subject =
                    conflict.subject() + (conflict.project().equals(".") ? "" : " [" + conflict.project() + "]");
            Set<String> seen = new LinkedHashSet<>();
            for (String id : conflict.findingIds()) {
                Finding finding = byId.get(id);
                if (finding != null && seen.add(finding.value() + finding.file())) {
                    row(out, seen.size() == 1 ? subject : "", Scrubber.snippet(finding.value()), finding.location());
                }
            }
        }
    }

    private static void unknowns(DiscoveryReport report, StringBuilder out) {
        if (report.unknowns().isEmpty()) {
            return;
        }
        heading(out, "Not understood");
        for (DiscoveryReport.Unknown unknown : report.unknowns()) {
            String place = unknown.line() > 0 ? unknown.file() + ":" + unknown.line() : unknown.file();
            line(out, "  " + place + "  " + Scrubber.snippet(unknown.reason()));
        }
    }

    /** One decision down to its lines. */
    public static String why(Explanation explanation) {
        StringBuilder out = new StringBuilder();
        if (explanation.groups().isEmpty()) {
            line(out, "Nothing was found for “" + explanation.subject() + "”.");
            line(out, "Ask for one of:");
            explanation.similar().forEach(s -> line(out, "  " + s));
        }
        for (Explanation.Group group : explanation.groups()) {
            heading(
                    out,
                    group.subject()
                            + (group.project().equals(".") ? "" : " [" + group.project() + "]")
                            + (group.conflict() ? ": the evidence does not agree" : ""));
            for (Explanation.Vote vote : group.values()) {
                boolean won = vote.value().equals(group.winner());
                line(
                        out,
                        (won ? "→ " : "  ") + column(Scrubber.snippet(vote.value()), 60) + "  weight " + vote.weight());
                vote.findings().forEach(finding -> evidence(finding, out));
            }
            if (group.winner() == null) {
                line(out, "  all of them hold");
            }
        }
        return out.toString();
    }

    private static void evidence(Finding finding, StringBuilder out) {
        String kind = finding.kind().name().toLowerCase(Locale.ROOT).replace('_', ' ');
        line(
                out,
                "    " + column(Integer.toString(finding.weight()), 5) + column(kind, 20) + "  " + finding.location());
        if (!finding.snippet().isEmpty()) {
            line(out, "         | " + finding.snippet());
        }
        finding.attributes().forEach((name, value) -> {
            if (!value.isEmpty()) {
                line(out, "         " + name + ": " + Scrubber.snippet(value));
            }
        });
    }

    /** Subject, value and place in columns; what is too wide for its column moves the rest to the next line. */
    private static void row(StringBuilder out, String subject, String value, String place) {
        StringBuilder row = new StringBuilder("  ").append(subject);
        if (row.length() >= SUBJECT_COLUMN) {
            line(out, row.toString());
            row.setLength(0);
        }
        pad(row, SUBJECT_COLUMN);
        row.append("  ").append(value);
        if (row.length() >= PLACE_COLUMN) {
            line(out, row.toString());
            row.setLength(0);
        }
        int column = Math.clamp(WIDTH - 2 - place.length(), 4, PLACE_COLUMN);
        if (row.length() > column) {
            line(out, row.toString());
            row.setLength(0);
        }
        pad(row, column);
        line(out, row + "  " + place);
    }

    private static void pad(StringBuilder row, int width) {
        row.repeat(' ', Math.max(0, width - row.length()));
    }

    private static String column(String text, int width) {
        return text.length() >= width ? text + " " : text + " ".repeat(width - text.length());
    }

    private static void heading(StringBuilder out, String text) {
        if (!out.isEmpty()) {
            out.append('\n');
        }
        line(out, text);
    }

    private static void line(StringBuilder out, String text) {
        String bare = text.stripTrailing();
        if (bare.length() > WIDTH) {
            int end = WIDTH - 1;
            end -= Character.isHighSurrogate(bare.charAt(end - 1)) ? 1 : 0;
            bare = bare.substring(0, end) + "…";
        }
        out.append(bare).append('\n');
    }
}
