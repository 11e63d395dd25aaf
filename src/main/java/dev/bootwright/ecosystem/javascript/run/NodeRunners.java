package dev.bootwright.ecosystem.javascript.run;

import dev.bootwright.ecosystem.javascript.Runner;
import dev.bootwright.verify.TestRunnerSupport;
import java.util.List;

/** The supports of all runners. */
public final class NodeRunners {
    private NodeRunners() {}

    public static List<TestRunnerSupport> all() {
        return List.of(Runner.values()).stream()
                .<TestRunnerSupport>map(NodeRunnerSupport::new)
                .toList();
    }
}
