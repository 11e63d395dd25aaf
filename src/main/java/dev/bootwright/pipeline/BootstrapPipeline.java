package dev.bootwright.pipeline;

import dev.bootwright.acquire.GitHistory;
import dev.bootwright.acquire.SourceReference;
import dev.bootwright.acquire.Workspace;
import dev.bootwright.base.Digest;
import dev.bootwright.base.Readiness;
import dev.bootwright.contract.ContractDirectory;
import dev.bootwright.contract.ContractFiles;
import dev.bootwright.contract.ContractJson;
import dev.bootwright.contract.ContractWriter;
import dev.bootwright.contract.StepProposal;
import dev.bootwright.contract.StoredContract;
import dev.bootwright.ecosystem.Ecosystem;
import dev.bootwright.event.RunEvent;
import dev.bootwright.event.RunListener;
import dev.bootwright.failure.Failure;
import dev.bootwright.failure.FailureCode;
import dev.bootwright.failure.ToolException;
import dev.bootwright.network.Reachability;
import dev.bootwright.pipeline.Preparation.Prepared;
import dev.bootwright.plan.BootstrapPlan.DroppedRoute;
import dev.bootwright.sandbox.BaseIdentity;
import dev.bootwright.sandbox.SandboxEngine;
import dev.bootwright.step.Contract;
import dev.bootwright.step.Route;
import dev.bootwright.verify.FirstCause;
import dev.bootwright.verify.VerdictTable;
import dev.bootwright.verify.VerifyLimits;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** The whole flow of {@code setup}: acquire, discover, plan, write, verify, freeze, replay, keep. */
public final class BootstrapPipeline {
    /** Files that were not understood, told where nothing was recognised. */
    private static final int MOST_UNREAD = 3;

    private static final StepProposal NOTHING_PROPOSED =
            new StepProposal(Map.of(), List.of(), List.of(), List.of(), List.of(), List.of(), List.of());

    private final Components components;

    public BootstrapPipeline(Components components) {
        this.components = components;
    }

    public RunResult setup(SetupRequest request, List<RunListener> listeners) {
        String id = RunContext.newId(components.clock());
        SourceReference source = SourceReference.parse(request.source(), request.cwd());
        RunEvent.RunStarted started =
                new RunEvent.RunStarted(id, request.command(), components.version(), source.display());
        try (RunContext run = RunContext.start(
                components.store(), components.network().get(), components.clock(), listeners, started)) {
            RunResult result = guarded(request, source, run);
            run.journal()
                    .append(new RunEvent.RunEnded(
                            result.exitCode(), run.elapsed().toMillis()));
            return result;
        }
    }

    private RunResult guarded(SetupRequest request, SourceReference source, RunContext run) {
        try (Workspace workspace = run.acquire(components, request, source)) {
            return new Flow(request, run, workspace).go();
        } catch (ToolException e) {
            return run.failed(source.display(), e.failure());
        }
    }

    /** One setup of one acquired workspace. */
    private final class Flow {
        private final SetupRequest request;
        private final RunContext run;
        private final Workspace workspace;
        private @Nullable BaseIdentity base;

        private Flow(SetupRequest request, RunContext run, Workspace workspace) {
            this.request = request;
            this.run = run;
            this.workspace = workspace;
        }

        private RunResult go() {
            ContractDirectory.recover(workspace.directory());
            if (request.writesContract()) {
                ContractDirectory.requireReplaceable(workspace.directory());
            }
            Path root = request.base();
            base = root == null
                    ? null
                    : components.engine().get().importBase(root, run.journal().activity());
            Digest input = ProofStore.input(
                    workspace.identity().digest(), workspace.identity().commit(), decisions(request, base));
            Optional<ProofStore.Outcome> known =
                    request.fresh() ? Optional.empty() : components.proofs().find(input);
            if (known.isPresent() && known.get().proven()) {
                return reuse(known.get());
            }
            SandboxEngine engine = run.engine(components);
            Prepared prepared = prepare(engine);
            if (prepared.plan().routes().isEmpty()) {
                return withoutRoute(prepared);
            }
            ContractExecutor executor = executor(engine, prepared);
            if (!request.fresh()) {
                Optional<RunResult> held = replayExisting(executor, prepared, input);
                if (held.isPresent()) {
                    return held.get();
                }
            }
            return derive(executor, prepared, input, known.isPresent());
        }

        private RunResult reuse(ProofStore.Outcome outcome) {
            RunResult result = outcome.result();
            ContractFiles files = ContractFiles.ofTexts(outcome.files());
            if (request.writesContract()) {
                ContractDirectory.write(workspace.directory(), files);
            }
            run.journal()
                    .append(new RunEvent.VerdictReached(result.verdict(), result.readiness(), null, files.digest()));
            String path = request.writesContract()
                    ? workspace.directory().resolve(ContractDirectory.NAME).toString()
                    : null;
            return result.withContract(path).asReused(run.elapsed().toMillis() / 1000.0, run.id());
        }

        private Prepared prepare(SandboxEngine engine) {
            run.journal().append(new RunEvent.StageStarted("plan"));
            Reachability known = components.reachability().read();
            Prepared first = components.preparation().prepare(workspace, request.flags(), known);
            Reachability tried = new ReachabilityProber(components, run).forPlan(engine, first.plan());
            Prepared prepared =
                    tried.equals(known) ? first : components.preparation().replan(first, tried);
            run.journal()
                    .append(new RunEvent.Discovered(
                            run.journal()
                                    .blob(ContractJson.write(prepared.report().scrubbed())),
                            prepared.report().findings().size(),
                            prepared.report().conflicts().size()));
            List<Route> routes = prepared.plan().routes();
            run.journal()
                    .append(new RunEvent.Planned(
                            run.journal().blob(ContractJson.write(prepared.plan())),
                            routes.size(),
                            routes.isEmpty() ? "none" : routes.getFirst().id()));
            return prepared;
        }

        private RunResult withoutRoute(Prepared prepared) {
            List<DroppedRoute> dropped = prepared.plan().dropped();
            List<String> seen = prepared.report().projects().stream()
                    .map(p -> p.ecosystem().value())
                    .distinct()
                    .toList();
            List<String> unread = prepared.report().unknowns().stream()
                    .map(u -> u.file() + (u.line() > 0 ? ":" + u.line() : "") + ": " + u.reason())
                    .limit(MOST_UNREAD)
                    .toList();
            String why;
            String next;
            FailureCode code;
            if (!dropped.isEmpty()) {
                why = "every route needs something that this machine can't reach: "
                        + dropped.getFirst().reason();
                next = "see 'bootwright doctor' for what answers, then try again";
                code = FailureCode.SOURCE_UNREACHABLE;
            } else if (!seen.isEmpty()) {
                why = "a project was recognised (" + String.join(", ", seen)
                        + "), and no toolchain that can be had fits what it and the overrides ask for";
                next = "'bootwright inspect' shows what is asked for and where; mend the version that can't be had";
                code = FailureCode.INVALID_CONFIGURATION;
            } else {
                why = "no ecosystem that Bootwright knows was recognised in " + workspace.source();
                next = (unread.isEmpty() ? "" : "mend what could not be read, where it is a manifest; ")
                        + "supported today: " + supported()
                        + "; 'bootwright inspect' shows what was found, and language in bootwright.toml decides";
                code = Objects.requireNonNull(VerdictTable.decide(FirstCause.UNRECOGNISED, Readiness.NONE)
                        .code());
            }
            Failure failure = new Failure(code, "plan", why, unread, next);
            return run.failed(workspace.source(), failure);
        }

        private String supported() {
            return components.preparation().ecosystems().stream()
                    .map(e -> e.id().value())
                    .sorted()
                    .collect(Collectors.joining(", "));
        }

        private ContractExecutor executor(SandboxEngine engine, Prepared prepared) {
            boolean history = !prepared.report().of("git.history-needed").isEmpty();
            TreeSource tree = new TreeSource(workspace, history ? GitHistory.FULL : GitHistory.SHALLOW);
            return new ContractExecutor(
                    engine,
                    run,
                    components.preparation().ecosystems(),
                    components.network().get().indexAddresses(),
                    tree,
                    workspace.directory(),
                    request.limits());
        }

        private Optional<RunResult> replayExisting(ContractExecutor executor, Prepared prepared, Digest input) {
            Optional<StoredContract> existing = existing();
            if (existing.isEmpty() || !existing.get().contract().proof().proven()) {
                return Optional.empty();
            }
            Contract contract = existing.get().contract();
            boolean sameBase = base == null || base.equals(contract.route().base());
            if (!sameBase || !prepared.input().overrides().agreeWith(contract.overrides())) {
                run.journal()
                        .append(new RunEvent.Notice(
                                "the contract in .bootstrap was decided otherwise than now; deriving it again"));
                return Optional.empty();
            }
            ContractReplay replay = new ContractReplay(executor, run, workspace, prepared);
            Optional<Failure> unsound = replay.unsound(existing.get());
            if (unsound.isPresent()) {
                run.journal().append(new RunEvent.Notice(unsound.get().summary() + "; deriving it again"));
                return Optional.empty();
            }
            run.journal().append(new RunEvent.Notice("replaying the contract that stands in .bootstrap"));
            ContractReplay.Replayed replayed = replay.replay(existing.get());
            if (!replayed.holds()) {
                run.journal().append(new RunEvent.Notice("it no longer holds; deriving it again"));
                return Optional.empty();
            }
            return Optional.of(keep(current(executor, prepared, existing.get(), replayed.outcome()), input, prepared));
        }

        /** The outcome as it was stored where the tree and the renderer are the same, else brought up to date. */
        private Derivation.Outcome current(
                ContractExecutor executor, Prepared prepared, StoredContract stored, Derivation.Outcome outcome) {
            // the commit that brings the contract into the repository changes none of its inputs
            if (stored.contract()
                            .repository()
                            .digest()
                            .equals(workspace.identity().digest())
                    && stored.otherRenderer().isEmpty()) {
                return outcome;
            }
            List<Route> planned = prepared.plan().routes();
            StepProposal proposal = (base == null ? planned : List.of(chosen(planned)))
                    .stream()
                            .filter(r -> r.id().equals(stored.contract().route().id()))
                            .findFirst()
                            .map(r -> ecosystem(r).steps().propose(prepared.input(), prepared.plan(), r))
                            .orElse(NOTHING_PROPOSED);
            return new Derivation(executor, run, workspace, prepared, proposal).refreshed(stored, outcome.pass());
        }

        private Ecosystem ecosystem(Route route) {
            return components.preparation().ecosystems().stream()
                    .filter(e -> e.id().equals(route.ecosystem()))
                    .findFirst()
                    .orElseThrow();
        }

        private Optional<StoredContract> existing() {
            try {
                return ContractDirectory.existing(workspace.directory());
            } catch (ToolException e) {
                run.journal()
                        .append(new RunEvent.Notice("the contract in .bootstrap is not used: "
                                + e.failure().summary()));
                return Optional.empty();
            }
        }

        private RunResult derive(ContractExecutor executor, Prepared prepared, Digest input, boolean failedBefore) {
            Route route = chosen(prepared.plan().routes());
            StepProposal proposal = ecosystem(route).steps().propose(prepared.input(), prepared.plan(), route);
            Contract first = ContractWriter.write(prepared.input(), prepared.plan(), route, proposal, workspace.tree());
            Derivation derivation = new Derivation(executor, run, workspace, prepared, proposal);
            boolean reuse = failedBefore && !request.fresh();
            return keep(derivation.derive(first, reuse), input, prepared);
        }

        /** The best route, or on a base of the user's the best one of those that were made for its release. */
        private Route chosen(List<Route> routes) {
            BaseIdentity given = base;
            if (given == null) {
                return routes.getFirst();
            }
            Route route = routes.stream()
                    .filter(r -> r.base().suite().equals(given.suite()))
                    .findFirst()
                    .orElse(routes.getFirst());
            return new Route(
                    route.id() + "-custom-base",
                    route.ecosystem(),
                    given,
                    route.toolchains(),
                    route.packageManager(),
                    route.policy(),
                    route.asOf(),
                    route.weight(),
                    route.hedges(),
                    route.networkRoles(),
                    route.evidence());
        }

        /** The path of the contract; null where none is written. */
        private @Nullable String write(Derivation.Outcome outcome) {
            if (!request.writesContract()) {
                return null;
            }
            if (!ContractDirectory.accepts(workspace.directory(), outcome.contract())) {
                run.journal()
                        .append(new RunEvent.Notice(
                                "the contract in .bootstrap stays, it is or may be proven: this one is unproven"));
                return null;
            }
            ContractDirectory.write(workspace.directory(), outcome.files());
            return workspace.directory().resolve(ContractDirectory.NAME).toString();
        }

        /** Writes the contract where it may be written, remembers the outcome, and answers. */
        private RunResult keep(Derivation.Outcome outcome, Digest input, Prepared prepared) {
            @Nullable String path = write(outcome);
            List<String> notCovered = outcome.contract().proof().notCovered();
            RunResult result = Results.of(
                    new Results.Frame(
                            run,
                            workspace,
                            prepared.plan(),
                            outcome.contract().route().id(),
                            path,
                            outcome.cleanReplay(),
                            notCovered),
                    outcome.pass());
            new LastRuns(components.store())
                    .save(workspace.directory(), LastRuns.LastRun.of(run.id(), outcome.wreck(), outcome.pass()));
            Map<String, String> texts = new TreeMap<>();
            outcome.files()
                    .contents()
                    .keySet()
                    .forEach(name -> texts.put(name, outcome.files().text(name)));
            components
                    .proofs()
                    .save(
                            input,
                            new ProofStore.Outcome(
                                    ProofStore.PRODUCT_SCHEMA,
                                    result.withContract(null),
                                    outcome.layer(),
                                    outcome.wreck(),
                                    texts));
            run.journal()
                    .append(new RunEvent.VerdictReached(
                            result.verdict(),
                            result.readiness(),
                            result.failure() == null ? null : result.failure().code(),
                            run.journal().blob(ContractJson.write(result))));
            return result;
        }
    }

    /** What the user decided that may change the contract. */
    private static Map<String, String> decisions(SetupRequest request, @Nullable BaseIdentity base) {
        Map<String, String> decisions = new TreeMap<>(request.flags().recorded());
        VerifyLimits limits = request.limits();
        decisions.put("--test-timeout", limits.strongest().toString());
        if (base != null) {
            decisions.put("--base", base.display() + " " + base.content());
        }
        if (request.committed()) {
            decisions.put("--committed", "true");
        }
        return decisions;
    }

    /** The document for a failure that ended a run before it had a context. */
    public static RunResult failed(String source, Failure failure) {
        return Results.failed("none", source, failure);
    }
}
