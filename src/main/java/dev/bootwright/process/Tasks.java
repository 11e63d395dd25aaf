package dev.bootwright.process;

import dev.bootwright.failure.FailureCode;
import dev.bootwright.failure.ToolException;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.FutureTask;

/** Work beside the current thread. */
public final class Tasks {
    private Tasks() {}

    /** Starts work on a thread of its own. */
    public static <T> Future<T> start(Callable<T> work) {
        FutureTask<T> task = new FutureTask<>(work);
        Thread.startVirtualThread(task);
        return task;
    }

    /**
     * Waits for a result; what the work threw is thrown here.
     *
     * @param phase where the run stands, should it be interrupted meanwhile
     */
    public static <T> T join(Future<T> task, String phase) {
        try {
            return task.get();
        } catch (ExecutionException e) {
            if (e.getCause() instanceof RuntimeException cause) {
                throw cause;
            }
            if (e.getCause() instanceof Error cause) {
                throw cause;
            }
            throw new IllegalStateException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw ToolException.of(FailureCode.INTERRUPTED, phase, "interrupted", "Run the same command again.");
        }
    }
}
