package dev.bootwright.verify;

import dev.bootwright.base.Cause;
import dev.bootwright.base.Readiness;
import dev.bootwright.failure.Failure;
import dev.bootwright.plan.BootstrapPlan.Need;
import dev.bootwright.step.ContractProject;
import dev.bootwright.step.TestCounts;
import dev.bootwright.testreport.TestCase;
import java.util.Collections;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What a verification comes to, before the clean replay is known.
 *
 * @param counts of the stage that decides
 * @param causes executed tests that did not pass, by cause
 * @param notPassed the same tests, one by one
 * @param needs named things that failing tests or steps lack and a machine may or may not have
 * @param failure what to tell the user; null when nothing stands against the readiness
 */
public record Conclusion(
        FirstCause cause,
        Readiness readiness,
        TestCounts counts,
        boolean truncated,
        Map<Cause, Integer> causes,
        List<NotPassed> notPassed,
        List<ContractProject> projects,
        List<Need> needs,
        @Nullable Failure failure) {
    public Conclusion {
        Map<Cause, Integer> ordered = new EnumMap<>(Cause.class);
        ordered.putAll(causes);
        causes = Collections.unmodifiableMap(ordered);
        notPassed = List.copyOf(notPassed);
        projects = List.copyOf(projects);
        needs = List.copyOf(needs);
    }

    /** A test that was executed and did not pass, with why. */
    public record NotPassed(TestCase test, CauseClassifier.Classified why, boolean flaky) {}

    public VerdictTable.Decision decision() {
        return VerdictTable.decide(cause, readiness);
    }
}
