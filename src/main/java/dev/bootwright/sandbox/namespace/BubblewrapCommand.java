package dev.bootwright.sandbox.namespace;

import dev.bootwright.sandbox.ExecRequest;
import dev.bootwright.sandbox.ReadOnlyBind;
import dev.bootwright.sandbox.SandboxSpec;
import dev.bootwright.sandbox.SandboxUser;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The command line that enters a sandbox: a shell joins the control groups, then {@code nsenter}
 * joins the sandbox's mounts and the shifted user namespace, then bubblewrap makes the rest and starts the command.
 *
 * <p>Bubblewrap's own options go through a file, so that no variable's value shows in the host's process list and none
 * is ever part of the environment of a program that runs outside.
 */
final class BubblewrapCommand {
    static final String HOST_NAME = "bootwright";

    /** What installing packages needs: files of other owners, dropping to a package manager's own user, ending it. */
    private static final List<String> ROOT_CAPABILITIES = List.of(
            "CAP_SETUID",
            "CAP_SETGID",
            "CAP_CHOWN",
            "CAP_DAC_OVERRIDE",
            "CAP_FOWNER",
            "CAP_FSETID",
            "CAP_SETFCAP",
            "CAP_KILL");

    /** What it takes to become an ordinary user and to give all else up. */
    private static final List<String> DROPPING_CAPABILITIES = List.of("CAP_SETUID", "CAP_SETGID", "CAP_SETPCAP");

    /** A line is all that can be read without taking from the command's own input, so line ends come as a variable. */
    private static final String WAIT = """
            nl='
            '
            IFS= read -r line || exit 0
            eval "$line"
            """;

    private final HostTools tools;
    private final MountKeeper keeper;
    private final UpperDirectory upper;
    private final String userFile;

    BubblewrapCommand(HostTools tools, MountKeeper keeper, UpperDirectory upper, String userFile) {
        this.tools = tools;
        this.keeper = keeper;
        this.upper = upper;
        this.userFile = userFile;
    }

    /**
     * The first half, which does not depend on the command: joins the control groups, opens bubblewrap's two files, and
     * enters the sandbox's mounts and ids. What follows is run there.
     *
     * @param options the file for bubblewrap's options, which is written later
     * @param status the file in which bubblewrap tells how the command ended
     */
    List<String> entrance(List<String> joinFiles, Path options, Path status) {
        StringBuilder script = new StringBuilder("umask 022; ulimit -c 0; ");
        for (int i = 0; i < joinFiles.size(); i++) {
            script.append("echo $$ > \"$1\" || exit 125; shift; ");
        }
        script.append("exec 3<\"$1\" 4>\"$2\" || exit 125; shift 2; exec \"$@\"");
        List<String> argv = new ArrayList<>(List.of(tools.path("sh"), "-c", script.toString(), "bootwright-exec"));
        argv.addAll(joinFiles);
        argv.add(options.toString());
        argv.add(status.toString());
        argv.addAll(List.of(tools.path("nsenter"), "--mount=" + keeper.file(), "--user=" + userFile));
        argv.addAll(List.of("--setuid=0", "--setgid=0", "--"));
        return argv;
    }

    /** Run at the end of the entrance: waits for one line and becomes what it says. */
    List<String> waiting() {
        return List.of(tools.path("sh"), "-c", WAIT);
    }

    /** What a waiting shell is told. */
    String line(ExecRequest request, boolean inGroups) {
        String words = ShellQuote.join(command(request, inGroups)).replace("\n", "'\"$nl\"'");
        return "ulimit -f " + fileBlocks(request) + "; exec " + words + "\n";
    }

    /** The second half as an ordinary command line, for a command that owns a terminal. */
    List<String> direct(ExecRequest request, boolean inGroups) {
        String script = "ulimit -f " + fileBlocks(request) + "; exec \"$@\"";
        List<String> argv = new ArrayList<>(List.of(tools.path("sh"), "-c", script, "bootwright-interact"));
        argv.addAll(command(request, inGroups));
        return argv;
    }

    private static long fileBlocks(ExecRequest request) {
        return Math.max(1, request.limits().diskBytes() / 512);
    }

    private List<String> command(ExecRequest request, boolean inGroups) {
        List<String> argv = new ArrayList<>();
        if (!inGroups) {
            // Each process for itself, and counted over all sandboxes of the machine: less than control groups do.
            argv.addAll(List.of(
                    tools.path("prlimit"),
                    "--nproc=" + request.limits().processes(),
                    "--data=" + request.limits().memoryBytes(),
                    "--"));
        }
        argv.addAll(List.of(tools.path("bwrap"), "--args", "3", "--"));
        if (request.user() == SandboxUser.DEVELOPER) {
            argv.addAll(List.of(
                    "setpriv",
                    "--reuid=" + SandboxUser.DEVELOPER_UID,
                    "--regid=" + SandboxUser.DEVELOPER_UID,
                    "--clear-groups",
                    "--inh-caps=-all",
                    "--bounding-set=-all",
                    "--no-new-privs",
                    "--"));
        }
        argv.addAll(request.argv());
        return argv;
    }

    /** The variables of a command: the sandbox's own, then the sandbox's setting, then the command's. */
    static Map<String, String> environment(ExecRequest request, SandboxSpec spec) {
        SandboxUser user = request.user();
        Map<String, String> env = new LinkedHashMap<>();
        env.put("HOME", user.home());
        env.put("USER", user.userName());
        env.put("LOGNAME", user.userName());
        env.put("SHELL", "/bin/bash");
        env.put(
                "PATH",
                user == SandboxUser.ROOT
                        ? "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin"
                        : "/usr/local/bin:/usr/bin:/bin");
        env.put("LANG", "C.UTF-8");
        env.put("LC_ALL", "C.UTF-8");
        env.put("TZ", "UTC");
        env.put("TERM", "xterm");
        env.put("COLUMNS", "80");
        env.put("LINES", "24");
        env.putAll(spec.env());
        env.putAll(request.env());
        return env;
    }

    /**
     * Writes bubblewrap's options.
     *
     * @param terminal whether the command may own the terminal it is started on
     * @param inGroups whether control groups end the command when this program dies, so that bubblewrap need not
     */
    void writeOptions(Path file, ExecRequest request, SandboxSpec spec, boolean terminal, boolean inGroups)
            throws IOException {
        List<ReadOnlyBind> binds = new ArrayList<>();
        Path resolver = Path.of("/etc/resolv.conf");
        if (Files.isReadable(resolver)) {
            binds.add(new ReadOnlyBind(resolver, "/etc/resolv.conf"));
        }
        binds.addAll(spec.binds());
        binds.addAll(request.binds());
        write(file, options(request, spec, binds, terminal, inGroups));
    }

    private List<String> options(
            ExecRequest request, SandboxSpec spec, List<ReadOnlyBind> binds, boolean terminal, boolean inGroups)
            throws IOException {
        List<String> options = new ArrayList<>(List.of(
                "--unshare-pid",
                "--unshare-ipc",
                "--unshare-uts",
                "--unshare-cgroup-try",
                "--hostname",
                HOST_NAME,
                "--json-status-fd",
                "4"));
        if (!terminal) {
            options.add("--new-session");
        }
        if (!inGroups) {
            options.add("--die-with-parent");
        }
        options.addAll(List.of("--bind", MountKeeper.MOUNT_POINT, "/", "--proc", "/proc"));
        options.addAll(List.of("--ro-bind", "/proc/sys", "/proc/sys", "--dev", "/dev"));
        options.addAll(List.of("--perms", "1777", "--tmpfs", "/dev/shm"));
        List<String> sources =
                keeper.reachable(binds.stream().map(ReadOnlyBind::source).toList());
        for (int i = 0; i < binds.size(); i++) {
            // Bubblewrap would make missing folders closed to all but root.
            for (String missing : upper.noteMountPoint(binds.get(i).target())) {
                options.addAll(List.of("--perms", "0755", "--dir", missing));
            }
            options.addAll(List.of("--ro-bind", sources.get(i), binds.get(i).target()));
        }
        options.addAll(List.of("--chdir", request.workingDirectory(), "--clearenv"));
        environment(request, spec).forEach((name, value) -> options.addAll(List.of("--setenv", name, value)));
        options.addAll(List.of("--cap-drop", "ALL"));
        List<String> capabilities = request.user() == SandboxUser.ROOT ? ROOT_CAPABILITIES : DROPPING_CAPABILITIES;
        capabilities.forEach(capability -> options.addAll(List.of("--cap-add", capability)));
        return options;
    }

    private static void write(Path file, List<String> words) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        for (String word : words) {
            if (word.indexOf('\0') >= 0) {
                throw new IllegalArgumentException("a NUL character can't be part of a command or its environment");
            }
            bytes.writeBytes(word.getBytes(StandardCharsets.UTF_8));
            bytes.write(0);
        }
        Files.write(file, bytes.toByteArray());
    }
}
