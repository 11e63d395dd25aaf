package dev.bootwright.contract;

import dev.bootwright.base.Cause;
import dev.bootwright.step.Contract;
import dev.bootwright.step.Step;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;

/** {@code PLAYBOOK.md}: failures met and their repairs. */
final class PlaybookPage {
    private PlaybookPage() {}

    static String render(Contract contract, TestsBaseline baseline, ContractRenderer.History history) {
        MarkdownPage page = new MarkdownPage("Failures and their repairs");
        List<String> met = new ArrayList<>();
        history.repairs().forEach(r -> met.add(r.failure() + " → " + r.repair()));
        page.section("Met while this contract was made")
                .items(
                        met,
                        contract.proof().proven()
                                ? "None: the first contract held."
                                : "Nothing was repaired, and this contract did not hold: the answer of the run that wrote it tells"
                                        + " what failed.");
        List<String> repaired = new ArrayList<>();
        for (Step step : contract.steps()) {
            if (!step.origin().kind().equals("plan")) {
                repaired.add("`" + step.id() + "`: " + step.origin().kind() + " "
                        + MarkdownPage.quoted(step.origin().reference()));
            }
        }
        page.section("Steps that do not come from the plan").items(repaired, "None.");
        TreeMap<String, Integer> needs = new TreeMap<>();
        for (TestsBaseline.Entry test : baseline.tests()) {
            if (test.cause() != null
                    && test.cause() != Cause.OWN
                    && !test.need().isEmpty()) {
                needs.merge(test.cause() + ": " + test.need(), 1, Integer::sum);
            }
        }
        List<String> lacking = new ArrayList<>();
        needs.forEach((need, count) -> lacking.add(need + " (" + count + (count == 1 ? " test)" : " tests)")));
        page.section("What tests lack here").items(lacking, "Nothing is known.");
        page.section("When something fails")
                .items(
                        List.of(
                                "A step of `setup.sh` fails: its name is printed last; run `.bootstrap/setup.sh` again once"
                                        + " in case the network hiccuped.",
                                "Dependencies changed: run `.bootstrap/setup.sh` again; files below `.bootstrap/lock/` pin"
                                        + " what was resolved.",
                                "`doctor.sh` fails after a while: a tool was replaced; run `.bootstrap/setup.sh` again."),
                        "");
        return page.end();
    }
}
