package dev.bootwright.cli;

import dev.bootwright.bench.BenchOptions;
import dev.bootwright.bench.BenchRun;
import dev.bootwright.bench.Comparison;
import dev.bootwright.bench.HtmlReport;
import dev.bootwright.bench.MarkdownReport;
import dev.bootwright.bench.Measured;
import dev.bootwright.bench.Probe;
import dev.bootwright.bench.SourceProbe;
import dev.bootwright.bench.Triage;
import dev.bootwright.failure.FailureCode;
import dev.bootwright.failure.StorageFailure;
import dev.bootwright.failure.ToolException;
import dev.bootwright.pipeline.Components;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Measures the product over many repositories. */
@Command(
        name = "bench",
        description =
                "Measures Bootwright over a suite of repositories, and reports, compares and sorts what came out.",
        mixinStandardHelpOptions = true,
        synopsisSubcommandLabel = "COMMAND")
final class BenchCommand implements Runnable {
    @Spec
    private CommandSpec spec;

    /** For picocli, which sets the fields. */
    @SuppressWarnings("NullAway.Init")
    private BenchCommand() {}

    static CommandLine line(Session session, Console console) {
        return new CommandLine(new BenchCommand())
                .addSubcommand("run", new Run(session, console))
                .addSubcommand("report", new Report(console))
                .addSubcommand("compare", new Compare(console))
                .addSubcommand("triage", new Sort(console))
                .addSubcommand("probe", new Try(session, console));
    }

    @Override
    public void run() {
        throw new ParameterException(spec.commandLine(), "name a command");
    }

    /** The folder of results that a command reads. */
    static Measured measured(Path folder) {
        Measured measured = Measured.read(folder);
        if (measured.rows().isEmpty()) {
            throw ToolException.of(
                    FailureCode.USAGE,
                    "bench",
                    "there are no results in " + folder,
                    "Name the folder that 'bootwright bench run SUITE --out' wrote.");
        }
        return measured;
    }

    /** Runs a suite. */
    @Command(
            name = "run",
            description = "Sets each repository of a suite up from nothing, as a process of its own, and keeps a row of"
                    + " results of each. Rows that have a result are not run again.",
            mixinStandardHelpOptions = true)
    static final class Run implements Callable<Integer> {
        private final Session session;
        private final Console console;

        @Parameters(paramLabel = "SUITE", description = "A tab-separated table with a header line; see docs/bench.md.")
        private Path suite = Path.of("");

        @Option(names = "--out", required = true, paramLabel = "DIR", description = "Where the results go.")
        private Path out = Path.of("");

        @Option(
                names = "--jobs",
                paramLabel = "N",
                defaultValue = "1",
                description = "How many repositories at a time. Default: ${DEFAULT-VALUE}.")
        private int jobs = 1;

        @Option(
                names = "--only",
                paramLabel = "GLOB",
                description = "Only rows whose repo or source matches; may be given again.")
        private List<String> only = new ArrayList<>();

        @Option(
                names = "--limit",
                paramLabel = "N",
                defaultValue = "0",
                description = "Run at most so many rows now; 0 for all. Default: ${DEFAULT-VALUE}.")
        private int limit;

        @Option(
                names = "--stop-after",
                paramLabel = "TIME",
                converter = LimitOptions.TimeSpan.class,
                description = "Start no row after this time, for example 150m; the exit code is then 5.")
        @Nullable
        private Duration stopAfter;

        @Option(
                names = "--timeout",
                paramLabel = "TIME",
                defaultValue = "30m",
                converter = LimitOptions.TimeSpan.class,
                description =
                        "How long one row may take; past it the whole process is ended. Default: ${DEFAULT-VALUE}.")
        private Duration timeout = Duration.ofMinutes(30);

        @Option(names = "--again", description = "Also run rows that have a result; the newest one counts.")
        private boolean again;

        @Option(names = "--engine", paramLabel = "NAME", description = "The engine to measure with.")
        @Nullable
        private String engine;

        @Option(
                names = "--ablate",
                paramLabel = "NAME",
                description = "A part of the product to switch off; unknown ones are refused. May be given again.")
        private List<String> ablations = new ArrayList<>();

        @Option(
                names = "--sources",
                paramLabel = "TEMPLATE",
                description =
                        "Where rows without a source lie as Git paths; {owner}, {name} and {commit} are replaced.")
        @Nullable
        private String template;

        @Option(
                names = "--store-gb",
                paramLabel = "N",
                defaultValue = "40",
                description = "What the store may hold between rows; what was not used for longest goes."
                        + " Default: ${DEFAULT-VALUE}.")
        private long gigabytes = 40;

        Run(Session session, Console console) {
            this.session = session;
            this.console = console;
        }

        @Override
        public Integer call() {
            if (jobs < 1 || jobs > 64 || limit < 0 || gigabytes < 1 || gigabytes > 100_000) {
                throw ToolException.of(
                        FailureCode.USAGE,
                        "bench",
                        "--jobs takes 1 to 64, --limit 0 or more, --store-gb 1 to 100000",
                        "Give other numbers.");
            }
            BenchOptions options = new BenchOptions(
                    suite,
                    out,
                    jobs,
                    only,
                    limit,
                    stopAfter,
                    timeout,
                    again,
                    engine,
                    ablations,
                    template,
                    gigabytes << 30);
            BenchRun.Summary summary =
                    new BenchRun(session.open(), options, line -> console.err().println(line)).run();
            console.out()
                    .printf(
                            "%d rows selected, %d had a result, %d run, %d left%n",
                            summary.selected(), summary.known(), summary.run(), summary.left());
            return summary.left() == 0 ? 0 : FailureCode.BUDGET_SPENT.exitCode();
        }
    }

    /** Prints what results come to. */
    @Command(
            name = "report",
            description = "Prints what a folder of results comes to, as Markdown; one page with plots besides.",
            mixinStandardHelpOptions = true)
    static final class Report implements Callable<Integer> {
        private final Console console;

        @Parameters(paramLabel = "DIR", description = "A folder of results.")
        private Path folder = Path.of("");

        @Option(names = "--html", paramLabel = "FILE", description = "Also write one page that needs no other file.")
        @Nullable
        private Path html;

        Report(Console console) {
            this.console = console;
        }

        @Override
        public Integer call() {
            Measured measured = measured(folder);
            Path page = html;
            if (page != null) {
                try {
                    Files.writeString(page, HtmlReport.of(measured));
                } catch (IOException e) {
                    throw ToolException.of(
                            FailureCode.USAGE,
                            "bench",
                            "the page " + page + " can't be written: " + StorageFailure.reason(e),
                            "Name a file in a folder that exists and that you may write to.");
                }
            }
            console.out().print(MarkdownReport.of(measured));
            return 0;
        }
    }

    /** Prints how two results differ. */
    @Command(
            name = "compare",
            description =
                    "Holds two folders of results against each other, source by source: what changed, and whether it"
                            + " may be chance.",
            mixinStandardHelpOptions = true)
    static final class Compare implements Callable<Integer> {
        private final Console console;

        @Parameters(index = "0", paramLabel = "A", description = "A folder of results.")
        private Path first = Path.of("");

        @Parameters(index = "1", paramLabel = "B", description = "Another one.")
        private Path second = Path.of("");

        Compare(Console console) {
            this.console = console;
        }

        @Override
        public Integer call() {
            console.out().print(Comparison.of(measured(first), measured(second)));
            return 0;
        }
    }

    /** Prints which kinds of failures are the most frequent. */
    @Command(
            name = "triage",
            description = "Prints rows without success grouped by their first cause, most frequent first.",
            mixinStandardHelpOptions = true)
    static final class Sort implements Callable<Integer> {
        private final Console console;

        @Parameters(paramLabel = "DIR", description = "A folder of results.")
        private Path folder = Path.of("");

        Sort(Console console) {
            this.console = console;
        }

        @Override
        public Integer call() {
            console.out().print(Triage.of(measured(folder)));
            return 0;
        }
    }

    /** Records whether a source can be had without the product. */
    @Command(
            name = "probe",
            description =
                    "Tries a row's source by a command of yours, outside the product, and keeps what came out; a row"
                            + " whose source could not be had is not doable in reports.",
            mixinStandardHelpOptions = true,
            customSynopsis = "bootwright bench probe DIR --source SOURCE -- COMMAND [ARGUMENT...]")
    static final class Try implements Callable<Integer> {
        private final Session session;
        private final Console console;

        @Parameters(index = "0", paramLabel = "DIR", description = "A folder of results.")
        private Path folder = Path.of("");

        @Option(
                names = "--source",
                required = true,
                paramLabel = "SOURCE",
                description = "The row's source as the results name it.")
        private String source = "";

        @Parameters(
                index = "1..*",
                arity = "1..*",
                paramLabel = "COMMAND",
                description = "The command and its arguments; the source can be had exactly if it ends with 0.")
        private List<String> command = new ArrayList<>();

        Try(Session session, Console console) {
            this.session = session;
            this.console = console;
        }

        @Override
        public Integer call() {
            boolean known = Files.isDirectory(folder)
                    && measured(folder).rows().stream().anyMatch(r -> r.source().equals(source));
            if (!known) {
                throw ToolException.of(
                        FailureCode.USAGE,
                        "bench",
                        "there is no row of the source " + source + " in " + folder,
                        "Write the source as results.jsonl does.");
            }
            Components components = session.open();
            Probe probe = new SourceProbe(
                            components.processes(), components.self().get().env())
                    .of(source, String.join(" ", command), command);
            Measured.add(folder, probe);
            console.out()
                    .println(source + (probe.reachable() ? " can be had" : " cannot be had") + " (exit status "
                            + probe.exitCode() + ")");
            return 0;
        }
    }
}
