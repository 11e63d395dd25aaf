package dev.bootwright.step;

/**
 * Who put a step or value there.
 *
 * @param kind {@code plan}, {@code override}, {@code repair} or {@code experience}
 * @param reference what exactly, for example an override's key; empty for the plan
 */
public record Origin(String kind, String reference) {
    public static final Origin PLAN = new Origin("plan", "");

    public static Origin override(String key) {
        return new Origin("override", key);
    }
}
