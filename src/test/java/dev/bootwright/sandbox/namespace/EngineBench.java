package dev.bootwright.sandbox.namespace;

import dev.bootwright.base.Digest;
import dev.bootwright.process.ProcessRunner;
import dev.bootwright.sandbox.ExecRequest;
import dev.bootwright.sandbox.LayerKey;
import dev.bootwright.sandbox.OutputSink;
import dev.bootwright.sandbox.Sandbox;
import dev.bootwright.sandbox.SandboxSpec;
import dev.bootwright.sandbox.SandboxUser;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Measures what a fork and a command cost, p95 of 200 each. Run by hand on an idle machine:
 * {@code mvn test -Dtest=EngineBench -Dtest.excludedGroups=none}; figures go to docs/bench/engine.md.
 */
@Tag("bench")
class EngineBench {
    private static final int WARM_UP = 20;
    private static final int RUNS = 200;
    private static final SandboxSpec SPEC = new SandboxSpec("bench", List.of(), Map.of());

    @Test
    void measures() {
        try (ProcessRunner runner = new ProcessRunner();
                NamespaceEngine engine = TestEngines.open(runner)) {
            LayerKey large = large(engine);
            report("fork (open a sealed 2 GB layer)", () -> {
                long start = System.nanoTime();
                Sandbox sandbox = engine.open(large, SPEC);
                long time = System.nanoTime() - start;
                sandbox.close();
                return time;
            });
            try (Sandbox sandbox = engine.open(large, SPEC)) {
                for (SandboxUser user : SandboxUser.values()) {
                    ExecRequest request = ExecRequest.of(List.of("true"), "/", user, OutputSink.discard());
                    report("exec true as " + user.userName(), () -> {
                        long start = System.nanoTime();
                        sandbox.exec(request);
                        return System.nanoTime() - start;
                    });
                }
            }
            report("fork, exec and discard", () -> {
                long start = System.nanoTime();
                try (Sandbox sandbox = engine.open(large, SPEC)) {
                    sandbox.exec(ExecRequest.of(List.of("true"), "/", SandboxUser.DEVELOPER, OutputSink.discard()));
                }
                return System.nanoTime() - start;
            });
        }
    }

    private static LayerKey large(NamespaceEngine engine) {
        LayerKey key = new LayerKey(Digest.of("bench layer of 2 GB"));
        if (engine.find(key).isEmpty()) {
            try (Sandbox sandbox = engine.open(TestEngines.base(engine), SPEC)) {
                String script = "for i in $(seq 2000); do head -c 1M /dev/urandom > /home/developer/$i; done";
                sandbox.exec(
                        ExecRequest.of(List.of("sh", "-c", script), "/", SandboxUser.DEVELOPER, OutputSink.discard()));
                sandbox.seal(key);
            }
        }
        return key;
    }

    private interface Measured {
        long nanos();
    }

    private static void report(String name, Measured measured) {
        long[] times = new long[RUNS];
        for (int i = -WARM_UP; i < RUNS; i++) {
            long time = measured.nanos();
            if (i >= 0) {
                times[i] = time;
            }
        }
        Arrays.sort(times);
        System.out.printf(
                Locale.ROOT,
                "BENCH | %s | %.1f | %.1f | %.1f |%n",
                name,
                times[RUNS / 2] / 1e6,
                times[RUNS * 95 / 100] / 1e6,
                times[RUNS - 1] / 1e6);
    }
}
