package dev.bootwright.failure;

import java.util.List;

/**
 * One failure as data, for messages and for {@code --json}.
 *
 * @param phase the stage in which it happened, for example {@code acquire} or a step's id
 * @param summary what failed, on what, and why, in one sentence
 * @param evidence the lines that show it, bounded and scrubbed
 * @param next what the user can do about it
 */
public record Failure(FailureCode code, String phase, String summary, List<String> evidence, String next) {
    public Failure {
        evidence = List.copyOf(evidence);
    }
}
