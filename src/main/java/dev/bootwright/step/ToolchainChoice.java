package dev.bootwright.step;

import java.util.List;

/**
 * One toolchain of a route.
 *
 * @param name for example {@code python}, {@code go}
 * @param version what is asked for, for example {@code 3.13}
 * @param source {@code distribution}, {@code registry} or {@code managed}
 * @param reason why this version, in one sentence
 */
public record ToolchainChoice(String name, String version, String source, String reason, List<String> evidence) {
    public ToolchainChoice {
        evidence = List.copyOf(evidence);
    }
}
