package dev.bootwright.ecosystem.python;

import dev.bootwright.sandbox.ExecOutcome;
import dev.bootwright.sandbox.ExecRequest;
import dev.bootwright.sandbox.ResourceLimits;
import dev.bootwright.sandbox.Sandbox;
import dev.bootwright.sandbox.SandboxUser;
import dev.bootwright.step.Step;
import dev.bootwright.step.StepUser;
import dev.bootwright.verify.ReporterFiles;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Loads our listener into every Python that a step may use, by a {@code .pth} file in its site packages; only ever in a
 * throw-away fork.
 */
final class PythonReporter {
    private static final String VARIABLE = "BOOTWRIGHT_EVENTS";
    private static final List<String> FILES = List.of(
            "bootwright-events.pth", "_bootwright_events.py", "_bootwright_pytest.py", "_bootwright_unittest.py");
    private static final String MARK = "site-packages:";

    /** Prints the site packages of the interpreters that a step of this tree finds. */
    private static final String FIND_INTERPRETERS = """
            tree=$1
            folder=$2
            shift 2
            if [ -f "$tree/.bootstrap/env.sh" ]; then . "$tree/.bootstrap/env.sh"; fi
            export TREE="$tree"
            cd -- "$tree/$folder" 2>/dev/null || cd -- "$tree" || exit 0
            while [ "$#" -gt 0 ] && [ "$1" != -- ]; do
              value=${1#*=}
              for name in TREE HOME PATH; do value=${value//"\\${$name}"/${!name}}; done
              export "${1%%=*}=$value"
              shift
            done
            shift
            ask() {
              [ -x "$1" ] && [ ! -d "$1" ] || return 0
              "$1" -c 'import sysconfig; print("site-packages:" + sysconfig.get_paths()["purelib"])' </dev/null 2>/dev/null || :
            }
            for name in python python3 "$@"; do
              path=$(command -v -- "$name") && ask "$path"
            done
            for name in pytest py.test coverage; do
              path=$(command -v -- "$name") || continue
              first=
              IFS= read -r first <"$path" 2>/dev/null || :
              case "$first" in '#!'*) first=${first#'#!'}; first=${first# }; ask "${first%% *}" ;; esac
            done
            exit 0
            """;

    private final Set<String> deaf = ConcurrentHashMap.newKeySet();

    /** Variables for the step; empty where no interpreter was found, and {@link #isDeaf} then says so. */
    Map<String, String> inject(Sandbox fork, Step step, String tree, String events) {
        SandboxUser user = step.user() == StepUser.ROOT ? SandboxUser.ROOT : SandboxUser.DEVELOPER;
        Set<String> folders = sitePackages(fork, step, tree, user);
        if (folders.isEmpty()) {
            deaf.add(step.id().value());
            return Map.of();
        }
        deaf.remove(step.id().value());
        ReporterFiles files = ReporterFiles.of("python", FILES);
        folders.forEach(folder -> files.copyTo(fork, folder, user));
        ReporterFiles.key(fork, step, events, user);
        return Map.of(VARIABLE, events);
    }

    /** Whether no listener could be loaded for the step, so that the runner's own report is all there is. */
    boolean isDeaf(Step step) {
        return deaf.contains(step.id().value());
    }

    private static Set<String> sitePackages(Sandbox fork, Step step, String tree, SandboxUser user) {
        List<String> argv = new ArrayList<>(
                List.of("bash", "-c", FIND_INTERPRETERS, "find-interpreters", tree, step.workingDirectory()));
        step.env().forEach((name, value) -> argv.add(name + "=" + value));
        argv.add("--");
        for (String word : step.block().split("[\\s;|&()'\"]+")) {
            if (word.matches("[\\w./+-]*/(python|pypy)[\\d.]*") || word.matches("(python|pypy)\\d[\\d.]*")) {
                argv.add(word);
            }
        }
        ByteArrayOutputStream output = new ByteArrayOutputStream();
        ExecOutcome outcome = fork.exec(
                        ExecRequest.of(argv, "/", user, (buffer, length) -> output.write(buffer, 0, length))
                                .withLimits(ResourceLimits.defaults().withWall(Duration.ofMinutes(1))))
                .orEndOfRun("verify");
        Set<String> folders = new TreeSet<>();
        if (outcome.succeeded()) {
            output.toString(StandardCharsets.UTF_8).lines().forEach(line -> {
                if (line.startsWith(MARK + "/") && !line.contains("/../")) {
                    folders.add(line.substring(MARK.length()));
                }
            });
        }
        return folders;
    }
}
