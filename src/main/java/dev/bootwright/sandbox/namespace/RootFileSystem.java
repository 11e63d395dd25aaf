package dev.bootwright.sandbox.namespace;

import dev.bootwright.base.Digest;
import dev.bootwright.failure.FailureCode;
import dev.bootwright.failure.ToolException;
import dev.bootwright.process.ProcessRequest;
import dev.bootwright.process.ProcessResult;
import dev.bootwright.process.ProcessRunner;
import dev.bootwright.process.RunningProcess;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Unpacks a root file system with the shifted owners of the sandboxes, and makes it what they expect. All that touches
 * its content runs in bubblewrap as the namespace's root, without network, and sees only that content writable.
 */
final class RootFileSystem {
    /** The latest file time that a base shows, in seconds; newer ones are set to it. */
    static final String EPOCH = "1735689600";

    private static final Pattern RELEASE = Pattern.compile("(?m)^VERSION_CODENAME=\"?([a-z][a-z0-9.-]{0,40})\"?$");

    private static final Duration LIMIT = Duration.ofMinutes(15);
    private static final List<String> EXCLUDED = List.of("./dev/*", "./proc/*", "./sys/*");

    /** Shows the root, which others can't reach by its path, in mounts of our own. */
    private static final String SHOW = "umask 022; mount -n --bind \"$1\" /mnt || exit 1; shift; exec \"$@\"";

    private final HostTools tools;
    private final UserNamespace users;

    RootFileSystem(HostTools tools, UserNamespace users) {
        this.tools = tools;
        this.users = users;
    }

    HostTools tools() {
        return tools;
    }

    /** Makes a tar file of what the user gave: a folder is packed, a tar file is taken as it is. */
    Path pack(Path source, Path work) {
        if (Files.isRegularFile(source)) {
            return source.toAbsolutePath();
        }
        if (!Files.isDirectory(source)) {
            throw ToolException.of(
                    FailureCode.SOURCE_NOT_FOUND,
                    "base",
                    "there is no root file system at " + source,
                    "Give a folder that holds one, or a tar file of it, with --base.");
        }
        Path tar = work.resolve("given.tar");
        List<String> argv = new ArrayList<>(List.of("tar", "--create", "--file=" + tar, "--numeric-owner"));
        argv.addAll(List.of("--one-file-system", "--xattrs", "--sort=name"));
        EXCLUDED.forEach(pattern -> argv.add("--exclude=" + pattern));
        argv.addAll(List.of("-C", source.toAbsolutePath().toString(), "."));
        check(tools.run(LIMIT, argv), "cannot read the root file system at " + source);
        return tar;
    }

    /**
     * Unpacks and prepares.
     *
     * @param root the folder to make
     * @return the digest of the content as it was given, so that its name outlives changes of our preparation
     */
    Digest unpack(Path tar, Path root) throws IOException {
        UpperDirectory.create(root, List.of());
        List<String> extract = new ArrayList<>(List.of("--ro-bind", "/", "/", "--bind", "/mnt", "/mnt"));
        extract.addAll(List.of("--chdir", "/mnt", "--"));
        extract.addAll(List.of("tar", "--extract", "--file=-", "--numeric-owner", "--same-owner"));
        extract.addAll(List.of("--preserve-permissions", "--xattrs", "--delay-directory-restore"));
        EXCLUDED.forEach(pattern -> extract.add("--exclude=" + pattern));
        check(feed(root, extract, tar), "cannot unpack the root file system " + tar.getFileName());

        Digest given = digest(root);
        List<String> prepare = new ArrayList<>(List.of("--bind", "/mnt", "/", "--proc", "/proc", "--dev", "/dev"));
        prepare.addAll(List.of("--clearenv", "--setenv", "PATH", ProcessRunner.DEFAULT_PATH));
        prepare.addAll(List.of("--", "/bin/sh", "-c", preparation()));
        check(
                tools.runner().captured(ProcessRequest.of(argv(root, prepare), HostTools.ENV, LIMIT)),
                "cannot prepare the root file system " + tar.getFileName());
        return given;
    }

    /** The release that an unpacked root says to be, for example {@code trixie}; {@code unknown} where it does not tell. */
    static String suite(Path root) throws IOException {
        Path file = root.resolve("usr/lib/os-release");
        if (!Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS) || Files.size(file) > 1 << 16) {
            return "unknown";
        }
        String text = new String(Files.readAllBytes(file), StandardCharsets.UTF_8);
        Matcher matcher = RELEASE.matcher(text);
        return matcher.find() ? matcher.group(1) : "unknown";
    }

    /** What a root holds, in an order and with times that do not depend on when it was unpacked. */
    private Digest digest(Path root) throws IOException {
        List<String> argv = List.of(
                "tar",
                "--create",
                "--file=-",
                "--numeric-owner",
                "--sort=name",
                "--clamp-mtime",
                "--mtime=@" + EPOCH,
                "--exclude=./dev",
                "--exclude=./proc",
                "--exclude=./sys",
                "-C",
                root.toString(),
                ".");
        MessageDigest hasher = Digest.hasher();
        try (RunningProcess process =
                tools.runner().start(ProcessRequest.of(argv, HostTools.ENV, LIMIT), ProcessRunner.Streams.SEPARATE)) {
            process.stdin().close();
            byte[] buffer = new byte[1 << 16];
            InputStream stream = process.stdout();
            int count = stream.read(buffer);
            while (count >= 0) {
                hasher.update(buffer, 0, count);
                count = stream.read(buffer);
            }
            if (!process.waitFor(Duration.ofSeconds(30)) || process.exitCode() != 0) {
                throw new IOException("tar ended with an error");
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException("interrupted", e);
        }
        return Digest.finish(hasher.digest());
    }

    private ProcessResult feed(Path root, List<String> bubblewrap, Path tar) {
        List<String> argv = new ArrayList<>(List.of("sh", "-c", "exec < \"$1\" || exit 1; shift; exec \"$@\"", "feed"));
        argv.add(tar.toString());
        argv.addAll(argv(root, bubblewrap));
        return tools.runner().captured(ProcessRequest.of(argv, HostTools.ENV, LIMIT));
    }

    private List<String> argv(Path root, List<String> bubblewrap) {
        List<String> argv =
                new ArrayList<>(List.of(tools.path("unshare"), "--mount", "--propagation", "private", "--"));
        argv.addAll(List.of("sh", "-c", SHOW, "root", root.toString()));
        argv.addAll(List.of(tools.path("nsenter"), "--user=" + users.file(), "--setuid=0", "--setgid=0", "--"));
        argv.addAll(List.of(tools.path("bwrap"), "--unshare-pid", "--unshare-ipc", "--unshare-net", "--new-session"));
        argv.add("--die-with-parent");
        argv.addAll(bubblewrap);
        return argv;
    }

    private static String preparation() throws IOException {
        try (InputStream script = RootFileSystem.class.getResourceAsStream("prepare-base.sh")) {
            return new String(Objects.requireNonNull(script).readAllBytes(), StandardCharsets.UTF_8);
        }
    }

    private static void check(ProcessResult result, String what) {
        if (!result.succeeded()) {
            throw BaseStore.unavailable(
                    what,
                    BaseStore.lastLines(result.out() + "\n" + result.err(), 8),
                    "A base needs a whole root file system with bash, tar, setpriv, sed and the usual folders.");
        }
    }
}
