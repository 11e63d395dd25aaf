package dev.bootwright.pipeline;

import dev.bootwright.acquire.AcquireOptions;
import dev.bootwright.acquire.GitHistory;
import dev.bootwright.acquire.SourceReference;
import dev.bootwright.acquire.Workspace;
import dev.bootwright.contract.ContractDirectory;
import dev.bootwright.contract.ScriptRenderer;
import dev.bootwright.contract.ShellText;
import dev.bootwright.contract.StoredContract;
import dev.bootwright.event.RunEvent;
import dev.bootwright.event.RunListener;
import dev.bootwright.failure.Failure;
import dev.bootwright.failure.FailureCode;
import dev.bootwright.failure.ToolException;
import dev.bootwright.sandbox.ExecOutcome;
import dev.bootwright.sandbox.ExecRequest;
import dev.bootwright.sandbox.OutputSink;
import dev.bootwright.sandbox.ResourceLimits;
import dev.bootwright.sandbox.Sandbox;
import dev.bootwright.sandbox.SandboxEngine;
import dev.bootwright.sandbox.SandboxUser;
import dev.bootwright.verify.SetupOutcome;
import dev.bootwright.verify.StepRunner;
import dev.bootwright.verify.VerifyLimits;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;

/** Enters the environment that a repository's contract describes; what is written there is gone afterwards. */
public final class ReadyEnvironment {
    /** The stage in which the user's own command has the terminal. */
    public static final String STAGE = "inside";

    private static final Duration NO_LIMIT = Duration.ofDays(7);

    private final Components components;

    public ReadyEnvironment(Components components) {
        this.components = components;
    }

    /**
     * Runs a command at the tree's root, in the contract's variables, as the ordinary user.
     *
     * @param input what the command reads
     * @return the command's exit status; 124 when it was ended from outside
     */
    public int run(
            Path repository,
            List<String> command,
            InputStream input,
            OutputSink output,
            OutputSink errors,
            List<RunListener> listeners) {
        return entered(repository, "run", listeners, (sandbox, stored) -> {
            String script = ScriptRenderer.blockScript(stored.contract(), ShellText.quote(command));
            ExecOutcome outcome = sandbox.exec(request(List.of("bash", "-euo", "pipefail", "-c", script), output)
                            .withErrors(errors)
                            .withStdin(input))
                    .orEndOfRun("run");
            return outcome instanceof ExecOutcome.Exited exited ? exited.code() : 124;
        });
    }

    /** Opens an interactive shell in the ready environment. */
    public int shell(Path repository, List<RunListener> listeners) {
        return entered(
                repository,
                "shell",
                listeners,
                (sandbox, stored) -> sandbox.interact(request(
                        List.of("bash", "--rcfile", StepRunner.TREE + "/.bootstrap/env.sh", "-i"),
                        OutputSink.discard())));
    }

    /** Opens an interactive shell in the state that the last failed setup step of this repository left. */
    public int shellFailed(Path repository, List<RunListener> listeners) {
        LastRuns.LastRun last =
                new LastRuns(components.store()).find(repository).orElseThrow(() -> nothingFailed(repository));
        if (last.wreck() == null) {
            throw nothingFailed(repository);
        }
        try (RunContext run = context(repository, "shell --failed", listeners)) {
            SandboxEngine engine = components.engine().get();
            copyContract(components.store().runs().resolve(last.run()).resolve("contract"), run.contractDirectory());
            try (Sandbox sandbox =
                    engine.openWreck(last.wreck(), run.setupSpec()).orElseThrow(() -> nothingFailed(repository))) {
                run.journal()
                        .append(new RunEvent.Notice("this is where step " + last.step() + " stopped; its script is"
                                + " .bootstrap/.step-" + last.step() + ".sh"));
                run.journal().append(new RunEvent.StageStarted(STAGE));
                return sandbox.interact(request(
                        List.of("bash", "--rcfile", StepRunner.TREE + "/.bootstrap/env.sh", "-i"),
                        OutputSink.discard()));
            }
        }
    }

    @FunctionalInterface
    private interface Inside {
        int in(Sandbox sandbox, StoredContract stored);
    }

    private int entered(Path repository, String command, List<RunListener> listeners, Inside inside) {
        AcquireOptions options =
                AcquireOptions.of(repository, components.store().newTemporary("acquire"));
        try (Workspace workspace = components
                        .acquirer()
                        .acquire(
                                SourceReference.parse(
                                        repository.toAbsolutePath().toString(), repository),
                                options);
                RunContext run = context(repository, command, listeners)) {
            ContractDirectory.recover(workspace.directory());
            StoredContract stored =
                    ContractDirectory.existing(workspace.directory()).orElseThrow(() -> noContract(workspace));
            SandboxEngine engine = components.engine().get();
            boolean history = stored.evidence().values().stream()
                    .anyMatch(f -> f.subject().equals("git.history-needed"));
            ContractExecutor executor = new ContractExecutor(
                    engine,
                    run,
                    components.preparation().ecosystems(),
                    components.network().get().indexAddresses(),
                    new TreeSource(workspace, history ? GitHistory.FULL : GitHistory.SHALLOW),
                    workspace.directory(),
                    VerifyLimits.DEFAULT);
            executor.show(stored.files());
            SetupOutcome outcome = executor.setup(stored.contract(), stored.locks(), true);
            return switch (outcome) {
                case SetupOutcome.Broken broken -> throw broken(repository, run, broken);
                case SetupOutcome.Ready ready -> {
                    try (Sandbox sandbox = engine.open(ready.layer(), run.verifySpec())) {
                        run.journal().append(new RunEvent.StageStarted(STAGE));
                        yield inside.in(sandbox, stored);
                    }
                }
            };
        }
    }

    private RunContext context(Path repository, String command, List<RunListener> listeners) {
        String id = RunContext.newId(components.clock());
        return RunContext.start(
                components.store(),
                components.network().get(),
                components.clock(),
                listeners,
                new RunEvent.RunStarted(id, command, components.version(), repository.toString()));
    }

    private ToolException broken(Path repository, RunContext run, SetupOutcome.Broken broken) {
        new LastRuns(components.store())
                .save(
                        repository,
                        new LastRuns.LastRun(
                                run.id(), broken.wreck(), broken.failed().step().value()));
        return new ToolException(
                new Failure(
                        FailureCode.REPLAY_FAILED,
                        broken.failed().step().value(),
                        "the ready environment could not be rebuilt: step "
                                + broken.failed().step() + ", "
                                + broken.failed().outcome().describe(),
                        broken.failed().tail(),
                        "run 'bootwright setup' on the repository, or look around with 'bootwright shell --failed'"),
                null);
    }

    private static ToolException noContract(Workspace workspace) {
        return ToolException.of(
                FailureCode.NO_CONTRACT,
                "contract",
                "there is no .bootstrap contract in " + workspace.source(),
                "run 'bootwright setup' there first");
    }

    private static ToolException nothingFailed(Path repository) {
        return ToolException.of(
                FailureCode.NO_CONTRACT,
                "shell",
                "no failed setup step of " + repository + " is kept",
                "run 'bootwright setup' first; what fails there is kept until the next clean-up");
    }

    private static ExecRequest request(List<String> argv, OutputSink output) {
        return ExecRequest.of(argv, StepRunner.TREE, SandboxUser.DEVELOPER, output)
                .withEnv(Map.of("TREE", StepRunner.TREE))
                .withLimits(ResourceLimits.defaults().withWall(NO_LIMIT).withIdle(NO_LIMIT));
    }

    private static void copyContract(Path from, Path to) {
        if (!Files.isDirectory(from)) {
            return;
        }
        try (var files = Files.walk(from)) {
            for (Path file : (Iterable<Path>) files.filter(Files::isRegularFile)::iterator) {
                Path target = to.resolve(from.relativize(file));
                Files.createDirectories(target.getParent());
                Files.copy(file, target);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
