package dev.bootwright.pipeline;

import dev.bootwright.contract.StepProposal.Warning;
import dev.bootwright.discover.CiCommand;
import dev.bootwright.discover.DiscoveryReport;
import dev.bootwright.plan.BootstrapPlan;
import dev.bootwright.step.Contract;
import dev.bootwright.step.TestCounts;
import dev.bootwright.verify.Conclusion;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;

/** Says what green does not cover: skipped and excluded tests, other matrix cells, CI commands that can't run here. */
final class NotCovered {
    private NotCovered() {}

    static List<String> of(
            Contract contract,
            BootstrapPlan plan,
            DiscoveryReport report,
            List<Warning> warnings,
            Conclusion conclusion) {
        List<String> out = new ArrayList<>();
        TestCounts counts = conclusion.counts();
        if (counts.skipped() > 0) {
            out.add(counts.skipped() + " tests skip themselves here");
        }
        if (counts.notRun() > 0) {
            out.add(counts.notRun() + " collected tests were not run"
                    + (conclusion.truncated() ? ": the time limit ended the suite" : ""));
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
