package dev.bootwright.sandbox.namespace;

import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.LinkedBlockingQueue;

/**
 * Brings sealed layers to the disk behind the scenes and marks them, so that after a power failure no layer is trusted
 * whose content was still on its way.
 */
final class LayerSync implements AutoCloseable {
    private final HostTools tools;
    private final LayerStore layers;
    private final LinkedBlockingQueue<LayerRecord> waiting = new LinkedBlockingQueue<>();
    private final ExecutorService worker = Executors.newSingleThreadExecutor(
            Thread.ofVirtual().name("layer-sync").factory());

    LayerSync(HostTools tools, LayerStore layers) {
        this.tools = tools;
        this.layers = layers;
    }

    void later(LayerRecord record) {
        waiting.add(record);
        worker.execute(this::syncAll);
    }

    private void syncAll() {
        List<LayerRecord> batch = new ArrayList<>();
        waiting.drainTo(batch);
        if (batch.isEmpty()) {
            return;
        }
        boolean synced = tools.run(
                        Duration.ofMinutes(5),
                        List.of("sync", "-f", layers.folders().toString()))
                .succeeded();
        for (LayerRecord record : batch) {
            if (synced) {
                mark(record);
            }
        }
    }

    private void mark(LayerRecord record) {
        try {
            Files.createFile(layers.folder(record.id()).resolve("synced"));
        } catch (FileAlreadyExistsException e) {
            // Marked before.
        } catch (IOException e) {
            // Removed by a clean-up in the meantime; unmarked only means that it is not trusted after a restart.
        }
    }

    @Override
    public void close() {
        worker.close();
    }
}
