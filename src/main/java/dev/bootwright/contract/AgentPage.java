package dev.bootwright.contract;

import dev.bootwright.step.Contract;
import dev.bootwright.step.Phase;
import dev.bootwright.step.Proof;
import dev.bootwright.step.Step;
import dev.bootwright.testreport.TestStatus;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/** {@code AGENT.md}: what somebody who is to work in the repository must know. */
final class AgentPage {
    private static final int LISTED = 50;

    private AgentPage() {}

    static String render(Contract contract, TestsBaseline baseline, ContractRenderer.History history) {
        MarkdownPage page = new MarkdownPage(
                        "Working in " + contract.repository().name())
                .text("")
                .text(
                        "How this repository is set up and tested; `contract.json` is the source, these scripts run without"
                                + " any further tool.");
        setUp(page, contract);
        commands(page, contract);
        state(page, contract, baseline);
        page.section("What was tried").items(history.tried(), "Only the route above.");
        page.section("Further reading")
                .items(
                        List.of(
                                "`WARNINGS.md`: what is fragile, and what green does not cover",
                                "`PLAYBOOK.md`: failures and their repairs",
                                "`evidence.json`: the lines of the repository that each step rests on",
                                "`tests.json`: the status of each test when this was proven"),
                        "");
        return page.end();
    }

    private static void setUp(MarkdownPage page, Contract contract) {
        page.section("Set up")
                .text("Base environment: " + contract.route().base().display() + ". Toolchains: "
                        + contract.route().toolchains().stream()
                                .map(t ->
                                        t.name() + " " + contract.toolVersions().getOrDefault(t.name(), t.version()))
                                .collect(Collectors.joining(", "))
                        + ". Dependencies: " + contract.route().policy() + ", by "
                        + contract.route().packageManager() + ".")
                .code(".bootstrap/setup.sh     # again after dependencies changed; safe to repeat\n"
                        + ".bootstrap/doctor.sh    # checks, writes nothing\n"
                        + ".bootstrap/verify.sh minimal\n"
                        + ".bootstrap/verify.sh strongest");
        page.text("")
                .text("`verify.sh` ends with 0 when tests ran and nothing failed that `tests.json` does not know,"
                        + " with 6 when no test ran, with 2 when it was called wrongly, with 1 otherwise. System packages need root; all else runs as an ordinary"
                        + " user, and tests should too.");
        List<String> steps = new ArrayList<>();
        for (Step step : contract.steps()) {
            if (step.phase().isSetup()) {
                steps.add("`" + step.id() + "` (" + step.phase() + ", as " + step.user() + ")");
            }
        }
        page.text("").text("Setup steps:").text("").items(steps, "None.");
    }

    private static void commands(MarkdownPage page, Contract contract) {
        page.section("Commands")
                .text(
                        "From the root of the tree, after `. .bootstrap/env.sh`. `{file}` and `{test}` stand for a file and a"
                                + " test in the runner's own terms.")
                .text("");
        List<String> lines = new ArrayList<>();
        add(lines, "build", contract.commands().build());
        add(lines, "all tests", contract.commands().testAll());
        add(lines, "one file", contract.commands().testFile());
        add(lines, "one test", contract.commands().testOne());
        add(lines, "after a change", contract.commands().rebuild());
        page.items(lines, "None is known.");
        if (contract.projects().size() > 1) {
            page.text("")
                    .text("One file and one test are those of the project in "
                            + MarkdownPage.quoted(contract.projects().getFirst().path()) + ".");
        }
        List<String> folders = contract.steps(Phase.STRONGEST).stream()
                .map(Step::workingDirectory)
                .filter(d -> !d.equals("."))
                .distinct()
                .toList();
        if (!folders.isEmpty()) {
            page.text("")
                    .text("Tests run in: "
                            + folders.stream().map(MarkdownPage::quoted).collect(Collectors.joining(", ")) + ".");
        }
    }

    private static void add(List<String> lines, String name, List<String> argv) {
        if (!argv.isEmpty()) {
            String command = argv.stream()
                    .map(a -> a.contains("{file}") || a.contains("{test}") ? a : ShellText.quote(a))
                    .collect(Collectors.joining(" "));
            lines.add(name + ": " + MarkdownPage.quoted(command));
        }
    }

    private static void state(MarkdownPage page, Contract contract, TestsBaseline baseline) {
        Proof proof = contract.proof();
        page.section("State");
        page.text(
                proof.proven()
                        ? "Proven by running it from the bare base environment; readiness: " + proof.readiness() + "."
                        : "Not proven; readiness so far: " + proof.readiness() + ".");
        List<String> counts = new ArrayList<>();
        proof.stages()
                .forEach((stage, c) -> counts.add(stage + ": " + c.collected() + " collected, " + c.executed()
                        + " executed, " + c.passed() + " passed, " + c.failed() + " failed, " + c.errored()
                        + " errored, " + c.skipped() + " skipped"));
        page.text("").items(counts, "No tests were counted.");
        page.section("Known failing tests");
        List<String> failing = new ArrayList<>();
        for (TestsBaseline.Entry test : baseline.tests()) {
            boolean bad = test.status() == TestStatus.FAILED || test.status() == TestStatus.ERRORED;
            if (bad || test.flaky() || test.quarantined()) {
                failing.add(MarkdownPage.quoted(test.id().display()) + " " + test.status()
                        + (test.flaky() ? ", flaky" : "") + (test.quarantined() ? ", quarantined" : "")
                        + (test.cause() == null ? "" : ", cause: " + test.cause())
                        + (test.need().isEmpty() ? "" : ", needs " + test.need())
                        + (test.reason().isEmpty() ? "" : ": " + test.reason()));
            }
        }
        baseline.notLoaded()
                .forEach(n -> failing.add(MarkdownPage.quoted(n.file()) + " could not be loaded: " + n.reason()));
        int more = failing.size() - LISTED;
        page.items(more > 0 ? failing.subList(0, LISTED) : failing, "None.");
        if (more > 0) {
            page.text("").text(more + " more stand in `tests.json`.");
        }
    }
}
