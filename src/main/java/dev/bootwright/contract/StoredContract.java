package dev.bootwright.contract;

import dev.bootwright.discover.Finding;
import dev.bootwright.step.Contract;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * A contract as it was read from {@code .bootstrap}.
 *
 * @param locks content of the files below {@code lock/}, by name
 * @param edited what differs from that which {@code contract.json} renders to, one sentence each; empty for a contract
 *     that nobody changed by hand, and for scripts of another renderer that hold the same steps
 */
public record StoredContract(
        Contract contract,
        TestsBaseline baseline,
        Map<String, Finding> evidence,
        Map<String, String> locks,
        ContractFiles files,
        List<String> edited) {
    public StoredContract {
        evidence = sorted(evidence);
        locks = sorted(locks);
        edited = List.copyOf(edited);
    }

    private static <V> SortedMap<String, V> sorted(Map<String, V> map) {
        return Collections.unmodifiableSortedMap(new TreeMap<>(map));
    }

    /** Says so where the scripts come from another renderer than this version's; empty where they do not. */
    public Optional<String> otherRenderer() {
        return isOfOtherRenderer(contract)
                ? Optional.of("the scripts in .bootstrap were made by "
                        + (contract.renderer() == null
                                ? "a renderer without a version"
                                : "version " + contract.renderer() + " of the renderer")
                        + ", this is version " + ScriptRenderer.VERSION
                        + ": they hold the steps of contract.json, the rest of them was not compared")
                : Optional.empty();
    }

    static boolean isOfOtherRenderer(Contract contract) {
        return contract.renderer() == null || contract.renderer() != ScriptRenderer.VERSION;
    }

    /** Whether the fresh contract may take this one's place: an unproven one never replaces a proven one. */
    public boolean mayBeReplacedBy(Contract fresh) {
        return fresh.proof().proven() || !contract.proof().proven();
    }
}
