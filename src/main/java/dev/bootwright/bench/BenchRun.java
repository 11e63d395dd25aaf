package dev.bootwright.bench;

import dev.bootwright.base.Digest;
import dev.bootwright.event.JournalEntry;
import dev.bootwright.event.RunEvent;
import dev.bootwright.failure.FailureCode;
import dev.bootwright.failure.StorageFailure;
import dev.bootwright.failure.ToolException;
import dev.bootwright.pipeline.CleanUp;
import dev.bootwright.pipeline.Components;
import dev.bootwright.process.ProcessRequest;
import dev.bootwright.process.ProcessResult;
import dev.bootwright.process.ProcessRunner;
import dev.bootwright.process.SelfCommand;
import dev.bootwright.sandbox.GcPolicy;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** Runs the rows of a suite, each as a process of its own, and keeps a row of results of each. */
public final class BenchRun {
    private static final Duration COPY_LIMIT = Duration.ofMinutes(30);

    private final Components components;
    private final BenchOptions options;
    private final Consumer<String> progress;
    private final Instant started;

    /** @param progress gets one line a row */
    public BenchRun(Components components, BenchOptions options, Consumer<String> progress) {
        this.components = components;
        this.options = options;
        this.progress = progress;
        this.started = components.clock().instant();
    }

    /**
     * What a call did.
     *
     * @param known rows of the selection that had a result before
     * @param left rows of the selection that were not started, because of the limit or the time
     */
    public record Summary(int selected, int known, int run, int left) {}

    public Summary run() {
        checkRefused();
        Suite suite = Suite.read(options.suite());
        Path beside = options.suite().toAbsolutePath().resolveSibling("");
        List<SuiteRow> selected = suite.rows().stream().filter(this::isSelected).toList();
        if (selected.isEmpty()) {
            throw usage(
                    "no row of the suite matches --only " + String.join(", ", options.only()), "Check the pattern.");
        }
        selected.forEach(row -> BenchSource.of(row, beside, options.template()));
        try (LineFile results = LineFile.open(options.out().resolve(Measured.RESULTS))) {
            Set<String> known = Measured.read(options.out()).rows().stream()
                    .map(BenchRow::source)
                    .collect(Collectors.toSet());
            List<SuiteRow> wanted = selected.stream()
                    .filter(row -> options.again() || !known.contains(row.key()))
                    .toList();
            int most = options.limit() == 0 ? wanted.size() : Math.min(options.limit(), wanted.size());
            int run = new Pass(results, beside, wanted.subList(0, most)).run();
            return new Summary(selected.size(), selected.size() - wanted.size(), run, wanted.size() - run);
        }
    }

    /** What the product does not have is refused by its name, never passed over. */
    private void checkRefused() {
        if (!options.ablations().isEmpty()) {
            throw usage(
                    "the product has no part that can be switched off and is called "
                            + String.join(", ", options.ablations()),
                    "Leave --ablate out; today nothing can be switched off.");
        }
        String engine = options.engine();
        if (engine != null && !engine.equals(components.engine().get().name())) {
            throw usage(
                    "the product has no engine " + engine,
                    "It has " + components.engine().get().name() + ".");
        }
        String template = options.template();
        if (template != null) {
            BenchSource.check(template);
        }
    }

    private boolean isSelected(SuiteRow row) {
        return options.only().isEmpty()
                || options.only().stream()
                        .map(BenchRun::pattern)
                        .anyMatch(p -> p.matcher(row.repo()).matches()
                                || p.matcher(row.source()).matches());
    }

    private static Pattern pattern(String glob) {
        String regex = glob.chars()
                .mapToObj(c -> c == '*' ? ".*" : c == '?' ? "." : Pattern.quote(Character.toString(c)))
                .collect(Collectors.joining());
        return Pattern.compile(regex);
    }

    private static ToolException usage(String summary, String next) {
        return ToolException.of(FailureCode.USAGE, "bench", summary, next);
    }

    /** One pass over the rows that are to be run. */
    private final class Pass {
        private final LineFile results;
        private final Path beside;
        private final List<SuiteRow> rows;
        private final ProcessRunner processes = components.processes();
        private final SelfCommand self;
        private final BenchRow.Product product;
        private int next;
        private int done;

        Pass(LineFile results, Path beside, List<SuiteRow> rows) {
            this.results = results;
            this.beside = beside;
            this.rows = rows;
            Path folder = components.store().newTemporary("bench");
            this.self = frozen(components.self().get(), folder);
            this.product = new BenchRow.Product(components.version(), build(self));
        }

        int run() {
            List<Thread> workers = new ArrayList<>();
            List<RuntimeException> failures = new ArrayList<>();
            for (int i = 0; i < Math.min(options.jobs(), rows.size()); i++) {
                workers.add(Thread.ofPlatform().name("bench-" + i).start(() -> {
                    try {
                        work();
                    } catch (RuntimeException e) {
                        synchronized (failures) {
                            failures.add(e);
                        }
                        stop();
                    }
                }));
            }
            try {
                for (Thread worker : workers) {
                    worker.join();
                }
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                throw ToolException.of(FailureCode.INTERRUPTED, "bench", "interrupted", "Run the same command again.");
            }
            if (!failures.isEmpty()) {
                throw failures.getFirst();
            }
            return done;
        }

        private void work() {
            for (SuiteRow row = take(); row != null; row = take()) {
                BenchRow measured = measure(row);
                results.append(measured);
                tell(measured);
                synchronized (components) {
                    new CleanUp(components).clean(new GcPolicy(Duration.ofDays(3650), options.storeBytes()));
                }
            }
        }

        private synchronized @org.jspecify.annotations.Nullable SuiteRow take() {
            Duration stop = options.stopAfter();
            boolean late = stop != null && !components.clock().instant().isBefore(started.plus(stop));
            return late || next >= rows.size() ? null : rows.get(next++);
        }

        private synchronized void stop() {
            next = rows.size();
        }

        private synchronized void tell(BenchRow row) {
            done++;
            progress.accept("%d/%d %s: %s (%s, %s) in %.0f s%s"
                    .formatted(
                            done,
                            rows.size(),
                            row.display(),
                            Outcome.of(row).title(),
                            row.verdict(),
                            row.readiness(),
                            row.seconds(),
                            row.firstCause().isEmpty() ? "" : "; " + row.firstCause()));
        }

        private BenchRow measure(SuiteRow row) {
            Path work = components.store().newTemporary("bench");
            BenchSource source = BenchSource.of(row, beside, options.template());
            RowFiles files = RowFiles.of(options.out(), row, work, names(source));
            try {
                files.prepare();
                Set<String> before = DiskUse.layers(components.store().layers());
                RowReading.Ended ended =
                        new RowRun(processes, self).run(arguments(source, files), files, options.timeout());
                RowReading reading = new RowReading(row, product, files, ended);
                Path run = runFolder(reading.journal());
                files.keep(run);
                long bytes =
                        DiskUse.ofFolder(run) + DiskUse.added(components.store().layers(), before);
                BenchRow measured =
                        reading.read(new TreeReading(components.acquirer(), processes), files.scratch(), bytes);
                probe(measured, source, row);
                return measured;
            } finally {
                remove(work);
            }
        }

        /** Where things lie on this machine says nothing to others. */
        private Map<Path, String> names(BenchSource source) {
            Map<Path, String> names = new HashMap<>();
            names.put(components.store().root(), "STORE");
            names.put(options.out(), "OUT");
            if (source.location().startsWith("/")) {
                names.put(Path.of(source.location()).normalize(), "SOURCE");
            }
            return names;
        }

        private List<String> arguments(BenchSource source, RowFiles files) {
            List<String> arguments = new ArrayList<>(List.of("setup"));
            if (source.copied()) {
                copy(source.location(), files.tree());
                arguments.add(files.tree().toString());
            } else {
                arguments.add(source.argument());
                arguments.addAll(List.of("--into", files.tree().toString()));
            }
            arguments.addAll(List.of("--fresh", "--json", "--quiet"));
            arguments.addAll(List.of("--events", files.journal().toString()));
            return arguments;
        }

        /** A source that was not got is tried without the product, so that the report can tell whose fault it is. */
        private void probe(BenchRow measured, BenchSource source, SuiteRow row) {
            boolean notGot = measured.failure() != null
                    && measured.tree() == null
                    && (measured.failure().code() == FailureCode.SOURCE_NOT_FOUND
                            || measured.failure().code() == FailureCode.SOURCE_UNREACHABLE);
            if (notGot) {
                String shown = row.source().isEmpty() ? "the Git path of " + row.repo() : row.source();
                new SourceProbe(processes, self.env())
                        .ofGit(row.key(), source.location(), shown)
                        .ifPresent(probe -> Measured.add(options.out(), probe));
            }
        }

        private Path runFolder(List<JournalEntry> journal) {
            for (JournalEntry entry : journal) {
                if (entry.event() instanceof RunEvent.RunStarted start) {
                    return components.store().runs().resolve(start.run());
                }
            }
            return components.store().tmp().resolve("none");
        }

        private void copy(String from, Path to) {
            List<String> argv = List.of("cp", "-a", "--no-target-directory", "--", from, to.toString());
            ProcessResult result = processes.captured(ProcessRequest.of(argv, Map.of(), COPY_LIMIT));
            if (!result.succeeded()) {
                throw ToolException.of(
                        FailureCode.STORE_UNUSABLE,
                        "bench",
                        "cannot copy " + from + ": " + result.err().strip(),
                        "Check that the folder can be read and that the store's disk has room.");
            }
        }

        private void remove(Path folder) {
            processes.cleaningUp(ProcessRequest.of(
                    List.of("rm", "-rf", "--one-file-system", "--", folder.toString()), Map.of(), COPY_LIMIT));
        }
    }

    /** The program as it is now: a build that is made meanwhile must not change what later rows measure. */
    private static SelfCommand frozen(SelfCommand self, Path folder) {
        if (self.classPath().size() != 1
                || !Files.isRegularFile(self.classPath().getFirst())) {
            return self;
        }
        Path copy = folder.resolve("bootwright.jar");
        try {
            Files.copy(self.classPath().getFirst(), copy);
        } catch (IOException e) {
            throw StorageFailure.of("bench", "copy the program", e);
        }
        return self.withClassPath(List.of(copy));
    }

    private static String build(SelfCommand self) {
        if (self.classPath().size() != 1
                || !Files.isRegularFile(self.classPath().getFirst())) {
            return "unpacked";
        }
        MessageDigest hasher = Digest.hasher();
        try {
            hasher.update(Files.readAllBytes(self.classPath().getFirst()));
        } catch (IOException e) {
            throw StorageFailure.of("bench", "read the program", e);
        }
        return Digest.finish(hasher.digest()).value();
    }
}
