package dev.bootwright.sandbox.namespace;

import dev.bootwright.failure.ToolException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/**
 * Brings sealed layers to the disk behind the scenes and marks them, so that after a power failure no layer is trusted
 * whose content was still on its way. What a run seals is left to the next start: by then the system has written most of
 * it, and the run itself does not compete with its own steps for the disk.
 */
final class LayerSync implements AutoCloseable {
    private final HostTools tools;
    private final LayerStore layers;
    private final ExecutorService worker = Executors.newSingleThreadExecutor(
            Thread.ofVirtual().name("layer-sync").factory());

    LayerSync(HostTools tools, LayerStore layers) {
        this.tools = tools;
        this.layers = layers;
    }

    /** Takes care of all layers that earlier runs left unmarked. */
    void start() {
        worker.execute(() -> sync(layers.unmarked()));
    }

    /** Takes care of a layer that is costly to build and used by many runs. */
    void later(LayerRecord record) {
        worker.execute(() -> sync(List.of(record)));
    }

    private void sync(List<LayerRecord> records) {
        if (!records.isEmpty() && isSynced()) {
            records.forEach(layers::mark);
        }
    }

    private boolean isSynced() {
        try {
            return tools.run(
                            Duration.ofMinutes(5),
                            List.of("sync", "-f", layers.folders().toString()))
                    .succeeded();
        } catch (ToolException e) {
            // Interrupted: the next start tries again.
            return false;
        }
    }

    @Override
    public void close() {
        worker.close();
    }
}
