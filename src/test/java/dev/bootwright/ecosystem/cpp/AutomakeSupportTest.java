package dev.bootwright.ecosystem.cpp;

import static org.assertj.core.api.Assertions.assertThat;

import dev.bootwright.base.StepId;
import dev.bootwright.base.TestId;
import dev.bootwright.step.Origin;
import dev.bootwright.step.Phase;
import dev.bootwright.step.Role;
import dev.bootwright.step.Step;
import dev.bootwright.step.StepLimits;
import dev.bootwright.step.StepUser;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A part of {@code make check}, run by bash and make in trees whose makefiles lie in different places. */
class AutomakeSupportTest {
    private static final Step STRONGEST = new Step(
            new StepId("cpp-strongest"),
            Phase.STRONGEST,
            Role.EXECUTE,
            StepUser.DEVELOPER,
            ".",
            AutomakeSupport.RUNNER,
            "make -k check 2>&1 | tee \"$BOOTWRIGHT_REPORTS/cpp-strongest.txt\"",
            Map.of(),
            ".",
            new StepLimits(60, 60),
            List.of(),
            Origin.PLAN);

    @TempDir
    Path tree;

    private void makefile(String folder) throws IOException {
        Path at = Files.createDirectories(tree.resolve(folder));
        Files.writeString(at.resolve("Makefile"), "check: ; @echo \"" + folder + " runs $(TEST_LOGS)\"\n");
    }

    private List<String> run(String... entries) throws IOException {
        List<TestId> tests = Stream.of(entries)
                .map(e -> new TestId(AutomakeSupport.RUNNER, ".", e, "t", 0))
                .toList();
        String block =
                new AutomakeSupport().rerun(STRONGEST, tests).orElseThrow().block();
        ProcessBuilder builder = new ProcessBuilder("bash", "-euo", "pipefail", "-c", block)
                .directory(tree.toFile())
                .redirectErrorStream(true);
        builder.environment().put("BOOTWRIGHT_REPORTS", tree.toString());
        Process process = builder.start();
        String out = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.onExit().join().exitValue()).as(out).isZero();
        return out.lines().filter(line -> line.contains(" runs ")).toList();
    }

    @Test
    void theMakefileBesideTheLogRunsIt() throws IOException {
        makefile(".");
        makefile("tests");

        assertThat(run("tests/one", "tests/two", "top"))
                .containsExactly(". runs top.log", "tests runs one.log two.log");
    }

    @Test
    void withoutOneBesideItTheNearestAboveDoes() throws IOException {
        makefile(".");
        makefile("lib");
        Files.createDirectories(tree.resolve("lib/a/b"));

        assertThat(run("lib/a/b/one", "src/two")).containsExactly("lib runs a/b/one.log", ". runs src/two.log");
    }
}
