package dev.bootwright.contract;

import dev.bootwright.discover.Finding;
import dev.bootwright.step.Contract;
import dev.bootwright.step.DependencyPolicy;
import dev.bootwright.step.ExcludedTest;
import dev.bootwright.step.Phase;
import dev.bootwright.step.Role;
import dev.bootwright.testreport.TestStatus;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;

/** {@code WARNINGS.md}: fragile and risky points, and what green does not cover. */
final class WarningsPage {
    private static final int LISTED = 30;

    private WarningsPage() {}

    static String render(
            Contract contract,
            TestsBaseline baseline,
            Map<String, Finding> evidence,
            List<StepProposal.Warning> warnings,
            Map<String, String> locks) {
        MarkdownPage page = new MarkdownPage("Warnings");
        if (!contract.proof().proven()) {
            page.text("").text("**This contract is not proven.** No clean replay of it has passed.");
        }
        page.section("What green does not cover")
                .items(
                        notCovered(contract, baseline, located(warnings, evidence, "not-covered")),
                        "Nothing is known to be left out.");
        page.section("Weak validation")
                .items(distinct(weak(contract), of(warnings, evidence, "weak-validation")), "None is known.");
        page.section("Unpinned or outdated dependencies")
                .items(
                        distinct(unpinned(contract, locks), of(warnings, evidence, "unpinned", "outdated")),
                        "None is known.");
        page.section("Network assumptions")
                .items(distinct(network(contract), of(warnings, evidence, "network", "download")), "None.");
        page.section("Transient workarounds")
                .items(distinct(workarounds(contract), of(warnings, evidence, "transient-workaround")), "None.");
        List<String> known = List.of(
                "not-covered",
                "weak-validation",
                "unpinned",
                "outdated",
                "network",
                "download",
                "transient-workaround");
        List<String> others = new ArrayList<>();
        warnings.stream()
                .filter(w -> !known.contains(w.kind()))
                .forEach(w -> others.add(w.kind() + ": " + text(w, evidence)));
        if (!others.isEmpty()) {
            page.section("Others").items(others, "");
        }
        return page.end();
    }

    private static List<String> distinct(List<String> first, List<String> second) {
        List<String> all = new ArrayList<>(first);
        all.addAll(second);
        return all.stream().distinct().toList();
    }

    private static List<String> of(
            List<StepProposal.Warning> warnings, Map<String, Finding> evidence, String... kinds) {
        return List.copyOf(located(warnings, evidence, kinds).values());
    }

    /** Each warning of these kinds once, as it stands and with its places. */
    private static Map<String, String> located(
            List<StepProposal.Warning> warnings, Map<String, Finding> evidence, String... kinds) {
        Map<String, String> located = new LinkedHashMap<>();
        warnings.stream()
                .filter(w -> List.of(kinds).contains(w.kind()))
                .forEach(w -> located.putIfAbsent(w.text(), text(w, evidence)));
        return located;
    }

    private static String text(StepProposal.Warning warning, Map<String, Finding> evidence) {
        List<String> places = new ArrayList<>();
        for (String id : warning.evidence()) {
            Finding finding = evidence.get(id);
            if (finding != null && !warning.text().contains(finding.location())) {
                places.add(MarkdownPage.quoted(finding.location()));
            }
        }
        return warning.text()
                + (places.isEmpty() ? "" : " (" + places.stream().distinct().collect(Collectors.joining(", ")) + ")");
    }

    /** What the proof names, each point once and with what is known beyond it: places, or reasons instead of a number. */
    private static List<String> notCovered(Contract contract, TestsBaseline baseline, Map<String, String> located) {
        Map<String, String> points = new LinkedHashMap<>();
        List<String> tests = ofTests(baseline);
        boolean reasons = baseline.tests().stream().anyMatch(t -> t.status() == TestStatus.SKIPPED);
        for (String gap : contract.proof().notCovered()) {
            if (!reasons || !CoverageGap.isSkips(gap)) {
                points.put(gap, located.getOrDefault(gap, gap));
            }
        }
        for (ExcludedTest test : contract.excluded()) {
            String gap = CoverageGap.leftOut(test);
            if (points.keySet().stream().noneMatch(p -> p.startsWith(gap))) {
                points.put(gap, gap);
            }
        }
        tests.forEach(point -> points.putIfAbsent(point, point));
        located.forEach(points::putIfAbsent);
        return List.copyOf(points.values());
    }

    private static List<String> ofTests(TestsBaseline baseline) {
        List<String> points = new ArrayList<>();
        TreeMap<String, Integer> skips = new TreeMap<>();
        int failing = 0;
        for (TestsBaseline.Entry test : baseline.tests()) {
            if (test.status() == TestStatus.SKIPPED) {
                skips.merge(test.reason().isEmpty() ? "no reason given" : test.reason(), 1, Integer::sum);
            } else if (test.status() == TestStatus.FAILED || test.status() == TestStatus.ERRORED) {
                failing++;
            }
        }
        skips.entrySet().stream()
                .sorted(Map.Entry.<String, Integer>comparingByValue()
                        .reversed()
                        .thenComparing(Map.Entry.comparingByKey()))
                .limit(LISTED)
                .forEach(e -> points.add(
                        e.getValue() + (e.getValue() == 1 ? " test is" : " tests are") + " skipped: " + e.getKey()));
        if (skips.size() > LISTED) {
            points.add((skips.size() - LISTED) + " further reasons for skips stand in `tests.json`");
        }
        if (failing > 0) {
            points.add(failing + (failing == 1 ? " test fails" : " tests fail") + " already and would go on failing"
                    + " unnoticed; `tests.json` names them");
        }
        baseline.notLoaded()
                .forEach(n -> points.add("not loaded: " + MarkdownPage.quoted(n.file()) + ": " + n.reason()));
        return points;
    }

    private static List<String> weak(Contract contract) {
        List<String> points = new ArrayList<>();
        if (contract.steps(Phase.STRONGEST).stream().noneMatch(s -> s.role() == Role.EXECUTE)) {
            points.add("No step executes the whole suite.");
        }
        if (contract.proof().truncated()) {
            points.add("The strongest verification was cut off at its time limit; tests behind that point never ran.");
        }
        if (contract.steps(Phase.DOCTOR).isEmpty()) {
            points.add("The doctor checks nothing.");
        }
        return points;
    }

    private static List<String> unpinned(Contract contract, Map<String, String> locks) {
        List<String> points = new ArrayList<>();
        if (!contract.steps(Phase.SYSTEM).isEmpty()) {
            points.add("System packages come in the distribution's current versions; what was proven stands in"
                    + " `lock/system.txt`.");
        }
        boolean filled = contract.locks().stream()
                .anyMatch(l -> !locks.getOrDefault(l, "").isBlank());
        if (contract.route().policy() == DependencyPolicy.DECLARED && !filled) {
            points.add("Dependencies are the newest that the manifest allows; no lock pins them.");
        }
        return points;
    }

    private static List<String> network(Contract contract) {
        return contract.route().networkRoles().stream()
                .map(r -> "Setup needs `" + r + "`.")
                .toList();
    }

    private static List<String> workarounds(Contract contract) {
        return contract.steps().stream()
                .filter(s ->
                        s.origin().kind().equals("repair") || s.origin().kind().equals("experience"))
                .map(s -> "Step `" + s.id() + "` was added by " + s.origin().kind() + " "
                        + MarkdownPage.quoted(s.origin().reference()) + ".")
                .toList();
    }
}
