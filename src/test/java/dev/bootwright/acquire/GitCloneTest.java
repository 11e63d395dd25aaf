package dev.bootwright.acquire;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.bootwright.failure.FailureCode;
import dev.bootwright.failure.ToolException;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Clones by file URLs and paths, what cannot be cloned, and the {@code .git} that goes into a sandbox. */
class GitCloneTest {
    @TempDir
    Path temp;

    private Path upstream;
    private Path cwd;

    @BeforeEach
    void makeUpstream() throws IOException {
        Path real = temp.toRealPath();
        upstream = Files.createDirectory(real.resolve("up.git"));
        cwd = Files.createDirectory(real.resolve("cwd"));
        TestGit.init(upstream);
        commit("a.txt", "one\n");
        TestGit.run(upstream, "tag", "-a", "-m", "first", "v1");
        commit("a.txt", "two\n");
        TestGit.run(upstream, "tag", "light");
        commit("a.txt", "three\n");
        TestGit.run(upstream, "checkout", "-q", "-b", "feature/x");
        commit("b.txt", "b\n");
        TestGit.run(upstream, "checkout", "-q", "main");
    }

    private void commit(String file, String content) throws IOException {
        Files.writeString(upstream.resolve(file), content);
        TestGit.commitAll(upstream, content.strip());
    }

    private AcquireOptions options() {
        return AcquireOptions.of(cwd, temp.resolve("scratch"));
    }

    private Workspace acquire(String text) {
        return acquire(text, options());
    }

    private Workspace acquire(String text, AcquireOptions options) {
        return new Acquirer(TestGit.cli(), (url, target, progress) -> {
                    throw new AssertionError("no package is wanted");
                })
                .acquire(SourceReference.parse(text, cwd), options);
    }

    private String id(String name) {
        return TestGit.run(upstream, "rev-parse", name + "^{commit}");
    }

    private static String read(Workspace workspace) {
        return workspace.tree().read("a.txt").orElseThrow().strip();
    }

    @Test
    void aRepositoryWithoutAllItsObjectsIsNoMatterOfTime() throws IOException {
        String blob = TestGit.run(upstream, "rev-parse", "main:a.txt");
        Files.delete(upstream.resolve(".git/objects").resolve(blob.substring(0, 2) + "/" + blob.substring(2)));

        ToolException failure = failure(upstream + "@main");

        assertThat(failure.failure().code()).isEqualTo(FailureCode.SOURCE_REFUSED);
        assertThat(failure.failure().summary()).contains("objects of it are missing");
        assertThat(failure.failure().next()).contains("git fsck");
    }

    private ToolException failure(String text) throws IOException {
        ToolException failure = catchThrowableOfType(ToolException.class, () -> acquire(text));
        assertThat(failure).as("failure of %s", text).isNotNull();
        assertThat(failure.failure().next()).isNotBlank();
        try (Stream<Path> left = Files.list(cwd)) {
            assertThat(left).as("left behind").isEmpty();
        }
        return failure;
    }

    @Test
    void theDefaultBranchIsClonedShallowAndUsedAgain() throws IOException {
        Workspace workspace = acquire("file://" + upstream);

        assertThat(workspace.directory()).isEqualTo(cwd.resolve("up"));
        assertThat(read(workspace)).isEqualTo("three");
        assertThat(workspace.identity().commit()).isEqualTo(id("main"));
        assertThat(workspace.identity().dirty()).isEmpty();
        assertThat(workspace.identity().name()).isEqualTo("up");
        assertThat(TestGit.run(cwd.resolve("up"), "rev-list", "--count", "HEAD"))
                .isEqualTo("1");
        assertThat(TestGit.run(cwd.resolve("up"), "status", "--porcelain")).isEmpty();
        assertThat(TestGit.run(cwd.resolve("up"), "branch", "--show-current")).isEqualTo("main");
        assertThat(TestGit.run(cwd.resolve("up"), "remote", "get-url", "origin"))
                .isEqualTo("file://" + upstream);
        assertThat(cwd.resolve("up/.git/hooks")).doesNotExist();
        assertThat(temp.resolve("scratch")).isEmptyDirectory();

        commit("a.txt", "four\n");
        assertThat(read(acquire("file://" + upstream))).as("ours is used again").isEqualTo("three");
        ToolException occupied = catchThrowableOfType(ToolException.class, () -> acquire("file://" + upstream + "@v1"));
        assertThat(occupied.failure().code()).isEqualTo(FailureCode.TARGET_OCCUPIED);
        assertThat(occupied.failure().next()).contains("--into");
    }

    @Test
    void branchesTagsAndCommitsAreReferences() {
        AcquireOptions options = options();
        assertThat(read(acquire(upstream + "@v1", options.withInto(Path.of("tag")))))
                .isEqualTo("one");
        assertThat(acquire(upstream + "@feature/x", options.withInto(Path.of("branch")))
                        .tree()
                        .find("b.txt"))
                .isPresent();
        assertThat(read(acquire(upstream + "@" + id("light"), options.withInto(Path.of("commit")))))
                .isEqualTo("two");
        assertThat(read(acquire(upstream + "@" + id("light").substring(0, 9), options.withInto(Path.of("short")))))
                .isEqualTo("two");
        assertThat(TestGit.run(cwd.resolve("commit"), "rev-list", "--count", "HEAD"))
                .isEqualTo("1");
        assertThat(TestGit.run(cwd.resolve("tag"), "describe", "--tags")).isEqualTo("v1");
        assertThat(TestGit.run(cwd.resolve("tag"), "status", "--porcelain")).isEmpty();
    }

    @Test
    void aBareRepositoryIsCloned() {
        Path bare = temp.resolve("bare.git");
        TestGit.run(temp, "clone", "-q", "--bare", upstream.toString(), bare.toString());
        Workspace workspace = acquire(bare.toString());
        assertThat(workspace.directory()).isEqualTo(cwd.resolve("bare"));
        assertThat(read(workspace)).isEqualTo("three");
    }

    @Test
    void whatDoesNotExistIsSaidSo() throws IOException {
        ToolException ref = failure(upstream + "@nope");
        assertThat(ref.failure().code()).isEqualTo(FailureCode.SOURCE_NOT_FOUND);
        assertThat(ref.failure().summary()).contains("no branch, tag or commit named nope");
        assertThat(failure(upstream + "@" + "1234567890".repeat(4)).failure().code())
                .isEqualTo(FailureCode.SOURCE_NOT_FOUND);
        assertThat(failure(upstream + "@abcdef1").failure().code()).isEqualTo(FailureCode.SOURCE_NOT_FOUND);
        assertThat(failure("file:///no/such/repository").failure().code()).isEqualTo(FailureCode.SOURCE_NOT_FOUND);
        Path empty = Files.createDirectory(temp.resolve("empty.git"));
        TestGit.run(empty, "init", "-q", "--bare");
        assertThat(failure(empty.toString()).failure().code()).isEqualTo(FailureCode.EMPTY_REPOSITORY);
    }

    @Test
    void anAddressThatDoesNotAnswerIsTransient() throws IOException {
        long start = System.nanoTime();
        for (String url : List.of("https://localhost:1/o/x", "git://localhost:1/o/x", "ssh://git@localhost:1/o/x")) {
            ToolException failure = failure(url);
            assertThat(failure.failure().code()).as(url).isEqualTo(FailureCode.SOURCE_UNREACHABLE);
            assertThat(failure.failure().code().exitCode()).isEqualTo(75);
            assertThat(failure.failure().evidence()).isNotEmpty();
        }
        assertThat(Duration.ofNanos(System.nanoTime() - start)).isLessThan(Duration.ofSeconds(15));
    }

    @Test
    void credentialsInAnAddressAreNotShownAndNotKept() throws IOException {
        ToolException failure = failure("https://user:s3cret@localhost:1/o/x");
        assertThat(failure.failure().toString()).contains("localhost:1").doesNotContain("s3cret");
    }

    @Test
    void aHostileUpstreamRunsNothingHere() throws IOException {
        Path mark = temp.resolve("mark");
        Path script = temp.resolve("evil.sh");
        Files.writeString(script, "#!/bin/sh\necho ran >> " + mark + "\ncat\n");
        Files.setPosixFilePermissions(script, PosixFilePermissions.fromString("rwxr-xr-x"));
        for (String key : List.of(
                "uploadpack.packObjectsHook",
                "core.fsmonitor",
                "filter.evil.smudge",
                "filter.evil.process",
                "core.alternateRefsCommand",
                "core.sshCommand",
                "remote.origin.uploadpack")) {
            TestGit.run(upstream, "config", key, script.toString());
        }
        for (String hook : List.of("post-checkout", "reference-transaction", "pre-auto-gc", "post-upload-pack")) {
            Path target = upstream.resolve(".git/hooks").resolve(hook);
            Files.createDirectories(target.getParent());
            Files.copy(script, target, java.nio.file.StandardCopyOption.REPLACE_EXISTING);
        }
        Files.writeString(upstream.resolve(".gitattributes"), "* filter=evil\n");
        Files.writeString(
                upstream.resolve(".gitmodules"),
                "[submodule \"x\"]\n\tpath = x\n\turl = ext::" + script + "\n\tupdate = none\n");
        TestGit.run(
                upstream,
                "-c",
                "filter.evil.smudge=",
                "-c",
                "filter.evil.process=",
                "-c",
                "core.fsmonitor=false",
                "-c",
                "core.hooksPath=/dev/null",
                "add",
                "-A");
        TestGit.run(
                upstream,
                "-c",
                "filter.evil.smudge=",
                "-c",
                "filter.evil.process=",
                "-c",
                "core.fsmonitor=false",
                "-c",
                "core.hooksPath=/dev/null",
                "commit",
                "-q",
                "-m",
                "attributes");
        Files.deleteIfExists(mark);

        Workspace workspace = acquire(upstream.toString() + "@main");
        workspace.writeTar(OutputStream.nullOutputStream(), true);
        workspace.writeGit(OutputStream.nullOutputStream(), GitHistory.FULL);

        assertThat(workspace.tree().find(".gitattributes")).isPresent();
        assertThat(mark).doesNotExist();
    }

    @Test
    void submodulesAreFetchedOnlyWhenAskedAndNeverFromThisMachine() throws IOException {
        Path inner = Files.createDirectory(temp.resolve("inner"));
        TestGit.init(inner);
        Files.writeString(inner.resolve("i.txt"), "i");
        TestGit.commitAll(inner, "inner");
        TestGit.run(
                upstream, "-c", "protocol.file.allow=always", "submodule", "--quiet", "add", inner.toString(), "sub");
        TestGit.commitAll(upstream, "submodule");

        ToolException refused = catchThrowableOfType(
                ToolException.class, () -> acquire(upstream + "@main", options().withSubmodules()));
        assertThat(refused.failure().summary()).contains("submodule");
        Workspace workspace = acquire(upstream + "@main");
        assertThat(workspace.submodules())
                .singleElement()
                .satisfies(s -> assertThat(s.present()).isFalse());
    }

    /** Unpacks a workspace as the sandbox does, and gives the folder. */
    private Path unpack(Workspace workspace, GitHistory history) throws IOException {
        Path box = Files.createTempDirectory(temp, "box");
        for (boolean git : new boolean[] {false, true}) {
            Path tar = temp.resolve("workspace.tar");
            try (OutputStream out = Files.newOutputStream(tar)) {
                if (git) {
                    workspace.writeGit(out, history);
                } else {
                    workspace.writeTar(out, false);
                }
            }
            var result = TestGit.RUNNER.captured(dev.bootwright.process.ProcessRequest.of(
                    List.of("tar", "-xf", tar.toString(), "--no-same-owner", "-C", box.toString()),
                    java.util.Map.of(),
                    Duration.ofMinutes(1)));
            assertThat(result.err()).isEmpty();
        }
        return box;
    }

    @Test
    void theRebuiltRepositoryIsCleanAtTheSameCommit() throws IOException {
        Files.createSymbolicLink(upstream.resolve("link"), Path.of("a.txt"));
        Files.createDirectory(upstream.resolve(".bootstrap"));
        Files.writeString(upstream.resolve(".bootstrap/contract.json"), "{}");
        commit("dir.py", "x");
        TestGit.run(upstream, "tag", "-a", "-m", "second", "v2");
        TestGit.run(upstream, "config", "user.secret", "of the user");
        Workspace workspace = acquire(upstream.toString() + "@main");

        Path box = unpack(workspace, GitHistory.SHALLOW);

        assertThat(TestGit.run(box, "rev-parse", "HEAD")).isEqualTo(id("main"));
        assertThat(TestGit.run(box, "branch", "--show-current")).isEqualTo("main");
        assertThat(TestGit.run(box, "diff-files", "--name-only"))
                .as("without a refresh")
                .isEmpty();
        assertThat(TestGit.run(box, "status", "--porcelain")).isEmpty();
        assertThat(TestGit.run(box, "describe", "--tags", "--dirty")).isEqualTo("v2");
        assertThat(TestGit.run(box, "rev-list", "--count", "HEAD")).isEqualTo("1");
        assertThat(TestGit.run(box, "remote")).isEmpty();
        assertThat(TestGit.run(box, "fsck", "--full")).isEmpty();
        assertThat(Files.readString(box.resolve(".git/config"))).doesNotContain("secret");
        Files.writeString(box.resolve("a.txt"), "other");
        Files.writeString(box.resolve("new"), "new");
        assertThat(TestGit.run(box, "status", "--porcelain").lines()).containsExactly("M a.txt", "?? new");
    }

    @Test
    void fullHistoryIsFetchedOnlyWhenAsked() throws IOException {
        Workspace workspace = acquire("file://" + upstream);

        Path box = unpack(workspace, GitHistory.FULL);

        assertThat(TestGit.run(box, "rev-list", "--count", "HEAD")).isEqualTo("3");
        assertThat(TestGit.run(box, "describe", "--tags")).startsWith("light-1-g");
        assertThat(TestGit.run(box, "tag").lines()).containsExactly("light", "v1");
        assertThat(TestGit.run(box, "status", "--porcelain")).isEmpty();
        assertThat(TestGit.run(box, "fsck", "--full")).isEmpty();
        assertThat(acquire("file://" + upstream).identity()).isEqualTo(workspace.identity());
    }

    @Test
    void aDirtyTreeIsDirtyInside() throws IOException {
        Files.writeString(upstream.resolve("a.txt"), "1234\n");
        Files.writeString(upstream.resolve("new"), "new");
        Workspace workspace = acquire(upstream.toString());
        assertThat(workspace.directory()).isEqualTo(upstream);

        Path box = unpack(workspace, GitHistory.FULL);

        assertThat(TestGit.run(box, "status", "--porcelain").lines()).containsExactly("M a.txt", "?? new");
        assertThat(TestGit.run(box, "describe", "--dirty", "--tags")).endsWith("-dirty");
    }

    @Test
    void aLocalFolderIsReadWithoutBeingFetchedOrChanged() throws IOException {
        Path shallow = temp.resolve("shallow");
        TestGit.run(temp, "clone", "-q", "--depth", "1", "file://" + upstream, shallow.toString());
        Workspace workspace = acquire(shallow.toString());

        Path box = unpack(workspace, GitHistory.FULL);

        assertThat(TestGit.run(box, "rev-list", "--count", "HEAD")).isEqualTo("1");
        assertThat(TestGit.run(shallow, "rev-list", "--count", "HEAD")).isEqualTo("1");
        assertThat(TestGit.run(box, "status", "--porcelain")).isEmpty();
    }

    @Test
    void committedIsForFoldersOnly() {
        ToolException refused = catchThrowableOfType(
                ToolException.class, () -> acquire(upstream + "@main", options().withCommitted()));
        assertThat(refused.failure().code()).isEqualTo(FailureCode.USAGE);
    }
}
