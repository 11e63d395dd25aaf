package dev.bootwright.sandbox.namespace;

import dev.bootwright.sandbox.ExecOutcome;
import dev.bootwright.sandbox.RunningService;
import java.util.concurrent.CompletableFuture;

/** A command that runs beside others, watched by a thread of its own. */
final class NamespaceService implements RunningService {
    private final Execution execution;
    private final CompletableFuture<ExecOutcome> outcome = new CompletableFuture<>();

    NamespaceService(NamespaceSandbox.Launched launched) {
        this.execution = launched.execution();
        Thread.ofVirtual().name("sandbox-service").start(() -> watch(launched));
    }

    private void watch(NamespaceSandbox.Launched launched) {
        try (launched) {
            outcome.complete(launched.engine().await(execution));
        } catch (RuntimeException e) {
            outcome.completeExceptionally(e);
        }
    }

    @Override
    public boolean isAlive() {
        return !outcome.isDone() && execution.isAlive();
    }

    @Override
    public ExecOutcome stop() {
        execution.requestStop();
        return outcome.join();
    }

    @Override
    public void close() {
        stop();
    }
}
