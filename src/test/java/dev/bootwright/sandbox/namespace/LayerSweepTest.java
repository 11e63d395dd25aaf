package dev.bootwright.sandbox.namespace;

import static org.assertj.core.api.Assertions.assertThat;

import dev.bootwright.base.Digest;
import dev.bootwright.process.ProcessRunner;
import dev.bootwright.sandbox.GcPolicy;
import dev.bootwright.sandbox.GcReport;
import dev.bootwright.sandbox.LayerKey;
import dev.bootwright.sandbox.Store;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LayerSweepTest {
    private static final GcPolicy KEEP_ALL = new GcPolicy(Duration.ofDays(10), Long.MAX_VALUE);

    @TempDir
    private Path folder;

    private Store store;
    private ProcessRunner runner;
    private LayerStore layers;

    @BeforeEach
    void open() {
        store = Store.at(folder.resolve("store"));
        runner = new ProcessRunner();
        layers = new LayerStore(store);
    }

    @AfterEach
    void close() {
        runner.close();
    }

    @Test
    void removesByAgeButNoParentOfWhatIsKept() throws IOException {
        LayerRecord base = layer("base", null, 30);
        LayerRecord kept = layer("kept", base, 1);
        LayerRecord old = layer("old", base, 30);

        GcReport report = sweep(KEEP_ALL);

        assertThat(report.removedLayers()).isEqualTo(1);
        assertThat(report.keptLayers()).isEqualTo(2);
        assertThat(layers.find(base.key())).isPresent();
        assertThat(layers.find(kept.key())).isPresent();
        assertThat(layers.find(old.key())).isEmpty();
        assertThat(store.layers().resolve("keys").resolve(old.key().digest().hex()))
                .doesNotExist();
    }

    @Test
    void removesAWholeChainThatNobodyNeeds() throws IOException {
        LayerRecord base = layer("base", null, 30);
        LayerRecord middle = layer("middle", base, 29);
        layer("top", middle, 28);

        assertThat(sweep(KEEP_ALL).keptLayers()).isZero();
    }

    @Test
    void removesTheOldestUntilTheRestFits() throws IOException {
        LayerRecord one = layer("one", null, 3);
        LayerRecord two = layer("two", null, 2);
        LayerRecord three = layer("three", null, 1);
        long each = DiskWatch.size(new HostTools(runner), layers.folder(three.id()));

        GcReport report = sweep(new GcPolicy(Duration.ofDays(10), each + each / 2));

        assertThat(report.removedLayers()).isEqualTo(2);
        assertThat(report.removedBytes()).isPositive();
        assertThat(layers.find(one.key())).isEmpty();
        assertThat(layers.find(two.key())).isEmpty();
        assertThat(layers.find(three.key())).isPresent();
    }

    @Test
    void keepsWhatASandboxUses() throws IOException {
        LayerRecord used = layer("used", null, 30);
        Files.writeString(store.newTemporary("s").resolve("uses"), used.id());

        assertThat(sweep(KEEP_ALL).removedLayers()).isZero();
        assertThat(layers.find(used.key())).isPresent();
    }

    @Test
    void removesFoldersThatNeverBecameALayer() throws IOException {
        Path half = Files.createDirectories(store.layers().resolve("d/abcdef0123/fs"));
        Path fresh = Files.createDirectories(store.layers().resolve("d/abcdef9999/fs"));
        Files.setLastModifiedTime(half.getParent(), FileTime.from(Instant.now().minus(Duration.ofHours(1))));

        sweep(KEEP_ALL);

        assertThat(half).doesNotExist();
        assertThat(fresh).exists();
    }

    @Test
    void trustsNoUnsyncedLayerOfAnEarlierBoot() throws IOException {
        LayerRecord layer = layer("x", null, 0);
        Path meta = layers.folder(layer.id()).resolve("layer.json");
        Files.writeString(meta, Files.readString(meta).replace(layer.boot(), "another-boot"));

        assertThat(new LayerStore(store).find(layer.key())).isEmpty();
        Files.createFile(layers.folder(layer.id()).resolve("synced"));
        assertThat(new LayerStore(store).find(layer.key())).isPresent();
    }

    @Test
    void theNextStartMarksWhatARunSealed() throws IOException {
        LayerRecord mine = layer("mine", null, 0);
        LayerRecord foreign = layer("foreign", null, 0);
        Path meta = layers.folder(foreign.id()).resolve("layer.json");
        Files.writeString(meta, Files.readString(meta).replace(foreign.boot(), "another-boot"));
        LayerStore next = new LayerStore(store);
        assertThat(next.unmarked()).containsExactly(mine);

        try (LayerSync sync = new LayerSync(new HostTools(runner), next)) {
            sync.start();
        }

        assertThat(next.unmarked()).isEmpty();
        assertThat(layers.folder(mine.id()).resolve("synced")).exists();
        assertThat(layers.folder(foreign.id()).resolve("synced")).doesNotExist();
    }

    private GcReport sweep(GcPolicy policy) {
        return new LayerSweep(store, new HostTools(runner), layers).sweep(policy);
    }

    private LayerRecord layer(String name, @Nullable LayerRecord parent, int daysOld) throws IOException {
        Path upper = Files.createDirectory(folder.resolve(name));
        Files.write(upper.resolve("content"), new byte[100_000]);
        String parentId = parent == null ? null : parent.id();
        LayerRecord record = layers.add(upper, new LayerKey(Digest.of(name)), parentId);
        Files.setLastModifiedTime(
                layers.folder(record.id()).resolve("used"),
                FileTime.from(Instant.now().minus(Duration.ofDays(daysOld))));
        return record;
    }
}
