package dev.bootwright.sandbox;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * How a sandbox is set up, beside the layer it is opened on.
 *
 * @param label for people, in {@code doctor} and {@code gc} output
 * @param binds host files shown inside, for example the CA bundle
 * @param env variables that every command gets, for example proxy and CA; a request's own come on top
 */
public record SandboxSpec(String label, List<ReadOnlyBind> binds, Map<String, String> env) {
    public SandboxSpec {
        binds = List.copyOf(binds);
        env = Collections.unmodifiableMap(new LinkedHashMap<>(env));
    }
}
