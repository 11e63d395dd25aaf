package dev.bootwright.contract;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import dev.bootwright.base.StepId;
import dev.bootwright.step.Contract;
import dev.bootwright.step.Phase;
import dev.bootwright.step.Role;
import dev.bootwright.step.ServiceSpec;
import dev.bootwright.step.Step;
import dev.bootwright.step.StepUser;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ScriptRendererTest {
    @TempDir
    Path temp;

    @Test
    void scriptsPassShellcheck() throws Exception {
        Contract contract = withService(Contracts.pytest());
        List<Path> files = new ArrayList<>();
        for (Map.Entry<String, String> script : ScriptRenderer.scripts(contract).entrySet()) {
            files.add(Files.writeString(temp.resolve(script.getKey()), script.getValue()));
        }
        for (Step step : contract.steps()) {
            files.add(Files.writeString(temp.resolve(step.id() + ".sh"), ScriptRenderer.stepScript(contract, step)));
        }
        List<String> argv = new ArrayList<>(List.of("shellcheck", "--shell=bash"));
        files.forEach(f -> argv.add(f.toString()));
        Ran ran = run(temp, Map.of(), argv.toArray(String[]::new));
        assertThat(ran.output()).isEmpty();
        assertThat(ran.status()).isZero();
    }

    @Test
    void renderingIsAPureFunction() {
        assertThat(ScriptRenderer.scripts(Contracts.pytest())).isEqualTo(ScriptRenderer.scripts(Contracts.pytest()));
    }

    @Test
    void setUpRunsTheVeryTextThatTheRunnerRuns() {
        Contract contract = Contracts.pytest();
        Map<String, String> scripts = ScriptRenderer.scripts(contract);
        String env = requireNonNull(scripts.get("env.sh"));
        String all = scripts.get("setup.sh") + scripts.get("doctor.sh") + scripts.get("verify.sh");
        for (Step step : contract.steps()) {
            String script = ScriptRenderer.stepScript(contract, step);
            assertThat(script).startsWith(env);
            assertThat(all).contains("<<'END_OF_STEP'\n" + script.substring(env.length()) + "END_OF_STEP\n");
        }
    }

    @Test
    void environmentFileFindsTheTreeFromItsOwnPlace() throws Exception {
        Path tree = Files.createDirectories(temp.resolve("a tree with 'quotes' & $signs"));
        Path bootstrap = Files.createDirectories(tree.resolve(".bootstrap"));
        Files.writeString(
                bootstrap.resolve("env.sh"),
                ScriptRenderer.scripts(Contracts.pytest()).get("env.sh"));
        Ran ran = run(
                tree,
                Map.of("TREE", "/elsewhere", "PATH", "/usr/bin:/bin"),
                "bash",
                "-euc",
                ". .bootstrap/env.sh; printf '%s\\n' \"$TREE\" \"$PATH\" \"$GREETING\"");
        assertThat(ran.output())
                .isEqualTo(
                        tree.toRealPath() + "\n" + tree.toRealPath() + "/.venv/bin:/usr/bin:/bin\nit's \"$5\" `now`\n");
    }

    @Test
    void blockThatHoldsTheMarkStaysOneBlock() throws Exception {
        String block = "cat <<'END_OF_STEP'\nhello\nEND_OF_STEP";
        Contract contract = Contracts.contract(
                Map.of(), Contracts.step("mark", Phase.BUILD, Role.BUILD, StepUser.DEVELOPER, null, block));
        String setup = ScriptRenderer.scripts(contract).get("setup.sh");
        assertThat(setup).contains("<<'END_OF_STEP_2'\n").contains("\nEND_OF_STEP_2\n");
        Path file = Files.writeString(temp.resolve("setup.sh"), setup);
        assertThat(run(temp, Map.of(), "bash", "-n", file.toString()).status()).isZero();
    }

    @Test
    void stepsOfEarlyPhasesDoNotEnterTheTree() {
        Contract contract = Contracts.pytest();
        assertThat(ScriptRenderer.stepScript(contract, contract.steps().getFirst()))
                .contains("\ncd /\n");
        assertThat(ScriptRenderer.stepScript(contract, contract.steps().get(1)))
                .contains("\ncd -- \"$TREE\" || exit\n");
    }

    private static Contract withService(Contract c) {
        return new Contract(
                c.schemaVersion(),
                c.repository(),
                c.route(),
                c.env(),
                c.steps(),
                List.of(new ServiceSpec(new StepId("database"), "exec server", "query it", 30, false)),
                c.locks(),
                c.projects(),
                c.commands(),
                c.excluded(),
                c.overrides(),
                c.toolVersions(),
                c.derivedFrom(),
                c.proof(),
                c.renderer());
    }

    record Ran(int status, String output) {}

    static Ran run(Path directory, Map<String, String> env, String... argv) throws IOException, InterruptedException {
        ProcessBuilder builder =
                new ProcessBuilder(argv).directory(directory.toFile()).redirectErrorStream(true);
        builder.environment().putAll(env);
        Process process = builder.start();
        process.getOutputStream().close();
        String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        return new Ran(process.waitFor(), output);
    }
}
