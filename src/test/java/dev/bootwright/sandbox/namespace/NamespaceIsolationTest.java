package dev.bootwright.sandbox.namespace;

import dev.bootwright.process.ProcessRunner;
import dev.bootwright.sandbox.LayerKey;
import dev.bootwright.sandbox.SandboxEngine;
import dev.bootwright.sandbox.SandboxIsolationConformanceTest;
import java.util.EnumSet;
import java.util.Set;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;

class NamespaceIsolationTest extends SandboxIsolationConformanceTest {
    private static ProcessRunner runner;
    private static NamespaceEngine engine;
    private static LayerKey base;

    @BeforeAll
    static void openEngine() {
        runner = new ProcessRunner();
        engine = TestEngines.open(runner);
        base = TestEngines.base(engine);
    }

    @AfterAll
    static void closeEngine() {
        engine.close();
        runner.close();
    }

    @Override
    protected SandboxEngine engine() {
        return engine;
    }

    @Override
    protected LayerKey base() {
        return base;
    }

    @Override
    protected Set<Capability> capabilities() {
        return EnumSet.allOf(Capability.class);
    }
}
