package dev.bootwright.step;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class CommandLineTest {
    @Test
    void variablesComeBackAsTheyWereGiven() {
        Map<String, String> env = Map.of("B", "2=x", "A", "");
        List<String> command = CommandLine.with(env, List.of("go", "test", "C=3"));
        assertThat(command).containsExactly("env", "A=", "B=2=x", "go", "test", "C=3");
        assertThat(CommandLine.of(command).env()).isEqualTo(env);
        assertThat(CommandLine.of(command).argv()).containsExactly("go", "test", "C=3");
    }

    @Test
    void aCommandWithoutEnvHasNone() {
        assertThat(CommandLine.with(Map.of(), List.of("pytest"))).containsExactly("pytest");
        assertThat(CommandLine.of(List.of("pytest", "A=1")).env()).isEmpty();
        assertThat(CommandLine.of(List.of()).argv()).isEmpty();
    }
}
