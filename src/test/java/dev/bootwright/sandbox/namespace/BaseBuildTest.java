package dev.bootwright.sandbox.namespace;

import static org.assertj.core.api.Assertions.assertThat;

import dev.bootwright.process.ProcessRunner;
import dev.bootwright.sandbox.Layer;
import dev.bootwright.sandbox.Sandbox;
import dev.bootwright.sandbox.SandboxSpec;
import dev.bootwright.sandbox.Store;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Building a base from nothing: killed in the middle, then by two at once. */
@Tag("sandbox")
@Tag("slow")
class BaseBuildTest {
    @Test
    void leavesNothingWhenKilledAndIsThenBuiltOnce(@TempDir Path folder) throws Exception {
        Store store = Store.at(folder.resolve("store"));
        buildAndKill(store);

        AtomicInteger builds = new AtomicInteger();
        try (ProcessRunner runner = new ProcessRunner();
                NamespaceEngine one = NamespaceEngine.open(store, runner);
                NamespaceEngine two = NamespaceEngine.open(store, runner)) {
            assertThat(entries(store.tmp())).allMatch(name -> name.startsWith("engine-"));
            assertThat(Files.readString(Path.of("/proc/self/mounts"))).doesNotContain(folder.toString());

            CompletableFuture<Layer> first = CompletableFuture.supplyAsync(() -> base(one, builds));
            CompletableFuture<Layer> second = CompletableFuture.supplyAsync(() -> base(two, builds));
            assertThat(first.get()).isEqualTo(second.get());
            assertThat(builds).hasValue(1);
            try (Sandbox sandbox = one.open(first.get().key(), new SandboxSpec("base", List.of(), Map.of()))) {
                assertThat(sandbox.isPristine()).isTrue();
            }
        }
        assertThat(entries(store.tmp())).isEmpty();
    }

    private static Layer base(NamespaceEngine engine, AtomicInteger builds) {
        return engine.base(TestEngines.BASE, line -> {
            if (line.startsWith("building")) {
                builds.incrementAndGet();
            }
        });
    }

    private static void buildAndKill(Store store) throws Exception {
        Process process = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-cp",
                        System.getProperty("java.class.path"),
                        EngineProgram.class.getName(),
                        "base",
                        store.root().toString())
                .redirectErrorStream(true)
                .start();
        try (BufferedReader output =
                new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8))) {
            String line = output.readLine();
            while (line != null && !line.contains("installing essential")) {
                line = output.readLine();
            }
            assertThat(line).as("the build went on").isNotNull();
            process.destroyForcibly().waitFor();
        }
        for (int i = 0; i < 200 && mentions(store); i++) {
            Thread.sleep(50);
        }
        assertThat(mentions(store)).as("a process of the build is alive").isFalse();
    }

    private static boolean mentions(Store store) {
        try (Stream<ProcessHandle> all = ProcessHandle.allProcesses()) {
            return all.filter(p -> p.pid() != ProcessHandle.current().pid())
                    .anyMatch(p -> p.info()
                            .commandLine()
                            .orElse("")
                            .contains(store.root().toString()));
        }
    }

    private static List<String> entries(Path folder) throws IOException {
        try (Stream<Path> files = Files.list(folder)) {
            return files.map(file -> file.getFileName().toString()).sorted().toList();
        }
    }
}
