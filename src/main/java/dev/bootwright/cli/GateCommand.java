package dev.bootwright.cli;

import dev.bootwright.base.Readiness;
import dev.bootwright.failure.Failure;
import dev.bootwright.failure.FailureCode;
import dev.bootwright.pipeline.BootstrapPipeline;
import dev.bootwright.pipeline.RunResult;
import dev.bootwright.pipeline.SetupRequest;
import dev.bootwright.verify.VerifyLimits;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
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
            description =
                    "The least that passes: installed, built, collected, executed or green. Below executed the exit code is"
                            + " 0 once it is reached, whatever the verdict."
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
        RunResult result = judged(Answer.of(console, format.json, source.source, this::work));
        boolean enough =
                minimum.compareTo(Readiness.EXECUTED) < 0 && result.readiness().atLeast(minimum);
        if (format.json) {
            Answer.print(console, result, true);
        } else {
            console.out().println(ResultPage.line(result));
            RunResult.FailureItem failure = result.failure();
            if (failure != null && enough) {
                console.err()
                        .println("bootwright: " + failure.summary() + ". At least " + minimum
                                + " was asked for and is reached, so the exit code is 0.");
            } else if (failure != null) {
                console.err().println("bootwright: " + failure.summary());
                console.err().println("next: " + failure.next());
            }
        }
        GcCommand.afterRun(session, console, result);
        return enough ? 0 : result.exitCode();
    }

    /** A result that holds and is less than what was asked for is a failure of its own. */
    private RunResult judged(RunResult result) {
        if (result.exitCode() != 0 || result.readiness().atLeast(minimum)) {
            return result;
        }
        return result.withFailure(RunResult.FailureItem.of(new Failure(
                FailureCode.READINESS_BELOW,
                "gate",
                "readiness is " + result.readiness() + ", and at least " + minimum + " was asked for",
                List.of(ResultPage.line(result)),
                "see in .bootstrap/tests.json which tests do not pass, or ask for less with --min-readiness "
                        + result.readiness())));
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
