package dev.bootwright.sandbox.namespace;

import dev.bootwright.process.ProcessRunner;
import dev.bootwright.sandbox.BaseIdentity;
import dev.bootwright.sandbox.LayerKey;
import dev.bootwright.sandbox.Store;
import java.nio.file.Path;

/** The engine and base that tests share, in a store that outlives a test run so that the base is built once. */
final class TestEngines {
    static final BaseIdentity BASE = BaseIdentity.debian("trixie", BaseIdentity.architectureHere());

    private TestEngines() {}

    static Store store() {
        String named = System.getenv("BOOTWRIGHT_TEST_STORE");
        return Store.at(Path.of(named == null ? "target/test-store" : named));
    }

    static NamespaceEngine open(ProcessRunner runner) {
        return NamespaceEngine.open(store(), runner);
    }

    static LayerKey base(NamespaceEngine engine) {
        return engine.base(BASE, line -> {}).key();
    }
}
