package dev.bootwright.cli;

import dev.bootwright.pipeline.ReadyEnvironment;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** An interactive shell in the ready environment. */
@Command(
        name = "shell",
        description = "Opens a shell in the environment of the repository's contract, on a copy of the tree.",
        mixinStandardHelpOptions = true)
final class ShellCommand implements Callable<Integer> {
    private final Session session;
    private final Console console;

    @Parameters(paramLabel = "DIR", arity = "0..1", description = "The repository. Default: the current folder.")
    private Path repository = Path.of("");

    @Option(names = "--failed", description = "Where the last failed setup step stopped, instead.")
    private boolean failed;

    ShellCommand(Session session, Console console) {
        this.session = session;
        this.console = console;
    }

    @Override
    public Integer call() {
        Path folder = repository.toAbsolutePath().normalize();
        ReadyEnvironment environment = new ReadyEnvironment(session.open());
        try (ProgressView view = new ProgressView(console)) {
            return failed ? environment.shellFailed(folder, List.of(view)) : environment.shell(folder, List.of(view));
        }
    }
}
