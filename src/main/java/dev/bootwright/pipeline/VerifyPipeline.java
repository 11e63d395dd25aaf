package dev.bootwright.pipeline;

import dev.bootwright.acquire.GitHistory;
import dev.bootwright.acquire.SourceReference;
import dev.bootwright.acquire.Workspace;
import dev.bootwright.contract.ContractDirectory;
import dev.bootwright.contract.StoredContract;
import dev.bootwright.event.RunEvent;
import dev.bootwright.event.RunListener;
import dev.bootwright.failure.Failure;
import dev.bootwright.failure.FailureCode;
import dev.bootwright.failure.ToolException;
import dev.bootwright.pipeline.Preparation.Prepared;
import dev.bootwright.sandbox.BaseIdentity;
import dev.bootwright.sandbox.SandboxEngine;
import dev.bootwright.verify.Conclusion;
import dev.bootwright.verify.FirstCause;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** The flow of {@code verify}: replay an existing contract in a fresh environment, without changing it. */
public final class VerifyPipeline {
    private final Components components;

    public VerifyPipeline(Components components) {
        this.components = components;
    }

    public RunResult verify(SetupRequest request, List<RunListener> listeners) {
        String id = RunContext.newId(components.clock());
        SourceReference source = SourceReference.parse(request.source(), request.cwd());
        try (RunContext run = RunContext.start(
                components.store(),
                components.network().get(),
                components.clock(),
                listeners,
                new RunEvent.RunStarted(id, request.command(), components.version(), source.display()))) {
            RunResult result;
            try (Workspace workspace = run.acquire(components, request, source)) {
                result = replay(request, run, workspace);
            } catch (ToolException e) {
                result = run.failed(source.display(), e.failure());
            }
            run.journal()
                    .append(new RunEvent.RunEnded(
                            result.exitCode(), run.elapsed().toMillis()));
            return result;
        }
    }

    private RunResult replay(SetupRequest request, RunContext run, Workspace workspace) {
        ContractDirectory.recover(workspace.directory());
        StoredContract stored = ContractDirectory.existing(workspace.directory())
                .orElseThrow(() -> ToolException.of(
                        FailureCode.NO_CONTRACT,
                        "contract",
                        "there is no .bootstrap contract in " + workspace.source(),
                        "run 'bootwright setup' there first"));
        Prepared prepared = components
                .preparation()
                .prepare(workspace, request.flags(), components.reachability().read());
        SandboxEngine engine = run.engine(components);
        importGiven(engine, request, stored, run);
        boolean history = !prepared.report().of("git.history-needed").isEmpty();
        ContractExecutor executor = new ContractExecutor(
                engine,
                run,
                components.preparation().ecosystems(),
                components.network().get().indexAddresses(),
                new TreeSource(workspace, history ? GitHistory.FULL : GitHistory.SHALLOW),
                workspace.directory(),
                request.limits());
        ContractReplay.Replayed replayed = new ContractReplay(executor, run, workspace, prepared).replay(stored);
        ContractPass pass = withRegressions(replayed);
        return Results.of(
                new Results.Frame(
                        run,
                        workspace,
                        prepared.plan(),
                        stored.contract().route().id(),
                        workspace.directory().resolve(ContractDirectory.NAME).toString(),
                        replayed.holds(),
                        notCovered(stored)),
                pass);
    }

    /** Brings a root file system that the contract stands on to a machine that does not have it yet. */
    private static void importGiven(SandboxEngine engine, SetupRequest request, StoredContract stored, RunContext run) {
        Path root = request.base();
        if (root == null) {
            return;
        }
        BaseIdentity given = engine.importBase(root, run.journal().activity());
        BaseIdentity wanted = stored.contract().route().base();
        if (!given.equals(wanted)) {
            throw ToolException.of(
                    FailureCode.BASE_UNAVAILABLE,
                    "base",
                    "the contract was proven on " + wanted.display() + ", and --base gives " + given.display(),
                    "Give the root file system that the contract names, or derive one for yours: bootwright setup"
                            + " --fresh --base ROOT");
        }
    }

    private static List<String> notCovered(StoredContract stored) {
        List<String> all = new ArrayList<>(stored.contract().proof().notCovered());
        stored.otherRenderer().ifPresent(all::add);
        return all;
    }

    private static ContractPass withRegressions(ContractReplay.Replayed replayed) {
        ContractPass pass = replayed.outcome().pass();
        if (replayed.regressions().isEmpty() || !pass.holds()) {
            return pass;
        }
        Conclusion was = pass.conclusion();
        Failure failure = new Failure(
                FailureCode.REPLAY_FAILED,
                "strongest",
                replayed.regressions().size() + " regression(s) against the contract's baseline: "
                        + replayed.regressions().getFirst(),
                replayed.regressions().stream().limit(20).toList(),
                "mend what broke, or derive the contract again: bootwright setup --fresh");
        return new ContractPass(
                pass.setup(),
                pass.verification(),
                new Conclusion(
                        FirstCause.REPLAY,
                        was.readiness(),
                        was.counts(),
                        was.truncated(),
                        was.causes(),
                        was.notPassed(),
                        was.projects(),
                        was.needs(),
                        failure));
    }
}
