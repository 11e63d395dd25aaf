package dev.bootwright.git;

import dev.bootwright.failure.Failure;
import dev.bootwright.failure.FailureCode;
import dev.bootwright.failure.StorageFailure;
import dev.bootwright.failure.ToolException;
import dev.bootwright.process.ProcessRequest;
import dev.bootwright.process.ProcessResult;
import dev.bootwright.process.ProcessRunner;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;

/**
 * The {@code git} program, called so that nothing but the arguments decides what it does: no configuration of the
 * system or user, no hooks, prompts, pagers, optional locks or transports.
 */
public final class GitCli {
    private static final int OUTPUT_LIMIT = 1 << 29;
    private static final Duration LOCAL_LIMIT = Duration.ofMinutes(2);
    private static final Pattern CREDENTIALS = Pattern.compile("([a-z][a-z0-9+.-]*://)[^/@\\s']*@");
    private static final int EVIDENCE_LINES = 8;
    private static final int EVIDENCE_WIDTH = 300;

    /** Variables of the host that reach a git that talks to a remote; all others are left out. */
    private static final List<String> REMOTE_VARIABLES = List.of(
            "SSH_AUTH_SOCK",
            "XDG_CONFIG_HOME",
            "XDG_RUNTIME_DIR",
            "http_proxy",
            "https_proxy",
            "HTTPS_PROXY",
            "all_proxy",
            "ALL_PROXY",
            "no_proxy",
            "NO_PROXY",
            "GIT_SSL_CAINFO",
            "GIT_SSL_CAPATH",
            "SSL_CERT_FILE",
            "SSL_CERT_DIR",
            "CURL_CA_BUNDLE",
            "GIT_PROXY_COMMAND");

    private final ProcessRunner runner;
    private final Map<String, String> hostEnv;

    /** @param hostEnv the host's environment, of which only what git needs is passed on */
    public GitCli(ProcessRunner runner, Map<String, String> hostEnv) {
        this.runner = runner;
        this.hostEnv = Map.copyOf(hostEnv);
    }

    /** Runs a command on local data only; every transport is closed to it. */
    ProcessResult local(Path directory, Map<String, String> env, List<String> args, byte[] stdin) {
        Map<String, String> all = base();
        all.put("GIT_CONFIG_GLOBAL", "/dev/null");
        all.put("GIT_CONFIG_NOSYSTEM", "1");
        all.put("GIT_ALLOW_PROTOCOL", "none");
        all.putAll(env);
        return run(directory, all, args, LOCAL_LIMIT, stdin);
    }

    /** Runs a command that may read the user's own configuration and reach a remote by one of the allowed protocols. */
    ProcessResult remote(Path directory, List<String> args, Duration limit) {
        return remote(directory, args, limit, "https:ssh:git:file");
    }

    ProcessResult remote(Path directory, List<String> args, Duration limit, String protocols) {
        Map<String, String> all = base();
        for (String name : REMOTE_VARIABLES) {
            if (hostEnv.containsKey(name)) {
                all.put(name, hostEnv.getOrDefault(name, ""));
            }
        }
        all.put("GIT_ALLOW_PROTOCOL", protocols);
        all.put("GIT_SSH_COMMAND", "ssh -oBatchMode=yes -oConnectTimeout=20");
        all.put("GIT_LFS_SKIP_SMUDGE", "1");
        all.put("GCM_INTERACTIVE", "never");
        return run(directory, all, args, limit, new byte[0]);
    }

    /** Reads the user's own configuration, which is trusted as the user is. */
    ProcessResult userConfiguration(List<String> args) {
        Map<String, String> all = base();
        if (hostEnv.containsKey("XDG_CONFIG_HOME")) {
            all.put("XDG_CONFIG_HOME", hostEnv.getOrDefault("XDG_CONFIG_HOME", ""));
        }
        return run(Path.of("/"), all, args, LOCAL_LIMIT, new byte[0]);
    }

    /** The failure of a command whose success was expected. */
    static ToolException failed(String what, ProcessResult result) {
        List<String> lines = evidence(result);
        String last = lines.isEmpty() ? "" : " (" + lines.getLast() + ")";
        if (StorageFailure.isFull(result.err())) {
            return failure(
                    FailureCode.DISK_FULL, what, "the disk is full", lines, "Free some space, then run it again.");
        }
        if (result.timedOut()) {
            String next = "Let git ignore what does not belong to the repository, or give a fresh clone of it.";
            return failure(FailureCode.SOURCE_REFUSED, what, "git did not end in time", lines, next);
        }
        String next = "Check the repository with `git fsck`, or give a fresh clone of it.";
        String why = "git exited with status " + result.exitCode() + last;
        return failure(FailureCode.SOURCE_REFUSED, what, why, lines, next);
    }

    private static ToolException failure(
            FailureCode code, String what, String why, List<String> evidence, String next) {
        return new ToolException(new Failure(code, "acquire", "cannot " + what + ": " + why, evidence, next), null);
    }

    /** The last lines that git wrote to standard error, without control characters. */
    static List<String> evidence(ProcessResult result) {
        List<String> lines = result.err()
                .lines()
                .map(l -> l.replaceAll("\\p{Cntrl}", " ").strip())
                .map(l -> CREDENTIALS.matcher(l).replaceAll("$1"))
                .filter(l -> !l.isEmpty())
                .map(l -> l.length() > EVIDENCE_WIDTH ? l.substring(0, EVIDENCE_WIDTH) + "…" : l)
                .toList();
        return lines.subList(Math.max(0, lines.size() - EVIDENCE_LINES), lines.size());
    }

    private ProcessResult run(Path directory, Map<String, String> env, List<String> args, Duration limit, byte[] in) {
        List<String> argv = new ArrayList<>();
        argv.add("git");
        argv.addAll(List.of("-c", "core.hooksPath=/dev/null", "-c", "core.fsmonitor=false", "-c", "core.pager=cat"));
        argv.addAll(List.of("-c", "gc.auto=0", "-c", "maintenance.auto=false", "-c", "core.askPass="));
        argv.addAll(List.of("-c", "advice.detachedHead=false", "-c", "safe.directory=*"));
        argv.addAll(List.of("-c", "submodule.recurse=false", "-c", "credential.interactive=false"));
        argv.addAll(args);
        return runner.captured(new ProcessRequest(argv, env, directory, limit, OUTPUT_LIMIT, in));
    }

    private Map<String, String> base() {
        Map<String, String> env = new LinkedHashMap<>();
        env.put("PATH", hostEnv.getOrDefault("PATH", ProcessRunner.DEFAULT_PATH));
        env.put("HOME", hostEnv.getOrDefault("HOME", "/nonexistent"));
        env.put("LC_ALL", "C.UTF-8");
        env.put("TZ", "UTC");
        env.put("GIT_TERMINAL_PROMPT", "0");
        env.put("GIT_OPTIONAL_LOCKS", "0");
        env.put("GIT_ATTR_NOSYSTEM", "1");
        env.put("GIT_NO_REPLACE_OBJECTS", "1");
        env.put("GIT_LITERAL_PATHSPECS", "1");
        env.put("GIT_PAGER", "cat");
        env.put("GIT_EDITOR", "false");
        return env;
    }
}
