package dev.bootwright.app;

import static org.assertj.core.api.Assertions.assertThat;

import dev.bootwright.pipeline.CleanUp;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The clean-up that nobody asks for. */
@Tag("sandbox")
class CleanUpTest {
    @TempDir
    Path store;

    @Test
    void isDoneAtMostOnceAnHourAndTakesRunsThatAreOld() throws IOException {
        try (Wiring wiring = new Wiring(Map.of("BOOTWRIGHT_HOME", store.toString(), "PATH", System.getenv("PATH")))) {
            CleanUp cleanUp = new CleanUp(wiring.components());
            Path old = Files.createDirectories(store.resolve("runs/20200101-000000-0000"));
            Files.setLastModifiedTime(old, FileTime.from(Instant.now().minus(Duration.ofDays(15))));
            Path recent = Files.createDirectories(store.resolve("runs/20200102-000000-0000"));
            assertThat(cleanUp.whenDue()).isPresent();
            assertThat(old).doesNotExist();
            assertThat(recent).exists();
            assertThat(cleanUp.whenDue()).isEmpty();
            Path mark = store.resolve("last-clean-up");
            Files.setLastModifiedTime(mark, FileTime.from(Instant.now().minus(Duration.ofHours(2))));
            assertThat(cleanUp.whenDue()).isPresent();
        }
    }
}
