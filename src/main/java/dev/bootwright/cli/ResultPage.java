package dev.bootwright.cli;

import dev.bootwright.pipeline.RunResult;
import dev.bootwright.step.TestCounts;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;

/** A run's result as people read it. */
final class ResultPage {
    private static final int SHOWN = 20;

    private ResultPage() {}

    static String render(RunResult result) {
        List<String> lines = new ArrayList<>();
        String decided = result.failure() == null ? "" : " (" + result.failure().code() + ")";
        lines.add(result.verdict() + decided + ", readiness " + result.readiness()
                + (result.reusedProof() ? " — stored proof of the same input; --fresh runs it again" : ""));
        tests(result, lines);
        for (RunResult.Stage stage : result.stages()) {
            lines.add(String.format(
                    Locale.ROOT,
                    "  %-10s %s %7.1f s%s",
                    stage.name(),
                    stage.passed() ? "✓" : "✗",
                    stage.seconds(),
                    stage.tests() == null ? "" : "   " + counts(stage.tests())));
        }
        if (!result.stages().isEmpty()) {
            lines.add("  clean replay from a bare base: " + (result.replay().clean() ? "yes" : "no"));
        }
        if (result.engine() != null) {
            lines.add("  engine " + result.engine().name() + ", network "
                    + result.engine().network() + (result.route() == null ? "" : ", route " + result.route()));
        }
        notPassed(result, lines);
        list(
                "needs",
                result.needs().stream().map(n -> n.kind() + " " + n.name()).toList(),
                lines);
        list("not covered", result.notCovered(), lines);
        if (result.contract() != null) {
            lines.add("contract: " + result.contract());
        }
        RunResult.FailureItem failure = result.failure();
        if (failure != null) {
            lines.add("");
            lines.add(failure.summary());
            failure.evidence().stream().limit(SHOWN).forEach(e -> lines.add("  │ " + e));
            lines.add("next: " + failure.next());
        }
        return String.join("\n", lines) + "\n";
    }

    private static void tests(RunResult result, List<String> lines) {
        if (result.tests().collected() > 0) {
            lines.add(
                    "tests: " + counts(result.tests()) + (result.truncated() ? " — truncated at the time limit" : ""));
        }
        if (!result.causes().isEmpty()) {
            lines.add("causes: "
                    + result.causes().entrySet().stream()
                            .map(e -> e.getKey() + " " + e.getValue())
                            .collect(Collectors.joining(", ")));
        }
    }

    private static String counts(TestCounts c) {
        return String.format(
                Locale.ROOT,
                "%d collected, %d executed: %d passed, %d failed, %d errored; %d skipped%s%s",
                c.collected(),
                c.executed(),
                c.passed(),
                c.failed(),
                c.errored(),
                c.skipped(),
                c.notRun() == 0 ? "" : "; " + c.notRun() + " not run",
                c.expectedFailures() == 0 ? "" : "; " + c.expectedFailures() + " failed as expected");
    }

    private static void notPassed(RunResult result, List<String> lines) {
        if (result.notPassed().isEmpty()) {
            return;
        }
        lines.add("did not pass:");
        result.notPassed().stream()
                .limit(SHOWN)
                .forEach(t -> lines.add("  " + t.test() + "  " + t.status() + ", cause "
                        + t.cause()
                        + (t.need().isEmpty() ? "" : " (" + t.need() + ")")
                        + (t.flaky() ? ", flaky" : "")
                        + (t.line().isEmpty() ? "" : "  at " + t.line())));
        if (result.notPassed().size() > SHOWN) {
            lines.add("  … and " + (result.notPassed().size() - SHOWN) + " more; --json lists them all");
        }
    }

    private static void list(String title, List<String> items, List<String> lines) {
        if (!items.isEmpty()) {
            lines.add(title + ":");
            items.stream().limit(SHOWN).forEach(i -> lines.add("  - " + i));
        }
    }

    /** For {@code gate}: one line. */
    static String line(RunResult result) {
        Map<String, Integer> causes = result.causes();
        return result.verdict() + " " + result.readiness() + " " + counts(result.tests())
                + (causes.isEmpty() ? "" : " " + causes);
    }
}
