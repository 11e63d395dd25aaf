package dev.bootwright.pipeline;

import dev.bootwright.acquire.Workspace;
import dev.bootwright.base.TestId;
import dev.bootwright.contract.ContractFiles;
import dev.bootwright.contract.StoredContract;
import dev.bootwright.contract.TestsBaseline;
import dev.bootwright.event.RunEvent;
import dev.bootwright.failure.Failure;
import dev.bootwright.failure.FailureCode;
import dev.bootwright.failure.ToolException;
import dev.bootwright.pipeline.Preparation.Prepared;
import dev.bootwright.repair.Grounds;
import dev.bootwright.repair.SanityFinding;
import dev.bootwright.repair.SanityRules;
import dev.bootwright.sandbox.LayerKey;
import dev.bootwright.testreport.TestCase;
import dev.bootwright.testreport.TestReport;
import dev.bootwright.verify.SetupOutcome;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Replays an existing contract from the bare base and compares what its tests do with its baseline. */
final class ContractReplay {
    private final ContractExecutor executor;
    private final RunContext run;
    private final Workspace workspace;
    private final Prepared prepared;

    ContractReplay(ContractExecutor executor, RunContext run, Workspace workspace, Prepared prepared) {
        this.executor = executor;
        this.run = run;
        this.workspace = workspace;
        this.prepared = prepared;
    }

    /**
     * @param regressions what the contract's baseline does not know: tests that do not pass, files that cannot be loaded,
     *     tests that are gone
     */
    record Replayed(Derivation.Outcome outcome, List<String> regressions) {
        boolean holds() {
            return outcome.pass().holds() && outcome.cleanReplay() && regressions.isEmpty();
        }
    }

    /** @throws ToolException when a sanity rule or an edit by hand forbids to trust the contract */
    Replayed replay(StoredContract stored) {
        unsound(stored).ifPresent(failure -> {
            throw new ToolException(failure, null);
        });
        stored.otherRenderer().ifPresent(note -> run.journal().append(new RunEvent.Notice(note)));
        executor.show(stored.files());
        run.journal().append(new RunEvent.ContractRevised(stored.files().digest(), "existing"));
        ContractPass pass = executor.execute(stored.contract(), stored.locks(), false, c -> {});
        List<String> regressions = regressions(stored.baseline(), ContractExecutor.deciding(pass));
        LayerKey layer = pass.setup() instanceof SetupOutcome.Ready ready ? ready.layer() : null;
        @Nullable String wreck = pass.setup() instanceof SetupOutcome.Broken broken ? broken.wreck() : null;
        ContractFiles files = stored.files();
        return new Replayed(
                new Derivation.Outcome(stored.contract(), files, pass, pass.clean() && pass.holds(), layer, wreck),
                regressions);
    }

    /** Why the contract can't be trusted; empty when it can. */
    Optional<Failure> unsound(StoredContract stored) {
        if (!stored.edited().isEmpty()) {
            return Optional.of(new Failure(
                    FailureCode.CONTRACT_REJECTED,
                    "contract",
                    "the contract of " + workspace.source() + " was edited by hand: "
                            + stored.edited().getFirst(),
                    stored.edited(),
                    "undo the edit, or derive the contract again: bootwright setup --fresh"));
        }
        List<SanityFinding> weak = SanityRules.check(
                stored.contract(),
                prepared.plan(),
                Grounds.confirmed(
                        stored.evidence(), prepared.report(), prepared.input().overrides(), workspace.tree()));
        if (weak.isEmpty()) {
            return Optional.empty();
        }
        return Optional.of(new Failure(
                FailureCode.CONTRACT_REJECTED,
                "contract",
                "the contract of " + workspace.source() + " breaks sanity rule "
                        + weak.getFirst().rule().id() + ": "
                        + weak.getFirst().rule().reason(),
                weak.stream().map(SanityFinding::display).toList(),
                "derive the contract again: bootwright setup --fresh; what a flag of setup decided, give again or write into"
                        + " bootwright.toml"));
    }

    /** The same judgement as that of {@code verify.sh}, which alone cannot tell which tests are gone. */
    static List<String> regressions(TestsBaseline baseline, TestReport now) {
        Map<TestId, TestsBaseline.Entry> before = new LinkedHashMap<>();
        baseline.tests().forEach(e -> before.putIfAbsent(e.id(), e));
        List<String> out = new ArrayList<>();
        for (TestCase test : now.failures()) {
            TestsBaseline.Entry entry = before.get(test.id());
            if (entry == null) {
                out.add(test.id().display() + " is new and " + test.status());
            } else if (!isExpectedToFail(entry)) {
                out.add(entry.id().display() + " was " + entry.status() + " and now is " + test.status());
            }
        }
        Set<String> broken = new HashSet<>();
        baseline.notLoaded().forEach(n -> broken.add(n.file()));
        now.collectionErrors().stream()
                .map(TestReport.CollectionError::file)
                .filter(file -> !broken.contains(file))
                .forEach(file -> out.add(file + " can no longer be loaded"));
        Set<TestId> present = new HashSet<>(now.ids());
        before.forEach((id, entry) -> {
            if (entry.status().isPassed() && !entry.flaky() && !entry.quarantined() && !present.contains(id)) {
                out.add(id.display() + " is gone");
            }
        });
        return out;
    }

    private static boolean isExpectedToFail(TestsBaseline.Entry entry) {
        boolean failed = entry.status().isExecuted() && !entry.status().isPassed();
        return failed || entry.flaky() || entry.quarantined();
    }
}
