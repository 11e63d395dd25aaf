package dev.bootwright.sandbox;

import java.util.List;

/** What an engine can do on this machine; every line was tried, not guessed. */
public record EngineReport(String engine, boolean usable, List<Check> checks) {
    public EngineReport {
        checks = List.copyOf(checks);
    }

    /**
     * One thing that was tried.
     *
     * @param subject for example {@code memory limit}
     * @param required whether the engine cannot work without it
     * @param detail what was found
     * @param remedy the exact command or change that would add what is missing; empty when nothing is
     */
    public record Check(String subject, boolean works, boolean required, String detail, String remedy) {}

    /** Names of the limits that are enforced, for {@code engine.limits}. */
    public List<String> enforcedLimits() {
        return checks.stream()
                .filter(c -> c.works() && c.subject().endsWith(" limit"))
                .map(c -> c.subject().substring(0, c.subject().length() - " limit".length()))
                .toList();
    }
}
