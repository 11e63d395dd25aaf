package dev.bootwright.contract;

import static org.assertj.core.api.Assertions.assertThat;

import dev.bootwright.acquire.MemoryTree;
import dev.bootwright.base.StepId;
import dev.bootwright.network.NetworkProfile;
import dev.bootwright.network.SandboxInjection;
import dev.bootwright.process.ProcessRunner;
import dev.bootwright.sandbox.BaseIdentity;
import dev.bootwright.sandbox.ExecOutcome;
import dev.bootwright.sandbox.ExecRequest;
import dev.bootwright.sandbox.LayerKey;
import dev.bootwright.sandbox.ReadOnlyBind;
import dev.bootwright.sandbox.Sandbox;
import dev.bootwright.sandbox.SandboxSpec;
import dev.bootwright.sandbox.SandboxUser;
import dev.bootwright.sandbox.Store;
import dev.bootwright.sandbox.namespace.NamespaceEngine;
import dev.bootwright.step.Contract;
import dev.bootwright.step.Phase;
import dev.bootwright.step.Step;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import org.apache.commons.compress.archivers.tar.TarArchiveEntry;
import org.apache.commons.compress.archivers.tar.TarArchiveOutputStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The scripts alone, in a bare base environment: no runner of ours, only what a user of such a network has, proxy
 * variables and a CA file. The tree lies in a folder with a blank in its name.
 */
@Tag("sandbox")
@Tag("slow")
class ScriptsAloneTest {
    private static final String TREE = "/srv/a project";
    private static final String SCRIPTS = "'" + TREE + "/.bootstrap/";

    @TempDir
    static Path temp;

    private static ProcessRunner runner;
    private static NamespaceEngine engine;
    private static LayerKey base;
    private static SandboxSpec spec;

    @BeforeAll
    static void openEngine() {
        runner = new ProcessRunner();
        String named = System.getenv("BOOTWRIGHT_TEST_STORE");
        engine = NamespaceEngine.open(Store.at(Path.of(named == null ? "target/test-store" : named)), runner);
        String architecture = System.getProperty("os.arch").equals("aarch64") ? "arm64" : "amd64";
        base = engine.base(BaseIdentity.debian("trixie", architecture), line -> {})
                .key();
        SandboxInjection network = NetworkProfile.ofHost().forVerify(temp);
        spec = new SandboxSpec(
                "scripts",
                network.binds().stream()
                        .map(b -> new ReadOnlyBind(b.source(), b.target()))
                        .toList(),
                network.env());
    }

    @AfterAll
    static void closeEngine() {
        engine.close();
        runner.close();
    }

    private record Ran(int status, String output) {}

    private static Ran run(Sandbox sandbox, SandboxUser user, String script) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        ExecOutcome outcome = sandbox.exec(
                ExecRequest.of(List.of("bash", "-c", script), "/", user, (bytes, n) -> out.write(bytes, 0, n)));
        int status = outcome instanceof ExecOutcome.Exited exited ? exited.code() : -1;
        return new Ran(status, out.toString(StandardCharsets.UTF_8));
    }

    private static void expect(Sandbox sandbox, SandboxUser user, String script, int status, String... output) {
        Ran ran = run(sandbox, user, script);
        assertThat(ran.output()).as(script).contains(output);
        assertThat(ran.status()).as(script + "\n" + ran.output()).isEqualTo(status);
    }

    @Test
    void pytestProject() throws IOException {
        Map<String, String> files = FirstContractTest.PYTEST;
        try (Sandbox sandbox = sandboxWith(files, 0)) {
            // the distribution's own image has no such user
            expect(sandbox, SandboxUser.ROOT, "userdel developer", 0, "");
            expect(sandbox, SandboxUser.ROOT, SCRIPTS + "doctor.sh'", 4, "run " + TREE + "/.bootstrap/setup.sh first");
            expect(sandbox, SandboxUser.ROOT, SCRIPTS + "setup.sh'", 0, "==> python-dependencies", "setup is complete");
            expect(sandbox, SandboxUser.ROOT, SCRIPTS + "setup.sh'", 0, "setup is complete");
            expect(sandbox, SandboxUser.ROOT, "stat -c %U " + SCRIPTS + "../.venv'", 0, "developer");
            judgesTests(sandbox, "tests/test_sample.py", """
                    import os, pytest
                    def test_one():
                        assert os.getuid() != 0
                    """, """
                    def test_one():
                        assert False
                    """, """
                    import pytest
                    @pytest.mark.skip(reason="never")
                    def test_one():
                        pass
                    """);
            // an ordinary user without sudo: what needs root says so, all else works
            expect(sandbox, SandboxUser.DEVELOPER, SCRIPTS + "setup.sh'", 4, "needs root", "sudo is not installed");
            expect(sandbox, SandboxUser.DEVELOPER, SCRIPTS + "doctor.sh'", 0, "the environment is sound");
        }
    }

    @Test
    void goProject() throws IOException {
        try (Sandbox sandbox = sandboxWith(FirstContractTest.GO, 0)) {
            expect(sandbox, SandboxUser.ROOT, SCRIPTS + "setup.sh'", 0, "setup is complete");
            judgesTests(
                    sandbox,
                    "sample_test.go",
                    "package sample\nimport (\"os\"; \"testing\")\nfunc TestOne(t *testing.T) { if os.Getuid() == 0 { t.Fail() } }\n",
                    "package sample\nimport \"testing\"\nfunc TestOne(t *testing.T) { t.Fatal(\"no\") }\n",
                    "package sample\nimport \"testing\"\nfunc TestOne(t *testing.T) { t.Skip(\"never\") }\n");
        }
    }

    private static void judgesTests(Sandbox sandbox, String file, String passing, String failing, String skipping)
            throws IOException {
        put(sandbox, Map.of(file, passing), SandboxUser.DEVELOPER);
        expect(sandbox, SandboxUser.ROOT, SCRIPTS + "doctor.sh'", 0, "the environment is sound");
        for (SandboxUser user : List.of(SandboxUser.ROOT, SandboxUser.DEVELOPER)) {
            expect(sandbox, user, SCRIPTS + "verify.sh' minimal", 0, "minimal: 1 executed, 1 passed");
            expect(sandbox, user, SCRIPTS + "verify.sh' strongest", 0, "strongest: 1 executed, 1 passed");
        }
        put(sandbox, Map.of(file, failing), SandboxUser.DEVELOPER);
        expect(sandbox, SandboxUser.ROOT, SCRIPTS + "verify.sh'", 1, "1 failed", "new: failed: ");
        put(sandbox, Map.of(file, skipping), SandboxUser.DEVELOPER);
        expect(sandbox, SandboxUser.ROOT, SCRIPTS + "verify.sh'", 6, "1 skipped", "no test was executed");
    }

    /** The tree with its first contract, owned by root. */
    private static Sandbox sandboxWith(Map<String, String> files, int route) throws IOException {
        Contract contract = withPart(FirstContractTest.make(MemoryTree.of(files), route));
        ContractFiles rendered = ContractRenderer.render(contract, TestsBaseline.EMPTY, Map.of(), List.of(), Map.of());
        SortedMap<String, String> all = new TreeMap<>(files);
        rendered.contents()
                .keySet()
                .forEach(name -> all.put(".bootstrap/" + name, String.valueOf(rendered.text(name))));
        Sandbox sandbox = engine.open(base, spec);
        put(sandbox, all, SandboxUser.ROOT);
        return sandbox;
    }

    /** The part that minimal executes is chosen after the first collection; here it is the whole. */
    private static Contract withPart(Contract contract) {
        List<Step> steps = new ArrayList<>();
        for (Step step : contract.steps()) {
            if (step.phase() == Phase.STRONGEST) {
                steps.add(new Step(
                        new StepId("minimal-" + step.id()),
                        Phase.MINIMAL,
                        step.role(),
                        step.user(),
                        step.project(),
                        step.runner(),
                        step.block(),
                        step.env(),
                        step.workingDirectory(),
                        step.limits(),
                        step.evidence(),
                        step.origin()));
            }
            steps.add(step);
        }
        steps.sort(java.util.Comparator.comparing(Step::phase));
        return contract.withSteps(steps);
    }

    private static void put(Sandbox sandbox, Map<String, String> files, SandboxUser owner) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (TarArchiveOutputStream tar = new TarArchiveOutputStream(bytes)) {
            for (Map.Entry<String, String> file : files.entrySet()) {
                byte[] content = file.getValue().getBytes(StandardCharsets.UTF_8);
                TarArchiveEntry entry = new TarArchiveEntry(file.getKey());
                entry.setSize(content.length);
                entry.setMode(file.getKey().endsWith(".sh") ? 0755 : 0644);
                tar.putArchiveEntry(entry);
                tar.write(content);
                tar.closeArchiveEntry();
            }
        }
        sandbox.copyIn(new ByteArrayInputStream(bytes.toByteArray()), TREE, owner);
    }
}
