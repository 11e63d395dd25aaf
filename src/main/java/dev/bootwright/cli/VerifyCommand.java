package dev.bootwright.cli;

import dev.bootwright.pipeline.RunResult;
import dev.bootwright.pipeline.SetupRequest;
import dev.bootwright.pipeline.VerifyPipeline;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** Replays an existing contract. */
@Command(
        name = "verify",
        description = "Replays the .bootstrap contract of a repository in a fresh environment and compares its tests"
                + " with the baseline. Changes nothing.",
        mixinStandardHelpOptions = true)
final class VerifyCommand implements Callable<Integer> {
    private final Session session;
    private final Console console;

    @Mixin
    private final SourceOptions source = new SourceOptions();

    @Mixin
    private final LimitOptions limits = new LimitOptions();

    @Mixin
    private final JsonOption format = new JsonOption();

    @Mixin
    private final OutputOptions output = new OutputOptions();

    VerifyCommand(Session session, Console console) {
        this.session = session;
        this.console = console;
    }

    @Override
    public Integer call() {
        RunResult result = Answer.of(console, format.json, source.source, this::work);
        Answer.print(console, result, format.json);
        GcCommand.afterRun(session, console, result);
        return result.exitCode();
    }

    private RunResult work() {
        try (OutputOptions.Listeners listeners = output.listeners(console)) {
            SetupRequest request = new SetupRequest(
                    "verify",
                    source.source,
                    Path.of("").toAbsolutePath(),
                    source.into,
                    source.committed,
                    source.submodules,
                    source.base(),
                    source.overrides(),
                    true,
                    limits.limits(),
                    false);
            return new VerifyPipeline(session.open()).verify(request, listeners.all());
        }
    }
}
