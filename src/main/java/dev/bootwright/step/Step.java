package dev.bootwright.step;

import dev.bootwright.base.StepId;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * One command of the contract. Its block is plain bash, run as {@code preamble + block} in a fresh process.
 *
 * @param project the project's directory relative to the tree; null when the step serves all
 * @param block bash; names files relative to the working directory, never by an absolute path of the tree
 * @param env added to the contract's variables for this step alone
 * @param workingDirectory relative to the tree, {@code .} for its root
 * @param evidence ids of the findings it rests on
 * @param runner the test runner whose report a collect or execute step yields, for example {@code pytest}; null for
 *     other steps. The report is written below {@code $BOOTWRIGHT_REPORTS}.
 */
public record Step(
        StepId id,
        Phase phase,
        Role role,
        StepUser user,
        @Nullable String project,
        @Nullable String runner,
        String block,
        Map<String, String> env,
        String workingDirectory,
        StepLimits limits,
        List<String> evidence,
        Origin origin) {
    public Step {
        if (block.isBlank()) {
            throw new IllegalArgumentException("step " + id + " has an empty block");
        }
        env = Collections.unmodifiableMap(new TreeMap<>(env));
        evidence = List.copyOf(evidence);
    }

    public Step withBlock(String newBlock) {
        return new Step(
                id, phase, role, user, project, runner, newBlock, env, workingDirectory, limits, evidence, origin);
    }
}
