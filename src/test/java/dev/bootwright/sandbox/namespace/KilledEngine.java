package dev.bootwright.sandbox.namespace;

import dev.bootwright.base.Digest;
import dev.bootwright.process.ProcessRunner;
import dev.bootwright.sandbox.ExecRequest;
import dev.bootwright.sandbox.LayerKey;
import dev.bootwright.sandbox.OutputSink;
import dev.bootwright.sandbox.Sandbox;
import dev.bootwright.sandbox.SandboxSpec;
import dev.bootwright.sandbox.SandboxUser;
import dev.bootwright.sandbox.Store;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.UUID;

/** A program that opens, runs and seals without end, to be killed at any moment. Arguments: store, base key, marker. */
final class KilledEngine {
    private KilledEngine() {}

    @SuppressWarnings("InfiniteLoopStatement")
    public static void main(String[] args) {
        ProcessRunner runner = new ProcessRunner();
        NamespaceEngine engine = NamespaceEngine.open(Store.at(Path.of(args[0])), runner);
        LayerKey base = new LayerKey(new Digest(args[1]));
        System.out.println("ready");
        System.out.flush();
        LayerKey top = base;
        while (true) {
            LayerKey next = new LayerKey(Digest.of("killed " + UUID.randomUUID()));
            try (Sandbox sandbox = engine.open(top, new SandboxSpec("killed", List.of(), Map.of()))) {
                sandbox.start(shell("exec -a " + args[2] + " sleep 900"));
                sandbox.exec(shell("head -c 2M /dev/urandom > ~/f; setsid sleep 900 & echo"));
                sandbox.seal(next);
            }
            top = next.digest().hex().charAt(0) == '0' ? base : next;
        }
    }

    private static ExecRequest shell(String script) {
        return ExecRequest.of(List.of("bash", "-c", script), "/", SandboxUser.DEVELOPER, OutputSink.discard());
    }
}
