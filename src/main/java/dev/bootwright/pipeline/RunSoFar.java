package dev.bootwright.pipeline;

import dev.bootwright.event.JournalEntry;
import dev.bootwright.event.RunEvent;
import dev.bootwright.event.RunListener;
import dev.bootwright.step.RepositoryIdentity;
import dev.bootwright.step.TestCounts;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What a run has told of itself, for the answer of one that ends before its end. Stages are a fold over its journal. */
final class RunSoFar implements RunListener {
    private final List<RunResult.Stage> ended = new ArrayList<>();
    private final List<RunResult.StageStep> steps = new ArrayList<>();
    private @Nullable RepositoryIdentity repository;
    private RunResult.@Nullable Engine engine;
    private @Nullable String route;
    private @Nullable String stage;
    private @Nullable TestCounts counts;
    private boolean entered;
    private Instant began = Instant.EPOCH;
    private Instant last = Instant.EPOCH;

    synchronized void acquired(RepositoryIdentity identity) {
        repository = identity;
    }

    synchronized void offered(RunResult.Engine offered) {
        engine = offered;
    }

    /** Null before the source was brought. */
    synchronized @Nullable RepositoryIdentity repository() {
        return repository;
    }

    /** Null before an engine was chosen. */
    synchronized RunResult.@Nullable Engine engine() {
        return engine;
    }

    /** Null before a plan stood, and where no route was found. */
    synchronized @Nullable String route() {
        return route;
    }

    /** The stages of the newest pass; one that was cut short is there with the steps that had ended, as not passed. */
    synchronized List<RunResult.Stage> stages() {
        List<RunResult.Stage> all = new ArrayList<>(ended);
        if (stage != null && entered) {
            all.add(closed(stage, false, Duration.between(began, last)));
        }
        return all;
    }

    @Override
    public synchronized void event(JournalEntry entry) {
        last = entry.at();
        switch (entry.event()) {
            case RunEvent.Planned e -> route = e.routes() == 0 ? null : e.chosen();
            case RunEvent.StageStarted e -> begin(e.stage(), entry.at());
            case RunEvent.StepEnded e ->
                steps.add(new RunResult.StageStep(
                        e.step(), e.attempt(), e.outcome(), Results.seconds(Duration.ofMillis(e.millis()))));
            case RunEvent.TestsCounted e ->
                counts = new TestCounts(
                        e.collected(),
                        e.executed(),
                        e.passed(),
                        e.failed(),
                        e.errored(),
                        e.skipped(),
                        e.notRun(),
                        e.expectedFailures());
            case RunEvent.StageEnded e -> {
                ended.add(closed(e.stage(), e.passed(), Duration.ofMillis(e.millis())));
                stage = null;
            }
            case RunEvent.RunStarted e -> {}
            case RunEvent.EngineChosen e -> {}
            case RunEvent.Acquired e -> {}
            case RunEvent.Discovered e -> {}
            case RunEvent.ContractRevised e -> {}
            case RunEvent.StepStarted e -> entered = true;
            case RunEvent.LayerReused e -> {}
            case RunEvent.Notice e -> {}
            case RunEvent.VerdictReached e -> {}
            case RunEvent.RunFailed e -> {}
            case RunEvent.RunEnded e -> {}
        }
    }

    private void begin(String name, Instant at) {
        if (name.equals(ContractExecutor.SETUP)) {
            ended.clear();
        }
        stage = name;
        began = at;
        steps.clear();
        counts = null;
        entered = false;
    }

    private RunResult.Stage closed(String name, boolean passed, Duration duration) {
        return new RunResult.Stage(name, passed, Results.seconds(duration), counts, steps);
    }
}
