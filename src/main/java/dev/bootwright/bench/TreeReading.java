package dev.bootwright.bench;

import dev.bootwright.acquire.AcquireOptions;
import dev.bootwright.acquire.Acquirer;
import dev.bootwright.acquire.SourceReference;
import dev.bootwright.acquire.SourceTree;
import dev.bootwright.acquire.Submodule;
import dev.bootwright.acquire.Workspace;
import dev.bootwright.contract.TestFileReach;
import dev.bootwright.contract.TestsBaseline;
import dev.bootwright.failure.ToolException;
import dev.bootwright.process.ProcessRequest;
import dev.bootwright.process.ProcessResult;
import dev.bootwright.process.ProcessRunner;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Looks at the tree that a run has set up: test files, and what of the repository is missing in it. */
final class TreeReading {
    private static final Duration GIT_LIMIT = Duration.ofMinutes(2);
    private static final long POINTER_LARGEST = 1024;
    private static final String POINTER_START = "version https://git-lfs";

    private final Acquirer acquirer;
    private final ProcessRunner processes;

    TreeReading(Acquirer acquirer, ProcessRunner processes) {
        this.acquirer = acquirer;
        this.processes = processes;
    }

    record Read(BenchRow.Tree tree, BenchRow.Reach reach) {}

    /** Nothing where there is no tree that can be read. */
    Optional<Read> read(Path folder, Path scratch, TestsBaseline baseline) {
        if (!Files.isDirectory(folder)) {
            return Optional.empty();
        }
        AcquireOptions options = AcquireOptions.of(folder, scratch);
        try (Workspace workspace = acquirer.acquire(new SourceReference.LocalFolder(folder), options)) {
            SourceTree tree = workspace.tree();
            List<Submodule> submodules = workspace.submodules();
            int missing = (int) submodules.stream().filter(s -> !s.present()).count();
            BenchRow.Tree facts = new BenchRow.Tree(
                    tree.entries().size(), missingBlobs(folder), submodules.size(), missing, pointers(tree));
            TestFileReach.Reach reach = TestFileReach.of(tree, baseline);
            return Optional.of(new Read(
                    facts,
                    new BenchRow.Reach(
                            reach.testFiles().size(),
                            reach.known() ? reach.reached().size() : null,
                            baseline.notLoaded().size())));
        } catch (ToolException e) {
            return Optional.empty();
        }
    }

    private static int pointers(SourceTree tree) {
        if (tree.read(".gitattributes")
                .filter(text -> text.contains("filter=lfs"))
                .isEmpty()) {
            return 0;
        }
        return (int) tree.entries().stream()
                .filter(e -> e.kind() == SourceTree.Kind.FILE && e.size() <= POINTER_LARGEST)
                .filter(e -> tree.read(e, POINTER_START.length())
                        .filter(POINTER_START::equals)
                        .isPresent())
                .count();
    }

    /** Git looks at its own objects only: no configuration of the user, no hook, no filter, no transport. */
    private int missingBlobs(Path folder) {
        if (!Files.exists(folder.resolve(".git"))) {
            return 0;
        }
        Map<String, String> env =
                Map.of("GIT_ALLOW_PROTOCOL", "none", "GIT_CONFIG_GLOBAL", "/dev/null", "GIT_CONFIG_NOSYSTEM", "1");
        List<String> argv = List.of(
                "git",
                "-c",
                "core.hooksPath=/dev/null",
                "-c",
                "core.fsmonitor=false",
                "-c",
                "safe.directory=*",
                "rev-list",
                "--objects",
                "--missing=print",
                "--no-walk",
                "HEAD");
        ProcessResult result =
                processes.captured(ProcessRequest.of(argv, env, GIT_LIMIT).in(folder));
        return result.succeeded()
                ? (int) result.out().lines().filter(l -> l.startsWith("?")).count()
                : 0;
    }
}
