package dev.bootwright.sandbox.namespace;

import dev.bootwright.failure.FailureCode;
import dev.bootwright.failure.ToolException;
import dev.bootwright.process.ProcessRequest;
import dev.bootwright.process.ProcessResult;
import dev.bootwright.process.ProcessRunner;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The programs of the host that the engine stands on, looked up once. */
final class HostTools {
    /**
     * Environment of every helper that the engine itself runs on the host. Newer versions of {@code mount} use a kernel
     * interface that takes 256 bytes an option, too few for the layers of an overlay, unless told to use the older one.
     */
    static final Map<String, String> ENV =
            Map.of("PATH", ProcessRunner.DEFAULT_PATH, "LC_ALL", "C.UTF-8", "LIBMOUNT_FORCE_MOUNT2", "always");

    private static final Map<String, String> PACKAGES = packages();

    private final ProcessRunner runner;

    HostTools(ProcessRunner runner) {
        this.runner = runner;
    }

    /** Fails with {@code no-engine} unless everything is there that opening a sandbox needs. */
    void requireAll() {
        List<String> missing = missing();
        if (!missing.isEmpty()) {
            throw ToolException.of(
                    FailureCode.NO_ENGINE,
                    "sandbox",
                    "the namespace engine needs " + String.join(", ", missing) + ", not found on this machine",
                    "Run: " + installCommand(missing));
        }
        if (!isRoot()) {
            throw ToolException.of(
                    FailureCode.NO_ENGINE,
                    "sandbox",
                    "the namespace engine needs root to mount overlays, and this process is an ordinary user",
                    "Run the same command as root, for example with sudo.");
        }
    }

    List<String> missing() {
        return PACKAGES.keySet().stream()
                .filter(tool -> !tool.equals("mmdebstrap"))
                .filter(tool -> ProcessRunner.locate(tool, ENV).isEmpty())
                .toList();
    }

    boolean has(String tool) {
        return ProcessRunner.locate(tool, ENV).isPresent();
    }

    String path(String tool) {
        Optional<String> found = ProcessRunner.locate(tool, ENV);
        return found.orElseThrow(() -> ToolException.of(
                FailureCode.NO_ENGINE,
                "sandbox",
                tool + " is not installed on this machine",
                "Run: " + installCommand(List.of(tool))));
    }

    static boolean isRoot() {
        try {
            return (int) Files.getAttribute(Path.of("/proc/self"), "unix:uid") == 0;
        } catch (IOException e) {
            return false;
        }
    }

    static String installCommand(List<String> tools) {
        List<String> names = new ArrayList<>();
        for (String tool : tools) {
            String name = PACKAGES.getOrDefault(tool, tool);
            if (!names.contains(name)) {
                names.add(name);
            }
        }
        return "apt-get install -y --no-install-recommends " + String.join(" ", names);
    }

    /** Runs a small helper; a failure is an internal error unless the caller looks at the result. */
    ProcessResult run(Duration timeout, List<String> argv) {
        return runner.captured(ProcessRequest.of(argv, ENV, timeout));
    }

    /** Removes a tree whose names and depth may be hostile, following no link and crossing no mount. */
    void remove(List<Path> trees) {
        List<String> argv = new ArrayList<>(List.of("rm", "-rf", "--one-file-system", "--"));
        for (Path tree : trees) {
            argv.add(tree.toString());
        }
        ProcessResult result = runner.cleaningUp(ProcessRequest.of(argv, ENV, Duration.ofMinutes(10)));
        if (!result.succeeded()) {
            throw ToolException.of(
                    FailureCode.STORE_UNUSABLE,
                    "store",
                    "cannot remove " + trees + ": " + result.err().strip(),
                    "Check the store's disk and permissions, then run 'bootwright gc'.");
        }
    }

    ProcessRunner runner() {
        return runner;
    }

    private static Map<String, String> packages() {
        Map<String, String> packages = new LinkedHashMap<>();
        packages.put("bwrap", "bubblewrap");
        packages.put("unshare", "util-linux");
        packages.put("nsenter", "util-linux");
        packages.put("prlimit", "util-linux");
        packages.put("mount", "mount");
        packages.put("umount", "mount");
        packages.put("script", "bsdutils");
        packages.put("tar", "tar");
        packages.put("mmdebstrap", "mmdebstrap");
        return packages;
    }
}
