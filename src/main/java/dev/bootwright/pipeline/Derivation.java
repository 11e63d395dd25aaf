package dev.bootwright.pipeline;

import dev.bootwright.acquire.Workspace;
import dev.bootwright.base.Readiness;
import dev.bootwright.base.TestId;
import dev.bootwright.contract.ContractFiles;
import dev.bootwright.contract.ContractRenderer;
import dev.bootwright.contract.ContractWriter;
import dev.bootwright.contract.ProjectCommands;
import dev.bootwright.contract.StepProposal;
import dev.bootwright.contract.StoredContract;
import dev.bootwright.contract.TestsBaseline;
import dev.bootwright.discover.Finding;
import dev.bootwright.event.RunEvent;
import dev.bootwright.failure.Failure;
import dev.bootwright.failure.FailureCode;
import dev.bootwright.pipeline.Preparation.Prepared;
import dev.bootwright.plan.BootstrapPlan;
import dev.bootwright.process.Tasks;
import dev.bootwright.repair.Grounds;
import dev.bootwright.repair.SanityFinding;
import dev.bootwright.repair.SanityRules;
import dev.bootwright.replay.Freezer;
import dev.bootwright.sandbox.LayerKey;
import dev.bootwright.step.Contract;
import dev.bootwright.step.Proof;
import dev.bootwright.step.TestCounts;
import dev.bootwright.testreport.TestReport;
import dev.bootwright.verify.Conclusion;
import dev.bootwright.verify.FirstCause;
import dev.bootwright.verify.SetupOutcome;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.jspecify.annotations.Nullable;

/** Takes a first contract to its frozen, proven form, or to the truth about why it is not. */
final class Derivation {
    private final ContractExecutor executor;
    private final RunContext run;
    private final Workspace workspace;
    private final Prepared prepared;
    private final StepProposal proposal;
    private final List<StepProposal.Warning> warnings;

    Derivation(
            ContractExecutor executor, RunContext run, Workspace workspace, Prepared prepared, StepProposal proposal) {
        this.executor = executor;
        this.run = run;
        this.workspace = workspace;
        this.prepared = prepared;
        this.proposal = proposal;
        this.warnings = new ArrayList<>(proposal.warnings());
        prepared.plan().constraints().stream()
                .filter(c -> c.subject().equals(BootstrapPlan.NOT_COVERED))
                .forEach(c -> warnings.add(new StepProposal.Warning(c.subject(), c.value(), c.evidence())));
    }

    /**
     * What a derivation or replay came to.
     *
     * @param layer the ready environment; null when setup broke
     * @param wreck name of the state of the step that failed; null when none failed
     */
    record Outcome(
            Contract contract,
            ContractFiles files,
            ContractPass pass,
            boolean cleanReplay,
            @Nullable LayerKey layer,
            @Nullable String wreck) {}

    Outcome derive(Contract first, boolean reuse) {
        revise(first, Map.of(), "first");
        List<SanityFinding> weak = sanity(first);
        if (!weak.isEmpty()) {
            return rejected(first, weak);
        }
        ContractPass pass = executor.execute(first, Map.of(), reuse, c -> revise(c, Map.of(), "minimal chosen"));
        if (!pass.holds() || pass.verification() == null || !(pass.setup() instanceof SetupOutcome.Ready ready)) {
            return unproven(first, pass, Map.of());
        }
        Contract ran = pass.verification().contract();
        Contract verified;
        Freezer.Frozen frozen;
        // Each works in a fork of its own, and none of them waits for the other: the freeze runs no test.
        try (ExecutorService beside = Executors.newVirtualThreadPerTaskExecutor()) {
            Future<Freezer.Frozen> freeze = beside.submit(() -> executor.freezer()
                    .freeze(ran, proposal.locks(), proposal.versions(), ready.layer(), executor.tree()));
            verified = new CommandProof(executor, run)
                    .proven(ran, commands(ran), ready.layer(), pass.verification(), warnings);
            frozen = Tasks.join(freeze, "freeze");
        }
        if (!frozen.problems().isEmpty()) {
            return replayFailed(verified, pass, frozen.problems().getFirst(), frozen.problems(), Map.of());
        }
        Contract sealed = verified.withToolVersions(frozen.versions());
        ContractPass last = pass;
        if (!pass.clean()) {
            run.journal().append(new RunEvent.Notice("clean replay from the bare base"));
            revise(sealed, frozen.locks(), "frozen");
            last = executor.execute(sealed, frozen.locks(), false, c -> {});
            if (!last.holds() || !last.clean()) {
                return replayFailed(
                        sealed, last, "the frozen contract did not hold in a clean replay", List.of(), frozen.locks());
            }
        }
        Contract proven = withProof(sealed, last, true);
        List<SanityFinding> weakAtFreeze = sanity(proven);
        if (!weakAtFreeze.isEmpty()) {
            return rejected(proven, weakAtFreeze);
        }
        ContractFiles files = render(proven, last, frozen.locks());
        run.journal().append(new RunEvent.ContractRevised(files.digest(), "proven"));
        return new Outcome(proven, files, last, true, layerOf(last), null);
    }

    private List<ProjectCommands> commands(Contract contract) {
        return ContractWriter.commands(proposal, contract, prepared.input().overrides());
    }

    /** A stored contract whose replay held, with the tree's identity and tests as they are now. */
    Outcome refreshed(StoredContract stored, ContractPass pass) {
        Contract held = ContractWriter.refreshed(stored.contract(), workspace.identity(), workspace.tree());
        Contract proven = withProof(held, pass, true);
        SortedMap<String, Finding> evidence =
                ContractWriter.evidence(proven, prepared.plan(), warnings, prepared.report(), stored.evidence());
        ContractFiles files = ContractRenderer.render(
                proven, baseline(pass), evidence, warnings, stored.locks(), history(proven, pass));
        run.journal().append(new RunEvent.ContractRevised(files.digest(), "refreshed"));
        return new Outcome(proven, files, pass, true, layerOf(pass), null);
    }

    /** An outcome whose contract was executed and did not come to a proof. */
    Outcome unproven(Contract contract, ContractPass pass, Map<String, String> locks) {
        Contract ran =
                pass.verification() == null ? contract : pass.verification().contract();
        Contract marked = withProof(ran, pass, false);
        ContractFiles files = render(marked, pass, locks);
        run.journal().append(new RunEvent.ContractRevised(files.digest(), "unproven"));
        String wreck = pass.setup() instanceof SetupOutcome.Broken broken ? broken.wreck() : null;
        return new Outcome(marked, files, pass, false, layerOf(pass), wreck);
    }

    private static @Nullable LayerKey layerOf(ContractPass pass) {
        return pass.setup() instanceof SetupOutcome.Ready ready ? ready.layer() : null;
    }

    private Outcome replayFailed(
            Contract contract, ContractPass pass, String summary, List<String> evidence, Map<String, String> locks) {
        return unproven(contract, failedWith(pass, FirstCause.REPLAY, summary, evidence), locks);
    }

    private Outcome rejected(Contract contract, List<SanityFinding> weak) {
        List<String> evidence = weak.stream().map(SanityFinding::display).toList();
        evidence.forEach(why -> warnings.add(new StepProposal.Warning("weak-validation", why, List.of())));
        String summary = "the contract breaks sanity rule "
                + weak.getFirst().rule().id() + ": " + weak.getFirst().rule().reason();
        Conclusion none = new Conclusion(
                FirstCause.SANITY,
                Readiness.NONE,
                TestCounts.NONE,
                false,
                Map.of(),
                List.of(),
                List.of(),
                List.of(),
                null);
        ContractPass nothing = new ContractPass(null, null, none);
        return unproven(contract, failedWith(nothing, FirstCause.SANITY, summary, evidence), Map.of());
    }

    private static ContractPass failedWith(ContractPass pass, FirstCause cause, String summary, List<String> evidence) {
        Conclusion was = pass.conclusion();
        FailureCode code = cause == FirstCause.SANITY ? FailureCode.CONTRACT_REJECTED : FailureCode.REPLAY_FAILED;
        Failure own = was.failure();
        Failure failure = new Failure(
                code,
                cause == FirstCause.SANITY ? "sanity" : "replay",
                own == null ? summary : summary + ": " + own.summary(),
                own == null ? evidence : own.evidence(),
                cause == FirstCause.SANITY
                        ? "change the command that the rule names; docs/rules explains each"
                        : "run setup again with --fresh; the log of the run shows each step");
        return new ContractPass(
                pass.setup(),
                pass.verification(),
                new Conclusion(
                        cause,
                        was.readiness(),
                        was.counts(),
                        was.truncated(),
                        was.causes(),
                        was.notPassed(),
                        was.projects(),
                        was.needs(),
                        failure));
    }

    private List<SanityFinding> sanity(Contract contract) {
        return SanityRules.check(
                contract,
                prepared.plan(),
                new Grounds(evidence(contract), prepared.input().overrides(), workspace.tree()));
    }

    private SortedMap<String, Finding> evidence(Contract contract) {
        return ContractWriter.evidence(contract, prepared.plan(), warnings, prepared.report());
    }

    private Contract withProof(Contract contract, ContractPass pass, boolean proven) {
        Conclusion conclusion = pass.conclusion();
        Map<String, TestCounts> stages = new TreeMap<>();
        if (pass.verification() != null) {
            pass.verification().stages().stream()
                    .filter(s -> s.report() != null)
                    .forEach(s -> stages.put(s.stage(), s.counts()));
        }
        List<String> gaps =
                new ArrayList<>(NotCovered.of(contract, prepared.plan(), prepared.report(), warnings, pass));
        workspace.submodules().stream().filter(s -> !s.present()).forEach(s -> gaps.add(NotCovered.absent(s)));
        NotCovered.missed(workspace.tree(), baseline(pass)).ifPresent(gaps::add);
        Proof proof = new Proof(
                proven, conclusion.decision().verdict(), conclusion.readiness(), stages, conclusion.truncated(), gaps);
        return contract.withProof(conclusion.projects().isEmpty() ? contract.projects() : conclusion.projects(), proof);
    }

    private ContractFiles render(Contract contract, ContractPass pass, Map<String, String> locks) {
        return ContractRenderer.render(
                contract, baseline(pass), evidence(contract), warnings, locks, history(contract, pass));
    }

    private static TestsBaseline baseline(ContractPass pass) {
        TestReport report = ContractExecutor.deciding(pass);
        Map<TestId, TestsBaseline.Mark> marks = new TreeMap<>();
        pass.conclusion()
                .notPassed()
                .forEach(n -> marks.put(
                        n.test().id(),
                        new TestsBaseline.Mark(
                                n.why().cause(),
                                (n.why().needKind() + " " + n.why().need()).strip(),
                                n.flaky(),
                                false,
                                n.why().line())));
        if (pass.verification() != null) {
            pass.verification()
                    .leftOut()
                    .forEach((id, why) ->
                            marks.put(id, new TestsBaseline.Mark(why.cause(), "", false, true, why.reason())));
        }
        return report.cases().isEmpty() ? TestsBaseline.EMPTY : TestsBaseline.of(List.of(report), marks);
    }

    private ContractRenderer.History history(Contract contract, ContractPass pass) {
        List<String> tried = new ArrayList<>();
        String became = pass.conclusion().failure() == null
                ? "worked"
                : pass.conclusion().failure().summary();
        tried.add("route " + contract.route().id() + ": " + became);
        prepared.plan().dropped().forEach(d -> tried.add("route " + d.route().id() + " was not tried: " + d.reason()));
        return new ContractRenderer.History(tried, List.of());
    }

    private void revise(Contract contract, Map<String, String> locks, String reason) {
        ContractFiles files = ContractRenderer.render(
                contract, TestsBaseline.EMPTY, evidence(contract), warnings, locks, ContractRenderer.History.NONE);
        executor.show(files);
        run.journal().append(new RunEvent.ContractRevised(files.digest(), reason));
    }
}
