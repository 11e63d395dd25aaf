package dev.bootwright.sandbox;

/** A command that was started in a sandbox and is still running there. */
public interface RunningService extends AutoCloseable {
    boolean isAlive();

    /** Stops it with all its children and tells how it ended. */
    ExecOutcome stop();

    @Override
    void close();
}
