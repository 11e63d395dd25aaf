package dev.bootwright.bench;

import com.fasterxml.jackson.annotation.JsonPropertyOrder;
import dev.bootwright.base.Digest;
import dev.bootwright.base.Readiness;
import dev.bootwright.base.Verdict;
import dev.bootwright.pipeline.RunResult;
import dev.bootwright.step.TestCounts;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * What one repository of a suite came to: one line of {@code results.jsonl}.
 *
 * @param source what rows are paired by: source and commit as the suite names them
 * @param repo the suite's name for people; empty when it has none
 * @param commit the commit that was set up; null when there is none or it was not got
 * @param notes the suite's other columns
 * @param tests counts of the stage that decides
 * @param causes how many tests did not pass, by cause
 * @param firstCause what rows are grouped by in a triage; empty when nothing stands against the row
 * @param stageSeconds wall time between the stages' starts, by stage
 * @param seconds wall time of the whole process
 * @param diskBytes what its run folder, its tree and the layers that came into the store while it ran take
 * @param peakMemoryBytes the largest sum of resident memory of the process and its descendants that was sampled; shared
 *     pages count in each process
 * @param modelCalls 0 without a model
 * @param tokens model tokens; 0 without a model
 * @param journal digest of the run's journal; null when there is none
 * @param tree what is known of the tree; null when none was got
 * @param exitCode of the process; 137 when it was killed
 * @param timedOut whether the bench's own time limit ended it
 * @param failure null exactly when nothing stands against the row
 */
@JsonPropertyOrder({
    "schemaVersion",
    "source",
    "repo",
    "commit",
    "language",
    "verdict",
    "readiness",
    "tests",
    "reach",
    "causes",
    "firstCause",
    "seconds"
})
public record BenchRow(
        int schemaVersion,
        String source,
        String repo,
        @Nullable String commit,
        String language,
        Map<String, String> notes,
        Product product,
        @Nullable String engine,
        Verdict verdict,
        Readiness readiness,
        TestCounts tests,
        boolean truncated,
        List<Stage> stages,
        Map<String, Integer> causes,
        String firstCause,
        Reach reach,
        @Nullable String route,
        Map<String, Double> stageSeconds,
        double seconds,
        long diskBytes,
        long peakMemoryBytes,
        int modelCalls,
        long tokens,
        Map<String, String> toolVersions,
        @Nullable Digest journal,
        @Nullable Tree tree,
        int exitCode,
        boolean timedOut,
        RunResult.@Nullable FailureItem failure) {
    public static final int SCHEMA_VERSION = 1;

    public BenchRow {
        notes = sorted(notes);
        stages = List.copyOf(stages);
        causes = sorted(causes);
        stageSeconds = sorted(stageSeconds);
        toolVersions = sorted(toolVersions);
    }

    private static <T> Map<String, T> sorted(Map<String, T> map) {
        return Collections.unmodifiableMap(new TreeMap<>(map));
    }

    /**
     * The product that was measured.
     *
     * @param build digest of the program that ran; {@code unpacked} when it was no single jar
     */
    public record Product(String version, String build) {}

    public record Stage(
            String name,
            boolean passed,
            double seconds,
            @Nullable TestCounts tests) {}

    /**
     * How much of the tree's tests was reached.
     *
     * @param testFiles files of the tree that are test files by their names
     * @param reached how many of them have a test that was executed or that skipped itself; null when the runner does not
     *     tell in which files its tests are
     * @param notLoaded test files or packages that could not be loaded
     */
    public record Reach(int testFiles, @Nullable Integer reached, int notLoaded) {
        public static final Reach NONE = new Reach(0, 0, 0);
    }

    /**
     * @param missingBlobs objects of the commit that the clone lacks
     * @param submodules submodules that the repository names
     * @param missingSubmodules those of them whose files are not there
     * @param lfsPointers files that are only pointers to a large-file store
     */
    public record Tree(int files, int missingBlobs, int submodules, int missingSubmodules, int lfsPointers) {}

    /** The name for people. */
    public String display() {
        return repo.isEmpty() ? source : repo;
    }
}
