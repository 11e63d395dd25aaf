package dev.bootwright.pipeline;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class CommandProofTest {
    @TempDir
    Path folder;

    @ParameterizedTest
    @CsvSource({
        "collected 0 items, collected 0 items, true",
        "[INFO] Tests run: 2, [INFO] No tests to run., false",
        "[INFO] No tests to run., [INFO] No tests to run., true",
        "1 passed, 1 passed, false"
    })
    void aModuleWithoutTestsIsNotTheWholeBuild(String first, String last, boolean none) throws IOException {
        Path log = Files.write(folder.resolve("log"), List.of(first, last));

        assertThat(CommandProof.ranNoTest(List.of(last), log)).isEqualTo(none);
        assertThat(CommandProof.ranNoTest(List.of(last), folder.resolve("gone")))
                .isEqualTo(!last.equals("1 passed"));
    }
}
