package dev.bootwright.ecosystem.rust;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDate;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Runs the block that settles versions, with a cargo that only writes what it is asked for into the lock file. */
class CargoLocksTest {
    private static final String CARGO = """
            #!/bin/sh
            [ "$1" = update ] || exit 0
            [ "$6" != 1.0.3 ] || { echo refused >&2; exit 101; }
            sed -i "s/^version = .*/version = \\"$6\\"/" Cargo.lock
            """;

    @TempDir
    Path folder;

    /** Indexes are served with and without blanks behind colons. */
    @ParameterizedTest
    @ValueSource(strings = {"", " "})
    void versionsArePutBackToTheDayAndRefusedAndYankedOnesPassedBy(String blank) throws Exception {
        lock();
        index(
                entry("1.0.14", "2024-11-30T00:00:00Z", false, blank),
                entry("1.0.4", "2022-06-30T00:00:00Z", true, blank),
                entry("1.0.3", "2022-05-30T00:00:00Z", false, blank),
                entry("1.0.2", "2022-05-20T23:59:58Z", false, blank),
                entry("0.4.9", "2022-05-21T00:00:00Z", false, blank));
        String printed = run(CargoLocks.resolve(".", LocalDate.parse("2022-06-30")));

        assertThat(Files.readString(folder.resolve("Cargo.lock"))).contains("version = \"1.0.2\"");
        assertThat(printed)
                .contains("round 1: 1 versions set back to 2022-06-30")
                .doesNotContain("refused");
    }

    @Test
    void whatCameBeforeTheFirstReleaseIsTakenWhereThereWasNoneYet() throws Exception {
        lock();
        index(
                entry("1.0.14", "2024-11-30T00:00:00Z", false, ""),
                entry("1.0.0-beta.2", "2022-06-10T00:00:00Z", false, ""),
                entry("1.0.0-beta.10", "2022-06-20T00:00:00Z", false, ""),
                entry("1.0.0-rc.1", "2022-07-20T00:00:00Z", false, ""));

        run(CargoLocks.resolve(".", LocalDate.parse("2022-06-30")));

        assertThat(Files.readString(folder.resolve("Cargo.lock"))).contains("version = \"1.0.0-beta.10\"");
    }

    private void lock() throws IOException {
        Files.writeString(folder.resolve("Cargo.lock"), """
                version = 3

                [[package]]
                name = "itoa"
                version = "1.0.14"
                source = "registry+x"
                """);
    }

    private void index(String... entries) throws IOException {
        Path file = folder.resolve("home/registry/index/some/.cache/it/oa/itoa");
        Files.createDirectories(file.getParent());
        Files.writeString(file, "\3\0" + String.join("\0", entries) + "\0");
    }

    private static String entry(String version, String time, boolean yanked, String blank) {
        return version + "\0"
                + "{\"name\":_\"itoa\",\"vers\":_\"%s\",\"yanked\":_%s,\"pubtime\":_\"%s\"}"
                        .formatted(version, yanked, time)
                        .replace("_", blank);
    }

    private String run(String block) throws Exception {
        Path cargo = Files.createDirectories(folder.resolve("bin")).resolve("cargo");
        Files.writeString(cargo, CARGO);
        assertThat(cargo.toFile().setExecutable(true)).isTrue();
        ProcessBuilder builder = new ProcessBuilder("bash", "-euc", block)
                .directory(folder.toFile())
                .redirectErrorStream(true);
        builder.environment().put("CARGO_HOME", folder.resolve("home").toString());
        builder.environment().put("TMPDIR", folder.toString());
        builder.environment().merge("PATH", folder.resolve("bin").toString(), (path, first) -> first + ":" + path);
        Process process = builder.start();
        String printed = new String(process.getInputStream().readAllBytes(), java.nio.charset.StandardCharsets.UTF_8);
        assertThat(process.waitFor()).as(printed).isZero();
        return printed;
    }
}
