package dev.bootwright.ecosystem.golang;

import dev.bootwright.discover.CiCommand;
import dev.bootwright.discover.DiscoveryReport;
import dev.bootwright.discover.EvidenceKind;
import dev.bootwright.discover.Finding;
import dev.bootwright.version.gomod.GoVersionRange;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The Go versions with which CI tests, strongest evidence first. */
final class GoCiVersions {
    private static final Pattern CELL = Pattern.compile("(?:^|,\\s*)go(?:[-_]?version)?s?=([^,]+)");

    private GoCiVersions() {}

    /**
     * @param chosen whether the cell of a command that tests names it, so that the rest of the plan follows that cell
     */
    record Wanted(GoVersionRange range, boolean chosen, String evidence, String location) {}

    static List<Wanted> of(DiscoveryReport report) {
        List<Wanted> wanted = new ArrayList<>();
        for (CiCommand command : report.ciCommands()) {
            Matcher cell = CELL.matcher(command.cell());
            if (command.purpose() == CiCommand.Purpose.TEST && cell.find()) {
                add(wanted, cell.group(1), true, command.id(), command.location());
            }
        }
        for (Finding finding : report.findings()) {
            if (finding.kind() == EvidenceKind.CI && isGoVersion(finding)) {
                for (String value : finding.value().split("[,|]")) {
                    add(wanted, value, false, finding.id(), finding.location());
                }
            }
        }
        return List.copyOf(wanted);
    }

    private static boolean isGoVersion(Finding finding) {
        return finding.subject().equals("ci.go") || finding.subject().equals("ci.go-version");
    }

    private static void add(List<Wanted> wanted, String text, boolean chosen, String evidence, String location) {
        Optional<GoVersionRange> range = GoVersionRange.tryParse(text.replaceAll("[\"']", ""));
        if (range.isPresent()
                && wanted.stream()
                        .noneMatch(w -> w.range().text().equals(range.get().text()))) {
            wanted.add(new Wanted(range.get(), chosen, evidence, location));
        }
    }
}
