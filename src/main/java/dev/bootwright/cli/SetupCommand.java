package dev.bootwright.cli;

import dev.bootwright.pipeline.BootstrapPipeline;
import dev.bootwright.pipeline.RunResult;
import dev.bootwright.pipeline.SetupRequest;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** The main job: make a repository ready and prove it. */
@Command(
        name = "setup",
        description = "Sets a repository up in a sandbox, proves it by its tests, and writes .bootstrap.",
        mixinStandardHelpOptions = true)
final class SetupCommand implements Callable<Integer> {
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

    @Option(names = "--fresh", description = "Use no stored proof, no layer and no old contract.")
    private boolean fresh;

    SetupCommand(Session session, Console console) {
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
                    "setup",
                    source.source,
                    Path.of("").toAbsolutePath(),
                    source.into,
                    source.committed,
                    source.submodules,
                    source.base(),
                    source.overrides(),
                    fresh,
                    limits.limits(),
                    true);
            return new BootstrapPipeline(session.open()).setup(request, listeners.all());
        }
    }
}
