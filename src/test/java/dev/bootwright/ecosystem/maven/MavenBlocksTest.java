package dev.bootwright.ecosystem.maven;

import static org.assertj.core.api.Assertions.assertThat;

import dev.bootwright.version.maven.MavenVersion;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The blocks as bash runs them, with commands that print what real ones print. */
class MavenBlocksTest {
    @TempDir
    Path folder;

    @ParameterizedTest
    @CsvSource({
        "11.0.31, 'Apache Maven 3.6.3', 3.6.3, 11, 0",
        "11.0.31, '\\033[1mApache Maven 3.6.3\\033[m', 3.6.3, 11, 0",
        "1.8.0_482, 'Apache Maven 3.9.9 (8e8579a9e76f7d015ee5ec7bfcdc97d260186937)', 3.9.9, 8, 0",
        "25, 'Apache Maven 3.9.9 (8e85)', 3.9.9, 25, 0",
        "25-ea, 'Apache Maven 3.9.9 (8e85)', 3.9.9, 25, 0",
        "11.0.31, 'Apache Maven 3.6.33', 3.6.3, 11, 1",
        "11.0.31, 'Apache Maven 3.6.3-alpha-1', 3.6.3, 11, 1",
        "11.0.31, 'Apache Maven 3.9.9', 3.6.3, 11, 1",
        "17.0.1, 'Apache Maven 3.6.3', 3.6.3, 11, 1",
        "1.8.0_482, 'Apache Maven 3.6.3', 3.6.3, 1, 1"
    })
    void theToolsThatAnswerAreComparedWithThoseThatAreWanted(
            String java, String maven, String wanted, int feature, int status)
            throws IOException, InterruptedException {
        command("java", "echo 'openjdk version \"" + java + "\" 2026-01-20' >&2");
        command("mvn", "printf '" + maven + "\\nMaven home: /usr/share/maven\\n'");
        String block = new MavenBlocks(MavenVersion.parse(wanted)).check(feature);

        ProcessBuilder bash = new ProcessBuilder("bash", "-euo", "pipefail", "-c", block)
                .redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.DISCARD);
        bash.environment().put("JAVA_HOME", folder.toString());
        bash.environment().put("PATH", folder.resolve("bin") + ":/usr/bin:/bin");
        assertThat(bash.start().waitFor()).isEqualTo(status);
    }

    private void command(String name, String line) throws IOException {
        Path bin = Files.createDirectories(folder.resolve("bin"));
        Path file = Files.writeString(bin.resolve(name), "#!/bin/sh\n" + line + "\n");
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwxr-xr-x"));
    }
}
