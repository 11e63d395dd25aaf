package dev.bootwright.ecosystem.javascript.run;

import dev.bootwright.ecosystem.javascript.Runner;
import dev.bootwright.sandbox.ExecOutcome;
import dev.bootwright.sandbox.ExecRequest;
import dev.bootwright.sandbox.ResourceLimits;
import dev.bootwright.sandbox.Sandbox;
import dev.bootwright.sandbox.SandboxUser;
import dev.bootwright.step.Step;
import dev.bootwright.verify.ReporterFiles;
import dev.bootwright.version.npm.NpmVersion;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** Puts the streaming reporter where a step's Node loads it before any program, see {@code docs/streamed-events.md}. */
final class NodeReporter {
    private static final String VARIABLE = "BOOTWRIGHT_EVENTS";
    private static final String FOLDER = "/var/tmp/bootwright/javascript-reporter";
    private static final List<String> FILES = List.of(
            "bootwright-events.cjs",
            "bootwright-hook.cjs",
            "bootwright-jasmine.cjs",
            "bootwright-jest.cjs",
            "bootwright-mocha.cjs",
            "bootwright-node-events.cjs",
            "bootwright-node-run.cjs",
            "bootwright-node-test.mjs",
            "bootwright-vitest.mjs");

    /** From here on Node takes a reporter out of its variable. */
    private static final NpmVersion REPORTERS = NpmVersion.of(18, 15, 0);

    private static final String VERSION = """
            tree=$1
            export TREE="$tree"
            if [ -f "$tree/.bootstrap/env.sh" ]; then . "$tree/.bootstrap/env.sh"; fi
            node --version </dev/null 2>/dev/null
            """;

    private NodeReporter() {}

    /** Variables for the step. */
    static Map<String, String> inject(Sandbox fork, Step step, String tree, String events) {
        SandboxUser user = SandboxUser.DEVELOPER;
        run(fork, List.of("mkdir", "-p", FOLDER));
        ReporterFiles.of("javascript", FILES).copyTo(fork, FOLDER, user);
        ReporterFiles.key(fork, step, events, user);
        StringBuilder options = new StringBuilder("--require=" + FOLDER + "/bootwright-hook.cjs");
        boolean node = Runner.NODE_TEST.id().equals(step.runner());
        if (node && version(fork, tree).map(v -> v.compareTo(REPORTERS) >= 0).orElse(false)) {
            // a file, though it stays empty: at its end Node asks that it reaches the disk, which a device refuses
            options.append(" --test-reporter=")
                    .append(FOLDER)
                    .append("/bootwright-node-test.mjs --test-reporter-destination=")
                    .append(FOLDER)
                    .append("/nothing.txt");
        }
        Map<String, String> env = new TreeMap<>();
        env.put(VARIABLE, events);
        env.put("NODE_OPTIONS", options.toString());
        return env;
    }

    private static Optional<NpmVersion> version(Sandbox fork, String tree) {
        return NpmVersion.tryParse(
                run(fork, List.of("bash", "-c", VERSION, "node-version", tree)).strip());
    }

    private static String run(Sandbox fork, List<String> argv) {
        ByteArrayOutputStream output = new ByteArrayOutputStream();
        ExecOutcome outcome = fork.exec(
                ExecRequest.of(argv, "/", SandboxUser.DEVELOPER, (buffer, length) -> output.write(buffer, 0, length))
                        .withLimits(ResourceLimits.defaults().withWall(Duration.ofMinutes(1))));
        return outcome.succeeded() ? output.toString(StandardCharsets.UTF_8) : "";
    }
}
