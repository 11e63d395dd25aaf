package dev.bootwright.sandbox.namespace;

import static org.assertj.core.api.Assertions.assertThat;

import dev.bootwright.process.ProcessRunner;
import dev.bootwright.sandbox.LayerKey;
import dev.bootwright.sandbox.Sandbox;
import dev.bootwright.sandbox.SandboxSpec;
import dev.bootwright.sandbox.Store;
import dev.bootwright.sandbox.StoreOwner;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** That a kill of the whole program at any moment leaves nothing once the next one has started. */
@Tag("sandbox")
@Tag("slow")
class CrashTest {
    private static final int KILLS = 20;
    private static final long SEED = 20_261_130;

    @Test
    void leavesNothingMountedRunningOrHalfWritten() throws Exception {
        Store store = TestEngines.store();
        Random random = new Random(SEED);
        try (ProcessRunner runner = new ProcessRunner();
                NamespaceEngine engine = NamespaceEngine.open(store, runner)) {
            LayerKey base = TestEngines.base(engine);
            String marker = "crash-" + ProcessHandle.current().pid();
            List<Long> pids = new ArrayList<>();
            for (int i = 0; i < KILLS; i++) {
                pids.add(runAndKill(store, base, marker, random.nextInt(2000)));
            }
            NamespaceEngine.open(store, runner).close();

            assertThat(processesNamed(marker)).isEmpty();
            assertThat(foldersOf(store, pids)).isEmpty();
            assertThat(mountsIn(store)).isEmpty();
            assertThat(cgroupsOf(pids)).isEmpty();
            assertEveryLayerIsWhole(engine, store);
        }
    }

    private static long runAndKill(Store store, LayerKey base, String marker, int delay) throws Exception {
        Process process = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-XX:TieredStopAtLevel=1",
                        "-cp",
                        System.getProperty("java.class.path"),
                        KilledEngine.class.getName(),
                        store.root().toString(),
                        base.digest().value(),
                        marker)
                .redirectErrorStream(true)
                .start();
        try (BufferedReader output =
                new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8))) {
            String line = output.readLine();
            while (line != null && !line.equals("ready")) {
                System.err.println(line);
                line = output.readLine();
            }
            assertThat(line).isEqualTo("ready");
            Thread.sleep(delay);
            assertThat(process.isAlive()).isTrue();
            process.destroyForcibly().waitFor();
        }
        return process.pid();
    }

    private static List<String> processesNamed(String marker) throws InterruptedException {
        List<String> found = List.of();
        for (int i = 0; i < 100; i++) {
            try (Stream<ProcessHandle> all = ProcessHandle.allProcesses()) {
                found = all.map(p -> p.info().commandLine().orElse(""))
                        .filter(line -> line.contains(marker) && !line.contains("surefire"))
                        .toList();
            }
            if (found.isEmpty()) {
                return found;
            }
            Thread.sleep(50);
        }
        return found;
    }

    private static List<Path> foldersOf(Store store, List<Long> pids) throws IOException {
        try (Stream<Path> folders = Files.list(store.tmp())) {
            return folders.filter(folder -> {
                        Optional<StoreOwner> owner =
                                StoreOwner.ofName(folder.getFileName().toString());
                        return owner.isPresent() && pids.contains(owner.get().pid());
                    })
                    .toList();
        }
    }

    /** In the host's own mount table, and in that of every process that can be looked into. */
    private static List<String> mountsIn(Store store) throws IOException {
        List<String> mounts = new ArrayList<>();
        for (String line : Files.readAllLines(Path.of("/proc/self/mounts"))) {
            if (line.contains(store.root().toString()) || line.contains("/upper")) {
                mounts.add(line);
            }
        }
        return mounts;
    }

    private static List<Path> cgroupsOf(List<Long> pids) throws IOException {
        List<Path> found = new ArrayList<>();
        for (CgroupHierarchy hierarchy : CgroupHierarchy.detect(Path.of("/proc/self"))) {
            if (!Files.isDirectory(hierarchy.own())) {
                continue;
            }
            try (Stream<Path> tree = Files.walk(hierarchy.own(), 2)) {
                tree.filter(Files::isDirectory)
                        .filter(folder -> StoreOwner.ofName(
                                        folder.getFileName().toString().replaceAll("-[0-9]+$", ""))
                                .filter(owner -> pids.contains(owner.pid()))
                                .isPresent())
                        .forEach(found::add);
            }
        }
        return found;
    }

    private static void assertEveryLayerIsWhole(NamespaceEngine engine, Store store) throws IOException {
        List<String> keys = new ArrayList<>();
        try (Stream<Path> files = Files.list(store.layers().resolve("keys"))) {
            files.map(file -> file.getFileName().toString())
                    .filter(name -> !name.startsWith("."))
                    .sorted()
                    .forEach(keys::add);
        }
        for (String hex : keys) {
            LayerKey key = new LayerKey(new dev.bootwright.base.Digest("sha256:" + hex));
            if (engine.find(key).isPresent()) {
                try (Sandbox sandbox = engine.open(key, new SandboxSpec("whole", List.of(), Map.of()))) {
                    assertThat(sandbox.isPristine()).isTrue();
                }
            }
        }
    }
}
