package dev.bootwright.sandbox.namespace;

import dev.bootwright.failure.FailureCode;
import dev.bootwright.failure.ToolException;
import dev.bootwright.process.ProcessRequest;
import dev.bootwright.process.ProcessResult;
import dev.bootwright.process.ProcessRunner;
import dev.bootwright.process.RunningProcess;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The process that holds one sandbox's overlay, mounted in a mount namespace of its own, so that nothing stays mounted
 * once it is gone. When its standard input closes, because this program died, it kills the sandbox's processes and ends.
 */
final class MountKeeper implements AutoCloseable {
    /** Where the overlay is, in the keeper's namespace; every distribution has this folder. */
    static final String MOUNT_POINT = "/mnt";

    /** Arguments: file of cgroup folders, mount options. Answers "ready", then "unmounted" once it is told to. */
    private static final String SCRIPT = """
            mount -i -n -t overlay overlay -o "$2" /mnt || exit 1
            echo ready
            if read -r line; then umount /mnt && echo unmounted; exit; fi
            [ -e "$1" ] || exit 0
            while read -r group; do
              [ -e "$group/cgroup.kill" ] && echo 1 > "$group/cgroup.kill"
              while read -r pid; do kill -s KILL "$pid"; done < "$group/cgroup.procs"
            done < "$1" 2>/dev/null
            """;

    /** Arguments: folder for the mounts, whether it is prepared, then number and source of each. */
    private static final String SHOW = """
            place=$1
            [ "$2" = yes ] || mount -n -t tmpfs -o mode=755,size=256k tmpfs "$place" || exit 1
            shift 2
            while [ $# -gt 0 ]; do
              if [ -d "$2" ]; then mkdir "$place/$1"; else : > "$place/$1"; fi || exit 1
              mount -n --bind "$2" "$place/$1" || exit 1
              shift 2
            done
            """;

    private final HostTools tools;
    private final RunningProcess process;
    private final Map<Shown, String> shown = new LinkedHashMap<>();
    private final Path place = place();

    /** A file or folder of the host; the key tells one that was replaced under the same name. */
    private record Shown(Path source, String fileKey) {}

    private MountKeeper(HostTools tools, RunningProcess process) {
        this.tools = tools;
        this.process = process;
    }

    /**
     * Mounts the layers.
     *
     * @param folders the folder that the lower directories are relative to
     * @param lower top first
     * @param temporary the sandbox's folder with {@code upper} and {@code work}
     */
    static MountKeeper open(HostTools tools, Path folders, List<String> lower, Path temporary) {
        String relative = folders.relativize(temporary).toString();
        String options = "lowerdir=" + String.join(":", lower) + ",upperdir=" + relative + "/upper,workdir=" + relative
                + "/work,redirect_dir=on,metacopy=on";
        if (options.length() > 4000) {
            throw ToolException.of(
                    FailureCode.STORE_UNUSABLE,
                    "sandbox",
                    "an environment of " + lower.size() + " layers is too deep to be mounted",
                    "Run the same command with --fresh.");
        }
        List<String> argv =
                new ArrayList<>(List.of(tools.path("unshare"), "--mount", "--propagation", "private", "--"));
        argv.addAll(List.of("sh", "-c", SCRIPT, "bootwright-keeper"));
        argv.add(temporary.resolve("cgroups").toString());
        argv.add(options);
        RunningProcess process = tools.runner()
                .start(
                        ProcessRequest.of(argv, HostTools.ENV, Duration.ofDays(365))
                                .in(folders),
                        ProcessRunner.Streams.DETACHED);
        try {
            String answer = Lines.first(process.stdout());
            if (!answer.equals("ready")) {
                throw notMounted(answer);
            }
            Files.writeString(temporary.resolve("keeper"), Long.toString(process.pid()));
            return new MountKeeper(tools, process);
        } catch (IOException e) {
            process.close();
            throw notMounted(String.valueOf(e.getMessage()));
        } catch (RuntimeException e) {
            process.close();
            throw e;
        }
    }

    boolean isAlive() {
        return process.isAlive();
    }

    /** The file that {@code nsenter --mount=} takes. */
    String file() {
        return "/proc/" + process.pid() + "/ns/mnt";
    }

    /**
     * Where root of the sandbox can reach files of the host: under their own name when everybody may, else through a
     * mount of the keeper's, since sandbox root is nobody on the host. In the order given.
     */
    synchronized List<String> reachable(List<Path> sources) throws IOException {
        List<String> paths = new ArrayList<>();
        List<String> wanted = new ArrayList<>();
        boolean prepared = !shown.isEmpty();
        for (Path source : sources) {
            Path real = source.toRealPath();
            if (isOpenToAll(real)) {
                paths.add(real.toString());
                continue;
            }
            Shown key = new Shown(real, String.valueOf(Files.getAttribute(real, "unix:ino")));
            String path = shown.get(key);
            if (path == null) {
                String number = Integer.toString(shown.size());
                wanted.addAll(List.of(number, real.toString()));
                path = place.resolve(number).toString();
                shown.put(key, path);
            }
            paths.add(path);
        }
        if (!wanted.isEmpty()) {
            show(prepared, wanted);
        }
        return paths;
    }

    private void show(boolean prepared, List<String> wanted) throws IOException {
        List<String> argv = new ArrayList<>(List.of(tools.path("nsenter"), "--mount=" + file(), "--"));
        argv.addAll(List.of("sh", "-c", SHOW, "show", place.toString(), prepared ? "yes" : "no"));
        argv.addAll(wanted);
        ProcessResult result = tools.run(Duration.ofSeconds(30), argv);
        if (!result.succeeded()) {
            throw new IOException("cannot show files of the host in a sandbox: "
                    + result.err().strip());
        }
    }

    private static boolean isOpenToAll(Path real) throws IOException {
        for (Path part = real.getParent(); part != null; part = part.getParent()) {
            if (((int) Files.getAttribute(part, "unix:mode") & 1) == 0) {
                return false;
            }
        }
        return true;
    }

    private static Path place() {
        return List.of("/media", "/srv", "/opt").stream()
                .map(Path::of)
                .filter(Files::isDirectory)
                .findFirst()
                .orElse(Path.of("/home"));
    }

    /** Takes the overlay away; all processes of the sandbox must be gone. */
    void unmount() {
        try {
            process.stdin().write("unmount\n".getBytes(StandardCharsets.US_ASCII));
            process.stdin().flush();
            String answer = Lines.first(process.stdout());
            if (!answer.equals("unmounted")) {
                throw new IOException(answer);
            }
        } catch (IOException e) {
            throw LayerStore.unusable("cannot unmount a sandbox", e);
        } finally {
            close();
        }
    }

    @Override
    public void close() {
        process.killAlone();
    }

    private static ToolException notMounted(String why) {
        return ToolException.of(
                FailureCode.NO_ENGINE,
                "sandbox",
                "the kernel refused the overlay mount: " + why,
                "Put the store on a disk that can hold an overlay's upper directory (ext4, xfs, btrfs, tmpfs): set"
                        + " BOOTWRIGHT_HOME. 'bootwright doctor' tests it.");
    }
}
