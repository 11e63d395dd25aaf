package dev.bootwright.verify;

import static org.assertj.core.api.Assertions.assertThat;

import dev.bootwright.acquire.MemoryTree;
import dev.bootwright.app.SetupHarness;
import dev.bootwright.base.Digest;
import dev.bootwright.base.StepId;
import dev.bootwright.contract.FirstContractTest;
import dev.bootwright.contract.ScriptRenderer;
import dev.bootwright.event.RunJournal;
import dev.bootwright.process.ProcessRunner;
import dev.bootwright.sandbox.ExecRequest;
import dev.bootwright.sandbox.LayerKey;
import dev.bootwright.sandbox.ReadOnlyBind;
import dev.bootwright.sandbox.ResourceLimits;
import dev.bootwright.sandbox.Sandbox;
import dev.bootwright.sandbox.SandboxEngine;
import dev.bootwright.sandbox.SandboxSpec;
import dev.bootwright.sandbox.SandboxUser;
import dev.bootwright.sandbox.Store;
import dev.bootwright.sandbox.namespace.NamespaceEngine;
import dev.bootwright.step.Contract;
import dev.bootwright.step.Origin;
import dev.bootwright.step.Phase;
import dev.bootwright.step.Role;
import dev.bootwright.step.Step;
import dev.bootwright.step.StepLimits;
import dev.bootwright.step.StepUser;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A pass that may not reuse anything goes on from what it made itself, whatever lies in the store under its keys. */
@Tag("sandbox")
class FreshPassTest {
    private static final SandboxSpec SPEC = new SandboxSpec("fresh", List.of(), Map.of());

    @TempDir
    Path folder;

    @Test
    void goesOnFromItsOwnLayersAndLeavesThemToLaterOnes() throws Exception {
        Contract contract = FirstContractTest.make(MemoryTree.of(FirstContractTest.PYTEST), 0)
                .withSteps(List.of(
                        step("make", Phase.TOOLCHAIN, "cat /proc/sys/kernel/random/uuid > ~/id"),
                        step("copy", Phase.DEPENDENCIES, "cp ~/id ~/copy")));
        try (ProcessRunner processes = new ProcessRunner();
                SandboxEngine engine = NamespaceEngine.open(Store.at(SetupHarness.sharedStore()), processes)) {
            String first = pass(engine, contract, false, true);
            String second = pass(engine, contract, false, true);
            assertThat(second).isNotEqualTo(first);
            assertThat(pass(engine, contract, true, false)).isEqualTo(second);
        }
    }

    private String pass(SandboxEngine engine, Contract contract, boolean reuse, boolean clean) throws Exception {
        Path run = Files.createDirectory(folder.resolve(UUID.randomUUID().toString()));
        try (RunJournal journal = RunJournal.create(run, Clock.systemUTC(), text -> text)) {
            Path shown = Files.createDirectory(run.resolve("contract"));
            SandboxSpec spec = new SandboxSpec(
                    "fresh", List.of(new ReadOnlyBind(shown, StepRunner.TREE + "/.bootstrap")), Map.of());
            StepRunner steps =
                    new StepRunner(journal, shown, text -> text, ScriptRenderer::stepScript, ResourceLimits.defaults());
            SetupRunner runner = new SetupRunner(
                    engine,
                    spec,
                    new LayerKeys(List.of()),
                    steps,
                    journal,
                    new NoFiles(),
                    trace -> false,
                    Duration.ZERO);
            SetupOutcome outcome = runner.run(contract, Map.of(), reuse, "fresh");
            assertThat(outcome)
                    .isInstanceOfSatisfying(
                            SetupOutcome.Ready.class,
                            ready -> assertThat(ready.clean()).isEqualTo(clean));
            return idsIn(engine, ((SetupOutcome.Ready) outcome).layer());
        }
    }

    private static String idsIn(SandboxEngine engine, LayerKey layer) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        try (Sandbox sandbox = engine.open(layer, SPEC)) {
            sandbox.exec(ExecRequest.of(
                    List.of("bash", "-c", "cmp ~/id ~/copy && cat ~/id"),
                    "/",
                    SandboxUser.DEVELOPER,
                    (bytes, n) -> out.write(bytes, 0, n)));
        }
        assertThat(out.size()).isPositive();
        return out.toString(StandardCharsets.UTF_8);
    }

    private static Step step(String id, Phase phase, String block) {
        return new Step(
                new StepId(id),
                phase,
                Role.INSTALL,
                StepUser.DEVELOPER,
                null,
                null,
                block,
                Map.of(),
                ".",
                new StepLimits(60, 60),
                List.of(),
                Origin.PLAN);
    }

    /** An empty workspace. */
    private record NoFiles() implements SetupRunner.WorkspaceSource {
        @Override
        public InputStream tar() {
            return new ByteArrayInputStream(new byte[1024]);
        }

        @Override
        public boolean hasGit() {
            return false;
        }

        @Override
        public InputStream git() {
            throw new AssertionError("there is no history");
        }

        @Override
        public LayerKey key(LayerKeys keys, LayerKey parent) {
            return new LayerKey(Digest.ofFields(List.of("no files", parent.toString())));
        }
    }
}
