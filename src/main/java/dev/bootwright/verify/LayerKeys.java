package dev.bootwright.verify;

import dev.bootwright.base.Digest;
import dev.bootwright.sandbox.LayerKey;
import dev.bootwright.step.Contract;
import dev.bootwright.step.RepositoryIdentity;
import dev.bootwright.step.Step;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Derives the keys under which layers are stored: all that determines a layer's content, and nothing else. */
public final class LayerKeys {
    private static final String GENERATION = "1";

    private final List<String> indexAddresses;

    /** @param indexAddresses package index addresses of the network profile, without credentials */
    public LayerKeys(List<String> indexAddresses) {
        this.indexAddresses = List.copyOf(indexAddresses);
    }

    /** @param locks contents of the contract's lock files by name; only what the step's block names counts */
    public LayerKey step(LayerKey parent, Contract contract, Step step, Map<String, String> locks) {
        List<String> fields = new ArrayList<>(List.of("step", GENERATION, parent.toString(), step.block()));
        fields.add(step.user().toString());
        fields.add(step.workingDirectory());
        contract.env().forEach((name, value) -> fields.add("env:" + name + "=" + value));
        step.env().forEach((name, value) -> fields.add("step-env:" + name + "=" + value));
        for (String lock : contract.locks()) {
            if (step.block().contains(lock)) {
                fields.add("lock:" + lock + "="
                        + Digest.of(locks.getOrDefault(lock, "")).hex());
            }
        }
        indexAddresses.forEach(address -> fields.add("index:" + address));
        return new LayerKey(Digest.ofFields(fields));
    }

    /** @param gitHistory how much of the repository's history is inside, for example {@code shallow} */
    public LayerKey workspace(LayerKey parent, RepositoryIdentity repository, String gitHistory) {
        return new LayerKey(Digest.ofFields(List.of(
                "workspace",
                GENERATION,
                parent.toString(),
                repository.digest().toString(),
                String.valueOf(repository.commit()),
                String.valueOf(repository.commitTime()),
                gitHistory)));
    }

    /**
     * The key of a layer that one pass makes for itself: what earlier passes stored under the layer's own key can't get
     * into its place.
     *
     * @param pass names the pass; no other has it
     */
    LayerKey ofPass(LayerKey layer, String pass) {
        return new LayerKey(Digest.ofFields(List.of("pass", GENERATION, pass, layer.toString())));
    }
}
