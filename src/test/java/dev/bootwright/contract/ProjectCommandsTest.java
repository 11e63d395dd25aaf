package dev.bootwright.contract;

import static org.assertj.core.api.Assertions.assertThat;

import dev.bootwright.step.Commands;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a contract's commands do when they are started at the root of the tree, with the shell that they name. */
class ProjectCommandsTest {
    @TempDir
    Path tree;

    @BeforeEach
    void folders() throws IOException {
        Files.createDirectories(tree.resolve("core/tests"));
        Files.createDirectories(tree.resolve("it's b"));
    }

    private record Ended(int status, String out) {}

    private Ended run(List<String> argv) throws IOException {
        Process process = new ProcessBuilder(argv)
                .directory(tree.toFile())
                .redirectErrorStream(true)
                .start();
        String out = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        return new Ended(process.onExit().join().exitValue(), out);
    }

    private static ProjectCommands project(String folder, String script) {
        List<String> argv = List.of("sh", "-c", script);
        return new ProjectCommands(
                folder,
                new Commands(
                        argv,
                        argv,
                        List.of("env", "X=a b", "sh", "-c", "echo \"${PWD##*/} $X $1\"", "-", "{file}"),
                        List.of("echo", "{test}"),
                        List.of()));
    }

    @Test
    void aProjectAtTheRootKeepsItsCommands() {
        ProjectCommands root = project(".", "true");

        assertThat(ProjectCommands.fromRoot(List.of(root))).isEqualTo(root.commands());
    }

    @Test
    void aProjectInAFolderIsEnteredAndItsFilesAreNamedFromTheTree() throws IOException {
        Commands commands = ProjectCommands.fromRoot(List.of(project("core", "echo ${PWD##*/}; exit 3")));

        assertThat(run(commands.testAll())).isEqualTo(new Ended(3, "core\n"));
        assertThat(run(commands.testFile().stream()
                        .map(word -> word.replace("{file}", "core/tests/a b.py"))
                        .toList()))
                .isEqualTo(new Ended(0, "core a b tests/a b.py\n"));
        assertThat(run(commands.testOne().stream()
                        .map(word -> word.replace("{test}", "core/t::one[core/x]"))
                        .toList()))
                .isEqualTo(new Ended(0, "t::one[core/x]\n"));
        assertThat(commands.rebuild()).isEmpty();
    }

    @Test
    void allProjectsRunAndAFailureOfAnyIsNotLost() throws IOException {
        Commands commands = ProjectCommands.fromRoot(List.of(
                project(".", "echo root"),
                project("core", "echo ${PWD##*/}; exit 3"),
                project("it's b", "echo ${PWD##*/}")));

        assertThat(run(commands.testAll())).isEqualTo(new Ended(3, "root\ncore\nit's b\n"));
        assertThat(run(commands.build()).status()).isEqualTo(3);
    }

    @Test
    void oneFileIsOfTheFirstProject() {
        ProjectCommands first = project("core", "true");

        assertThat(ProjectCommands.fromRoot(List.of(first, project("it's b", "true")))
                        .testFile())
                .isEqualTo(ProjectCommands.fromRoot(List.of(first)).testFile());
    }

    @Test
    void everySuiteOfAProjectIsRunAndTheLastThatFailedTellsTheStatus() throws IOException {
        List<String> alone = List.of("echo", "alone");

        assertThat(ProjectCommands.inTurn(List.of(alone))).isEqualTo(alone);
        assertThat(run(ProjectCommands.inTurn(List.of(
                        List.of("sh", "-c", "echo a; exit 3"), List.of("env", "X=b c", "sh", "-c", "echo $X")))))
                .isEqualTo(new Ended(3, "a\nb c\n"));
    }
}
