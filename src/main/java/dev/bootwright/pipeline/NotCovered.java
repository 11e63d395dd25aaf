package dev.bootwright.pipeline;

import dev.bootwright.acquire.SourceTree;
import dev.bootwright.acquire.Submodule;
import dev.bootwright.base.TestId;
import dev.bootwright.contract.CoverageGap;
import dev.bootwright.contract.StepProposal.Warning;
import dev.bootwright.contract.TestFileReach;
import dev.bootwright.contract.TestsBaseline;
import dev.bootwright.discover.CiCommand;
import dev.bootwright.discover.DiscoveryReport;
import dev.bootwright.discover.Finding;
import dev.bootwright.plan.BootstrapPlan;
import dev.bootwright.step.Contract;
import dev.bootwright.step.ExcludedTest;
import dev.bootwright.step.TestCounts;
import dev.bootwright.testreport.TestReport;
import dev.bootwright.verify.VerificationReport;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;

/** Says what green does not cover: skipped and excluded tests, other matrix cells, CI commands that can't run here. */
final class NotCovered {
    private static final int LISTED = 20;
    private static final int NAMED = 8;

    private NotCovered() {}

    static List<String> of(
            Contract contract, BootstrapPlan plan, DiscoveryReport report, List<Warning> warnings, ContractPass pass) {
        List<String> out = new ArrayList<>();
        VerificationReport verification = pass.verification();
        if (verification == null) {
            contract.excluded().forEach(e -> out.add(CoverageGap.leftOut(e)));
        } else {
            tests(contract, verification, out);
        }
        warnings.stream().filter(w -> w.kind().equals("not-covered")).forEach(w -> out.add(w.text()));
        plan.dropped().forEach(d -> out.add("route " + d.route().id() + " was dropped: " + d.reason()));
        report.unknowns().stream()
                .filter(DiscoveryReport.Unknown::isAboutAllOfIt)
                .collect(Collectors.groupingBy(DiscoveryReport.Unknown::file, TreeMap::new, Collectors.toList()))
                .values()
                .forEach(file -> out.add(notUnderstood(file)));
        report.of("ci.job").stream()
                .filter(f -> "true".equals(f.attributes().get("tests")))
                .forEach(f -> cells(f, out));
        TreeSet<String> unreproducible = new TreeSet<>();
        report.ciCommands().stream()
                .filter(c -> c.purpose() == CiCommand.Purpose.TEST && !c.reproducible())
                .forEach(c -> unreproducible.add("CI tests at " + c.location() + " can't run locally: " + c.reason()));
        out.addAll(unreproducible);
        return out;
    }

    /** Test files by their names that had no test in the run: left out by configuration, or by the command that was followed. */
    static Optional<String> missed(SourceTree tree, TestsBaseline baseline) {
        Set<String> notLoaded =
                baseline.notLoaded().stream().map(TestsBaseline.NotLoaded::file).collect(Collectors.toSet());
        Set<String> missed = new TreeSet<>(TestFileReach.of(tree, baseline).missed());
        missed.removeAll(notLoaded);
        if (missed.isEmpty()) {
            return Optional.empty();
        }
        String named = missed.stream().limit(NAMED).collect(Collectors.joining(", "));
        return Optional.of((missed.size() == 1
                        ? "no test ran of 1 test file: "
                        : "no test ran of " + missed.size() + " test files: ")
                + named
                + (missed.size() > NAMED ? ", …" : ""));
    }

    static String absent(Submodule submodule) {
        return "submodule " + submodule.path()
                + " is not there, and so nothing of it is tested: --submodules fetches it"
                + " with a clone, 'git submodule update --init' into a folder of yours";
    }

    private static void tests(Contract contract, VerificationReport verification, List<String> out) {
        TestReport tests = verification.decidingReport();
        TestCounts counts = tests.counts();
        boolean truncated = verification.deciding().map(d -> d.truncated()).orElse(false);
        if (counts.skipped() > 0) {
            out.add(CoverageGap.skips(counts.skipped()));
        }
        int unselected = verification.unselected().size();
        if (unselected > 0) {
            out.add(unselected + (unselected == 1 ? " collected test is" : " collected tests are")
                    + " not part of the suite's command");
        }
        int unreached = counts.notRun() - unselected - verification.leftOut().size();
        if (unreached > 0) {
            out.add(unreached + (unreached == 1 ? " collected test was" : " collected tests were") + " not run"
                    + (truncated ? ": the time limit ended the suite" : ""));
        }
        // What was left out was deselected too, but not by the repository.
        int byOptions = tests.deselected() - verification.leftOut().size();
        if (byOptions > 0) {
            out.add(byOptions + (byOptions == 1 ? " test is" : " tests are")
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
        contract.excluded().forEach(e -> out.add(CoverageGap.leftOut(e) + ": " + leftOut(e, verification)));
        verification.deciding().ifPresent(d -> out.addAll(d.notes()));
        verification.stage("probes").filter(probes -> !probes.passed()).ifPresent(probes -> out.addAll(probes.notes()));
    }

    private static String leftOut(ExcludedTest excluded, VerificationReport verification) {
        List<String> ids = verification.leftOut().entrySet().stream()
                .filter(e -> e.getValue().equals(excluded))
                .map(Map.Entry::getKey)
                .map(TestId::display)
                .toList();
        return ids.isEmpty()
                ? "names no collected test that did not run"
                : (ids.size() == 1 ? "1 test: " : ids.size() + " tests: ") + listed(ids);
    }

    private static String listed(List<String> items) {
        return items.stream().limit(LISTED).collect(Collectors.joining(", "))
                + (items.size() > LISTED ? " and " + (items.size() - LISTED) + " more" : "");
    }

    private static String notUnderstood(List<DiscoveryReport.Unknown> file) {
        DiscoveryReport.Unknown first = file.getFirst();
        String more = file.size() == 1 ? "" : ", and " + (file.size() - 1) + " more such places";
        return (first.line() > 0 ? first.file() + ":" + first.line() : first.file()) + " was not understood: "
                + first.reason() + more;
    }

    /** What else a job of CI tests on and with. */
    private static void cells(Finding job, List<String> out) {
        String named = "CI's job " + job.value() + " (" + job.location() + ")";
        List<String> others = Arrays.stream(
                        job.attributes().getOrDefault("systems", "").split(","))
                .filter(s -> !s.isEmpty() && !s.equals("Linux"))
                .toList();
        if (!others.isEmpty()) {
            out.add("other operating systems: " + named + " also tests on " + String.join(" and ", others));
        }
        int cells = Integer.parseInt(job.attributes().getOrDefault("cells", "1"));
        if (cells > 1) {
            String cell = job.attributes().getOrDefault("cell", "");
            out.add("other matrix cells: " + named + " tests in " + cells + " cells; this "
                    + (cell.isEmpty() ? "is one environment" : "follows " + cell));
        }
    }
}
