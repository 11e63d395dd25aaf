package dev.bootwright.pipeline;

import com.fasterxml.jackson.annotation.JsonPropertyOrder;
import dev.bootwright.base.Digest;
import dev.bootwright.base.Readiness;
import dev.bootwright.base.Verdict;
import dev.bootwright.failure.Failure;
import dev.bootwright.failure.FailureCode;
import dev.bootwright.failure.FailureKind;
import dev.bootwright.step.ContractProject;
import dev.bootwright.step.TestCounts;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * The answer of a run, printed as one document by {@code --json}.
 *
 * @param run id of the run in the store
 * @param causes how many tests did not pass, by cause
 * @param contract path of the {@code .bootstrap} folder; null when none was written
 * @param repairs how many changes to the first contract were needed
 * @param tokens model tokens used; 0 without a model
 * @param reusedProof whether this is the stored proof of an earlier run of the same input
 */
@JsonPropertyOrder({
    "schemaVersion",
    "run",
    "repository",
    "verdict",
    "readiness",
    "tests",
    "causes",
    "truncated",
    "stages",
    "projects",
    "needs",
    "engine",
    "route",
    "contract",
    "replay",
    "repairs",
    "tokens",
    "durationSeconds",
    "failure",
    "notCovered"
})
public record RunResult(
        int schemaVersion,
        String run,
        Repository repository,
        Verdict verdict,
        Readiness readiness,
        TestCounts tests,
        Map<String, Integer> causes,
        boolean truncated,
        List<Stage> stages,
        List<ContractProject> projects,
        List<NeedItem> needs,
        @Nullable Engine engine,
        @Nullable String route,
        @Nullable String contract,
        Replay replay,
        int repairs,
        long tokens,
        double durationSeconds,
        @Nullable FailureItem failure,
        List<String> notCovered,
        List<NotPassed> notPassed,
        boolean reusedProof) {
    public static final int SCHEMA_VERSION = 1;

    public RunResult {
        causes = Collections.unmodifiableMap(new TreeMap<>(causes));
        stages = List.copyOf(stages);
        projects = List.copyOf(projects);
        needs = List.copyOf(needs);
        notCovered = List.copyOf(notCovered);
        notPassed = List.copyOf(notPassed);
    }

    public record Repository(
            String source,
            @Nullable String commit,
            @Nullable Digest digest,
            List<String> dirty) {
        public Repository {
            dirty = List.copyOf(dirty);
        }
    }

    /**
     * @param steps each step's id with how it ended and its seconds
     */
    public record Stage(
            String name,
            boolean passed,
            double seconds,
            @Nullable TestCounts tests,
            List<StageStep> steps) {
        public Stage {
            steps = List.copyOf(steps);
        }
    }

    public record StageStep(String id, int attempt, String outcome, double seconds) {}

    public record NeedItem(String kind, String name) {}

    public record Engine(String name, String network, List<String> limits) {
        public Engine {
            limits = List.copyOf(limits);
        }
    }

    public record Replay(boolean clean) {}

    public record FailureItem(
            FailureCode code, FailureKind kind, String phase, String summary, List<String> evidence, String next) {
        public static FailureItem of(Failure failure) {
            return new FailureItem(
                    failure.code(),
                    failure.code().kind(),
                    failure.phase(),
                    failure.summary(),
                    failure.evidence(),
                    failure.next());
        }
    }

    /** One test that did not pass, with its cause. */
    public record NotPassed(String test, String status, String cause, String need, boolean flaky, String line) {}

    public int exitCode() {
        return failure == null ? 0 : failure.code().exitCode();
    }

    public RunResult asReused(double seconds, String newRun) {
        return new RunResult(
                schemaVersion,
                newRun,
                repository,
                verdict,
                readiness,
                tests,
                causes,
                truncated,
                stages,
                projects,
                needs,
                engine,
                route,
                contract,
                replay,
                repairs,
                tokens,
                seconds,
                failure,
                notCovered,
                notPassed,
                true);
    }

    public RunResult withContract(@Nullable String path) {
        return new RunResult(
                schemaVersion,
                run,
                repository,
                verdict,
                readiness,
                tests,
                causes,
                truncated,
                stages,
                projects,
                needs,
                engine,
                route,
                path,
                replay,
                repairs,
                tokens,
                durationSeconds,
                failure,
                notCovered,
                notPassed,
                reusedProof);
    }

    /** The same with what was asked for beyond it and does not hold. */
    public RunResult withFailure(FailureItem asked) {
        return new RunResult(
                schemaVersion,
                run,
                repository,
                verdict,
                readiness,
                tests,
                causes,
                truncated,
                stages,
                projects,
                needs,
                engine,
                route,
                contract,
                replay,
                repairs,
                tokens,
                durationSeconds,
                asked,
                notCovered,
                notPassed,
                reusedProof);
    }
}
