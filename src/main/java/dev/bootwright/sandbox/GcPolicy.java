package dev.bootwright.sandbox;

import java.time.Duration;

/**
 * Which layers a clean-up keeps.
 *
 * @param maxAge layers not opened for longer go
 * @param maxBytes when the rest is larger, those opened longest ago go until it fits
 */
public record GcPolicy(Duration maxAge, long maxBytes) {
    public static GcPolicy defaults() {
        return new GcPolicy(Duration.ofDays(14), 40L << 30);
    }
}
