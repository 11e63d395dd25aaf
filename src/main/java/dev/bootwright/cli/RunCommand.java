package dev.bootwright.cli;

import dev.bootwright.pipeline.ReadyEnvironment;
import dev.bootwright.sandbox.OutputSink;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** One command in the ready environment. */
@Command(
        name = "run",
        description = "Runs a command in the environment of the repository's contract, on a copy of the tree.",
        customSynopsis = "bootwright run [--repo DIR] [--quiet] -- COMMAND [ARGUMENT...]",
        mixinStandardHelpOptions = true)
final class RunCommand implements Callable<Integer> {
    private final Session session;
    private final Console console;

    @Option(names = "--repo", paramLabel = "DIR", description = "The repository. Default: the current folder.")
    private Path repository = Path.of("");

    @Parameters(paramLabel = "COMMAND", arity = "1..*", description = "The command and its arguments, after --.")
    private List<String> command = List.of();

    @Mixin
    private final OutputOptions output = new OutputOptions();

    RunCommand(Session session, Console console) {
        this.session = session;
        this.console = console;
    }

    @Override
    public Integer call() {
        try (OutputOptions.Listeners listeners = output.listeners(console)) {
            return new ReadyEnvironment(session.open())
                    .run(
                            repository.toAbsolutePath().normalize(),
                            command,
                            System.in,
                            passedTo(console.out()),
                            passedTo(console.err()),
                            listeners.all());
        }
    }

    private static OutputSink passedTo(PrintStream stream) {
        return (buffer, length) -> {
            stream.write(buffer, 0, length);
            stream.flush();
        };
    }
}
