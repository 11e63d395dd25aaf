package dev.bootwright.toolchain;

import static org.assertj.core.api.Assertions.assertThat;

import dev.bootwright.toolchain.FileIndex.Kind;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FileIndexTest {
    @TempDir
    Path folder;

    @Test
    void everyLineIsFoundAndNothingElse() throws Exception {
        List<String> lines = new ArrayList<>();
        for (int i = 0; i < 500; i++) {
            lines.add("h:dir" + i + "/a.h\tlib" + i + "-dev");
        }
        lines.add("so:z\tlib32z1-dev,zlib1g-dev");
        Collections.sort(lines);
        FileIndex index = index(lines);
        for (int i = 0; i < 500; i++) {
            assertThat(index.packages(Kind.HEADER, "dir" + i + "/a.h")).containsExactly("lib" + i + "-dev");
        }
        assertThat(index.packages(Kind.HEADER, "dir1/a")).isEmpty();
        assertThat(index.packages(Kind.HEADER, "a")).isEmpty();
        assertThat(index.packages(Kind.HEADER, "zzz")).isEmpty();
        assertThat(index.packages(Kind.PROGRAM, "dir1/a.h")).isEmpty();
        assertThat(index.packages(Kind.HEADER, "a\nb")).isEmpty();
    }

    @Test
    void theBestIsADevelopmentPackageOfThisArchitecture() throws Exception {
        FileIndex index =
                index(List.of("pc:curl\tcurl,libcurl4-gnutls-dev,libcurl4-nss-dev", "so:z\tlib32z1-dev,zlib1g-dev"));
        assertThat(index.best(Kind.LIBRARY, "z")).contains("zlib1g-dev");
        assertThat(index.best(Kind.PKG_CONFIG, "curl")).contains("libcurl4-gnutls-dev");
    }

    @Test
    void withoutAnIndexNothingIsKnown() throws Exception {
        assertThat(FileIndex.none().isEmpty()).isTrue();
        assertThat(FileIndex.none().best(Kind.PROGRAM, "cc")).isEmpty();
        assertThat(index(List.of()).packages(Kind.PROGRAM, "cc")).isEmpty();
    }

    private FileIndex index(List<String> lines) throws Exception {
        Path file = Files.createTempFile(folder, "index", ".tsv");
        Files.writeString(file, String.join("\n", lines) + (lines.isEmpty() ? "" : "\n"));
        return FileIndex.open(file);
    }
}
