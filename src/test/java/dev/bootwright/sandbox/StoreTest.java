package dev.bootwright.sandbox;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.bootwright.failure.FailureCode;
import dev.bootwright.failure.ToolException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class StoreTest {
    @TempDir
    private Path folder;

    @Test
    void isWhereTheEnvironmentSays() {
        assertThat(Store.of(Map.of("BOOTWRIGHT_HOME", folder + "/a", "HOME", "/nowhere"))
                        .root())
                .isEqualTo(folder.resolve("a"));
        assertThat(Store.of(Map.of("XDG_CACHE_HOME", folder + "/b", "HOME", "/nowhere"))
                        .root())
                .isEqualTo(folder.resolve("b/bootwright"));
        assertThat(Store.of(Map.of("HOME", folder + "/c")).root()).isEqualTo(folder.resolve("c/.cache/bootwright"));
    }

    @Test
    void isClosedToOthers() throws IOException {
        Store store = Store.at(folder.resolve("s"));
        for (Path part : new Path[] {store.root(), store.layers(), store.newTemporary("x")}) {
            assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(part)))
                    .isEqualTo("rwx------");
        }
    }

    @Test
    void saysWhenItCannotBeMade() throws IOException {
        Path file = Files.createFile(folder.resolve("file"));
        assertThatThrownBy(() -> Store.at(file.resolve("store")))
                .isInstanceOfSatisfying(
                        ToolException.class, e -> assertThat(e.failure().code()).isEqualTo(FailureCode.STORE_UNUSABLE));
    }

    @Test
    void keepsALittleSpaceForCleaningUp() {
        Store store = Store.at(folder.resolve("s"));
        store.keepReserve();
        assertThat(folder.resolve("s/reserve")).isRegularFile().hasSize(1 << 20);
        store.releaseReserve();
        assertThat(folder.resolve("s/reserve")).doesNotExist();
    }

    @Test
    void asksForSpaceBeforeWork() {
        Store store = Store.at(folder.resolve("s"));
        store.requireSpace(1, "test");
        assertThatThrownBy(() -> store.requireSpace(Long.MAX_VALUE, "test"))
                .isInstanceOfSatisfying(
                        ToolException.class, e -> assertThat(e.failure().code()).isEqualTo(FailureCode.DISK_FULL));
    }

    @Test
    void namesTemporaryFoldersAfterTheLivingProcess() {
        Path temporary = Store.at(folder.resolve("s")).newTemporary("kind");
        StoreOwner owner = StoreOwner.ofName(temporary.getFileName().toString()).orElseThrow();

        assertThat(owner).isEqualTo(StoreOwner.current());
        assertThat(owner.isAlive()).isTrue();
        assertThat(new StoreOwner(owner.pid(), owner.startTicks() + 1, owner.machine()).isAlive())
                .as("another process with the same id")
                .isFalse();
        assertThat(new StoreOwner(owner.pid(), owner.startTicks(), "00000000").isAlive())
                .as("before the machine was started anew")
                .isFalse();
        assertThat(StoreOwner.ofName("something-else")).isEmpty();
    }
}
