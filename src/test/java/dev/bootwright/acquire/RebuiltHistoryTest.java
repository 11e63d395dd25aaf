package dev.bootwright.acquire;

import static org.assertj.core.api.Assertions.assertThat;

import dev.bootwright.process.ProcessRequest;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The {@code .git} that a sandbox gets is made of the repository's objects, and nothing is written among those. */
class RebuiltHistoryTest {
    @TempDir
    Path temp;

    private Path repo;

    @BeforeEach
    void commit() throws IOException {
        repo = Files.createDirectory(temp.resolve("repo"));
        TestGit.init(repo);
        Files.writeString(repo.resolve("a.txt"), "one\n");
        TestGit.commitAll(repo, "one");
        Files.writeString(repo.resolve("a.txt"), "two\n");
        TestGit.commitAll(repo, "two");
    }

    /** The log of the history that a sandbox would see. */
    private String log(Path folder) throws IOException {
        Path unpacked = Files.createDirectory(temp.resolve("unpacked"));
        Path tar = temp.resolve("git.tar");
        Workspace workspace = new Acquirer(TestGit.cli(), (url, target, progress) -> {
                    throw new AssertionError("no package is wanted");
                })
                .acquire(
                        new SourceReference.LocalFolder(folder),
                        AcquireOptions.of(temp, Files.createDirectory(temp.resolve("scratch"))));
        try (var out = Files.newOutputStream(tar)) {
            workspace.writeGit(out, GitHistory.FULL);
        }
        ProcessRequest unpack = ProcessRequest.of(
                List.of("tar", "--no-same-owner", "-xf", tar.toString(), "-C", unpacked.toString()),
                Map.of(),
                Duration.ofMinutes(1));
        assertThat(TestGit.RUNNER.captured(unpack).exitCode()).isZero();
        return TestGit.run(unpacked, "log", "--format=%s");
    }

    @Test
    void aRepositoryThatTakesNoFurtherFileCanBeRead() throws IOException {
        Path packs = repo.resolve(".git/objects/pack");
        Files.delete(packs);
        // Git can make no file where no folder can be, and it still reads the loose objects.
        Files.writeString(packs, "");

        assertThat(log(repo)).isEqualTo("two\none");
        assertThat(packs).isEmptyFile();
    }

    @Test
    void objectsThatLieElsewhereAreFound() throws IOException {
        Path other = Files.createDirectory(temp.resolve("it's \"there\": é"));
        Path borrowed = other.resolve("objects");
        Files.move(repo.resolve(".git/objects"), borrowed);
        Path objects = repo.resolve(".git/objects");
        Path own = Files.createDirectories(objects.resolve("info"));
        Path relative = objects.relativize(borrowed);
        Files.writeString(own.resolve("alternates"), relative + "\n");

        assertThat(log(repo)).isEqualTo("two\none");
    }

    @Test
    void thePathOfTheRepositoryMayHoldAnything() throws IOException {
        Path odd = temp.resolve("a:b \"c\" \\d é");
        Files.move(repo, odd);

        assertThat(log(odd)).isEqualTo("two\none");
    }
}
