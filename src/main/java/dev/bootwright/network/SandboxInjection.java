package dev.bootwright.network;

import java.nio.file.Path;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * What a sandbox is given so that the tools in it use the host's network as the host does. It belongs to the run: it is
 * never written into a contract nor into a layer.
 */
public record SandboxInjection(Map<String, String> env, List<Bind> binds) {
    public SandboxInjection {
        env = Collections.unmodifiableMap(new TreeMap<>(env));
        binds = List.copyOf(binds);
    }

    /** A host file that is shown read-only at an absolute path inside. */
    public record Bind(Path source, String target) {}
}
