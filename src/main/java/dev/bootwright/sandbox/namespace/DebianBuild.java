package dev.bootwright.sandbox.namespace;

import dev.bootwright.failure.Failure;
import dev.bootwright.failure.FailureCode;
import dev.bootwright.failure.ToolException;
import dev.bootwright.process.ProcessRequest;
import dev.bootwright.process.ProcessRunner;
import dev.bootwright.process.RunningProcess;
import dev.bootwright.sandbox.BaseIdentity;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

/** Builds a Debian suite's minimal root with mmdebstrap, from the mirror that the tool itself knows. */
final class DebianBuild {
    private static final Duration LIMIT = Duration.ofMinutes(20);
    private static final int KEPT_LINES = 400;

    /** Settings of the host's network that a download may need; nothing else of its environment gets in. */
    private static final List<String> PROXY_VARIABLES =
            List.of("http_proxy", "https_proxy", "no_proxy", "HTTP_PROXY", "HTTPS_PROXY", "NO_PROXY");

    /** Everything happens in mounts of its own, with the work folder as /tmp, so that a kill leaves only that folder. */
    private static final String SCRIPT = """
            mount --bind "$1" /tmp || exit 1
            shift
            exec "$@"
            """;

    private final HostTools tools;

    DebianBuild(HostTools tools) {
        this.tools = tools;
    }

    /** The finished root as a tar file in the work folder. */
    Path build(BaseIdentity identity, Path work, Consumer<String> progress) throws IOException {
        requireTool();
        if (!identity.suite().matches("[a-z][a-z0-9.-]*")) {
            throw BaseStore.unavailable(
                    "'" + identity.suite() + "' is not the name of a Debian suite",
                    List.of(),
                    "Name one, like trixie.");
        }
        Path temporary = Files.createDirectory(work.resolve("build"));
        Files.setAttribute(temporary, "unix:mode", 01777);
        List<String> argv = new ArrayList<>(List.of(tools.path("unshare"), "--mount", "--propagation", "private"));
        argv.addAll(List.of("--pid", "--fork", "--kill-child", "--mount-proc", "--"));
        argv.addAll(List.of("sh", "-c", SCRIPT, "build-base", temporary.toString()));
        argv.addAll(List.of(
                tools.path("mmdebstrap"),
                "--mode=root",
                "--variant=" + identity.variant(),
                "--architectures=" + identity.architecture(),
                "--skip=output/dev",
                "--dpkgopt=force-unsafe-io",
                identity.suite(),
                "/tmp/root.tar"));
        Map<String, String> env = new LinkedHashMap<>(HostTools.ENV);
        env.put("TMPDIR", "/tmp");
        env.put("SOURCE_DATE_EPOCH", RootFileSystem.EPOCH);
        for (String name : PROXY_VARIABLES) {
            String value = System.getenv(name);
            if (value != null) {
                env.put(name, value);
            }
        }
        run(ProcessRequest.of(argv, env, LIMIT), identity, progress);
        return temporary.resolve("root.tar");
    }

    private void run(ProcessRequest request, BaseIdentity identity, Consumer<String> progress) throws IOException {
        Deque<String> lines = new ArrayDeque<>();
        try (RunningProcess process = tools.runner().start(request, ProcessRunner.Streams.MERGED);
                BufferedReader output =
                        new BufferedReader(new InputStreamReader(process.stdout(), StandardCharsets.UTF_8))) {
            process.stdin().close();
            Thread guard = Thread.ofVirtual().start(() -> killAfter(process, request.timeout()));
            String line = output.readLine();
            while (line != null) {
                if (lines.size() == KEPT_LINES) {
                    lines.removeFirst();
                }
                lines.add(line);
                if (line.startsWith("I: ")) {
                    progress.accept(identity.suite() + ": " + line.substring(3));
                }
                line = output.readLine();
            }
            boolean ended = process.waitFor(Duration.ofSeconds(30));
            guard.interrupt();
            if (!ended || process.exitCode() != 0) {
                throw explain(identity, String.join("\n", lines));
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw ToolException.of(
                    FailureCode.INTERRUPTED, "base", "building the base environment was interrupted", "Run it again.");
        }
    }

    private static void killAfter(RunningProcess process, Duration limit) {
        try {
            if (!process.waitFor(limit)) {
                process.kill();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } catch (ToolException e) {
            // The run was interrupted, which ends the process too.
        }
    }

    private void requireTool() {
        if (!tools.has("mmdebstrap")) {
            throw ToolException.of(
                    FailureCode.NO_ENGINE,
                    "base",
                    "mmdebstrap, which builds base environments, is not installed on this machine",
                    "Run: " + HostTools.installCommand(List.of("mmdebstrap")));
        }
    }

    static ToolException explain(BaseIdentity identity, String output) {
        String what = "cannot build the base environment " + identity.display();
        List<String> evidence = BaseStore.lastLines(output, 8);
        if (output.contains("NO_PUBKEY") || output.contains("is not signed") || output.contains("keyring")) {
            return BaseStore.unavailable(
                    what + ": this machine's archive keyring does not know the suite's key",
                    evidence,
                    "Run: apt-get install -y debian-archive-keyring (a newer one), or use another suite.");
        }
        if (output.contains("404") || output.contains("does not have a Release file")) {
            return BaseStore.unavailable(
                    what + ": the mirror has no such suite for this architecture",
                    evidence,
                    "Check the suite's name, or give a root file system with --base.");
        }
        if (output.contains("Could not resolve")
                || output.contains("Could not connect")
                || output.contains("Temporary failure")
                || output.contains("Connection failed")) {
            return new ToolException(
                    new Failure(
                            FailureCode.SOURCE_UNREACHABLE,
                            "base",
                            what + ": the distribution's mirror can't be reached",
                            evidence,
                            "Check the network and the proxy variables and try again, or give a root file system with"
                                    + " --base."),
                    null);
        }
        return BaseStore.unavailable(
                what + ": mmdebstrap failed", evidence, "See its last lines; 'bootwright doctor' checks the machine.");
    }
}
