package dev.bootwright.git;

import dev.bootwright.failure.FailureCode;
import dev.bootwright.failure.ToolException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;

/** Waits for what runs beside the current thread. */
final class Tasks {
    private Tasks() {}

    static <T> T join(FutureTask<T> task) {
        try {
            return task.get();
        } catch (ExecutionException e) {
            if (e.getCause() instanceof RuntimeException cause) {
                throw cause;
            }
            throw new IllegalStateException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw ToolException.of(FailureCode.INTERRUPTED, "acquire", "interrupted", "Run it again.");
        }
    }
}
