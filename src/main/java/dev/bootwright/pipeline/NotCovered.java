package dev.bootwright.pipeline;

import dev.bootwright.contract.StepProposal.Warning;
import dev.bootwright.discover.CiCommand;
import dev.bootwright.discover.DiscoveryReport;
import dev.bootwright.plan.BootstrapPlan;
import dev.bootwright.step.Contract;
import dev.bootwright.step.TestCounts;
import dev.bootwright.testreport.TestReport;
import dev.bootwright.verify.Conclusion;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;

/** Says what green does not cover: skipped and excluded tests, other matrix cells, CI commands that can't run here. */
final class NotCovered {
    private static final int LISTED = 20;

    private NotCovered() {}

    static List<String> of(
            Contract contract,
            BootstrapPlan plan,
            DiscoveryReport report,
            List<Warning> warnings,
            Conclusion conclusion,
            TestReport tests) {
        List<String> out = new ArrayList<>();
        TestCounts counts = conclusion.counts();
        if (counts.skipped() > 0) {
            out.add(counts.skipped() + (counts.skipped() == 1 ? " test skips itself" : " tests skip themselves")
                    + " here");
        }
        if (counts.notRun() > 0) {
            out.add(counts.notRun() + (counts.notRun() == 1 ? " collected test was" : " collected tests were")
                    + " not run" + (conclusion.truncated() ? ": the time limit ended the suite" : ""));
        }
        if (tests.deselected() > 0) {
            out.add(tests.deselected() + (tests.deselected() == 1 ? " test is" : " tests are")
                    + " deselected by the repository's own options");
        }
        tests.skippedFiles().stream()
                .limit(LISTED)
                .forEach(f -> out.add(f.file() + " skips itself while its tests are collected"
                        + f.detail()
                                .lines()
                                .findFirst()
                                .map(line -> ": " + line)
                                .orElse("")));
        if (tests.skippedFiles().size() > LISTED) {
            out.add((tests.skippedFiles().size() - LISTED) + " further files skip themselves likewise");
        }
        contract.excluded()
                .forEach(e -> out.add("left out: " + e.selector() + " (" + e.reason() + ", " + e.origin() + ")"));
        warnings.stream().filter(w -> w.kind().equals("not-covered")).forEach(w -> out.add(w.text()));
        plan.dropped().forEach(d -> out.add("route " + d.route().id() + " was dropped: " + d.reason()));
        TreeSet<String> unreproducible = new TreeSet<>();
        report.ciCommands().stream()
                .filter(c -> c.purpose() == CiCommand.Purpose.TEST && !c.reproducible())
                .forEach(c -> unreproducible.add("CI tests at " + c.location() + " can't run locally: " + c.reason()));
        out.addAll(unreproducible);
        return out;
    }
}
