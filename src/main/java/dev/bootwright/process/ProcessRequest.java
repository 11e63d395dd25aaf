package dev.bootwright.process;

import java.nio.file.Path;
import java.time.Duration;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * One host process to run.
 *
 * @param argv program and arguments; never a shell string
 * @param env the whole environment of the process, in insertion order; nothing is inherited
 * @param directory the working directory, or null for the runner's own
 * @param timeout wall time, after which the whole process tree is killed
 * @param outputLimit bytes kept of each stream when captured; the rest is read and dropped
 * @param stdin the bytes given on standard input; empty for none
 */
public record ProcessRequest(
        List<String> argv,
        Map<String, String> env,
        @Nullable Path directory,
        Duration timeout,
        int outputLimit,
        byte[] stdin) {
    private static final int DEFAULT_OUTPUT_LIMIT = 16 << 20;

    public ProcessRequest {
        argv = List.copyOf(argv);
        env = Collections.unmodifiableMap(new LinkedHashMap<>(env));
        stdin = stdin.clone();
    }

    public static ProcessRequest of(List<String> argv, Map<String, String> env, Duration timeout) {
        return new ProcessRequest(argv, env, null, timeout, DEFAULT_OUTPUT_LIMIT, new byte[0]);
    }

    public ProcessRequest in(Path newDirectory) {
        return new ProcessRequest(argv, env, newDirectory, timeout, outputLimit, stdin);
    }

    public ProcessRequest withStdin(byte[] newStdin) {
        return new ProcessRequest(argv, env, directory, timeout, outputLimit, newStdin);
    }

    @Override
    public byte[] stdin() {
        return stdin.clone();
    }
}
