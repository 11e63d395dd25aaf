package dev.bootwright.step;

import dev.bootwright.base.Readiness;
import dev.bootwright.base.Verdict;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * What was proven by running the contract.
 *
 * @param proven whether the verdict is {@code bootstrapped}, by a clean replay
 * @param stages counts per stage, keyed {@code minimal}, {@code strongest}
 * @param notCovered what green does not cover, one sentence each
 */
public record Proof(
        boolean proven,
        Verdict verdict,
        Readiness readiness,
        Map<String, TestCounts> stages,
        boolean truncated,
        List<String> notCovered) {
    public static final Proof NONE = new Proof(false, Verdict.INCOMPLETE, Readiness.NONE, Map.of(), false, List.of());

    public Proof {
        stages = java.util.Collections.unmodifiableMap(new TreeMap<>(stages));
        notCovered = List.copyOf(notCovered);
    }
}
