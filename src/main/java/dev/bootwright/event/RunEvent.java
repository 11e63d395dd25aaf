package dev.bootwright.event;

import com.fasterxml.jackson.annotation.JsonIgnore;
import com.fasterxml.jackson.annotation.JsonSubTypes;
import com.fasterxml.jackson.annotation.JsonTypeInfo;
import dev.bootwright.base.Digest;
import dev.bootwright.base.Readiness;
import dev.bootwright.base.Verdict;
import dev.bootwright.failure.FailureCode;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What happened in a run: ids, counts and digests only; documents are blobs, output is a log file. */
@JsonTypeInfo(use = JsonTypeInfo.Id.NAME, property = "type")
@JsonSubTypes({
    @JsonSubTypes.Type(value = RunEvent.RunStarted.class, name = "run-started"),
    @JsonSubTypes.Type(value = RunEvent.EngineChosen.class, name = "engine-chosen"),
    @JsonSubTypes.Type(value = RunEvent.Acquired.class, name = "acquired"),
    @JsonSubTypes.Type(value = RunEvent.Discovered.class, name = "discovered"),
    @JsonSubTypes.Type(value = RunEvent.Planned.class, name = "planned"),
    @JsonSubTypes.Type(value = RunEvent.ContractRevised.class, name = "contract-revised"),
    @JsonSubTypes.Type(value = RunEvent.StageStarted.class, name = "stage-started"),
    @JsonSubTypes.Type(value = RunEvent.StageEnded.class, name = "stage-ended"),
    @JsonSubTypes.Type(value = RunEvent.StepStarted.class, name = "step-started"),
    @JsonSubTypes.Type(value = RunEvent.StepEnded.class, name = "step-ended"),
    @JsonSubTypes.Type(value = RunEvent.LayerReused.class, name = "layer-reused"),
    @JsonSubTypes.Type(value = RunEvent.TestsCounted.class, name = "tests-counted"),
    @JsonSubTypes.Type(value = RunEvent.Notice.class, name = "notice"),
    @JsonSubTypes.Type(value = RunEvent.VerdictReached.class, name = "verdict-reached"),
    @JsonSubTypes.Type(value = RunEvent.RunFailed.class, name = "run-failed"),
    @JsonSubTypes.Type(value = RunEvent.RunEnded.class, name = "run-ended")
})
public sealed interface RunEvent {
    /** {@code source} carries no credentials. */
    record RunStarted(String run, String command, String productVersion, String source) implements RunEvent {}

    record EngineChosen(String engine, String network, List<String> limits) implements RunEvent {
        public EngineChosen {
            limits = List.copyOf(limits);
        }
    }

    record Acquired(String name, @Nullable String commit, Digest digest, int dirty) implements RunEvent {}

    record Discovered(Digest report, int findings, int conflicts) implements RunEvent {}

    record Planned(Digest plan, int routes, String chosen) implements RunEvent {}

    /** @param reason for example {@code first}, {@code minimal chosen}, {@code frozen} */
    record ContractRevised(Digest contract, String reason) implements RunEvent {}

    record StageStarted(String stage) implements RunEvent {}

    record StageEnded(String stage, boolean passed, long millis) implements RunEvent {}

    /** @param log name of the log file in the run's folder */
    record StepStarted(String stage, String step, int attempt, String log) implements RunEvent {}

    /**
     * @param outcome as people read it, for example {@code exit status 1}
     * @param layer the sealed layer; null when the step left none
     */
    record StepEnded(
            String step,
            int attempt,
            boolean succeeded,
            String outcome,
            long millis,
            @Nullable Digest layer) implements RunEvent {}

    record LayerReused(String step, Digest layer) implements RunEvent {}

    record TestsCounted(
            String stage,
            int collected,
            int executed,
            int passed,
            int failed,
            int errored,
            int skipped,
            int notRun,
            int expectedFailures)
            implements RunEvent {}

    /** Something people should see that decides nothing. */
    record Notice(String text) implements RunEvent {}

    record VerdictReached(
            Verdict verdict, Readiness readiness, @Nullable FailureCode code, Digest report) implements RunEvent {}

    record RunFailed(FailureCode code, String phase, String summary) implements RunEvent {}

    record RunEnded(int exitCode, long millis) implements RunEvent {}

    /** Whether the journal must be on the disk before the run goes on. */
    @JsonIgnore
    default boolean isCheckpoint() {
        return switch (this) {
            case StepEnded e -> true;
            case VerdictReached e -> true;
            case RunFailed e -> true;
            case RunEnded e -> true;
            case RunStarted e -> false;
            case EngineChosen e -> false;
            case Acquired e -> false;
            case Discovered e -> false;
            case Planned e -> false;
            case ContractRevised e -> false;
            case StageStarted e -> false;
            case StageEnded e -> false;
            case StepStarted e -> false;
            case LayerReused e -> false;
            case TestsCounted e -> false;
            case Notice e -> false;
        };
    }
}
