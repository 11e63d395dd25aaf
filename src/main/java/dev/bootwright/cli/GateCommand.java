package dev.bootwright.cli;

import dev.bootwright.base.Readiness;
import dev.bootwright.failure.FailureCode;
import dev.bootwright.pipeline.BootstrapPipeline;
import dev.bootwright.pipeline.RunResult;
import dev.bootwright.pipeline.SetupRequest;
import dev.bootwright.verify.VerifyLimits;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Locale;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import picocli.CommandLine.Command;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.TypeConversionException;

/** A verdict and an exit code, for pipelines. */
@Command(
        name = "gate",
        description = "Answers with the verdict and the exit code alone; writes no contract.",
        mixinStandardHelpOptions = true)
final class GateCommand implements Callable<Integer> {
    private final Session session;
    private final Console console;

    @Mixin
    private final SourceOptions source = new SourceOptions();

    @Mixin
    private final JsonOption format = new JsonOption();

    @Mixin
    private final OutputOptions output = new OutputOptions();

    @Option(
            names = "--min-readiness",
            paramLabel = "READINESS",
            defaultValue = "executed",
            converter = Least.class,
            description = "The least that passes: installed, built, collected, executed or green."
                    + " Default: ${DEFAULT-VALUE}.")
    private Readiness minimum = Readiness.EXECUTED;

    /** Reads what a gate can ask for; that nothing is reached needs no gate. */
    static final class Least implements ITypeConverter<Readiness> {
        @Override
        public Readiness convert(String value) {
            return Stream.of(Readiness.values())
                    .filter(r -> r != Readiness.NONE && r.toString().equals(value.toLowerCase(Locale.ROOT)))
                    .findFirst()
                    .orElseThrow(() -> new TypeConversionException(
                            "'" + value + "' is none of installed, built, collected, executed, green"));
        }
    }

    @Option(
            names = "--timeout",
            paramLabel = "TIME",
            defaultValue = "15m",
            converter = LimitOptions.TimeSpan.class,
            description = "How long the suite may take. Default: ${DEFAULT-VALUE}.")
    private Duration timeout = Duration.ofMinutes(15);

    GateCommand(Session session, Console console) {
        this.session = session;
        this.console = console;
    }

    @Override
    public Integer call() {
        RunResult result = Answer.of(console, format.json, source.source, this::work);
        if (format.json) {
            Answer.print(console, result, true);
        } else {
            console.out().println(ResultPage.line(result));
            RunResult.FailureItem failure = result.failure();
            if (failure != null) {
                console.err().println("bootwright: " + failure.summary());
                console.err().println("next: " + failure.next());
            }
        }
        GcCommand.afterRun(session, console, result);
        boolean reached = result.readiness().atLeast(minimum);
        if (minimum.atLeast(Readiness.EXECUTED)) {
            return result.exitCode() != 0 || reached ? result.exitCode() : FailureCode.READINESS_BELOW.exitCode();
        }
        return reached ? 0 : result.exitCode();
    }

    private RunResult work() {
        try (OutputOptions.Listeners listeners = output.listeners(console)) {
            SetupRequest request = new SetupRequest(
                    "gate",
                    source.source,
                    Path.of("").toAbsolutePath(),
                    source.into,
                    source.committed,
                    source.submodules,
                    source.base(),
                    source.overrides(),
                    false,
                    VerifyLimits.DEFAULT.withStrongest(timeout),
                    false);
            return new BootstrapPipeline(session.open()).setup(request, listeners.all());
        }
    }
}
