package dev.bootwright.sandbox;

import java.io.InputStream;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * One command to run in a sandbox.
 *
 * @param env added to the sandbox's own variables (HOME, USER, PATH, LANG=C.UTF-8, TZ=UTC, spec env)
 * @param workingDirectory an absolute path inside
 * @param binds shown for this command alone, on top of the spec's
 * @param stdin what the command reads; null for an empty input
 * @param output receives standard output, and standard error too, interleaved as they come, where {@code errors} is null
 * @param errors receives standard error alone
 */
public record ExecRequest(
        List<String> argv,
        Map<String, String> env,
        String workingDirectory,
        SandboxUser user,
        ResourceLimits limits,
        List<ReadOnlyBind> binds,
        @Nullable InputStream stdin,
        OutputSink output,
        @Nullable OutputSink errors) {
    public ExecRequest {
        argv = List.copyOf(argv);
        env = Collections.unmodifiableMap(new LinkedHashMap<>(env));
        binds = List.copyOf(binds);
    }

    public static ExecRequest of(List<String> argv, String workingDirectory, SandboxUser user, OutputSink output) {
        return new ExecRequest(
                argv, Map.of(), workingDirectory, user, ResourceLimits.defaults(), List.of(), null, output, null);
    }

    public ExecRequest withEnv(Map<String, String> newEnv) {
        return new ExecRequest(argv, newEnv, workingDirectory, user, limits, binds, stdin, output, errors);
    }

    public ExecRequest withLimits(ResourceLimits newLimits) {
        return new ExecRequest(argv, env, workingDirectory, user, newLimits, binds, stdin, output, errors);
    }

    public ExecRequest withBinds(List<ReadOnlyBind> newBinds) {
        return new ExecRequest(argv, env, workingDirectory, user, limits, newBinds, stdin, output, errors);
    }

    public ExecRequest withOutput(OutputSink newOutput) {
        return new ExecRequest(argv, env, workingDirectory, user, limits, binds, stdin, newOutput, errors);
    }

    public ExecRequest withStdin(InputStream newStdin) {
        return new ExecRequest(argv, env, workingDirectory, user, limits, binds, newStdin, output, errors);
    }

    /** The same command with its standard error apart from its output. */
    public ExecRequest withErrors(OutputSink newErrors) {
        return new ExecRequest(argv, env, workingDirectory, user, limits, binds, stdin, output, newErrors);
    }
}
