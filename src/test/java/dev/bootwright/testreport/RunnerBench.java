package dev.bootwright.testreport;

import dev.bootwright.base.StepId;
import dev.bootwright.step.Origin;
import dev.bootwright.step.Phase;
import dev.bootwright.step.Role;
import dev.bootwright.step.Step;
import dev.bootwright.step.StepLimits;
import dev.bootwright.step.StepUser;
import dev.bootwright.verify.TestRunnerSupport;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Runs steps of a tree as verification does, but on this machine: inject, run the block by bash, read.
 *
 * @param tree the repository
 * @param scratch an empty folder for logs, events and reports
 * @param path what PATH begins with
 */
public record RunnerBench(TestRunnerSupport support, Path tree, Path scratch, String path) {
    public Step step(String id, Phase phase, Role role, String directory, String block) {
        return new Step(
                new StepId(id),
                phase,
                role,
                StepUser.DEVELOPER,
                ".",
                support.runner(),
                block,
                Map.of(),
                directory,
                new StepLimits(900, 300),
                List.of(),
                Origin.PLAN);
    }

    /** What a step left behind. */
    public record Ran(Step step, LocalCommand.Ended ended, TestReport report) {}

    public Ran run(Step step) {
        try {
            Path folder = Files.createTempDirectory(scratch, step.id().value());
            Path events = Files.createDirectories(folder.resolve("events"));
            Path reports = Files.createDirectories(folder.resolve("reports"));
            Files.createDirectories(tree.resolve(".bootstrap"));
            Files.writeString(tree.resolve(".bootstrap/env.sh"), "export PATH=\"" + path + ":$PATH\"\n");
            Map<String, String> env = new TreeMap<>(step.env());
            env.put("BOOTWRIGHT_REPORTS", reports.toString());
            env.putAll(support.inject(new LocalSandbox(), step, tree.toString(), events.toString()));
            String script = ". .bootstrap/env.sh\ncd -- " + step.workingDirectory() + "\n" + step.block() + "\n";
            LocalCommand.Ended ended = LocalCommand.run(tree, env, List.of("bash", "-euo", "pipefail", "-c", script));
            Path log = Files.writeString(folder.resolve("log"), ended.output());
            TestReport report = support.read(new TestRunnerSupport.Execution(
                    step, ended.outcome(), events, reports, log, tree.toString(), tree));
            return new Ran(step, ended, report);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
