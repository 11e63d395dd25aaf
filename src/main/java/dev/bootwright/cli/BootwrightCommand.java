package dev.bootwright.cli;

import dev.bootwright.failure.Failure;
import dev.bootwright.failure.FailureCode;
import dev.bootwright.failure.FailureKind;
import dev.bootwright.failure.StorageFailure;
import dev.bootwright.failure.ToolException;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.SequencedMap;
import java.util.function.Supplier;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** The top-level command. */
@Command(
        name = "bootwright",
        description =
                "Turns a repository into a verified .bootstrap contract: how to set it up, inspect it and test it,"
                        + " proven by counted tests in a sandbox built from nothing.",
        mixinStandardHelpOptions = true,
        versionProvider = BootwrightCommand.Version.class,
        synopsisSubcommandLabel = "COMMAND",
        footer = {
            "",
            "Exit codes: 0 bootstrapped, 1 failed, 2 usage, 3 unsupported, 4 needs something, 5 budget spent,",
            "            70 internal error, 75 transient (try again), 130 interrupted",
            "",
            "bin/bootwright --install COMMAND first brings what this machine lacks (JDK 25, Maven,",
            "bubblewrap, mmdebstrap, git) through sudo; as root it needs no asking.",
            "",
            "Start with:  bootwright setup pkg:pypi/jinja2@3.1.4"
        })
public final class BootwrightCommand implements Runnable {
    @Spec
    private CommandSpec spec;

    /** For picocli, which sets the fields. */
    @SuppressWarnings("NullAway.Init")
    private BootwrightCommand() {}

    /** The command and all its subcommands. */
    static CommandLine line(Session session, Console console) {
        return line(session, console, "");
    }

    /** Reading a subcommand's options takes time: of a named one only those are read. */
    private static CommandLine line(Session session, Console console, String name) {
        SequencedMap<String, Supplier<Object>> subcommands = new LinkedHashMap<>();
        subcommands.put("setup", () -> new SetupCommand(session, console));
        subcommands.put("inspect", () -> new InspectCommand(session, console));
        subcommands.put("verify", () -> new VerifyCommand(session, console));
        subcommands.put("gate", () -> new GateCommand(session, console));
        subcommands.put("run", () -> new RunCommand(session, console));
        subcommands.put("shell", () -> new ShellCommand(session, console));
        subcommands.put("doctor", () -> new DoctorCommand(session, console));
        subcommands.put("bench", () -> BenchCommand.line(session, console));
        subcommands.put("gc", () -> new GcCommand(session, console));
        CommandLine line = new CommandLine(new BootwrightCommand());
        subcommands.forEach((known, subcommand) -> {
            if (known.equals(name) || !subcommands.containsKey(name)) {
                line.addSubcommand(known, subcommand.get());
            }
        });
        return line;
    }

    /** Runs one command line and returns the process's exit code. */
    public static int execute(Session session, Console console, String... args) {
        String[] words = args.length == 0 ? new String[] {"setup", "."} : args;
        CommandLine line = line(session, console, words[0]);
        line.setOut(new PrintWriter(console.out(), true, StandardCharsets.UTF_8));
        line.setErr(new PrintWriter(console.err(), true, StandardCharsets.UTF_8));
        line.setUsageHelpWidth(Math.min(120, Math.max(80, console.columns())));
        line.setCaseInsensitiveEnumValuesAllowed(true);
        line.setExecutionExceptionHandler((e, command, parsed) -> fail(console, e));
        line.setParameterExceptionHandler((e, arguments) -> usage(console, e));
        try {
            return line.execute(words);
        } catch (StackOverflowError | OutOfMemoryError | LinkageError e) {
            // Not an exception for picocli; without an answer the exit code would say that the repository failed.
            return internal(console, e);
        } finally {
            console.out().flush();
        }
    }

    @Override
    public void run() {
        throw new ParameterException(spec.commandLine(), "name a command");
    }

    private static int usage(Console console, ParameterException e) {
        console.err().println("bootwright: " + message(e));
        CommandLine.UnmatchedArgumentException.printSuggestions(e, console.err());
        console.err()
                .println("next: see '" + e.getCommandLine().getCommandSpec().qualifiedName() + " --help'");
        return FailureCode.USAGE.exitCode();
    }

    /** Of a value that is no pair picocli says "option option". */
    private static String message(ParameterException e) {
        return String.valueOf(e.getMessage()).replace("option option ", "option ");
    }

    /** The one place that turns what was thrown into an exit code and text. */
    static int fail(Console console, Exception thrown) {
        console.out().flush();
        Exception e = thrown instanceof RuntimeException unchecked ? StorageFailure.named(unchecked) : thrown;
        if (e instanceof ToolException tool) {
            Failure failure = tool.failure();
            console.err().println("bootwright: " + failure.summary());
            failure.evidence().forEach(line -> console.err().println("  │ " + line));
            console.err().println("next: " + failure.next());
            if (failure.code().kind() == FailureKind.INTERNAL) {
                e.printStackTrace(console.err());
            }
            return failure.code().exitCode();
        }
        return internal(console, e);
    }

    private static int internal(Console console, Throwable e) {
        console.err().println("bootwright: internal error: " + e);
        e.printStackTrace(console.err());
        console.err().println("next: this is a defect of Bootwright; report it with the lines above");
        return FailureCode.INTERNAL.exitCode();
    }

    /** Prints the product's version. */
    static final class Version implements CommandLine.IVersionProvider {
        @Override
        public String[] getVersion() {
            String version = BootwrightCommand.class.getPackage().getImplementationVersion();
            return new String[] {"bootwright " + (version == null ? "development" : version)};
        }
    }
}
