package dev.bootwright.sandbox;

/** Receives a command's raw output; called from one thread, never after the command's outcome was returned. */
@FunctionalInterface
public interface OutputSink {
    void accept(byte[] buffer, int length);

    static OutputSink discard() {
        return (buffer, length) -> {};
    }
}
