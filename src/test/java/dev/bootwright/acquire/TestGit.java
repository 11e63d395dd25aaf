package dev.bootwright.acquire;

import static org.assertj.core.api.Assertions.assertThat;

import dev.bootwright.git.GitCli;
import dev.bootwright.process.ProcessRequest;
import dev.bootwright.process.ProcessResult;
import dev.bootwright.process.ProcessRunner;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Real git for tests, with an author and a fixed time, and the product's own way of calling it. */
final class TestGit {
    static final ProcessRunner RUNNER = new ProcessRunner();

    private TestGit() {}

    static GitCli cli() {
        return new GitCli(RUNNER, System.getenv());
    }

    static String run(Path directory, String... args) {
        ProcessResult result = attempt(directory, args);
        assertThat(result.exitCode())
                .as("git %s: %s", List.of(args), result.err())
                .isZero();
        return result.out().strip();
    }

    /** Runs git whatever it answers, with all that the repository configures. */
    static ProcessResult attempt(Path directory, String... args) {
        List<String> argv = new ArrayList<>(List.of("git", "-c", "gc.auto=0"));
        argv.addAll(List.of(args));
        Map<String, String> env = new LinkedHashMap<>();
        env.put("PATH", System.getenv("PATH"));
        env.put("HOME", "/nonexistent");
        env.put("LC_ALL", "C.UTF-8");
        env.put("GIT_CONFIG_NOSYSTEM", "1");
        for (String who : List.of("AUTHOR", "COMMITTER")) {
            env.put("GIT_" + who + "_NAME", "Some One");
            env.put("GIT_" + who + "_EMAIL", "some@one.example");
            env.put("GIT_" + who + "_DATE", "2024-05-06T07:08:09Z");
        }
        return RUNNER.captured(
                ProcessRequest.of(argv, env, Duration.ofMinutes(2)).in(directory));
    }

    /** A repository on branch main, without a commit. */
    static void init(Path folder) {
        run(folder, "init", "-q", "-b", "main", ".");
        run(folder, "config", "protocol.file.allow", "always");
    }

    static void commitAll(Path folder, String message) {
        run(folder, "add", "-A");
        run(folder, "commit", "-q", "-m", message);
    }
}
