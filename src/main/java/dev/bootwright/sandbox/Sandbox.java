package dev.bootwright.sandbox;

import java.io.InputStream;
import java.io.OutputStream;

/** One isolated, writable environment on top of a sealed layer. Not safe for concurrent use, except {@link #start}. */
public interface Sandbox extends AutoCloseable {
    /** Runs a command to its end; its whole process tree is gone when this returns. */
    ExecOutcome exec(ExecRequest request);

    /** Starts a command that goes on beside later ones, until it is stopped, or the sandbox is sealed or closed. */
    RunningService start(ExecRequest request);

    /**
     * Runs an interactive command on the caller's terminal.
     *
     * @return the command's exit status
     */
    int interact(ExecRequest request);

    /** Unpacks a tar stream below an absolute path inside, owned by the given user, following no link out of it. */
    void copyIn(InputStream tar, String target, SandboxUser owner);

    /** Writes a tar stream of an absolute path inside, which is read as data only; at most {@code maxBytes}. */
    void copyOut(String source, OutputStream tar, long maxBytes);

    /** Whether anything was written outside of {@code /tmp}, {@code /var/tmp}, {@code /run} since the sandbox was opened. */
    boolean isPristine();

    /** Stops all processes and stores the state under the key; the sandbox is closed by it. */
    Layer seal(LayerKey key);

    /** Keeps the state as an unsealed wreck for {@code shell --failed}; the sandbox is closed by it. */
    void keepWreck(String name);

    /** Stops all processes and discards all that was written since the sandbox was opened. */
    @Override
    void close();
}
