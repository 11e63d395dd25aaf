package dev.bootwright.sandbox.namespace;

import dev.bootwright.base.Digest;
import dev.bootwright.failure.ToolException;
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

/** A program of its own for tests that need a second process. Arguments: what to do, store, base key, script. */
final class EngineProgram {
    private EngineProgram() {}

    public static void main(String[] args) {
        try (ProcessRunner runner = new ProcessRunner();
                NamespaceEngine engine = NamespaceEngine.open(Store.at(Path.of(args[1])), runner)) {
            if (args[0].equals("base")) {
                engine.base(TestEngines.BASE, line -> {
                    System.out.println(line);
                    System.out.flush();
                });
                return;
            }
            LayerKey base = new LayerKey(new Digest(args[2]));
            try (Sandbox sandbox = engine.open(base, new SandboxSpec("program", List.of(), Map.of()))) {
                switch (args[0]) {
                    case "interact" -> System.out.println("status " + sandbox.interact(request(args[3])));
                    case "seal" -> {
                        sandbox.exec(request(args[3]));
                        sandbox.seal(new LayerKey(Digest.of(args[4])));
                        System.out.println("sealed");
                    }
                    default -> throw new IllegalArgumentException(args[0]);
                }
            }
        } catch (ToolException e) {
            System.out.println(e.failure().code() + ": " + e.failure().summary() + " | "
                    + e.failure().next());
        }
    }

    private static ExecRequest request(String script) {
        return ExecRequest.of(List.of("bash", "-c", script), "/", SandboxUser.DEVELOPER, OutputSink.discard());
    }
}
