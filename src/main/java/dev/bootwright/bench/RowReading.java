package dev.bootwright.bench;

import dev.bootwright.base.Digest;
import dev.bootwright.base.Readiness;
import dev.bootwright.base.Verdict;
import dev.bootwright.contract.ContractJson;
import dev.bootwright.contract.TestsBaseline;
import dev.bootwright.event.JournalEntry;
import dev.bootwright.event.RunEvent;
import dev.bootwright.event.RunJournal;
import dev.bootwright.failure.FailureCode;
import dev.bootwright.format.Scrubber;
import dev.bootwright.pipeline.RunResult;
import dev.bootwright.step.Contract;
import dev.bootwright.step.TestCounts;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Makes a row of the results of what one process of the product has left behind. */
final class RowReading {
    private final SuiteRow row;
    private final BenchRow.Product product;
    private final RowFiles files;
    private final Ended ended;

    /**
     * How the process ended.
     *
     * @param limit the bench's time limit that ended it; null when it ended by itself
     */
    record Ended(int exitCode, @Nullable Duration limit, double seconds, long peakMemoryBytes) {}

    RowReading(SuiteRow row, BenchRow.Product product, RowFiles files, Ended ended) {
        this.row = row;
        this.product = product;
        this.files = files;
        this.ended = ended;
    }

    BenchRow read(TreeReading trees, Path scratch, long storeBytes) {
        @Nullable RunResult result = document().orElse(null);
        TestsBaseline baseline = contractFile("tests.json", TestsBaseline.class).orElse(TestsBaseline.EMPTY);
        Optional<TreeReading.Read> tree = trees.read(files.tree(), scratch, baseline);
        RunResult.@Nullable FailureItem failure = failure(result);
        TestCounts tests = result == null ? TestCounts.NONE : result.tests();
        return new BenchRow(
                BenchRow.SCHEMA_VERSION,
                row.key(),
                row.repo(),
                result == null ? null : result.repository().commit(),
                row.language(),
                row.notes(),
                product,
                result == null || result.engine() == null
                        ? null
                        : result.engine().name(),
                verdict(result),
                result == null ? Readiness.NONE : result.readiness(),
                tests,
                result != null && result.truncated(),
                stages(result),
                result == null ? Map.of() : result.causes(),
                failure == null ? "" : firstCause(failure, result),
                tree.map(TreeReading.Read::reach).orElse(BenchRow.Reach.NONE),
                result == null ? null : result.route(),
                stageSeconds(),
                ended.seconds(),
                storeBytes + DiskUse.ofFolder(files.tree()),
                ended.peakMemoryBytes(),
                0,
                result == null ? 0 : result.tokens(),
                contractFile("contract.json", Contract.class)
                        .map(Contract::toolVersions)
                        .orElse(Map.of()),
                journalDigest(),
                tree.map(TreeReading.Read::tree).orElse(null),
                ended.exitCode(),
                ended.limit() != null,
                failure);
    }

    private Optional<RunResult> document() {
        try {
            return Optional.of(ContractJson.read(Files.readString(files.document()), RunResult.class));
        } catch (IOException | RuntimeException e) {
            // It was killed before it answered, or it answered something else: the exit code and its last line tell.
            return Optional.empty();
        }
    }

    private <T> Optional<T> contractFile(String name, Class<T> type) {
        try {
            return Optional.of(ContractJson.read(
                    Files.readString(files.tree().resolve(".bootstrap").resolve(name)), type));
        } catch (IOException | RuntimeException e) {
            return Optional.empty();
        }
    }

    private Verdict verdict(@Nullable RunResult result) {
        if (ended.limit() != null) {
            return Verdict.INCOMPLETE;
        }
        return result == null ? Verdict.FAILED : result.verdict();
    }

    private RunResult.@Nullable FailureItem failure(@Nullable RunResult result) {
        Duration limit = ended.limit();
        if (limit != null) {
            return new RunResult.FailureItem(
                    FailureCode.BUDGET_SPENT,
                    FailureCode.BUDGET_SPENT.kind(),
                    lastStage(),
                    "the row's time limit of " + limit.toSeconds() + " s passed",
                    List.of(),
                    "Give a longer --timeout.");
        }
        if (result == null) {
            return new RunResult.FailureItem(
                    FailureCode.INTERNAL,
                    FailureCode.INTERNAL.kind(),
                    lastStage(),
                    "the program ended with status " + ended.exitCode() + " and no document",
                    files.lastLines(),
                    "See the row's standard error.");
        }
        RunResult.FailureItem failure = result.failure();
        return failure == null
                ? null
                : new RunResult.FailureItem(
                        failure.code(),
                        failure.kind(),
                        failure.phase(),
                        files.withoutPaths(failure.summary()),
                        failure.evidence().stream().map(files::withoutPaths).toList(),
                        files.withoutPaths(failure.next()));
    }

    /** The failure's code with what it is about: a named need, else what most failing tests lack, else the phase. */
    private static String firstCause(RunResult.FailureItem failure, @Nullable RunResult result) {
        String about = failure.phase();
        if (result != null && !result.needs().isEmpty()) {
            RunResult.NeedItem need = result.needs().getFirst();
            about = need.kind() + " " + need.name();
        } else if (result != null) {
            about = commonNeed(result.notPassed()).orElse(about);
        }
        return Scrubber.snippet(failure.code() + ": " + about);
    }

    private static Optional<String> commonNeed(List<RunResult.NotPassed> tests) {
        Map<String, Long> needs = tests.stream()
                .map(RunResult.NotPassed::need)
                .filter(need -> !need.isEmpty())
                .collect(Collectors.groupingBy(need -> need, TreeMap::new, Collectors.counting()));
        return needs.entrySet().stream()
                .max(Map.Entry.<String, Long>comparingByValue()
                        .thenComparing(Map.Entry.<String, Long>comparingByKey().reversed()))
                .map(Map.Entry::getKey);
    }

    private static List<BenchRow.Stage> stages(@Nullable RunResult result) {
        return result == null
                ? List.of()
                : result.stages().stream()
                        .map(s -> new BenchRow.Stage(s.name(), s.passed(), s.seconds(), s.tests()))
                        .toList();
    }

    List<JournalEntry> journal() {
        return Files.exists(files.journal()) ? RunJournal.read(files.kept()) : List.of();
    }

    /** From each stage's start to the next one's. */
    private Map<String, Double> stageSeconds() {
        Map<String, Duration> sums = new TreeMap<>();
        @Nullable String stage = null;
        @Nullable Instant since = null;
        for (JournalEntry entry : journal()) {
            boolean starts = entry.event() instanceof RunEvent.StageStarted;
            if ((starts || entry.event() instanceof RunEvent.RunEnded) && stage != null && since != null) {
                sums.merge(stage, Duration.between(since, entry.at()), Duration::plus);
            }
            if (entry.event() instanceof RunEvent.StageStarted started) {
                stage = started.stage();
                since = entry.at();
            }
        }
        Map<String, Double> seconds = new TreeMap<>();
        sums.forEach((name, time) -> seconds.put(name, Math.round(time.toMillis() / 100.0) / 10.0));
        return seconds;
    }

    private String lastStage() {
        String stage = "start";
        for (JournalEntry entry : journal()) {
            if (entry.event() instanceof RunEvent.StageStarted started) {
                stage = started.stage();
            }
        }
        return stage;
    }

    private @Nullable Digest journalDigest() {
        try {
            boolean any = Files.exists(files.journal()) && Files.size(files.journal()) > 0;
            return any ? Digest.of(Files.readAllBytes(files.journal())) : null;
        } catch (IOException e) {
            return null;
        }
    }
}
