package dev.bootwright.event;

/** Follows a run while it goes on; called from the run's threads, must return quickly. */
public interface RunListener {
    void event(JournalEntry entry);

    /** The newest line of output of the running step, control characters already stripped. Not journalled. */
    default void outputLine(String line) {}
}
