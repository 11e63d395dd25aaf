package dev.bootwright.process;

import java.nio.charset.StandardCharsets;

/**
 * What a captured host process did.
 *
 * @param exitCode the exit status, 128 + signal when a signal ended it; meaningless when timed out
 * @param stdout the first bytes of standard output, at most the request's limit
 * @param stderr likewise for standard error
 */
public record ProcessResult(int exitCode, byte[] stdout, byte[] stderr, boolean truncated, boolean timedOut) {
    public boolean succeeded() {
        return exitCode == 0 && !timedOut;
    }

    public String out() {
        return new String(stdout, StandardCharsets.UTF_8);
    }

    public String err() {
        return new String(stderr, StandardCharsets.UTF_8);
    }
}
