package dev.bootwright.contract;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class ProjectNamesTest {
    @Test
    void theProjectAtTheRootHasThePlainName() {
        assertThat(ProjectNames.step("python-collect", ".").value()).isEqualTo("python-collect");
        assertThat(ProjectNames.step("python-collect", "core").value()).isEqualTo("python-collect-core");
    }

    @Test
    void foldersThatLookAlikeHaveNamesOfTheirOwn() {
        String longer = "x".repeat(60);
        List<String> folders =
                List.of("a/b", "a-b", "a_b", "A-b", "a.b", "é", "ü", longer, longer + "y", longer.substring(0, 40));
        assertThat(folders.stream().map(f -> ProjectNames.step("maven-doctor-classes", f)))
                .doesNotHaveDuplicates()
                .hasSize(folders.size());
    }
}
