package dev.bootwright.verify;

import dev.bootwright.base.Cause;
import dev.bootwright.base.Readiness;
import dev.bootwright.base.TestId;
import dev.bootwright.step.TestCounts;
import dev.bootwright.testreport.TestReport;
import dev.bootwright.testreport.TestStatus;
import dev.bootwright.verify.Conclusion.NotPassed;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * What is judged at once: all tests of the stage that decides, or those of one project.
 *
 * @param where names the project in messages; empty for all
 * @param named tests that an exclusion kept from running
 */
record JudgedPart(
        String where,
        TestReport tests,
        TestCounts counts,
        List<NotPassed> notPassed,
        ReadinessRules.Counted counted,
        int named,
        Readiness readiness) {
    JudgedPart {
        notPassed = List.copyOf(notPassed);
    }

    /**
     * What holds for the whole stage.
     *
     * @param narrowed whether the contract leaves tests out
     * @param reached what setup and build reached before tests
     */
    record Stage(
            Set<TestId> leftOut,
            Set<TestId> unselected,
            boolean narrowed,
            boolean whole,
            boolean truncated,
            Readiness reached) {}

    static JudgedPart of(String where, TestReport tests, List<NotPassed> notPassed, Stage stage) {
        TestCounts counts = tests.counts();
        Map<Cause, Integer> causes = new EnumMap<>(Cause.class);
        notPassed.forEach(n -> causes.merge(n.why().cause(), 1, Integer::sum));
        int named = 0;
        int unselected = 0;
        for (var test : tests.cases()) {
            if (test.status() == TestStatus.NOT_RUN) {
                named += stage.leftOut().contains(test.id()) ? 1 : 0;
                unselected += stage.unselected().contains(test.id()) ? 1 : 0;
            }
        }
        // A limit, or the command of the suite, excuses tests that were not reached; after a crash they count like any
        // other that did not pass.
        int leftOut = stage.whole() && !stage.truncated() ? counts.notRun() - unselected : named;
        ReadinessRules.Counted counted = new ReadinessRules.Counted(
                counts,
                causes,
                leftOut,
                counts.notRun() - leftOut,
                stage.narrowed(),
                tests.collectionErrors().size(),
                stage.whole(),
                stage.truncated() || !tests.complete(),
                !tests.mismatches().isEmpty());
        return new JudgedPart(
                where, tests, counts, notPassed, counted, named, ReadinessRules.of(counted, stage.reached()));
    }

    /** Whether the suite's own command passes it by: it has tests, and none was meant to run. */
    boolean isPassedBy(Stage stage) {
        return counts.collected() > 0
                && tests.ids().stream().allMatch(id -> stage.unselected().contains(id));
    }

    /** What keeps a part that executed tests below the readiness {@code executed}. */
    Obstacle obstacle() {
        if (counts.passed() < counts.failed() + counts.errored()) {
            return Obstacle.FAILURES;
        }
        int most = Math.max(counted.outside(), Math.max(counted.leftOut(), counted.collectionErrors()));
        if (counted.collectionErrors() == most) {
            return Obstacle.NOT_LOADED;
        }
        if (counted.leftOut() == most) {
            return named * 2 >= counted.leftOut() ? Obstacle.LEFT_OUT : Obstacle.NOT_REACHED;
        }
        return Obstacle.OUTSIDE;
    }

    /** The kinds of it: more failures than passes, or too much that is missing for the reason named. */
    enum Obstacle {
        FAILURES,
        OUTSIDE,
        NOT_LOADED,
        LEFT_OUT,
        NOT_REACHED
    }
}
