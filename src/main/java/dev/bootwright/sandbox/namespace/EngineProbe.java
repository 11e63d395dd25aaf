package dev.bootwright.sandbox.namespace;

import dev.bootwright.failure.ToolException;
import dev.bootwright.process.ProcessResult;
import dev.bootwright.sandbox.EngineReport;
import dev.bootwright.sandbox.EngineReport.Check;
import dev.bootwright.sandbox.ResourceLimits;
import dev.bootwright.sandbox.Store;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** Tries on this machine each thing that the engine needs or offers. */
final class EngineProbe {
    private static final Duration LIMIT = Duration.ofSeconds(20);
    private static final String OVERLAY = """
            cd "$1" && mkdir lower lower/d upper work merged || exit 1
            mount -i -n -t overlay overlay -o lowerdir=lower,upperdir=upper,workdir=work,redirect_dir=on,metacopy=on merged \
              || exit 1
            mv merged/d merged/e
            """;

    private final Store store;
    private final HostTools tools;

    EngineProbe(Store store, HostTools tools) {
        this.store = store;
        this.tools = tools;
    }

    EngineReport report() {
        List<Check> checks = new ArrayList<>();
        List<String> missing = tools.missing();
        checks.add(new Check(
                "programs",
                missing.isEmpty(),
                true,
                missing.isEmpty() ? "all found" : "missing: " + String.join(", ", missing),
                missing.isEmpty() ? "" : HostTools.installCommand(missing)));
        boolean root = HostTools.isRoot();
        checks.add(new Check("root", root, true, root ? "yes" : "an ordinary user", root ? "" : "run it with sudo"));
        boolean canTry = missing.isEmpty() && root;
        checks.add(canTry ? userNamespace() : notTried("user namespace"));
        checks.add(canTry ? overlay() : notTried("overlay mount"));
        checks.add(mmdebstrap());
        checks.add(space());
        checks.addAll(limits(root));
        checks.add(new Check(
                "network of its own",
                false,
                false,
                "sandboxes share the host's network",
                "none yet: run only repositories that may reach what this machine reaches"));
        boolean usable = checks.stream().allMatch(check -> check.works() || !check.required());
        return new EngineReport("namespace", usable, checks);
    }

    private Check userNamespace() {
        try (UserNamespace namespace = UserNamespace.open(tools)) {
            return new Check("user namespace", true, true, "made, ids shifted: " + namespace.file(), "");
        } catch (ToolException e) {
            return new Check(
                    "user namespace",
                    false,
                    true,
                    e.failure().summary(),
                    e.failure().next());
        }
    }

    private Check overlay() {
        Path folder = store.newTemporary("probe");
        ProcessResult result = tools.run(
                LIMIT,
                List.of(
                        tools.path("unshare"),
                        "--mount",
                        "--propagation",
                        "private",
                        "--",
                        "sh",
                        "-c",
                        OVERLAY,
                        "probe",
                        folder.toString()));
        tools.remove(List.of(folder));
        return new Check(
                "overlay mount",
                result.succeeded(),
                true,
                result.succeeded() ? "mounted, folders can be renamed" : Text.tail(result.err(), 2),
                result.succeeded() ? "" : "set BOOTWRIGHT_HOME to a folder on ext4, xfs, btrfs or tmpfs");
    }

    private Check mmdebstrap() {
        boolean there = tools.has("mmdebstrap");
        return new Check(
                "building Debian bases",
                there,
                false,
                there ? "mmdebstrap found" : "mmdebstrap is missing; only --base and what is stored can be used",
                there ? "" : HostTools.installCommand(List.of("mmdebstrap")));
    }

    private Check space() {
        long usable = store.usableBytes();
        boolean enough = usable >= NamespaceEngine.SPACE_TO_OPEN;
        boolean forBase = usable >= BaseStore.SPACE_TO_BUILD;
        return new Check(
                "free space",
                enough && forBase,
                !enough,
                (usable >> 20) + " MiB; a sandbox needs " + (NamespaceEngine.SPACE_TO_OPEN >> 20)
                        + ", a new base environment " + (BaseStore.SPACE_TO_BUILD >> 20),
                enough && forBase
                        ? ""
                        : "free space, run 'bootwright gc', or set BOOTWRIGHT_HOME to a folder on a larger disk");
    }

    private List<Check> limits(boolean root) {
        List<Check> checks = new ArrayList<>();
        for (String always : List.of("wall time", "idle time", "output", "disk")) {
            checks.add(new Check(always + " limit", true, false, "watched by Bootwright itself", ""));
        }
        boolean memory = false;
        boolean pids = false;
        if (root) {
            String name = store.newTemporary("probe").getFileName().toString();
            Cgroups cgroups = Cgroups.detect("bootwright-" + name);
            memory = canLimit(cgroups, "memory");
            pids = canLimit(cgroups, "pids");
            cgroups.close();
            tools.remove(List.of(store.tmp().resolve(name)));
        }
        checks.addAll(groupLimit("memory", memory));
        checks.addAll(groupLimit("processes", pids));
        return checks;
    }

    private static List<Check> groupLimit(String what, boolean works) {
        if (works) {
            return List.of(new Check(what + " limit", true, false, "set by control groups", ""));
        }
        return List.of(
                new Check(
                        what + " limit",
                        false,
                        false,
                        "control groups can't be written here",
                        "run it where they can, for example: systemd-run --scope -p Delegate=yes"),
                new Check(
                        what + " (by process or user) limit",
                        true,
                        false,
                        "resource limits instead, which a command can go round with many processes",
                        ""));
    }

    private static boolean canLimit(Cgroups cgroups, String controller) {
        if (!cgroups.limits(controller)) {
            return false;
        }
        try {
            CommandGroup group = cgroups.create("probe");
            try {
                group.limit(ResourceLimits.defaults());
                return true;
            } finally {
                group.remove();
            }
        } catch (IOException e) {
            return false;
        }
    }

    private static Check notTried(String subject) {
        return new Check(subject, false, true, "not tried, since something above is missing", "");
    }
}
