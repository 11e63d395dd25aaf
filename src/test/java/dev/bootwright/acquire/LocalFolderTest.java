package dev.bootwright.acquire;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.bootwright.acquire.SourceTree.Entry;
import dev.bootwright.acquire.SourceTree.Kind;
import dev.bootwright.acquire.archive.TarReader;
import dev.bootwright.failure.FailureCode;
import dev.bootwright.failure.ToolException;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Local folders, with real git: what belongs to the tree, and that a hostile folder runs and reaches nothing. */
class LocalFolderTest {
    @TempDir
    Path temp;

    private Path repo;
    private Path scratch;

    @BeforeEach
    void makeFolders() throws IOException {
        repo = Files.createDirectory(temp.resolve("repo")).toRealPath();
        scratch = temp.resolve("scratch");
    }

    private Workspace acquire(Path folder) {
        return acquire(folder, AcquireOptions.of(temp, scratch));
    }

    private Workspace acquire(Path folder, AcquireOptions options) {
        return new Acquirer(TestGit.cli(), (url, target, progress) -> {
                    throw new AssertionError("no package is wanted");
                })
                .acquire(new SourceReference.LocalFolder(folder), options);
    }

    private static List<String> paths(Workspace workspace) {
        return workspace.tree().entries().stream().map(e -> e.path().toString()).toList();
    }

    private void write(String path, String content) throws IOException {
        Path file = repo.resolve(path);
        Files.createDirectories(file.getParent());
        Files.writeString(file, content);
    }

    private void committedRepository() throws IOException {
        TestGit.init(repo);
        write("a.txt", "a\n");
        write("lib/b.py", "b = 1\n");
        write("run.sh", "#!/bin/sh\n");
        Files.setPosixFilePermissions(repo.resolve("run.sh"), PosixFilePermissions.fromString("rwxr-xr-x"));
        write(".gitignore", "*.log\nbuild/\n");
        Files.createSymbolicLink(repo.resolve("link"), Path.of("lib/b.py"));
        TestGit.commitAll(repo, "one");
    }

    @Test
    void aCleanRepositoryIsItsTrackedFiles() throws IOException {
        committedRepository();
        write("noise.log", "ignored");
        write("build/out", "ignored");
        write(".bootstrap/contract.json", "{}");
        write(".bootstrap.new-123/.unfinished", "");
        write(".bootstrap.old-123/contract.json", "{}");

        Workspace workspace = acquire(repo);

        assertThat(paths(workspace)).containsExactly(".gitignore", "a.txt", "lib/b.py", "link", "run.sh");
        assertThat(workspace.identity().dirty()).isEmpty();
        assertThat(workspace.identity().commit()).isEqualTo(TestGit.run(repo, "rev-parse", "HEAD"));
        assertThat(workspace.identity().commitTime()).isEqualTo(Instant.parse("2024-05-06T07:08:09Z"));
        assertThat(workspace.identity().name()).isEqualTo("repo");
        assertThat(workspace.tree().find("run.sh").orElseThrow().kind()).isEqualTo(Kind.EXECUTABLE);
        assertThat(workspace.tree().find("link").orElseThrow().kind()).isEqualTo(Kind.LINK);
        assertThat(workspace.tree().read("link")).isEmpty();
        assertThat(workspace.tree().read("lib/b.py")).contains("b = 1\n");
        assertThat(workspace.tree().find("noise.log")).isEmpty();
        assertThat(workspace.isLeftBehind("noise.log")).isTrue();
        assertThat(workspace.isLeftBehind("build/out")).isTrue();
        assertThat(workspace.isLeftBehind("build")).isFalse();
        assertThat(workspace.isLeftBehind("a.txt")).isFalse();
        assertThat(workspace.isLeftBehind(".bootstrap/contract.json")).isFalse();
        assertThat(workspace.leftBehindIn(".")).contains("noise.log").doesNotContain("a.txt");
        assertThat(workspace.leftBehindIn("build")).isEmpty();
        assertThat(workspace.leftBehindIn("..")).isEmpty();
    }

    @Test
    void nothingBehindALinkIsLeftBehind() throws IOException {
        committedRepository();
        Files.createSymbolicLink(repo.resolve("build"), Path.of("/etc"));

        assertThat(acquire(repo).isLeftBehind("build/passwd")).isFalse();
    }

    @Test
    void changesAddedAndDeletedFilesMakeItDirtyAndChangeTheDigest() throws IOException {
        committedRepository();
        Workspace clean = acquire(repo);
        write("lib/b.py", "b = 2\n");
        write("new.txt", "new\n");
        Files.delete(repo.resolve("a.txt"));

        Workspace workspace = acquire(repo);

        assertThat(paths(workspace)).containsExactly(".gitignore", "lib/b.py", "link", "new.txt", "run.sh");
        assertThat(workspace.identity().dirty()).containsExactly("a.txt", "lib/b.py", "new.txt");
        assertThat(workspace.identity().digest()).isNotEqualTo(clean.identity().digest());
        assertThat(workspace.tree().read("lib/b.py")).contains("b = 2\n");
    }

    @Test
    void theDigestDependsOnContentAloneAndNotOnHowGitHoldsIt() throws IOException {
        committedRepository();
        Workspace first = acquire(repo);
        write("new.txt", "new\n");
        Workspace untracked = acquire(repo);
        TestGit.run(repo, "add", "new.txt");
        Workspace staged = acquire(repo);
        TestGit.commitAll(repo, "two");
        Workspace committed = acquire(repo);
        Files.setLastModifiedTime(repo.resolve("a.txt"), java.nio.file.attribute.FileTime.fromMillis(1));
        Workspace touched = acquire(repo);

        assertThat(untracked.identity().digest()).isNotEqualTo(first.identity().digest());
        assertThat(staged.identity().digest()).isEqualTo(untracked.identity().digest());
        assertThat(committed.identity().digest()).isEqualTo(untracked.identity().digest());
        assertThat(touched.identity().digest()).isEqualTo(untracked.identity().digest());
        assertThat(touched.identity().dirty()).isEmpty();
    }

    @Test
    void committedTakesTheLastCommitAndLeavesTheFolderAlone() throws IOException {
        committedRepository();
        Workspace clean = acquire(repo);
        write("lib/b.py", "b = 2\n");
        write("new.txt", "new\n");

        try (Workspace workspace =
                acquire(repo, AcquireOptions.of(temp, scratch).withCommitted())) {
            assertThat(paths(workspace)).containsExactly(".gitignore", "a.txt", "lib/b.py", "link", "run.sh");
            assertThat(workspace.tree().read("lib/b.py")).contains("b = 1\n");
            assertThat(workspace.identity()).isEqualTo(clean.identity());
            assertThat(workspace.directory()).isEqualTo(repo);
        }
        assertThat(scratch).isEmptyDirectory();
    }

    @Test
    void nothingIsWrittenToTheRepository() throws IOException {
        committedRepository();
        Files.setLastModifiedTime(repo.resolve("a.txt"), java.nio.file.attribute.FileTime.fromMillis(1));
        String before = TestGit.run(repo, "--no-optional-locks", "ls-files", "--debug");
        byte[] index = Files.readAllBytes(repo.resolve(".git/index"));

        acquire(repo).writeTar(new ByteArrayOutputStream(), false);

        assertThat(Files.readAllBytes(repo.resolve(".git/index"))).isEqualTo(index);
        assertThat(TestGit.run(repo, "--no-optional-locks", "ls-files", "--debug"))
                .isEqualTo(before);
        assertThat(scratch).isEmptyDirectory();
    }

    @Test
    void aFolderInsideABiggerRepositoryIsTakenAlone() throws IOException {
        committedRepository();
        write("lib/untracked.py", "u\n");
        write("lib/b.py", "b = 3\n");

        Workspace workspace = acquire(repo.resolve("lib"));

        assertThat(paths(workspace)).containsExactly("b.py", "untracked.py");
        assertThat(workspace.identity().dirty()).containsExactly("b.py", "untracked.py");
        assertThat(workspace.identity().name()).isEqualTo("lib");
        assertThat(workspace.identity().commit()).isNotNull();
        try (Workspace committed =
                acquire(repo.resolve("lib"), AcquireOptions.of(temp, scratch).withCommitted())) {
            assertThat(paths(committed)).containsExactly("b.py");
            assertThat(committed.tree().read("b.py")).contains("b = 1\n");
        }
    }

    @Test
    void anIgnoredFolderInsideARepositoryIsAFolderOfItsOwn() throws IOException {
        committedRepository();
        write("build/out", "x");

        Workspace workspace = acquire(repo.resolve("build"));

        assertThat(paths(workspace)).containsExactly("out");
        assertThat(workspace.identity().commit()).isNull();
    }

    @Test
    void aRepositoryWithoutACommitIsItsFiles() throws IOException {
        TestGit.init(repo);
        write("a.txt", "a\n");

        Workspace workspace = acquire(repo);

        assertThat(paths(workspace)).containsExactly("a.txt");
        assertThat(workspace.identity().commit()).isNull();
        assertThat(workspace.identity().dirty()).containsExactly("a.txt");
    }

    @Test
    void aRepositoryWithADamagedHeadIsRefusedByItsName() throws IOException {
        committedRepository();
        Path head = repo.resolve(".git/HEAD");
        Files.writeString(head, "neither\n");
        ToolException damaged = failure(repo);
        assertThat(damaged.failure().code()).isEqualTo(FailureCode.SOURCE_REFUSED);
        assertThat(damaged.failure().summary()).contains(head.toString()).contains("damaged");

        Files.writeString(head, "1".repeat(40) + "\n");
        assertThat(failure(repo).failure().summary()).contains("bad object HEAD");
        ToolException committed = catchThrowableOfType(
                ToolException.class,
                () -> acquire(repo, AcquireOptions.of(temp, scratch).withCommitted()));
        assertThat(committed.failure().code()).isEqualTo(FailureCode.SOURCE_REFUSED);
        assertThat(committed.failure().next()).contains("git fsck");
    }

    @Test
    void aLinkedWorkTreeIsARepository() throws IOException {
        committedRepository();
        Path linked = temp.resolve("linked");
        TestGit.run(repo, "worktree", "add", "-q", linked.toString());

        Workspace workspace = acquire(linked);

        assertThat(paths(workspace)).containsExactly(".gitignore", "a.txt", "lib/b.py", "link", "run.sh");
        assertThat(workspace.identity().dirty()).isEmpty();
    }

    @Test
    void submodulesThatAreThereBelongToTheTreeAndOthersAreRecorded() throws IOException {
        committedRepository();
        Path inner = Files.createDirectory(temp.resolve("inner"));
        TestGit.init(inner);
        Files.writeString(inner.resolve("i.txt"), "i\n");
        TestGit.commitAll(inner, "inner");
        TestGit.run(repo, "-c", "protocol.file.allow=always", "submodule", "--quiet", "add", inner.toString(), "sub");
        TestGit.commitAll(repo, "with submodule");

        Workspace workspace = acquire(repo);

        assertThat(paths(workspace)).contains("sub/i.txt", ".gitmodules").doesNotContain("sub/.git");
        assertThat(workspace.submodules()).singleElement().satisfies(s -> {
            assertThat(s.path().toString()).isEqualTo("sub");
            assertThat(s.present()).isTrue();
        });
        assertThat(workspace.identity().dirty()).isEmpty();
        TestGit.run(repo, "submodule", "--quiet", "deinit", "-f", "sub");
        assertThat(acquire(repo).submodules())
                .singleElement()
                .satisfies(s -> assertThat(s.present()).isFalse());
    }

    @Test
    void aHostileConfigurationRunsNothing() throws IOException {
        committedRepository();
        Path mark = temp.resolve("mark");
        Path script = temp.resolve("evil.sh");
        Files.writeString(script, "#!/bin/sh\necho ran >> " + mark + "\ncat\n");
        Files.setPosixFilePermissions(script, PosixFilePermissions.fromString("rwxr-xr-x"));
        String evil = script.toString();
        for (String key : List.of(
                "core.fsmonitor",
                "core.pager",
                "core.editor",
                "core.sshCommand",
                "core.askPass",
                "core.alternateRefsCommand",
                "filter.evil.clean",
                "filter.evil.smudge",
                "filter.evil.process",
                "diff.evil.textconv",
                "diff.evil.command",
                "diff.external",
                "credential.helper",
                "uploadpack.packObjectsHook",
                "alias.status",
                "gpg.program")) {
            TestGit.run(repo, "config", key, evil);
        }
        TestGit.run(repo, "config", "filter.evil.required", "true");
        TestGit.run(repo, "config", "core.hooksPath", temp.resolve("hooks").toString());
        Files.createDirectory(temp.resolve("hooks"));
        for (String hook :
                List.of("post-checkout", "post-index-change", "reference-transaction", "fsmonitor-watchman")) {
            Files.copy(script, temp.resolve("hooks").resolve(hook));
        }
        Files.writeString(repo.resolve(".gitattributes"), "* filter=evil diff=evil\n");
        write("lib/b.py", "b = 2\n");
        Files.setLastModifiedTime(repo.resolve("a.txt"), java.nio.file.attribute.FileTime.fromMillis(1));
        TestGit.attempt(repo, "status");
        assertThat(mark).as("the trap is armed").exists();
        Files.delete(mark);
        Files.setLastModifiedTime(repo.resolve("a.txt"), java.nio.file.attribute.FileTime.fromMillis(2000));
        TestGit.run(repo, "config", "core.worktree", "/etc");
        TestGit.run(repo, "config", "include.path", "/etc/hostname");

        Workspace workspace = acquire(repo);
        workspace.writeTar(new ByteArrayOutputStream(), false);
        try (Workspace committed =
                acquire(repo, AcquireOptions.of(temp, scratch).withCommitted())) {
            assertThat(committed.tree().read("a.txt")).contains("a\n");
        }

        assertThat(workspace.identity().dirty()).containsExactly(".gitattributes", "lib/b.py");
        assertThat(mark).doesNotExist();
    }

    @Test
    void anIndexThatLeadsThroughALinkReachesNothing() throws IOException {
        TestGit.init(repo);
        write("d/secret", "tracked\n");
        TestGit.commitAll(repo, "one");
        TestGit.run(repo, "update-index", "--assume-unchanged", "d/secret");
        Path outside = Files.createDirectory(temp.resolve("outside"));
        Files.writeString(outside.resolve("secret"), "of the host\n");
        Files.delete(repo.resolve("d/secret"));
        Files.delete(repo.resolve("d"));
        Files.createSymbolicLink(repo.resolve("d"), outside);

        Workspace workspace = acquire(repo);

        assertThat(paths(workspace)).containsExactly("d");
        assertThat(workspace.tree().find("d").orElseThrow().kind()).isEqualTo(Kind.LINK);
        ByteArrayOutputStream tar = new ByteArrayOutputStream();
        workspace.writeTar(tar, false);
        assertThat(tar.toString(StandardCharsets.ISO_8859_1)).doesNotContain("of the host");
    }

    @Test
    void aChangeThatGitWasToldNotToSeeIsSeen() throws IOException {
        committedRepository();
        Workspace clean = acquire(repo);
        TestGit.run(repo, "update-index", "--assume-unchanged", "a.txt");
        write("a.txt", "changed\n");

        Workspace workspace = acquire(repo);

        assertThat(workspace.identity().dirty()).containsExactly("a.txt");
        assertThat(workspace.identity().digest()).isNotEqualTo(clean.identity().digest());
    }

    @Test
    void namesAreBytes() throws IOException {
        TestGit.init(repo);
        write("new\nline", "1");
        write("quote\"back\\slash", "2");
        write("ünïcode", "3");
        Path raw = Path.of(URI.create(repo.toUri() + "%FF%FEraw"));
        Files.writeString(raw, "4");
        Files.createSymbolicLink(repo.resolve("to-raw"), raw.getFileName());
        Workspace untracked = acquire(repo);
        TestGit.commitAll(repo, "names");
        Workspace tracked = acquire(repo);

        assertThat(paths(tracked))
                .containsExactly("new\\x0aline", "quote\"back\\x5cslash", "to-raw", "ünïcode", "\\xff\\xferaw");
        assertThat(tracked.identity().digest()).isEqualTo(untracked.identity().digest());
        assertThat(tracked.identity().dirty()).isEmpty();
        Entry entry = tracked.tree().entries().getLast();
        assertThat(tracked.tree().read(entry, 10)).contains("4");
        List<String> inTar = new ArrayList<>();
        ByteArrayOutputStream tar = new ByteArrayOutputStream();
        tracked.writeTar(tar, false);
        new TarReader(new ByteArrayInputStream(tar.toByteArray()))
                .read(e -> inTar.add(new String(e.path(), StandardCharsets.ISO_8859_1)
                        + "→"
                        + new String(e.target(), StandardCharsets.ISO_8859_1)));
        assertThat(inTar).contains("\u00ff\u00feraw→", "to-raw→\u00ff\u00feraw", "new\nline→");
    }

    @Test
    void aPlainFolderIsWalkedWithoutFollowingLinks() throws IOException {
        write("a/b.txt", "b");
        write(".git-not/x", "x");
        write("node/.git/config", "hidden");
        write(".bootstrap/contract.json", "{}");
        Files.createSymbolicLink(repo.resolve("a/loop"), Path.of(".."));
        Files.createSymbolicLink(repo.resolve("self"), Path.of("self"));
        Files.createSymbolicLink(repo.resolve("out"), Path.of("/etc"));
        TestGit.RUNNER.captured(dev.bootwright.process.ProcessRequest.of(
                List.of("mkfifo", repo.resolve("pipe").toString()),
                java.util.Map.of(),
                java.time.Duration.ofSeconds(9)));

        Workspace workspace = acquire(repo);

        assertThat(paths(workspace)).containsExactly(".git-not/x", "a/b.txt", "a/loop", "out", "self");
        assertThat(workspace.skipped())
                .singleElement()
                .satisfies(s -> assertThat(s.path().toString()).isEqualTo("pipe"));
        assertThat(workspace.identity().commit()).isNull();
        assertThat(workspace.identity().commitTime()).isNull();
        workspace.writeTar(new ByteArrayOutputStream(), false);
    }

    @Test
    void emptyFoldersAndRepositoriesAreSaidToBeEmpty() throws IOException {
        assertThat(failure(repo).failure().code()).isEqualTo(FailureCode.EMPTY_REPOSITORY);
        TestGit.init(repo);
        ToolException empty = failure(repo);
        assertThat(empty.failure().code()).isEqualTo(FailureCode.EMPTY_REPOSITORY);
        assertThat(empty.failure().code().exitCode()).isEqualTo(3);
        assertThat(empty.failure().next()).contains("Name the folder");
    }

    private ToolException failure(Path folder) {
        return catchThrowableOfType(ToolException.class, () -> acquire(folder));
    }

    @Test
    void theTarIsUniformAndEqualForEqualTrees() throws IOException {
        committedRepository();
        ByteArrayOutputStream first = new ByteArrayOutputStream();
        acquire(repo).writeTar(first, false);
        Path copy = temp.resolve("copy");
        TestGit.run(temp, "clone", "-q", repo.toString(), copy.toString());
        ByteArrayOutputStream second = new ByteArrayOutputStream();
        acquire(copy).writeTar(second, false);

        assertThat(second.toByteArray()).isEqualTo(first.toByteArray());
        List<String> seen = new ArrayList<>();
        new TarReader(new ByteArrayInputStream(first.toByteArray()))
                .read(e -> seen.add(new String(e.path(), StandardCharsets.UTF_8) + " " + e.type() + " " + e.executable()
                        + " " + e.time()));
        String time = "2024-05-06T07:08:09Z";
        assertThat(seen)
                .containsExactly(
                        ".gitignore FILE false " + time,
                        "a.txt FILE false " + time,
                        "lib/ FOLDER true " + time,
                        "lib/b.py FILE false " + time,
                        "link LINK true " + time,
                        "run.sh FILE true " + time);
    }

    @Test
    void aBigFileIsStreamed() throws IOException {
        TestGit.init(repo);
        try (var file = new java.io.RandomAccessFile(repo.resolve("big.bin").toFile(), "rw")) {
            file.setLength(200L << 20);
        }
        write("a.txt", "a");

        Workspace workspace = acquire(repo);

        assertThat(workspace.tree().find("big.bin").orElseThrow().size()).isEqualTo(200L << 20);
        assertThat(workspace.tree().read("big.bin").orElseThrow()).hasSize(SourceTree.MANIFEST_LIMIT);
    }

    @Test
    @Tag("slow")
    void aHundredThousandFilesAreListedInSeconds() throws IOException {
        TestGit.init(repo);
        for (int i = 0; i < 100_000; i++) {
            Path folder = repo.resolve("d" + i / 1000).resolve("e" + i / 100 % 10);
            if (i % 100 == 0) {
                Files.createDirectories(folder);
            }
            Files.writeString(folder.resolve("file" + i + ".txt"), "content " + i);
        }
        TestGit.commitAll(repo, "many");
        long start = System.nanoTime();
        Workspace workspace = acquire(repo);
        long millis = (System.nanoTime() - start) / 1_000_000;
        System.out.println("100,000 tracked files listed in " + millis + " ms");

        assertThat(workspace.tree().entries()).hasSize(100_000);
        assertThat(workspace.identity().dirty()).isEmpty();
        assertThat(millis).isLessThan(15_000);
    }
}
