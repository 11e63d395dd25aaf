package dev.bootwright.sandbox.namespace;

import dev.bootwright.failure.FailureCode;
import dev.bootwright.failure.ToolException;
import dev.bootwright.process.ProcessRequest;
import dev.bootwright.process.ProcessResult;
import dev.bootwright.process.ProcessRunner;
import dev.bootwright.process.RunningProcess;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;

/**
 * The user namespace that all sandboxes of one engine share: its ids 0 to 65535 are 100000 to 165535 of the host, so
 * that root inside is nobody outside. It lives as long as a small process whose standard input we hold open.
 */
final class UserNamespace implements AutoCloseable {
    static final int FIRST_HOST_ID = 100_000;
    static final int COUNT = 65_536;

    private final RunningProcess keeper;

    private UserNamespace(RunningProcess keeper) {
        this.keeper = keeper;
    }

    static UserNamespace open(HostTools tools) {
        RunningProcess keeper = tools.runner()
                .start(
                        ProcessRequest.of(
                                List.of(tools.path("unshare"), "--user", "sh", "-c", "echo ready; read -r line"),
                                HostTools.ENV,
                                Duration.ofDays(365)),
                        ProcessRunner.Streams.DETACHED);
        try {
            String answer = Lines.first(keeper.stdout());
            if (!answer.equals("ready")) {
                throw refused(answer);
            }
            String map = "0 " + FIRST_HOST_ID + " " + COUNT + "\n";
            Files.writeString(Path.of("/proc/" + keeper.pid() + "/uid_map"), map);
            Files.writeString(Path.of("/proc/" + keeper.pid() + "/gid_map"), map);
            UserNamespace namespace = new UserNamespace(keeper);
            namespace.forbidNesting(tools);
            return namespace;
        } catch (IOException e) {
            keeper.close();
            throw refused(e.toString());
        } catch (RuntimeException e) {
            keeper.close();
            throw e;
        }
    }

    /** The file that {@code nsenter --user=} takes. */
    String file() {
        if (!keeper.isAlive()) {
            throw ToolException.of(
                    FailureCode.NO_ENGINE,
                    "sandbox",
                    "the process that holds the sandboxes' user namespace was killed",
                    "Run the same command again.");
        }
        return "/proc/" + keeper.pid() + "/ns/user";
    }

    /** A namespace made inside would give its maker new capabilities over the kernel, so none may be made. */
    private void forbidNesting(HostTools tools) {
        ProcessResult result = tools.run(
                Duration.ofSeconds(20),
                List.of(
                        tools.path("nsenter"),
                        "--user=" + file(),
                        "--setuid=0",
                        "--setgid=0",
                        "--",
                        "sh",
                        "-c",
                        "echo 0 > /proc/sys/user/max_user_namespaces"));
        if (!result.succeeded()) {
            throw refused(result.err().strip());
        }
    }

    private static ToolException refused(String why) {
        return ToolException.of(
                FailureCode.NO_ENGINE,
                "sandbox",
                "this kernel does not let us make a user namespace: " + why,
                "Allow user namespaces: sysctl -w user.max_user_namespaces=10000");
    }

    @Override
    public void close() {
        keeper.close();
    }
}
