package dev.bootwright.pipeline;

import dev.bootwright.acquire.Workspace;
import dev.bootwright.base.Readiness;
import dev.bootwright.failure.Failure;
import dev.bootwright.plan.BootstrapPlan;
import dev.bootwright.step.RepositoryIdentity;
import dev.bootwright.step.TestCounts;
import dev.bootwright.trace.StepTrace;
import dev.bootwright.verify.Conclusion;
import dev.bootwright.verify.SetupOutcome;
import dev.bootwright.verify.StageResult;
import dev.bootwright.verify.VerdictTable;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Puts the result document together. */
final class Results {
    private Results() {}

    /** What a result says beside the conclusion of its last pass. */
    record Frame(
            RunContext run,
            Workspace workspace,
            BootstrapPlan plan,
            @Nullable String route,
            @Nullable String contract,
            boolean cleanReplay,
            List<String> notCovered) {}

    static RunResult of(Frame frame, ContractPass pass) {
        Conclusion conclusion = pass.conclusion();
        Failure failure = conclusion.failure();
        VerdictTable.Decision decision = conclusion.decision();
        Map<String, Integer> causes = new TreeMap<>();
        conclusion.causes().forEach((cause, count) -> causes.put(cause.toString(), count));
        List<RunResult.NeedItem> needs = Stream.concat(frame.plan().needs().stream(), conclusion.needs().stream())
                .map(n -> new RunResult.NeedItem(n.kind(), n.name()))
                .distinct()
                .toList();
        return new RunResult(
                RunResult.SCHEMA_VERSION,
                frame.run().id(),
                repository(frame.workspace().source(), frame.run().soFar().repository()),
                decision.verdict(),
                conclusion.readiness(),
                conclusion.counts(),
                causes,
                conclusion.truncated(),
                stages(pass),
                conclusion.projects(),
                needs,
                frame.run().soFar().engine(),
                frame.route(),
                frame.contract(),
                new RunResult.Replay(frame.cleanReplay()),
                0,
                0,
                seconds(frame.run().elapsed()),
                failure == null
                        ? null
                        : RunResult.FailureItem.of(LeftBehind.told(failure, conclusion, frame.workspace())),
                frame.notCovered(),
                notPassed(conclusion),
                false);
    }

    /** A result of a run that could not begin. */
    static RunResult failed(String run, String source, Failure failure) {
        return failed(run, source, new RunSoFar(), failure, Duration.ZERO);
    }

    /** A result of a run that was ended before its contract had been executed: nothing it counted stands for it. */
    static RunResult cutShort(RunContext run, String source, Failure failure) {
        return failed(run.id(), source, run.soFar(), failure, run.elapsed());
    }

    private static RunResult failed(String run, String source, RunSoFar soFar, Failure failure, Duration elapsed) {
        return new RunResult(
                RunResult.SCHEMA_VERSION,
                run,
                repository(source, soFar.repository()),
                VerdictTable.thrown(failure.code()).verdict(),
                Readiness.NONE,
                TestCounts.NONE,
                Map.of(),
                false,
                soFar.stages(),
                List.of(),
                List.of(),
                soFar.engine(),
                soFar.route(),
                null,
                new RunResult.Replay(false),
                0,
                0,
                seconds(elapsed),
                RunResult.FailureItem.of(failure),
                List.of(),
                List.of(),
                false);
    }

    private static RunResult.Repository repository(String source, @Nullable RepositoryIdentity identity) {
        if (identity == null) {
            return new RunResult.Repository(source, null, null, List.of());
        }
        return new RunResult.Repository(source, identity.commit(), identity.digest(), identity.dirty());
    }

    private static List<RunResult.Stage> stages(ContractPass pass) {
        List<RunResult.Stage> out = new ArrayList<>();
        SetupOutcome setup = pass.setup();
        if (setup != null) {
            out.add(new RunResult.Stage(
                    "setup",
                    setup instanceof SetupOutcome.Ready,
                    seconds(setup.duration()),
                    null,
                    steps(setup.traces())));
        }
        if (pass.verification() != null) {
            for (StageResult stage : pass.verification().stages()) {
                out.add(new RunResult.Stage(
                        stage.stage(),
                        stage.passed(),
                        seconds(stage.duration()),
                        stage.report() == null ? null : stage.counts(),
                        steps(stage.steps())));
            }
        }
        return out;
    }

    private static List<RunResult.StageStep> steps(List<StepTrace> traces) {
        return traces.stream()
                .map(t -> new RunResult.StageStep(
                        t.step().value(),
                        t.attempt(),
                        t.outcome().describe(),
                        seconds(t.outcome().usage().wall())))
                .toList();
    }

    private static List<RunResult.NotPassed> notPassed(Conclusion conclusion) {
        return conclusion.notPassed().stream()
                .map(n -> new RunResult.NotPassed(
                        n.test().id().display(),
                        n.test().status().toString(),
                        n.why().cause().toString(),
                        (n.why().needKind() + " " + n.why().need()).strip(),
                        n.flaky(),
                        n.test().failingLine()))
                .toList();
    }

    static double seconds(Duration duration) {
        return Math.round(duration.toMillis() / 100.0) / 10.0;
    }
}
