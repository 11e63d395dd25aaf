package dev.bootwright.app;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a machine that is not as it should be does to the real program: a code, a next action, nothing left. */
@Tag("sandbox")
class BadInputTest {
    /** Mounts what only this process sees; nothing of it stays. */
    private static final String FULL_STORE = """
            mount -t tmpfs -o size=3m none "$BOOTWRIGHT_HOME"
            [ "$1" = - ] || head -c "$1" /dev/zero > "$BOOTWRIGHT_HOME/filler"
            shift
            "$@"
            code=$?
            find "$BOOTWRIGHT_HOME/tmp" -mindepth 1 -printf 'still there: %p\\n'
            exit $code
            """;

    private static final String WITHOUT_BUBBLEWRAP = """
            mount --bind /dev/null "$(command -v bwrap)"
            exec "$@"
            """;

    private static final String READ_ONLY = """
            mount --bind "$1" "$1" && mount -o remount,bind,ro "$1"
            shift
            exec "$@"
            """;

    @TempDir
    Path folder;

    private Path repository = Path.of("");
    private Path store = Path.of("");
    private String out = "";
    private String err = "";

    @BeforeEach
    void makeRepository() throws IOException {
        repository = Files.createDirectories(folder.resolve("repository"));
        store = Files.createDirectories(folder.resolve("store"));
        Files.writeString(repository.resolve("test_ok.py"), "def test_ok():\n    pass\n");
    }

    @Test
    void aFullDiskIsToldAndLeavesNothing() throws Exception {
        for (List<String> command : List.of(
                List.of("setup", "--quiet"), List.of("gate", "--quiet"), List.of("setup", "--json", "--quiet"))) {
            for (String filler : List.of("3145728", "3000000", "2900000", "-")) {
                List<String> argv = new ArrayList<>(List.of(filler));
                argv.addAll(program(command));
                argv.add(repository.toString());
                assertThat(run(FULL_STORE, argv))
                        .as(filler + command + out + err)
                        .isEqualTo(4);
                assertThat(out + err)
                        .as(filler + command)
                        .containsPattern("No space left|MiB are needed")
                        .containsPattern("next.*[Ff]ree")
                        .doesNotContain("\tat ", "still there: ");
            }
        }
        assertThat(names(repository)).containsExactly("test_ok.py");
    }

    @Test
    void withoutBubblewrapTheCommandThatBringsItIsNamed() throws Exception {
        for (String command : List.of("setup", "gate", "doctor")) {
            List<String> argv = new ArrayList<>(program(List.of(command, "--quiet")));
            if (!command.equals("doctor")) {
                argv.add(repository.toString());
            }
            assertThat(run(WITHOUT_BUBBLEWRAP, argv)).as(command).isEqualTo(4);
            assertThat(out + err).contains("bwrap").containsPattern("next: Run: apt-get install .* bubblewrap");
        }
        assertThat(names(store.resolve("tmp"))).isEmpty();
        assertThat(names(repository)).containsExactly("test_ok.py");
    }

    @Test
    void aDamagedContractIsToldBeforeAnythingRuns() throws Exception {
        Path contract =
                Files.createDirectories(repository.resolve(".bootstrap")).resolve("contract.json");
        Files.writeString(contract, "{\"schemaVersion\": 1, \"steps\": [");
        String path = repository.toString();

        assertThat(run("exec \"$@\"", program(List.of("setup", "--fresh", path))))
                .isEqualTo(2);
        assertThat(out).contains("target-occupied", "contract.json is damaged", "next: Move it away");
        assertThat(err).doesNotContain("engine");

        assertThat(run("exec \"$@\"", program(List.of("verify", path)))).isEqualTo(1);
        assertThat(out).contains(".bootstrap/contract.json is not valid: line 1", "next: Restore the file");
        assertThat(contract).hasContent("{\"schemaVersion\": 1, \"steps\": [");
        assertThat(names(store.resolve("tmp"))).isEmpty();
    }

    @Test
    void aRepositoryThatCannotBeWrittenIsToldBeforeAnythingRuns() throws Exception {
        List<String> argv = new ArrayList<>(List.of(repository.toString()));
        argv.addAll(program(List.of("setup", "--fresh", repository.toString())));

        assertThat(run(READ_ONLY, argv)).as(out + err).isEqualTo(4);
        assertThat(out).contains("store-unusable", "can only be read", "next: Copy the repository");
        assertThat(err).doesNotContain("engine");
        assertThat(names(store.resolve("tmp"))).isEmpty();
    }

    private static List<String> program(List<String> arguments) {
        List<String> argv = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:TieredStopAtLevel=1",
                "--enable-native-access=ALL-UNNAMED",
                "-cp",
                System.getProperty("java.class.path"),
                Main.class.getName()));
        argv.addAll(arguments);
        return argv;
    }

    private int run(String script, List<String> arguments) throws Exception {
        List<String> argv =
                new ArrayList<>(List.of("unshare", "--mount", "--propagation", "private", "bash", "-c", script, "-"));
        argv.addAll(arguments);
        ProcessBuilder builder = new ProcessBuilder(argv)
                .redirectOutput(folder.resolve("out").toFile())
                .redirectError(folder.resolve("err").toFile());
        builder.environment().put("BOOTWRIGHT_HOME", store.toString());
        Process process = builder.start();
        assertThat(process.waitFor(5, TimeUnit.MINUTES)).isTrue();
        out = Files.readString(folder.resolve("out"));
        err = Files.readString(folder.resolve("err"));
        return process.exitValue();
    }

    private static List<String> names(Path directory) throws IOException {
        try (Stream<Path> children = Files.list(directory)) {
            return children.map(p -> p.getFileName().toString()).sorted().toList();
        }
    }
}
