package dev.bootwright.cli;

import dev.bootwright.failure.ToolException;
import dev.bootwright.pipeline.BootstrapPipeline;
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
    private final OutputOptions output = new OutputOptions();

    VerifyCommand(Session session, Console console) {
        this.session = session;
        this.console = console;
    }

    @Override
    public Integer call() {
        RunResult result;
        try (OutputOptions.Listeners listeners = output.listeners(console)) {
            SetupRequest request = new SetupRequest(
                    "verify",
                    source.source,
                    Path.of("").toAbsolutePath(),
                    source.into,
                    source.committed,
                    source.base(),
                    source.overrides(),
                    true,
                    limits.limits(),
                    false);
            result = new VerifyPipeline(session.open()).verify(request, listeners.all());
        } catch (ToolException e) {
            if (!output.json) {
                throw e;
            }
            result = BootstrapPipeline.failed(source.source, e.failure());
        }
        Answer.print(console, result, output.json);
        return result.exitCode();
    }
}
