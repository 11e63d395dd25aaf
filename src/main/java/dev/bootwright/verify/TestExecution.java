package dev.bootwright.verify;

import dev.bootwright.base.TestId;
import dev.bootwright.failure.FailureCode;
import dev.bootwright.failure.ToolException;
import dev.bootwright.sandbox.ExecOutcome;
import dev.bootwright.sandbox.ExecRequest;
import dev.bootwright.sandbox.OutputSink;
import dev.bootwright.sandbox.Sandbox;
import dev.bootwright.sandbox.SandboxUser;
import dev.bootwright.step.Contract;
import dev.bootwright.step.Step;
import dev.bootwright.testreport.TestReport;
import dev.bootwright.trace.StepTrace;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;

/** Runs one collect or execute step with the runner's streaming reporter loaded, and reads what it left behind. */
public final class TestExecution {
    private static final String SCRATCH = "/var/tmp/bootwright";
    private static final long COPY_LIMIT = 512L << 20;

    private final StepRunner steps;
    private final Map<String, TestRunnerSupport> runners = new HashMap<>();
    private final Path results;
    private final Path host;
    private final Map<String, String> verifyEnv;
    private int sequence;

    /**
     * @param results host folder for copied-out reports
     * @param host the repository's files on the host
     * @param verifyEnv variables that verify stages get beside the contract's
     */
    public TestExecution(
            StepRunner steps, List<TestRunnerSupport> runners, Path results, Path host, Map<String, String> verifyEnv) {
        this.steps = steps;
        runners.forEach(r -> this.runners.put(r.runner(), r));
        this.results = results;
        this.host = host;
        this.verifyEnv = new TreeMap<>(verifyEnv);
    }

    /** What one step did and what its runner reported. */
    public record Result(StepTrace trace, TestReport report) {}

    public Result run(Sandbox fork, Contract contract, Step step, String stage, int attempt, Duration wall) {
        TestRunnerSupport runner = runner(step);
        sequence++;
        String folder = SCRATCH + "/" + stage + "-" + step.id() + "-" + attempt + "-" + sequence;
        String events = folder + "/events";
        String reports = folder + "/reports";
        shell(fork, List.of("mkdir", "-p", events, reports));
        Map<String, String> env = new TreeMap<>(verifyEnv);
        env.put("BOOTWRIGHT_REPORTS", reports);
        env.putAll(runner.inject(fork, step, StepRunner.TREE, events));
        StepTrace trace = steps.run(fork, contract, step, stage, attempt, env, wall);
        runner.gather(fork, step, StepRunner.TREE, events, reports);
        Path out = results.resolve(folder.substring(SCRATCH.length() + 1));
        try {
            Files.createDirectories(out);
            try (TarFolder folderOnHost = TarFolder.into(out, COPY_LIMIT)) {
                fork.copyOut(folder, folderOnHost.sink(), COPY_LIMIT);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        TestReport report = runner.read(new TestRunnerSupport.Execution(
                step,
                trace.outcome(),
                out.resolve("events"),
                out.resolve("reports"),
                trace.log(),
                StepRunner.TREE,
                host));
        return new Result(trace, report);
    }

    Optional<Step> minimalExecute(Step strongest, TestReport collected) {
        return strongest.runner() == null ? Optional.empty() : runner(strongest).minimalExecute(strongest, collected);
    }

    Optional<Step> rerun(Step executed, List<TestId> tests) {
        return runner(executed).rerun(executed, tests);
    }

    /** Tests of a collection, of whatever runner, that the selector of an exclusion names. */
    SortedSet<TestId> named(String selector, TestReport collected) {
        SortedSet<TestId> named = new TreeSet<>();
        runners.values().forEach(r -> named.addAll(r.named(selector, collected)));
        return named;
    }

    /** How a runner's command line names one test; its bare name for a runner that is not known. */
    public String selector(TestId test) {
        TestRunnerSupport runner = runners.get(test.runner());
        return runner == null ? test.name() : runner.selector(test);
    }

    /** Whether a test step is an execution of this command. */
    public boolean runs(Step step, List<String> command) {
        return step.runner() != null && runner(step).runs(step, command);
    }

    private TestRunnerSupport runner(Step step) {
        TestRunnerSupport runner = runners.get(String.valueOf(step.runner()));
        if (runner == null) {
            throw ToolException.of(
                    FailureCode.CONTRACT_INVALID,
                    step.id().value(),
                    "step " + step.id() + " names the test runner '" + step.runner() + "', which is not known",
                    "use one of " + new TreeSet<>(runners.keySet()));
        }
        return runner;
    }

    private static void shell(Sandbox fork, List<String> argv) {
        ExecOutcome outcome = fork.exec(ExecRequest.of(argv, "/", SandboxUser.DEVELOPER, OutputSink.discard()));
        if (!outcome.orEndOfRun("verify").succeeded()) {
            throw new IllegalStateException(argv + ": " + outcome.describe());
        }
    }
}
