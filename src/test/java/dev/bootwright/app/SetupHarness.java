package dev.bootwright.app;

import dev.bootwright.event.RunListener;
import dev.bootwright.pipeline.BootstrapPipeline;
import dev.bootwright.pipeline.RunResult;
import dev.bootwright.pipeline.SetupRequest;
import dev.bootwright.plan.Overrides;
import dev.bootwright.verify.VerifyLimits;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** Runs the real flow on small repositories, with the real engine and a store that tests share. */
public final class SetupHarness implements AutoCloseable {
    private final Wiring wiring;
    private final Path folder;

    SetupHarness(Path folder) {
        this.folder = folder;
        Map<String, String> env = new TreeMap<>(System.getenv());
        env.put("BOOTWRIGHT_HOME", sharedStore().toString());
        this.wiring = new Wiring(env);
    }

    /** One store for all tests of a build, so that the base environment is built once. */
    public static Path sharedStore() {
        String given = System.getenv("BOOTWRIGHT_TEST_STORE");
        return given == null || given.isEmpty()
                ? Path.of("target/test-store").toAbsolutePath()
                : Path.of(given).toAbsolutePath();
    }

    Wiring wiring() {
        return wiring;
    }

    Path repository(String name, Map<String, String> files) throws IOException {
        Path repository = folder.resolve(name);
        for (Map.Entry<String, String> file : files.entrySet()) {
            Path target = repository.resolve(file.getKey());
            Files.createDirectories(target.getParent());
            Files.writeString(target, file.getValue());
        }
        return repository;
    }

    RunResult setup(Path repository) {
        return setup(repository, Overrides.NONE, VerifyLimits.DEFAULT, true);
    }

    RunResult setup(Path repository, String testCommand) {
        Overrides flags = new Overrides(
                null,
                Map.of(),
                List.of(),
                Map.of(),
                null,
                testCommand,
                List.of(),
                Map.of("test-command", testCommand + " (flag)"));
        return setup(repository, flags, VerifyLimits.DEFAULT, true);
    }

    RunResult setup(Path repository, Duration testTimeout) {
        return setup(repository, Overrides.NONE, new VerifyLimits(testTimeout, testTimeout, testTimeout), true);
    }

    RunResult setup(Path repository, Overrides flags, VerifyLimits limits, boolean fresh) {
        return new BootstrapPipeline(wiring.components()).setup(request(repository, flags, limits, fresh), listeners());
    }

    static SetupRequest request(Path repository, Overrides flags, VerifyLimits limits, boolean fresh) {
        @Nullable Path none = null;
        return new SetupRequest(
                "setup", repository.toString(), repository, none, false, false, none, flags, fresh, limits, true);
    }

    private static List<RunListener> listeners() {
        return new ArrayList<>();
    }

    @Override
    public void close() {
        wiring.close();
    }
}
